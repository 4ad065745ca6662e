/* A movement phase with orders and units as values of Python. */

#include "values.h"

#define MOST_FETCHED 256 /* orders that are had from memory before they are needed */

/* What Python hands over with the orders of everybody. */
typedef struct {
    Handle *handle;
    const int32_t *row;
    int64_t *taken;   /* by province the number of the order; behind them, where it stands in *met*, plus one */
    PyObject *met;    /* the orders that were met, and those that they are carried out as */
    PyObject *ranks;  /* powers to their ranks */
    PyObject *reach, *index;
    int fetched, used; /* orders that were fetched, which holds until something of Python is called, and those of them that were taken */
    PyObject *order[MOST_FETCHED];
} Given;

/* The province that an order is for, if it is a movement order in numbers that says for whom it is: see IndexedOrder.code. */
static int place_of(const Tables *t, int64_t order) {
    int own = ORDER_OWN(order);
    return order > 0 && order <= MOST_OF_AN_ORDER && own >= 0 && own < t->spots ? t->province_of[own] : -1;
}

static PyObject *cached_name, *code_name; /* names of attributes */

int intern_names(void) {
    if (!cached_name) cached_name = PyUnicode_InternFromString("cached");
    if (!code_name) code_name = PyUnicode_InternFromString("code");
    return cached_name && code_name;
}

/* *order* in numbers for the open edges; 0 where it must be read in its position first, -1 with an error set. What *index* says of it stays with the
   order. *carried* is the order that it is carried out as: a new reference, to itself in most cases. */
