/* Values of Python that the core hands out and is handed: orders and units. */

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

#endif
