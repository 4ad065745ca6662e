/* Rounds of the line protocol (entente/engine/line_protocol.py), as far as their lines are known.

   What a line means is Python's to say, once for each line: it stands in dictionaries from then on, as numbers. Whatever the core cannot decide
   alone is asked for: a line that is new, an order line for other units than before, a round that the rules in Python must decide. */

#include "module.h"

#include <stdlib.h>

/* What is asked of Python, in the sequence of *asked*. */
enum { TAKE_STATE, READ_ORDER, CODE_OF, ANSWER_ROUND, TELL_RETREATS, QUESTIONS };

/* A state line as a number: the unit that it places, or CLEAR_ALL, or a province to be cleared. */
#define CLEAR_ALL (-1)
#define CLEARED(number) (-2 - (number))

/* An order line as a number: its own above all, the province of its unit, and that of the other unit plus one. */
#define OTHER_BITS 13
#define LINE_BITS (OTHER_BITS + 13)
#define LINE_ORIGIN(line) ((int)((line) >> OTHER_BITS & 0x1FFF))
#define LINE_OTHER(line) ((int)((line) & 0x1FFF) - 1)
#define LINE_NUMBER(line) ((line) >> LINE_BITS)
/* The key of its code for the units that stand there: their spots, the other's plus one. */
#define CODE_KEY(line, spot, other) ((LINE_NUMBER(line) & 0xFFFFFFF) << 32 | (int64_t)(spot) << 16 | (int64_t)((other) + 1))

typedef struct {
    char *text;
    size_t length, room;
} Answer;

static int add(Answer *answer, const char *text, size_t length) {
    if (answer->length + length > answer->room) {
        size_t room = 2 * (answer->length + length) + 4096;
        char *more = realloc(answer->text, room);
        if (!more) {
            PyErr_NoMemory();
            return 0;
        }
        answer->text = more;
        answer->room = room;
    }
    memcpy(answer->text + answer->length, text, length);
    answer->length += length;
    return 1;
}

/* Add the text that *told* is, and let go of it; 0 with an error set. */
static int add_told(Answer *answer, PyObject *told) {
    Py_ssize_t length;
    const char *text = told ? PyUnicode_AsUTF8AndSize(told, &length) : NULL;
    int added = text && add(answer, text, (size_t)length);
    Py_XDECREF(told);
    return added;
}

/* Add ``12: SUCCEEDS`` for the order line of that number. */
static int add_result(Answer *answer, Py_ssize_t number, int succeeds) {
    char line[40], *end = line + sizeof line, *at = end;
    const char *words = succeeds ? ": SUCCEEDS\n" : ": FAILS\n";
    size_t length = strlen(words);
    at -= length;
    memcpy(at, words, length);
    do *--at = (char)('0' + number % 10);
    while (number /= 10);
    return add(answer, at, (size_t)(end - at));
}

/* *number* as a number of 64 bits, in a third of the time of PyLong_AsLongLong; -1 with an error set where it is none. */
static int64_t whole_number(PyObject *number) { return (int64_t)PyLong_AsUnsignedLongLongMask(number); }

/* The number that *key* has in *known*, or that Python says for it: -1 with an error set. Nothing in *known* is below zero. */
static int64_t look_up(PyObject *known, PyObject *key, PyObject *ask, PyObject *what) {
    PyObject *found = PyDict_GetItemWithError(known, key);
    if (!found && PyErr_Occurred()) return -1;
    if (found)
        Py_INCREF(found);
    else {
        Py_INCREF(what);
        found = PyObject_CallFunctionObjArgs(ask, what, key, NULL);
        Py_DECREF(what);
    }
    int64_t number = found ? whole_number(found) : -1;
    Py_XDECREF(found);
    if (number < 0 && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "codes: no number below zero");
    return number;
}

/* Give the orders of the lines in *waiting* to the units of *row*; 1, or 0 where Python must decide, or -1 with an error set. *places* is by line
   the province of the unit that its order is for, or -1. */
