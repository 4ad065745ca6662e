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
    PyMem_Free(handle->keys);
    PyMem_Free(handle->places);
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

static int overlap(const Py_buffer *one, const Py_buffer *two) {
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

#define MOST_ORDERS ((size_t)1 << 22) /* values that are kept; then they are made anew */

/* Where the order of that key stands in the table, or where it would. */
static size_t find_order(const Handle *handle, int64_t key) {
    size_t at = (size_t)(((uint64_t)key * 0x9E3779B97F4A7C15u) >> 32) & (handle->room - 1);
    while (handle->keys[at] && handle->keys[at] != key) at = (at + 1) & (handle->room - 1);
    return at;
}

/* Make room for one more order; 0 where memory is out. */
static int grow(Handle *handle) {
    if (2 * (handle->taken + 1) <= handle->room) return 1;
    size_t before = handle->room;
    int64_t *keys = handle->keys, *more = PyMem_Calloc(before ? 2 * before : 1024, sizeof *more);
    int32_t *places = handle->places, *others = PyMem_Calloc(before ? 2 * before : 1024, sizeof *others);
    if (!more || !others) {
        PyMem_Free(more);
        PyMem_Free(others);
        PyErr_NoMemory();
        return 0;
    }
    handle->keys = more;
    handle->places = others;
    handle->room = before ? 2 * before : 1024;
    for (size_t i = 0; i < before; i++) {
        if (!keys[i]) continue;
        size_t at = find_order(handle, keys[i]);
        handle->keys[at] = keys[i];
        handle->places[at] = places[i];
    }
    PyMem_Free(keys);
    PyMem_Free(places);
    return 1;
}

/* Forget the values in the table where they belong to another list than *known*, or are too many. */
static int use_list(Handle *handle, PyObject *known) {
    if (handle->list == known && handle->taken == (size_t)PyList_Size(known) && handle->taken < MOST_ORDERS) return 1;
    if (handle->room) memset(handle->keys, 0, handle->room * sizeof *handle->keys);
    handle->taken = 0;
    handle->list = known;
    return PyList_SetSlice(known, 0, PyList_Size(known), NULL) == 0;
}

/* The one value in *known* for an order with the spot of its unit, made by *make* where it is not there yet: a new reference. */
static PyObject *known_order(Handle *handle, int spot, int64_t key, PyObject *known, PyObject *make) {
    if (handle->room) {
        size_t at = find_order(handle, key);
        if (handle->keys[at] && handle->places[at] < PyList_Size(known)) return Py_NewRef(PyList_GetItem(known, handle->places[at]));
    }
    PyObject *order = PyObject_CallFunction(make, "iL", spot, (long long)(key & (ORDER_FOR(0) - 1)));
    if (!order || handle->list != known || handle->taken != (size_t)PyList_Size(known)) return order; /* what was called used the table */
    if (!grow(handle) || PyList_Append(known, order) < 0) {
        Py_DECREF(order);
        return NULL;
    }
    size_t at = find_order(handle, key);
    handle->keys[at] = key;
    handle->places[at] = (int32_t)handle->taken++;
    return order;
}

#define MOST_VALUES 4096 /* orders of one unit that are made values at once; a unit on the standard board has at most some hundreds */

/* The orders in *w*, as values and as numbers of 8 bytes, which say for whom; without values where there are very many. */
static PyObject *known_orders(Handle *handle, Work *w, int spot, PyObject *known, PyObject *make) {
    int many = w->option_count > MOST_VALUES;
    PyObject *orders = many ? Py_NewRef(Py_None) : PyTuple_New(w->option_count), *numbers = PyBytes_FromStringAndSize(NULL, w->option_count * (Py_ssize_t)sizeof(int64_t)), *pair = NULL;
    int whole = orders && numbers;
    for (int i = 0; whole && i < w->option_count; i++) {
        int64_t key = w->options[i] | ORDER_FOR(spot);
        if (!many) {
            PyObject *order = known_order(handle, spot, key, known, make);
            whole = order && PyTuple_SetItem(orders, i, order) == 0;
        }
        if (whole) memcpy(PyBytes_AsString(numbers) + i * sizeof key, &key, sizeof key);
    }
    if (whole) pair = PyTuple_Pack(2, orders, numbers);
    Py_XDECREF(orders);
    Py_XDECREF(numbers);
    return pair;
}

/* legal(tables, row, known, make): for each province the legal orders of what stands there and their numbers; None where Python must say. */
static PyObject *legal(PyObject *module, PyObject *args) {
    PyObject *capsule, *row_object, *known, *make, *found = NULL;
    Py_buffer view;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOO!O", &capsule, &row_object, &PyList_Type, &known, &make)) return NULL;
    Handle *handle = PyCapsule_GetPointer(capsule, NAME);
    if (!handle || open_buffer(row_object, &view, 4, 0, "row") < 0) return NULL;
    const Tables *t = handle->t;
    const int32_t *row = view.buf;
    Work *w = expect_numbers(&view, 1, ROW_LENGTH(t), "row") || !use_list(handle, known) ? NULL : borrow_work(handle);
    if (w) {
        int status = prepare_legal(w, row);
        if (status > 0)
            PyErr_Format(PyExc_ValueError, "row: fault %d in province %d", status % 32, status / 32);
        else if (status == HARD)
            found = Py_NewRef(Py_None);
        else
            found = PyList_New(t->provinces);
        for (int place = 0; found && !status && place < t->provinces; place++) {
            status = legal_orders(w, row, place);
            if (status) {
                Py_DECREF(found);
                found = Py_NewRef(Py_None);
                break;
            }
            int unit = (t->step[row[AT_STEP]].kind == RETREAT ? DISLODGED(t, row) : UNITS(t, row))[place];
            PyObject *orders = known_orders(handle, w, unit < 0 ? 0 : spot_of(t, unit), known, make);
            if (!orders || PyList_SetItem(found, place, orders) < 0) Py_CLEAR(found);
        }
        return_work(handle, w);
    }
    PyBuffer_Release(&view);
    return found;
}

/* The province that an order is for, if it is a movement order in numbers that says for whom it is: see IndexedOrder.code. */
static int place_of(const Tables *t, int64_t order) {
    int own = ORDER_OWN(order);
    return order > 0 && order <= MOST_OF_AN_ORDER && own >= 0 && own < t->spots ? t->province_of[own] : -1;
}

static PyObject *cached_name, *code_name; /* names of attributes */

/* *order* in numbers for the open edges *reach*; 0 where it must be read in its position first, -1 with an error set. What *index* says of it stays
   with the order. *carried* is the order that it is carried out as: a new reference, to itself in most cases. */
static int64_t order_in_numbers(PyObject *order, PyObject *reach, PyObject *index, PyObject **carried) {
    PyObject *indexed = PyObject_GetAttr(order, cached_name), *code = indexed ? PyObject_GetAttr(indexed, code_name) : NULL;
    if (!code || !PyTuple_Check(code) || PyTuple_Size(code) != 3 || PyTuple_GetItem(code, 0) != reach) {
        PyErr_Clear();
        Py_XDECREF(indexed);
        Py_XDECREF(code);
        indexed = PyObject_CallFunctionObjArgs(index, reach, order, NULL);
        code = indexed ? PyObject_GetAttr(indexed, code_name) : NULL;
    }
    int is_code = code && PyTuple_Check(code) && PyTuple_Size(code) == 3;
    int64_t found = !code ? -1 : is_code ? PyLong_AsLongLong(PyTuple_GetItem(code, 1)) : 0;
    PyObject *completed = is_code ? PyTuple_GetItem(code, 2) : Py_None;
    *carried = Py_NewRef(completed == Py_None ? order : completed);
    Py_XDECREF(indexed);
    Py_XDECREF(code);
    return found;
}

/* Give the orders of one power, of that rank, to its units; 1 where all is as the core wants it, 0 where Python must read them, -1 with an error. */
static int take_orders(const Tables *t, const int32_t *row, int64_t *orders, PyObject *by_province, int rank, PyObject *given, PyObject *reach, PyObject *index) {
    int is_list = PyList_Check(given);
    if (!is_list && !PyTuple_Check(given)) return 0;
    for (Py_ssize_t i = 0; i < (is_list ? PyList_Size(given) : PyTuple_Size(given)); i++) {
        PyObject *order = Py_NewRef(is_list ? PyList_GetItem(given, i) : PyTuple_GetItem(given, i)); /* what is called may change the list */
        PyObject *carried;
        int64_t number = order_in_numbers(order, reach, index, &carried);
        int place = place_of(t, number), unit = place < 0 ? -1 : UNITS(t, row)[place];
        int fits = unit >= 0 && !orders[place] && power_of(t, unit) == rank && spot_of(t, unit) == ORDER_OWN(number);
        if (number == -1 && PyErr_Occurred()) fits = -1;
        if (fits == 1) {
            orders[place] = number;
            if (by_province && PyList_SetItem(by_province, place, Py_NewRef(carried)) < 0) fits = -1;
        }
        Py_DECREF(carried);
        Py_DECREF(order);
        if (fits != 1) return fits;
    }
    return 1;
}

/* Give everybody's orders to the units; as take_orders. */
static int take_all_orders(const Tables *t, const int32_t *row, int64_t *orders, PyObject *by_province, PyObject *ranks, PyObject *all, PyObject *reach,
                           PyObject *index) {
    PyObject *items = PyMapping_Items(all);
    int fits = items && PyList_Check(items) ? 1 : -1;
    for (Py_ssize_t i = 0; fits == 1 && i < PyList_Size(items); i++) {
        PyObject *pair = PyList_GetItem(items, i);
        if (!PyTuple_Check(pair) || PyTuple_Size(pair) != 2) {
            PyErr_SetString(PyExc_TypeError, "orders by power: a mapping is needed");
            fits = -1;
            break;
        }
        PyObject *rank = PyDict_GetItemWithError(ranks, PyTuple_GetItem(pair, 0));
        if (rank)
            fits = take_orders(t, row, orders, by_province, (int)PyLong_AsLong(rank), PyTuple_GetItem(pair, 1), reach, index);
        else
            fits = PyErr_Occurred() ? -1 : 0;
    }
    Py_XDECREF(items);
    return fits;
}

/* The provinces, or the pairs of *values* and *more*, where *values* differ from *usual*; *usual* is -1 or 0 everywhere where it is NULL. */
static PyObject *places_where(int provinces, const int32_t *values, const int32_t *usual, int32_t nothing, const int32_t *more) {
    PyObject *found = PyList_New(0), *each = NULL;
    for (int i = 0; found && i < provinces; i++) {
        if (values[i] == (usual ? usual[i] : nothing)) continue;
        each = more ? Py_BuildValue("(ii)", (int)values[i], (int)more[i]) : PyLong_FromLong(i);
        if (!each || PyList_Append(found, each) < 0) Py_CLEAR(found);
        Py_XDECREF(each);
    }
    return found;
}

/* The units that *w* has in hand: their numbers, and as the values that *known* has for them; the provinces whose owners changed from *row* to *out*;
   the units that must retreat, each with whence its attacker came; and the provinces that a standoff left empty. */
static PyObject *what_follows(Work *w, PyObject *known, const Tables *t, const int32_t *row, const int32_t *out) {
    PyObject *numbers = PyList_New(w->n), *units = PyTuple_New(w->n), *found = NULL;
    int whole = numbers && units;
    for (int i = 0; whole && i < w->n; i++) {
        PyObject *number = PyLong_FromLong(w->number[i]), *unit = number ? PyDict_GetItemWithError(known, number) : NULL;
        if (unit)
            Py_INCREF(unit);
        else if (number && !PyErr_Occurred())
            unit = PyObject_GetItem(known, number); /* makes it */
        whole = unit != NULL;
        if (!whole) {
            Py_XDECREF(number);
            break;
        }
        PyList_SetItem(numbers, i, number);
        PyTuple_SetItem(units, i, unit);
    }
    PyObject *changed = whole ? places_where(t->provinces, OWNERS(t, out), OWNERS(t, row), 0, NULL) : NULL;
    PyObject *dislodged = changed ? places_where(t->provinces, DISLODGED(t, out), NULL, -1, ATTACKERS(t, out)) : NULL;
    PyObject *contested = dislodged ? places_where(t->provinces, CONTESTED(t, out), NULL, 0, NULL) : NULL;
    if (contested) found = PyTuple_Pack(5, numbers, units, changed, dislodged, contested);
    Py_XDECREF(numbers);
    Py_XDECREF(units);
    Py_XDECREF(changed);
    Py_XDECREF(dislodged);
    Py_XDECREF(contested);
    return found;
}

/* play(tables, row, out, orders, by_province, all, ranks, known, reach, index): a movement phase with orders as values.

   The orders, by power in *all*, are noted in *orders* as numbers and in *by_province* as they are; the row that follows goes into *out*. Returns
   what_follows; None where Python must say. */
static PyObject *play(PyObject *module, PyObject *args) {
    PyObject *capsule, *objects[3], *by_province, *all, *ranks, *known, *reach, *index, *result = NULL;
    static const char *names[] = {"row", "out", "orders"};
    static const int sizes[] = {4, 4, 8};
    Py_buffer views[3] = {{0}};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOO!OO!O!OO", &capsule, objects, objects + 1, objects + 2, &PyList_Type, &by_province, &all, &PyDict_Type, &ranks,
                          &PyDict_Type, &known, &reach, &index))
        return NULL;
    Handle *handle = PyCapsule_GetPointer(capsule, NAME);
    if (!handle) return NULL;
    const Tables *t = handle->t;
    int length = ROW_LENGTH(t), opened = 0, fits = -1;
    while (opened < 3 && open_buffer(objects[opened], views + opened, sizes[opened], opened > 0, names[opened]) == 0) opened++;
    if (opened < 3 || expect_numbers(views, 1, length, "row") || expect_numbers(views + 1, 1, length, "out") ||
        expect_numbers(views + 2, 1, t->provinces, "orders"))
        goto close;
    if (overlap(views, views + 1) || overlap(views, views + 2) || overlap(views + 1, views + 2) || PyList_Size(by_province) != t->provinces) {
        PyErr_SetString(PyExc_ValueError, "out, orders, by_province: one place for each province, and no array twice");
        goto close;
    }
    const int32_t *row = views[0].buf;
    int step = row[AT_STEP];
    fits = step >= 0 && step < t->steps && t->step[step].kind == MOVEMENT;
    if (fits) fits = take_all_orders(t, row, views[2].buf, by_province, ranks, all, reach, index);
    if (fits < 0) goto close;
    Work *w = fits ? borrow_work(handle) : NULL;
    if (!w) {
        if (!fits) result = Py_NewRef(Py_None);
        goto close;
    }
    if (next_row(w, row, views[2].buf, views[1].buf))
        result = Py_NewRef(Py_None);
    else {
        const int32_t *out = views[1].buf;
        place_units(w, out);
        result = what_follows(w, known, t, row, out);
    }
    return_work(handle, w);
