/* What Python sees of the compiled core: tables go in as a list of numbers, rows and orders as buffers (arrays of numpy or `array`).

   Whatever comes in is checked, since it may come from a program that is only being written: a ValueError or TypeError, never a crash. The lock of
   the interpreter is let go while rows are worked on, so that threads share the work. */

#include "module.h"

#include <stdlib.h>

static void close_handle(PyObject *capsule) {
    Handle *handle = PyCapsule_GetPointer(capsule, NAME);
    if (!handle) return;
    free_work(handle->spare);
    free_tables(handle->t);
    free_kept(&handle->legal);
    free_kept(&handle->met);
    free_kept(&handle->phases);
    PyMem_Free(handle);
}

Work *borrow_work(Handle *handle) {
    Work *w = handle->spare;
    handle->spare = NULL;
    if (!w) w = new_work(handle->t);
    if (!w) PyErr_NoMemory();
    return w;
}

void return_work(Handle *handle, Work *w) {
    if (handle->spare)
        free_work(w);
    else
        handle->spare = w;
}

/* The memory of *object* as whole numbers of *size* bytes, or as REAL ones; -1 with an error set. */
int open_buffer(PyObject *object, Py_buffer *view, int size, int writable, const char *name) {
    int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
    view->obj = NULL;
    if (PyObject_GetBuffer(object, view, flags) < 0) {
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError, "%s: a contiguous%s array of %s%d is needed", name, writable ? ", writable" : "", size == REAL ? "float" : "int",
                     8 * (int)labs(size));
        return -1;
    }
    const char *format = view->format ? view->format : "B";
    const char *wanted = size == REAL ? "d" : "ilq";
    if (view->itemsize != labs(size) || !strchr(wanted, *format) || format[1]) {
        PyErr_Format(PyExc_TypeError, "%s: an array of %s%d is needed, not of format %s", name, size == REAL ? "float" : "int", 8 * (int)labs(size), format);
        PyBuffer_Release(view);
        view->obj = NULL;
        return -1;
    }
    return 0;
}

int expect_numbers(const Py_buffer *view, Py_ssize_t rows, Py_ssize_t length, const char *name) {
    if (view->len / view->itemsize == rows * length) return 0;
    PyErr_Format(PyExc_ValueError, "%s: %zd rows of %zd numbers are needed, %zd numbers are given", name, rows, length, view->len / view->itemsize);
    return -1;
}

int overlap(const Py_buffer *one, const Py_buffer *two) {
    const char *a = one->buf, *b = two->buf;
    return a < b + two->len && b < a + one->len;
}

static PyObject *tables(PyObject *module, PyObject *image) {
    Py_buffer view;
    char trouble[200];
    (void)module;
    if (open_buffer(image, &view, 4, 0, "tables") < 0) return NULL;
    Handle *handle = PyMem_Calloc(1, sizeof(Handle));
    if (handle && view.len / 4 < INT32_MAX) handle->t = read_tables(view.buf, (int)(view.len / 4), trouble, sizeof trouble);
    PyBuffer_Release(&view);
    if (!handle) return PyErr_NoMemory();
    if (!handle->t) {
        PyMem_Free(handle);
        if (!trouble[0]) return PyErr_NoMemory();
        PyErr_SetString(PyExc_ValueError, trouble);
        return NULL;
    }
    return PyCapsule_New(handle, NAME, close_handle);
}

/* How many numbers a row has. */
static PyObject *row_length(PyObject *module, PyObject *capsule) {
    (void)module;
    Handle *handle = PyCapsule_GetPointer(capsule, NAME);
    return handle ? PyLong_FromLong(ROW_LENGTH(handle->t)) : NULL;
}

static int in_range(Py_ssize_t start, Py_ssize_t stop, Py_ssize_t rows) {
    if (0 <= start && start <= stop && stop <= rows) return 1;
    PyErr_Format(PyExc_ValueError, "rows %zd to %zd of %zd", start, stop, rows);
    return 0;
}