static int take_lines(const Tables *t, const int32_t *row, int64_t *orders, int32_t *places, Py_ssize_t count, PyObject *waiting, PyObject *codes,
                      PyObject *asked) {
    const int32_t *units = UNITS(t, row);
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *value = PyList_GetItem(waiting, i); /* what is called may change the list: then an error is set here */
        places[i] = -1;
        if (!value) return -1;
        if (value == Py_None) continue;
        int64_t line = whole_number(value);
        if (line == -1 && PyErr_Occurred()) return -1;
        int origin = LINE_ORIGIN(line), other = LINE_OTHER(line);
        if (line < 0 || origin >= t->provinces || other >= t->provinces) {
            PyErr_SetString(PyExc_ValueError, "orders: no such province");
            return -1;
        }
        if (units[origin] < 0 || (other >= 0 && units[other] < 0)) continue;
        int spot = spot_of(t, units[origin]), beside = other < 0 ? -1 : spot_of(t, units[other]);
        PyObject *key = PyLong_FromLongLong(CODE_KEY(line, spot, beside));
        int64_t code = key ? look_up(codes, key, PyTuple_GetItem(asked, CODE_OF), value) : -1;
        Py_XDECREF(key);
        if (code < 0) return -1;
        if (!code || orders[origin]) return 0;
        if (ORDER_OWN(code) != spot) return 0;
        orders[origin] = code;
        places[i] = origin;
    }
    return 1;
}

/* Answer the round of the lines in *waiting*; 0 with an error set. */
static int answer_round(Handle *handle, const int32_t *row, PyObject *waiting, PyObject *codes, PyObject *asked, Answer *answer) {
    const Tables *t = handle->t;
    Py_ssize_t count = PyList_Size(waiting);
    size_t numbers = (size_t)t->provinces, rows = (size_t)ROW_LENGTH(t);
    int64_t *orders = calloc(1, numbers * sizeof *orders + (rows + numbers + (size_t)count) * sizeof(int32_t));
    if (!orders) {
        PyErr_NoMemory();
        return 0;
    }
    int32_t *spare = (int32_t *)(orders + numbers), *succeeds = spare + rows, *places = succeeds + numbers;
    int fits = take_lines(t, row, orders, places, count, waiting, codes, asked);
    Work *w = fits == 1 ? borrow_work(handle) : NULL;
    PyObject *lost = NULL;
    if (fits == 1 && !w) fits = -1;
    if (w) {
        fits = try_moves(w, row, orders, spare) == DONE;
        int told = fits ? w->report[0] + 1 : 0;
        for (int i = 1; i < told; i++) succeeds[w->report[i]] = 1;
        if (fits && told < w->report_length) {
            lost = PyList_New(w->report_length - told);
            for (int i = told; lost && i < w->report_length; i++) PyList_SetItem(lost, i - told, PyLong_FromLong(w->report[i]));
            if (!lost) fits = -1;
        }
        return_work(handle, w);
    }
    int whole = fits == 1;
    for (Py_ssize_t i = 0; whole && i < count; i++) whole = add_result(answer, i, places[i] >= 0 && succeeds[places[i]]);
    free(orders);
    if (fits == 0) return add_told(answer, PyObject_CallFunctionObjArgs(PyTuple_GetItem(asked, ANSWER_ROUND), waiting, NULL));
    whole = whole && add(answer, "\n", 1);
    if (whole && lost) whole = add_told(answer, PyObject_CallFunctionObjArgs(PyTuple_GetItem(asked, TELL_RETREATS), lost, NULL));
    Py_XDECREF(lost);
    return whole && add(answer, "\n", 1);
}

/* Obey a state line that stands for *known*, or is new; 1, 0 where the tables are others from now on, -1 with an error set. */
static int take_state(const Tables *t, int32_t *row, Py_ssize_t number, PyObject *line, PyObject *known, PyObject *asked) {
    if (!known) {
        PyObject *about = PyLong_FromSsize_t(number);
        PyObject *same = about ? PyObject_CallFunctionObjArgs(PyTuple_GetItem(asked, TAKE_STATE), about, line, NULL) : NULL;
        int found = same ? PyObject_IsTrue(same) : -1;
        Py_XDECREF(about);
        Py_XDECREF(same);
        return found;
    }
    int64_t unit = PyLong_AsLongLong(known);
    if (unit == -1 && PyErr_Occurred()) return -1;
    if (unit >= (int64_t)t->powers * t->spots || CLEARED(unit) >= t->provinces) {
        PyErr_SetString(PyExc_ValueError, "states: no such unit or province");
        return -1;
    }
    if (unit >= 0)
        UNITS(t, row)[t->province_of[spot_of(t, (int)unit)]] = (int32_t)unit;
    else if (unit == CLEAR_ALL)
        memset(UNITS(t, row), -1, t->provinces * sizeof(int32_t));
    else
        UNITS(t, row)[CLEARED(unit)] = -1;
    return 1;
}

