/* What the files share that speak with Python. */

#ifndef ENTENTE_MODULE_H
#define ENTENTE_MODULE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include "rules.h"

#define NAME "entente_core.tables" /* of the capsule with a Handle */

/* A value in a list, found by its key. */
typedef struct {
    int64_t key; /* 0 where there is none */
    int64_t number;
    int32_t place; /* in the list */
} KeptValue;

/* Values that a list of Python holds, found again by a number. The list comes with each call, since it is Python's; where it is another one, or has
   another length than it was left with, all is forgotten. */
typedef struct {
    PyObject *list; /* only compared, since it may be gone */
    Py_ssize_t size;
    KeptValue *values;
    size_t room, taken; /* *room* is 0 or a power of two */
    int64_t *keys;      /* by place in the list */
    size_t key_room;
} Kept;

typedef struct {
    Tables *t;
    Work *spare; /* kept for the next call, so that a single row costs no memory anew */
    Kept legal;  /* legal orders, by their numbers with the spots of their units */
    Kept phases; /* phases that follow one another; see following.c */
    Kept met;    /* orders that were handed in, by where they are in memory: the list holds them, so that nothing else comes to stand there */
} Handle;

/* Have memory fetch what stands there, which is read soon: orders of many positions do not fit into what is near the processor. */
#if defined(__GNUC__) || defined(__clang__)
#define EXPECT(address) __builtin_prefetch(address)
#else
#define EXPECT(address) ((void)(address))
#endif

#define REAL (-8) /* a size: numbers of 8 bytes with a point */

/* module.c */
Work *borrow_work(Handle *handle);
void return_work(Handle *handle, Work *w);
int open_buffer(PyObject *object, Py_buffer *view, int size, int writable, const char *name);
int expect_numbers(const Py_buffer *view, Py_ssize_t rows, Py_ssize_t length, const char *name);
int overlap(const Py_buffer *one, const Py_buffer *two);

/* kept.c */
void use_list(Kept *kept, PyObject *list);
/* Have memory fetch the entry of *key*, which is looked for soon. */
void expect_kept(const Kept *kept, int64_t key);
const KeptValue *find_kept(const Kept *kept, int64_t key);
/* Add a value to the list that is in use, not to be found; 0 with an error set. */
int hold_value(Kept *kept, PyObject *value);
/* Add a value, to be found by *key*, which is not 0; NULL with an error set. */
const KeptValue *keep_value(Kept *kept, int64_t key, int64_t number, PyObject *value);
void free_kept(Kept *kept);

/* lines.c */
PyObject *answer_lines(PyObject *module, PyObject *args);
PyObject *known_lines(PyObject *module, PyObject *nothing);

/* listing.c */
PyObject *legal(PyObject *module, PyObject *args);

/* playing.c */
int intern_names(void);
PyObject *play(PyObject *module, PyObject *const *args, Py_ssize_t count);
PyObject *try_orders(PyObject *module, PyObject *args);

/* following.c */
PyObject *forms(PyObject *module, PyObject *args);

/* outcomes.c */
PyObject *outcomes(PyObject *module, PyObject *args);

#endif