/* advance(tables, rows, orders, out, status, start, stop): the positions that follow those rows. */
static PyObject *advance(PyObject *module, PyObject *args) {
    PyObject *capsule, *objects[4], *result = NULL;
    static const char *names[] = {"rows", "orders", "out", "status"};
    static const int sizes[] = {4, 8, 4, 4};
    Py_buffer views[4] = {{0}};
    Py_ssize_t start, stop;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOOnn", &capsule, objects, objects + 1, objects + 2, objects + 3, &start, &stop)) return NULL;
    Handle *handle = PyCapsule_GetPointer(capsule, NAME);
    if (!handle) return NULL;
    const Tables *t = handle->t;
    int length = ROW_LENGTH(t), opened = 0;
    while (opened < 4 && open_buffer(objects[opened], views + opened, sizes[opened], opened > 1, names[opened]) == 0) opened++;
    Py_ssize_t rows = opened == 4 ? views[3].len / 4 : 0;
    if (opened < 4 || expect_numbers(views, rows, length, "rows") || expect_numbers(views + 1, rows, t->provinces, "orders") ||
        expect_numbers(views + 2, rows, length, "out") || !in_range(start, stop, rows))
        goto close;
    if (overlap(views, views + 2)) {
        PyErr_SetString(PyExc_ValueError, "out: another array than rows is needed");
        goto close;
    }
    Work *w = borrow_work(handle);
    if (!w) goto close;
    const int32_t *from = views[0].buf;
    const int64_t *orders = views[1].buf;
    int32_t *out = views[2].buf, *status = views[3].buf;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t i = start; i < stop; i++) status[i] = next_row(w, from + i * length, orders + i * t->provinces, out + i * length);
    Py_END_ALLOW_THREADS
    return_work(handle, w);
    result = Py_NewRef(Py_None);
close:
    while (opened) PyBuffer_Release(views + --opened);
    return result;
}

/* expect(tables, row, orders, view, weights, expected, status): the centres that each power may expect after each of those joint orders, given for one
   position of a movement phase; see judging.c. */
static PyObject *expect(PyObject *module, PyObject *args) {
    PyObject *capsule, *objects[6], *result = NULL;
    static const char *names[] = {"row", "orders", "view", "weights", "expected", "status"};
    static const int sizes[] = {4, 8, 4, REAL, REAL, 4};
    Py_buffer views[6] = {{0}};
    View view;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOOOO", &capsule, objects, objects + 1, objects + 2, objects + 3, objects + 4, objects + 5)) return NULL;
    Handle *handle = PyCapsule_GetPointer(capsule, NAME);
    if (!handle) return NULL;
    const Tables *t = handle->t;
    int length = ROW_LENGTH(t), opened = 0;
    while (opened < 6 && open_buffer(objects[opened], views + opened, sizes[opened], opened > 3, names[opened]) == 0) opened++;
    Py_ssize_t rows = opened == 6 ? views[5].len / 4 : 0;
    if (opened < 6 || expect_numbers(views, 1, length, "row") || expect_numbers(views + 1, rows, t->provinces, "orders") ||
        expect_numbers(views + 4, rows, t->powers, "expected"))
        goto close;
    if (!read_view(t, views[2].buf, views[2].len / 4, views[3].buf, views[3].len / 8, &view)) {
        PyErr_SetString(PyExc_ValueError, "view: no view of these tables");
        goto close;
    }
    int32_t *spare = PyMem_Malloc(((size_t)length + (size_t)view.centres * (t->powers + 1) + 1) * sizeof *spare);
    Work *w = spare ? borrow_work(handle) : NULL;
    if (!w) {
        if (!spare) PyErr_NoMemory();
        PyMem_Free(spare);
        goto close;
    }
    const int32_t *row = views[0].buf;
    const int64_t *orders = views[1].buf;
    double *expected = views[4].buf;
    int32_t *status = views[5].buf, *near = spare + length, *standing = near + (size_t)view.centres * t->powers;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t i = 0; i < rows; i++) {
        status[i] = next_row(w, row, orders + i * t->provinces, spare);
        if (!status[i]) expect_centres(t, &view, UNITS(t, spare), near, standing, expected + i * t->powers);
    }
    Py_END_ALLOW_THREADS
    return_work(handle, w);
    PyMem_Free(spare);
    result = Py_NewRef(Py_None);
