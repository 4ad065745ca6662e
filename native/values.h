/* Values of Python that the core hands out and is handed: orders and units, and what follows a phase. */

#ifndef ENTENTE_VALUES_H
#define ENTENTE_VALUES_H

#include "module.h"

/* The values of units that stand somewhere, in a list by their numbers, None for those that were not asked for; and a dictionary that makes them.
   The list is empty on a board with very many, and only the dictionary is asked. */
typedef struct {
    PyObject *by_number, *known;
} UnitValues;

/* The value of the unit of that number: a new reference. */
PyObject *unit_value(const UnitValues *units, int number);

/* outcomes.c */
/* How named tuples of that type are made, which the type's own function would make in several times the time; NULL with an error set. */
allocfunc maker_of(PyObject *type);
/* A named tuple of that type; takes over the *fields*, of which NULL is one that could not be made. */
PyObject *named_tuple(allocfunc make, PyObject *type, PyObject **fields, int count);

/* following.c */
typedef struct Forms Forms;

/* What Python hands over with each phase of the same tables, in this sequence (adjudicator/adjudicating.py has it in the same): how values are made;
   powers to their ranks; units by number, and those that are known; the moves that are open, and what reads an order for them; codes of provinces;
   phases that were met; functions for what is rare; the core and its tables as Python has them; no bars. */
enum {
    FORMS_OF_VALUES, RANKS, UNITS_BY_NUMBER, KNOWN_UNITS, REACH, INDEX, CODES_OF_PROVINCES, PHASES_MET,
    NEXT_PHASES, NEW_OWNERS, NEW_COUNTERS, ENDING, OWN_CORE, OWN_TABLES, NO_BARS, PARTS_OF_MAKING
};
typedef struct {
    PyObject *parts[PARTS_OF_MAKING];
    const Forms *forms;
    UnitValues units;
} Making;

/* What Python hands over with one phase. */
typedef struct {
    PyObject *position, *row, *out, *taken, *met;
} Asked;

/* Whether *given* is what a phase is made with; 0 with an error set. */
int read_making(Making *making, PyObject *given);
/* The resolution of the phase *row* that leads to *out*, whose units *w* has in hand. */
PyObject *resolution_after(const Making *making, Handle *handle, Work *w, const Asked *asked, const int32_t *row, const int32_t *out);

#endif