static int64_t order_in_numbers(const Given *given, PyObject *order, PyObject **carried) {
    PyObject *indexed = PyObject_GetAttr(order, cached_name), *code = indexed ? PyObject_GetAttr(indexed, code_name) : NULL;
    if (!code || !PyTuple_Check(code) || PyTuple_Size(code) != 3 || PyTuple_GetItem(code, 0) != given->reach) {
        PyErr_Clear();
        Py_XDECREF(indexed);
        Py_XDECREF(code);
        indexed = PyObject_CallFunctionObjArgs(given->index, given->reach, order, NULL);
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

static int64_t key_of(const PyObject *order) { return (int64_t)(intptr_t)order; }

/* Meet *order*, which was not met yet; 1, or 0 where it must be read in its position first, or -1 with an error set. */
static int meet(const Given *given, PyObject *order, KeptValue *found) {
    Kept *kept = &given->handle->met;
    PyObject *carried;
    Py_INCREF(order); /* what is called may change the list that holds it */
    int64_t number = order_in_numbers(given, order, &carried), key = key_of(order);
    int fits = number == -1 && PyErr_Occurred() ? -1 : place_of(given->handle->t, number) >= 0;
    use_list(kept, given->met); /* what was called may have used it for another list, or met the same */
    if (fits == 1) {
        const KeptValue *known = find_kept(kept, key);
        if (!known && (carried == order || hold_value(kept, order))) known = keep_value(kept, key, number, carried);
        if (known)
            *found = *known;
        else
            fits = -1;
    }
    Py_DECREF(carried);
    Py_DECREF(order);
    return fits;
}

static int is_sequence(PyObject *orders) { return PyList_Check(orders) || PyTuple_Check(orders); }

static Py_ssize_t size_of(PyObject *orders) { return PyList_Check(orders) ? PyList_Size(orders) : PyTuple_Size(orders); }

/* Fetch the orders of one power, for take_orders to take. */
static void fetch_orders(Given *given, PyObject *orders) {
    int is_list = PyList_Check(orders);
    Py_ssize_t count = is_sequence(orders) ? size_of(orders) : 0;
    for (Py_ssize_t i = 0; i < count && given->fetched < MOST_FETCHED; i++) {
        PyObject *order = is_list ? PyList_GetItem(orders, i) : PyTuple_GetItem(orders, i);
        given->order[given->fetched++] = order;
        expect_kept(&given->handle->met, key_of(order));
    }
}

/* Give the orders of one power, of that rank, to its units; 1 where all is as the core wants it, 0 where Python must read them, -1 with an error. */
static int take_orders(Given *given, int rank, PyObject *orders) {
    const Tables *t = given->handle->t;
    const Kept *kept = &given->handle->met;
    if (!is_sequence(orders)) return 0;
    int is_list = PyList_Check(orders);
    Py_ssize_t count = size_of(orders);
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *order;
        if (given->used < given->fetched)
            order = given->order[given->used++];
        else
            order = is_list ? PyList_GetItem(orders, i) : PyTuple_GetItem(orders, i);
        const KeptValue *known = find_kept(kept, key_of(order)); /* one that is known is not touched, which spares a look into memory */
        KeptValue found;
        if (known)
            found = *known;
        else {
            int fits = meet(given, order, &found);
            if (fits != 1) return fits;
            given->fetched = 0; /* what was called may have changed what holds them */
            count = size_of(orders);
        }
        int place = place_of(t, found.number), unit = UNITS(t, given->row)[place];
        if (unit < 0 || given->taken[place] || power_of(t, unit) != rank || spot_of(t, unit) != ORDER_OWN(found.number)) return 0;
        given->taken[place] = found.number;
        given->taken[t->provinces + place] = found.place + 1;
    }
    return 1;
}

/* The same for a power by its name. */
static int take_orders_of(Given *given, PyObject *power, PyObject *orders) {
    PyObject *rank = PyDict_GetItemWithError(given->ranks, power);
    if (!rank) return PyErr_Occurred() ? -1 : 0;
    return take_orders(given, (int)PyLong_AsLong(rank), orders);
}

/* Give everybody's orders to the units; as take_orders. */
static int take_all_orders(Given *given, PyObject *all) {
    use_list(&given->handle->met, given->met);
    given->fetched = given->used = 0;
    if (PyDict_CheckExact(all)) {
        PyObject *power, *orders;
        Py_ssize_t at = 0;
        int fits = 1;
        while (PyDict_Next(all, &at, &power, &orders)) {
            EXPECT(power);
            EXPECT(orders);
        }
        for (at = 0; PyDict_Next(all, &at, &power, &orders);) fetch_orders(given, orders);
        at = 0;
        while (fits == 1 && PyDict_Next(all, &at, &power, &orders)) {
            Py_INCREF(power); /* what is called may change the dictionary */
            Py_INCREF(orders);
            fits = take_orders_of(given, power, orders);
            Py_DECREF(orders);
            Py_DECREF(power);
        }
        return fits;
    }
    PyObject *items = PyMapping_Items(all);
    int fits = items && PyList_Check(items) ? 1 : -1;
    for (Py_ssize_t i = 0; fits == 1 && i < PyList_Size(items); i++) {
        PyObject *pair = PyList_GetItem(items, i);
        if (!PyTuple_Check(pair) || PyTuple_Size(pair) != 2) {
            PyErr_SetString(PyExc_TypeError, "orders by power: a mapping is needed");
            fits = -1;
            break;
        }
        fits = take_orders_of(given, PyTuple_GetItem(pair, 0), PyTuple_GetItem(pair, 1));
    }
    Py_XDECREF(items);
    return fits;
}

PyObject *unit_value(const UnitValues *units, int number) {
    int listed = number < PyList_Size(units->by_number);
    PyObject *unit = listed ? PyList_GetItem(units->by_number, number) : Py_None;
    if (unit != Py_None) return Py_NewRef(unit);
    PyObject *key = PyLong_FromLong(number);
    unit = key ? PyObject_GetItem(units->known, key) : NULL; /* makes it where it is not there yet */
    Py_XDECREF(key);
    if (unit && number < PyList_Size(units->by_number)) PyList_SetItem(units->by_number, number, Py_NewRef(unit));
    return unit;
}

/* play(tables, position, row, out, taken, met, all, making): the resolution of a movement phase with orders as values.

   The orders, by power in *all*, are noted in *taken* and *met*: see Given. The row that follows *row* goes into *out*, where the next position keeps it.
   *making* has what values are made with: see Making. None where Python must say. */
PyObject *play(PyObject *module, PyObject *const *args, Py_ssize_t count) {
    enum { TABLES, POSITION, ROW, OUT, TAKEN, MET, ALL, MAKING, ARGUMENTS };
    PyObject *result = NULL;
    Given given;
    Making making;
    static const char *names[] = {"row", "out", "taken"};
    static const int sizes[] = {4, 4, 8};
    Py_buffer views[3] = {{0}};
    (void)module;
    if (count != ARGUMENTS || !PyList_Check(args[MET])) {
        PyErr_SetString(PyExc_TypeError, "play: eight arguments are needed, of which the sixth is a list");
        return NULL;
    }
    Handle *handle = PyCapsule_GetPointer(args[TABLES], NAME);
    if (!handle || !read_making(&making, args[MAKING])) return NULL;
    const Tables *t = handle->t;
    int length = ROW_LENGTH(t), opened = 0, fits = -1;
    while (opened < 3 && open_buffer(args[ROW + opened], views + opened, sizes[opened], opened > 0, names[opened]) == 0) opened++;
    if (opened < 3 || expect_numbers(views, 1, length, "row") || expect_numbers(views + 1, 1, length, "out") ||
        expect_numbers(views + 2, 2, t->provinces, "taken"))
        goto close;
    if (overlap(views, views + 1) || overlap(views, views + 2) || overlap(views + 1, views + 2)) {
        PyErr_SetString(PyExc_ValueError, "out, taken: no array twice");
        goto close;
    }
    const int32_t *row = views[0].buf;
    int step = row[AT_STEP];
    for (int i = 0; i < length; i += 16) EXPECT(row + i);
    given.handle = handle;
    given.row = row;
    given.taken = views[2].buf;
    given.met = args[MET];
    given.ranks = making.parts[RANKS];
    given.reach = making.parts[REACH];
    given.index = making.parts[INDEX];
    fits = step >= 0 && step < t->steps && t->step[step].kind == MOVEMENT;
    if (fits) fits = take_all_orders(&given, args[ALL]);
    if (fits < 0) goto close;
    Work *w = fits ? borrow_work(handle) : NULL;
    if (!w) {
        if (!fits) result = Py_NewRef(Py_None);
        goto close;
    }
    if (next_row(w, row, given.taken, views[1].buf))
        result = Py_NewRef(Py_None);
    else {
        const Asked asked = {args[POSITION], args[ROW], args[OUT], args[TAKEN], args[MET]};
        place_units(w, views[1].buf);
        result = resolution_after(&making, handle, w, &asked, row, views[1].buf);
    }
    return_work(handle, w);
close:
    while (opened) PyBuffer_Release(views + --opened);
    return result;
}

/* What try_moves says of those orders, as a list of numbers; None where Python must say. */
static PyObject *tried(Handle *handle, const int32_t *row, const int64_t *orders) {
    PyObject *result = NULL;
    int32_t *spare = PyMem_Malloc(ROW_LENGTH(handle->t) * sizeof *spare);
    if (!spare) return PyErr_NoMemory();
    Work *w = borrow_work(handle);
    if (w) {
        int status = try_moves(w, row, orders, spare);
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

/* try_orders(tables, row, met, all, ranks, reach, index): which orders of a movement phase succeed and who is dislodged, as numbers; see try_moves.
   The orders are given as in *play*. None where Python must say. */
PyObject *try_orders(PyObject *module, PyObject *args) {
    PyObject *capsule, *row_object, *all, *result = NULL;
    Given given;
    Py_buffer view;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOO!OO!OO", &capsule, &row_object, &PyList_Type, &given.met, &all, &PyDict_Type, &given.ranks, &given.reach, &given.index))
        return NULL;
    Handle *handle = given.handle = PyCapsule_GetPointer(capsule, NAME);
    if (!handle || open_buffer(row_object, &view, 4, 0, "row") < 0) return NULL;
    const Tables *t = handle->t;
    given.row = view.buf;
    given.taken = expect_numbers(&view, 1, ROW_LENGTH(t), "row") ? NULL : PyMem_Calloc(2 * (size_t)t->provinces, sizeof(int64_t));
    if (given.taken) {
        int fits = take_all_orders(&given, all);
        if (fits >= 0) result = fits ? tried(handle, view.buf, given.taken) : Py_NewRef(Py_None);
        PyMem_Free(given.taken);
    } else if (!PyErr_Occurred())
        PyErr_NoMemory();
    PyBuffer_Release(&view);
    return result;
}