close:
    while (opened) PyBuffer_Release(views + --opened);
    return result;
}

/* draw(tables, rows, orders, status, seed, start, stop): legal orders drawn by lot; the same for the same seed and place of a row. */
static PyObject *draw(PyObject *module, PyObject *args) {
    PyObject *capsule, *objects[3], *result = NULL;
    static const char *names[] = {"rows", "orders", "status"};
    static const int sizes[] = {4, 8, 4};
    Py_buffer views[3] = {{0}};
    Py_ssize_t start, stop;
    unsigned long long seed;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOKnn", &capsule, objects, objects + 1, objects + 2, &seed, &start, &stop)) return NULL;
    Handle *handle = PyCapsule_GetPointer(capsule, NAME);
    if (!handle) return NULL;
    const Tables *t = handle->t;
    int length = ROW_LENGTH(t), opened = 0;
    while (opened < 3 && open_buffer(objects[opened], views + opened, sizes[opened], opened > 0, names[opened]) == 0) opened++;
    Py_ssize_t rows = opened == 3 ? views[2].len / 4 : 0;
    if (opened < 3 || expect_numbers(views, rows, length, "rows") || expect_numbers(views + 1, rows, t->provinces, "orders") || !in_range(start, stop, rows))
        goto close;
    Work *w = borrow_work(handle);
    if (!w) goto close;
    const int32_t *from = views[0].buf;
    int64_t *orders = views[1].buf;
    int32_t *status = views[2].buf;
    Py_BEGIN_ALLOW_THREADS
    for (Py_ssize_t i = start; i < stop; i++) {
        uint64_t dice = (uint64_t)seed * 0xD1342543DE82EF95u + (uint64_t)i * 0xA0761D6478BD642Fu;
        status[i] = draw_orders(w, from + i * length, &dice, orders + i * t->provinces);
    }
    Py_END_ALLOW_THREADS
    return_work(handle, w);
    result = Py_NewRef(Py_None);
close:
    while (opened) PyBuffer_Release(views + --opened);
    return result;
}

/* list_legal(tables, rows, counts, codes, status): how many legal orders there are in all, the number for each province of each row, and as many of
   the orders, one province after the other, as *codes* has room for. */
static PyObject *list_legal(PyObject *module, PyObject *args) {
    PyObject *capsule, *objects[4], *result = NULL;
    static const char *names[] = {"rows", "counts", "codes", "status"};
    static const int sizes[] = {4, 4, 8, 4};
    Py_buffer views[4] = {{0}};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOO", &capsule, objects, objects + 1, objects + 2, objects + 3)) return NULL;
    Handle *handle = PyCapsule_GetPointer(capsule, NAME);
    if (!handle) return NULL;
    const Tables *t = handle->t;
    int length = ROW_LENGTH(t), opened = 0;
    while (opened < 4 && open_buffer(objects[opened], views + opened, sizes[opened], opened > 0, names[opened]) == 0) opened++;
    Py_ssize_t rows = opened == 4 ? views[3].len / 4 : 0, room = opened == 4 ? views[2].len / 8 : 0;
    if (opened < 4 || expect_numbers(views, rows, length, "rows") || expect_numbers(views + 1, rows, t->provinces, "counts")) goto close;
    Work *w = borrow_work(handle);
    if (!w) goto close;
    int32_t *counts = views[1].buf, *status = views[3].buf;
    int64_t *codes = views[2].buf, total = 0;
    Py_BEGIN_ALLOW_THREADS
    memset(counts, 0, views[1].len);
    for (Py_ssize_t i = 0; i < rows; i++) {
        const int32_t *row = (const int32_t *)views[0].buf + i * length;
        int64_t before = total;
        status[i] = prepare_legal(w, row);
        for (int place = 0; place < t->provinces && !status[i]; place++) {
            status[i] = legal_orders(w, row, place);
            if (status[i]) break;
            counts[i * t->provinces + place] = w->option_count;
            for (int j = 0; j < w->option_count; j++, total++)
                if (total < room) codes[total] = w->options[j];
        }
        if (status[i]) {
            memset(counts + i * t->provinces, 0, t->provinces * sizeof(int32_t));
            total = before;
        }
    }
    Py_END_ALLOW_THREADS
    return_work(handle, w);
    result = PyLong_FromLongLong(total);
close:
    while (opened) PyBuffer_Release(views + --opened);
    return result;
}

