/* The legal orders of a position as values of Python, each order of the board one value. */

#include "module.h"

#define MOST_ORDERS ((Py_ssize_t)1 << 22) /* values that are kept; then they are made anew */
#define MOST_VALUES 4096 /* orders of one unit that are made values at once; a unit on the standard board has at most some hundreds */

typedef struct {
    Handle *handle;
    PyObject *known, *make, *later;
} Listing;

/* The place in *known* of the value for an order with the spot of its unit, which is made where it is not there yet; -1 with an error set. */
static Py_ssize_t place_of_value(const Listing *listing, int spot, int64_t key) {
    Kept *kept = &listing->handle->legal;
    const KeptValue *found = find_kept(kept, key);
    if (found) return found->place;
    PyObject *order = PyObject_CallFunction(listing->make, "iL", spot, (long long)(key & (ORDER_FOR(0) - 1)));
    use_list(kept, listing->known); /* what was called may have used it for another list, or made the order */
    found = order ? find_kept(kept, key) : NULL;
    if (order && !found) found = keep_value(kept, key, key, order);
    Py_XDECREF(order);
    return found ? found->place : -1;
}

/* The values of *count* orders for a unit at *spot*. An order is most often followed by the one that followed it when it was first met. */
static PyObject *values_of(const Listing *listing, int spot, const int64_t *keys, Py_ssize_t count) {
    Kept *kept = &listing->handle->legal;
    PyObject *orders = PyTuple_New(count);
    Py_ssize_t place = -1;
    for (Py_ssize_t i = 0; orders && i < count; i++) {
        int follows = place >= 0 && place + 1 < kept->size && kept->keys[place + 1] == keys[i];
        place = follows ? place + 1 : place_of_value(listing, spot, keys[i]);
        PyObject *order = place < 0 ? NULL : PyList_GetItem(listing->known, place);
        if (order)
            PyTuple_SetItem(orders, i, Py_NewRef(order));
        else
            Py_CLEAR(orders);
    }
    return orders;
}

/* The orders in *w* as values and as numbers of 8 bytes, which say for whom; where there are very many, values that *later* makes of the numbers. */
static PyObject *values_and_numbers(const Listing *listing, const Work *w, int spot) {
    PyObject *numbers = PyBytes_FromStringAndSize(NULL, w->option_count * (Py_ssize_t)sizeof(int64_t)), *orders = NULL, *pair = NULL;
    if (!numbers) return NULL;
    int64_t *keys = (int64_t *)(void *)PyBytes_AsString(numbers);
    for (int i = 0; i < w->option_count; i++) keys[i] = w->options[i] | ORDER_FOR(spot);
    if (w->option_count > MOST_VALUES)
        orders = PyObject_CallFunctionObjArgs(listing->later, numbers, NULL);
    else
        orders = values_of(listing, spot, keys, w->option_count);
    if (orders) pair = PyTuple_Pack(2, orders, numbers);
    Py_XDECREF(orders);
    Py_DECREF(numbers);
    return pair;
}

/* The legal orders of *row* by province; None where Python must say. */
static PyObject *list_row(const Listing *listing, Work *w, const int32_t *row) {
    const Tables *t = w->t;
    int status = prepare_legal(w, row);
    if (status > 0) return PyErr_Format(PyExc_ValueError, "row: fault %d in province %d", status % 32, status / 32);
    if (status == HARD) return Py_NewRef(Py_None);
    w->option_count = 0;
    const int32_t *units = t->step[row[AT_STEP]].kind == RETREAT ? DISLODGED(t, row) : UNITS(t, row);
    PyObject *found = PyList_New(t->provinces), *nothing = values_and_numbers(listing, w, 0);
    for (int place = 0; found && nothing && place < t->provinces; place++) {
        if (legal_orders(w, row, place)) {
            Py_DECREF(found);
            found = Py_NewRef(Py_None);
            break;
        }
        PyObject *orders = w->option_count ? values_and_numbers(listing, w, units[place] < 0 ? 0 : spot_of(t, units[place])) : Py_NewRef(nothing);
        if (!orders || PyList_SetItem(found, place, orders) < 0) Py_CLEAR(found);
    }
    if (!nothing) Py_CLEAR(found);
    Py_XDECREF(nothing);
    return found;
}

/* legal(tables, row, known, make, later): for each province the legal orders of what stands there and their numbers; None where Python must say. */
PyObject *legal(PyObject *module, PyObject *args) {
    PyObject *capsule, *row_object, *found = NULL;
    Listing listing;
    Py_buffer view;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOO!OO", &capsule, &row_object, &PyList_Type, &listing.known, &listing.make, &listing.later)) return NULL;
    Handle *handle = listing.handle = PyCapsule_GetPointer(capsule, NAME);
    if (!handle || open_buffer(row_object, &view, 4, 0, "row") < 0) return NULL;
    use_list(&handle->legal, listing.known);
    int cleared = handle->legal.size < MOST_ORDERS || PyList_SetSlice(listing.known, 0, handle->legal.size, NULL) == 0;
    use_list(&handle->legal, listing.known);
    Work *w = !cleared || expect_numbers(&view, 1, ROW_LENGTH(handle->t), "row") ? NULL : borrow_work(handle);
    if (w) {
        found = list_row(&listing, w, view.buf);
        return_work(handle, w);
    }
    PyBuffer_Release(&view);
    return found;
}
