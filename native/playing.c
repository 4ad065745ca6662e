/* A movement phase with orders and units as values of Python. */

#include "values.h"

/* What Python hands over with the orders of everybody. */
typedef struct {
    Handle *handle;
    const int32_t *row;
    int64_t *taken;   /* by province the number of the order; behind them, where it stands in *met*, plus one */
    PyObject *met;    /* the orders that were met, and those that they are carried out as */
    PyObject *ranks;  /* powers to their ranks */
    PyObject *reach, *index;
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

/* Find *order* among those that were met, or meet it; 1, or 0 where it must be read in its position first, or -1 with an error set. */
static int meet(const Given *given, PyObject *order, KeptValue *found) {
    Kept *kept = &given->handle->met;
    int64_t key = key_of(order);
    const KeptValue *known = find_kept(kept, key);
    if (!known) {
        PyObject *carried;
        Py_INCREF(order); /* what is called may change the list that holds it; one that is known is not touched, which spares a look into memory */
        int64_t number = order_in_numbers(given, order, &carried);
        int fits = number == -1 && PyErr_Occurred() ? -1 : place_of(given->handle->t, number) >= 0;
        use_list(kept, given->met); /* what was called may have used it for another list */
        if (fits == 1) {
            if (carried == order || hold_value(kept, order)) known = keep_value(kept, key, number, carried);
            if (!known) fits = -1;
        }
        Py_DECREF(carried);
        Py_DECREF(order);
        if (fits != 1) return fits;
    }
    *found = *known;
    return 1;
}

/* Give the orders of one power, of that rank, to its units; 1 where all is as the core wants it, 0 where Python must read them, -1 with an error. */
static int take_orders(const Given *given, int rank, PyObject *orders) {
    const Tables *t = given->handle->t;
    int is_list = PyList_Check(orders);
    if (!is_list && !PyTuple_Check(orders)) return 0;
    for (Py_ssize_t i = 0, count = is_list ? PyList_Size(orders) : PyTuple_Size(orders); i < count; i++)
        expect_kept(&given->handle->met, key_of(is_list ? PyList_GetItem(orders, i) : PyTuple_GetItem(orders, i)));
    for (Py_ssize_t i = 0; i < (is_list ? PyList_Size(orders) : PyTuple_Size(orders)); i++) {
        KeptValue found;
        int fits = meet(given, is_list ? PyList_GetItem(orders, i) : PyTuple_GetItem(orders, i), &found);
        if (fits != 1) return fits;
        int place = place_of(t, found.number), unit = UNITS(t, given->row)[place];
        if (unit < 0 || given->taken[place] || power_of(t, unit) != rank || spot_of(t, unit) != ORDER_OWN(found.number)) return 0;
        given->taken[place] = found.number;
        given->taken[t->provinces + place] = found.place + 1;
    }
    return 1;
}

/* The same for a power by its name. */
static int take_orders_of(const Given *given, PyObject *power, PyObject *orders) {
    PyObject *rank = PyDict_GetItemWithError(given->ranks, power);
    if (!rank) return PyErr_Occurred() ? -1 : 0;
    return take_orders(given, (int)PyLong_AsLong(rank), orders);
}

/* Give everybody's orders to the units; as take_orders. */
static int take_all_orders(const Given *given, PyObject *all) {
    use_list(&given->handle->met, given->met);
    if (PyDict_CheckExact(all)) {
        PyObject *power, *orders;
        Py_ssize_t at = 0;
        int fits = 1;
        while (PyDict_Next(all, &at, &power, &orders)) {
            EXPECT(power);
            EXPECT(orders);
        }
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

/* The provinces, or the pairs of *values* and *more*, where *values* differ from *usual*; *usual* is -1 or 0 everywhere where it is NULL. */
static PyObject *places_where(int provinces, const int32_t *values, const int32_t *usual, int32_t nothing, const int32_t *more) {
    int count = 0;
    for (int i = 0; i < provinces; i++) count += values[i] != (usual ? usual[i] : nothing);
    PyObject *found = PyTuple_New(count);
    for (int i = 0, at = 0; found && at < count; i++) {
        if (values[i] == (usual ? usual[i] : nothing)) continue;
        PyObject *each = more ? Py_BuildValue("(ii)", (int)values[i], (int)more[i]) : PyLong_FromLong(i);
        if (each)
            PyTuple_SetItem(found, at++, each);
        else
            Py_CLEAR(found);
    }
    return found;
}

/* The units that *w* has in hand, as their numbers of 4 bytes and as values; the provinces whose owners changed from *row* to *out*; the units that
   must retreat, each with whence its attacker came; and the provinces that a standoff left empty. */
static PyObject *what_follows(const Work *w, const UnitValues *values, const int32_t *row, const int32_t *out) {
    const Tables *t = w->t;
    PyObject *numbers = PyBytes_FromStringAndSize((const char *)w->number, w->n * (Py_ssize_t)sizeof(int32_t)), *units = PyTuple_New(w->n), *found = NULL;
    for (int i = 0; units && i < w->n; i++) {
        PyObject *unit = unit_value(values, w->number[i]);
        if (unit)
            PyTuple_SetItem(units, i, unit);
        else
            Py_CLEAR(units);
    }
    PyObject *changed = numbers && units ? places_where(t->provinces, OWNERS(t, out), OWNERS(t, row), 0, NULL) : NULL;
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

/* play(tables, row, out, taken, met, all, ranks, units, known, reach, index): a movement phase with orders as values.

   The orders, by power in *all*, are noted in *taken* and *met*: see Given. The row that follows goes into *out*. Returns what_follows; None where
   Python must say. */
PyObject *play(PyObject *module, PyObject *args) {
    PyObject *capsule, *objects[3], *all, *result = NULL;
    Given given;
    UnitValues units;
    static const char *names[] = {"row", "out", "taken"};
    static const int sizes[] = {4, 4, 8};
    Py_buffer views[3] = {{0}};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOO!OO!O!O!OO", &capsule, objects, objects + 1, objects + 2, &PyList_Type, &given.met, &all, &PyDict_Type,
                          &given.ranks, &PyList_Type, &units.by_number, &PyDict_Type, &units.known, &given.reach, &given.index))
        return NULL;
    Handle *handle = given.handle = PyCapsule_GetPointer(capsule, NAME);
    if (!handle) return NULL;
    const Tables *t = handle->t;
    int length = ROW_LENGTH(t), opened = 0, fits = -1;
    while (opened < 3 && open_buffer(objects[opened], views + opened, sizes[opened], opened > 0, names[opened]) == 0) opened++;
    if (opened < 3 || expect_numbers(views, 1, length, "row") || expect_numbers(views + 1, 1, length, "out") ||
        expect_numbers(views + 2, 2, t->provinces, "taken"))
        goto close;
    if (overlap(views, views + 1) || overlap(views, views + 2) || overlap(views + 1, views + 2)) {
        PyErr_SetString(PyExc_ValueError, "out, taken: no array twice");
        goto close;
    }
    const int32_t *row = given.row = views[0].buf;
    int step = row[AT_STEP];
    given.taken = views[2].buf;
    fits = step >= 0 && step < t->steps && t->step[step].kind == MOVEMENT;
    if (fits) fits = take_all_orders(&given, all);
    if (fits < 0) goto close;
    Work *w = fits ? borrow_work(handle) : NULL;
    if (!w) {
        if (!fits) result = Py_NewRef(Py_None);
        goto close;
    }
    if (next_row(w, row, given.taken, views[1].buf))
        result = Py_NewRef(Py_None);
    else {
        place_units(w, views[1].buf);
        result = what_follows(w, &units, row, views[1].buf);
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
