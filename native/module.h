/* What the files share that speak with Python. */

#ifndef ENTENTE_MODULE_H
#define ENTENTE_MODULE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include "rules.h"

#define NAME "entente_core.tables" /* of the capsule with a Handle */

typedef struct {
    Tables *t;
    Work *spare; /* kept for the next call, so that a single row costs no memory anew */
    PyObject *list;     /* of orders as values, to which the places below belong; only compared, since it may be gone */
    int64_t *keys;      /* orders with the spots of their units, hashed; 0 where there is none */
    int32_t *places;    /* their places in the list */
    size_t room, taken; /* *room* is 0 or a power of two */
} Handle;

#define REAL (-8) /* a size: numbers of 8 bytes with a point */

/* module.c */
Work *borrow_work(Handle *handle);
void return_work(Handle *handle, Work *w);
int open_buffer(PyObject *object, Py_buffer *view, int size, int writable, const char *name);
int expect_numbers(const Py_buffer *view, Py_ssize_t rows, Py_ssize_t length, const char *name);

/* lines.c */
PyObject *answer_lines(PyObject *module, PyObject *args);
PyObject *known_lines(PyObject *module, PyObject *nothing);

#endif