close:
    while (opened) PyBuffer_Release(views + --opened);
    return result;
}

/* The report of *tell* on those orders as a list of numbers; None where Python must say. */
static PyObject *reported(Handle *handle, const int32_t *row, const int64_t *orders, int (*tell)(Work *, const int32_t *, const int64_t *, int32_t *)) {
    PyObject *result = NULL;
    int32_t *spare = PyMem_Malloc(ROW_LENGTH(handle->t) * sizeof *spare);
    if (!spare) return PyErr_NoMemory();
    Work *w = borrow_work(handle);
    if (w) {
        int status = tell(w, row, orders, spare);
        result = status ? Py_NewRef(Py_None) : PyList_New(w->report_length);
        for (int i = 0; !status && result && i < w->report_length; i++) {
            PyObject *number = PyLong_FromLong(w->report[i]);
            if (!number) {
                Py_CLEAR(result);
                break;
            }
            PyList_SetItem(result, i, number);
        }
        return_work(handle, w);
    }
    PyMem_Free(spare);
    return result;
}

/* explain(tables, row, orders): what became of each order, as numbers; see explain_moves. None where Python must say. */
static PyObject *explain(PyObject *module, PyObject *args) {
    PyObject *capsule, *objects[2], *result = NULL;
    Py_buffer views[2] = {{0}};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOO", &capsule, objects, objects + 1)) return NULL;
    Handle *handle = PyCapsule_GetPointer(capsule, NAME);
    if (!handle || open_buffer(objects[0], views, 4, 0, "row") < 0) return NULL;
    if (open_buffer(objects[1], views + 1, 8, 0, "orders") == 0) {
        if (!expect_numbers(views, 1, ROW_LENGTH(handle->t), "row") && !expect_numbers(views + 1, 1, handle->t->provinces, "orders"))
            result = reported(handle, views[0].buf, views[1].buf, explain_moves);
        PyBuffer_Release(views + 1);
    }
    PyBuffer_Release(views);
    return result;
}