/* keys(tables, rows, out): a key of 64 bits for each position. */
static PyObject *keys(PyObject *module, PyObject *args) {
    PyObject *capsule, *row_object, *out_object, *result = NULL;
    Py_buffer rows, out;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOO", &capsule, &row_object, &out_object)) return NULL;
    Handle *handle = PyCapsule_GetPointer(capsule, NAME);
    if (!handle || open_buffer(row_object, &rows, 4, 0, "rows") < 0) return NULL;
    if (open_buffer(out_object, &out, 8, 1, "keys") == 0) {
        Py_ssize_t count = out.len / 8, length = ROW_LENGTH(handle->t);
        if (expect_numbers(&rows, count, length, "rows") == 0) {
            Py_BEGIN_ALLOW_THREADS
            for (Py_ssize_t i = 0; i < count; i++) ((int64_t *)out.buf)[i] = (int64_t)row_key(handle->t, (const int32_t *)rows.buf + i * length);
            Py_END_ALLOW_THREADS
            result = Py_NewRef(Py_None);
        }
        PyBuffer_Release(&out);
    }
    PyBuffer_Release(&rows);
    return result;
}

static PyMethodDef functions[] = {
    {"tables", tables, METH_O, "tables(numbers): the tables of a variant."},
    {"row_length", row_length, METH_O, "row_length(tables): how many numbers a position has."},
    {"advance", advance, METH_VARARGS, "advance(tables, rows, orders, out, status, start, stop): the positions that follow."},
    {"expect", expect, METH_VARARGS, "expect(tables, row, orders, view, weights, expected, status): centres to expect after the moves."},
    {"draw", draw, METH_VARARGS, "draw(tables, rows, orders, status, seed, start, stop): legal orders by lot."},
    {"list_legal", list_legal, METH_VARARGS, "list_legal(tables, rows, counts, codes, status): legal orders as numbers."},
    {"keys", keys, METH_VARARGS, "keys(tables, rows, out): a key for each position."},
    {"legal", legal, METH_VARARGS, "legal(tables, row, known, make, later): the legal orders of a position, by province."},
    {"play", (PyCFunction)(void (*)(void))play, METH_FASTCALL, "play(tables, position, row, out, taken, met, all, making): the resolution of a movement phase."},
    {"forms", forms, METH_VARARGS, "forms(position, resolution, dislodged, explanation, numbered): how values of those types are made, for play."},
    {"outcomes", outcomes, METH_VARARGS, "outcomes(tables, row, taken, met, units, known, words): what became of each order of a movement phase."},
    {"answer_lines", answer_lines, METH_VARARGS,
     "answer_lines(tables, row, text, at, number, known, states, orders, codes, waiting, in_orders, asked): answers of the line protocol."},
    {"known_lines", known_lines, METH_NOARGS, "known_lines(): nothing that answer_lines knows yet."},
    {"try_orders", try_orders, METH_VARARGS, "try_orders(tables, row, met, all, ranks, reach, index): which orders succeed, and who is dislodged."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "entente_core", "The compiled core of the rules; `adjudicator/compiled.py` uses it.", -1, functions, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_entente_core(void) {
    PyObject *module = PyModule_Create(&definition);
    if (!intern_names()) Py_CLEAR(module);
    if (module && PyModule_AddIntConstant(module, "FORMAT", FORMAT) < 0) Py_CLEAR(module);
    return module;
}