/* Take an order line in that stands for *known*, or is new; 0 with an error set. */
static int take_order(Py_ssize_t number, PyObject *line, PyObject *known, PyObject *waiting, PyObject *asked) {
    if (known) return PyList_Append(waiting, known) == 0;
    PyObject *about = PyLong_FromSsize_t(number);
    PyObject *read = about ? PyObject_CallFunctionObjArgs(PyTuple_GetItem(asked, READ_ORDER), about, line, NULL) : NULL;
    int taken = read && PyList_Append(waiting, read) == 0;
    Py_XDECREF(about);
    Py_XDECREF(read);
    return taken;
}

/* Whether nothing but blanks stands in *line*; -1 with an error set. */
static int is_blank(PyObject *line) {
    Py_ssize_t length = PyUnicode_Check(line) ? PyUnicode_GetLength(line) : -1;
    if (length < 0 && !PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "lines: texts are needed");
    if (length <= 0) return length < 0 ? -1 : 1;
    PyObject *found = PyObject_CallMethod(line, "isspace", NULL);
    int blank = found ? PyObject_IsTrue(found) : -1;
    Py_XDECREF(found);
    return blank;
}

/* answer_lines(tables, row, lines, at, number, states, orders, codes, waiting, in_orders, asked): obey the lines from *at* on.

   *row* has the units of the board, and is changed; *number* is that of the first of the lines; *waiting* has the order lines of the round that is
   being read, as numbers, None for those that could not be read. Returns the answers, the place of the first line that was not looked at (where the
   tables are others), and whether orders are being read. */
PyObject *answer_lines(PyObject *module, PyObject *args) {
    PyObject *capsule, *row_object, *lines, *states, *orders, *codes, *waiting, *asked, *result = NULL;
    Py_ssize_t at, number;
    int in_orders;
    Py_buffer view;
    Answer answer = {NULL, 0, 0};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOO!nnO!O!O!O!pO!", &capsule, &row_object, &PyList_Type, &lines, &at, &number, &PyDict_Type, &states, &PyDict_Type,
                          &orders, &PyDict_Type, &codes, &PyList_Type, &waiting, &in_orders, &PyTuple_Type, &asked))
        return NULL;
    Handle *handle = PyCapsule_GetPointer(capsule, NAME);
    if (!handle || open_buffer(row_object, &view, 4, 1, "row") < 0) return NULL;
    int whole = expect_numbers(&view, 1, ROW_LENGTH(handle->t), "row") == 0, same = 1;
    if (whole && (at < 0 || PyTuple_Size(asked) != QUESTIONS)) {
        PyErr_SetString(PyExc_ValueError, "asked: five functions are needed");
        whole = 0;
    }
    for (; whole && same && at < PyList_Size(lines); at++) {
        PyObject *line = Py_NewRef(PyList_GetItem(lines, at)); /* what is called may change the list */
        PyObject *known = PyDict_GetItemWithError(in_orders ? orders : states, line);
        int blank = known ? 0 : PyErr_Occurred() ? -1 : is_blank(line);
        Py_XINCREF(known);
        if (blank < 0)
            whole = 0;
        else if (blank && in_orders) {
            whole = answer_round(handle, view.buf, waiting, codes, asked, &answer) && PyList_SetSlice(waiting, 0, PyList_Size(waiting), NULL) == 0;
            in_orders = 0;
        } else if (blank)
            in_orders = 1;
        else if (in_orders)
            whole = take_order(number + at, line, known, waiting, asked);
        else {
            same = take_state(handle->t, view.buf, number + at, line, known, asked);
            whole = same >= 0;
        }
        Py_XDECREF(known);
        Py_DECREF(line);
    }
    PyBuffer_Release(&view);
    if (whole) result = Py_BuildValue("s#nO", answer.text ? answer.text : "", (Py_ssize_t)answer.length, at, in_orders ? Py_True : Py_False);
    free(answer.text);
    return result;
}