/* try_orders(tables, row, all, ranks, reach, index): which orders of a movement phase succeed and who is dislodged, as numbers; see try_moves. The
   orders are given as in *play*. None where Python must say. */
static PyObject *try_orders(PyObject *module, PyObject *args) {
    PyObject *capsule, *row_object, *all, *ranks, *reach, *index, *result = NULL;
    Py_buffer view;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOO!OO", &capsule, &row_object, &all, &PyDict_Type, &ranks, &reach, &index)) return NULL;
    Handle *handle = PyCapsule_GetPointer(capsule, NAME);
    if (!handle || open_buffer(row_object, &view, 4, 0, "row") < 0) return NULL;
    const Tables *t = handle->t;
    int64_t *orders = expect_numbers(&view, 1, ROW_LENGTH(t), "row") ? NULL : PyMem_Calloc(t->provinces, sizeof *orders);
    if (orders) {
        int fits = take_all_orders(t, view.buf, orders, NULL, ranks, all, reach, index);
        if (fits >= 0) result = fits ? reported(handle, view.buf, orders, try_moves) : Py_NewRef(Py_None);
        PyMem_Free(orders);
    } else if (!PyErr_Occurred())
        PyErr_NoMemory();
    PyBuffer_Release(&view);
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
    {"legal", legal, METH_VARARGS, "legal(tables, row, known, make): the legal orders of a position, by province."},
    {"play", play, METH_VARARGS, "play(tables, row, out, orders, by_province, all, ranks, known, reach, index): a movement phase with orders as values."},
    {"explain", explain, METH_VARARGS, "explain(tables, row, orders): what became of each order of a movement phase."},
    {"answer_lines", answer_lines, METH_VARARGS,
     "answer_lines(tables, row, text, at, number, known, states, orders, codes, waiting, in_orders, asked): answers of the line protocol."},
    {"known_lines", known_lines, METH_NOARGS, "known_lines(): nothing that answer_lines knows yet."},
    {"try_orders", try_orders, METH_VARARGS, "try_orders(tables, row, all, ranks, reach, index): which orders succeed, and who is dislodged."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "entente_core", "The compiled core of the rules; `adjudicator/compiled.py` uses it.", -1, functions, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_entente_core(void) {
    PyObject *module = PyModule_Create(&definition);
    if (!cached_name) cached_name = PyUnicode_InternFromString("cached");
    if (!code_name) code_name = PyUnicode_InternFromString("code");
    if (!cached_name || !code_name) Py_CLEAR(module);
    if (module && PyModule_AddIntConstant(module, "FORMAT", FORMAT) < 0) Py_CLEAR(module);
    return module;
}
