/* Rounds of the line protocol (entente/engine/line_protocol.py), as far as their lines are known.

   What a line means is Python's to say, once for each line: it stands in dictionaries from then on, as numbers. Whatever the core cannot decide
   alone is asked for: a line that is new, an order line for other units than before, a round that the rules in Python must decide. What was found
   in a dictionary once is found in `known.c` from then on. */

#include "known.h"
#include "module.h"

#include <stdlib.h>

#define KNOWN "entente_core.known_lines" /* of the capsule with what is Known */

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

#define UNREAD (-1) /* in place of an order line that could not be read */

/* A conversation: what it knows, and the order lines of the round that is being read. */
typedef struct {
    Handle *handle;
    Known *known;
    int32_t *row;
    PyObject *states, *orders, *codes, *asked;
    int64_t *waiting;
    size_t count, room;
} Talk;

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
static int add_result(Answer *answer, size_t number, int succeeds) {
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

/* The code of an order line for the units that its key names: -1 with an error set. No code is below zero. */
static int64_t code_of(Talk *talk, int64_t line, int64_t number) {
    int64_t code = find_code(talk->known, number);
    if (code >= 0) return code;
    PyObject *key = PyLong_FromLongLong(number), *what = PyLong_FromLongLong(line);
    PyObject *found = key && what ? PyDict_GetItemWithError(talk->codes, key) : NULL;
    if (found)
        Py_INCREF(found);
    else if (!PyErr_Occurred())
        found = PyObject_CallFunctionObjArgs(PyTuple_GetItem(talk->asked, CODE_OF), what, key, NULL);
    Py_XDECREF(key);
    Py_XDECREF(what);
    code = found ? whole_number(found) : -1;
    Py_XDECREF(found);
    if (code < 0 && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "codes: no number below zero");
    if (code >= 0) keep_code(talk->known, number, code);
    return code;
}

/* Take an order line in; 0 with an error set. */
static int wait_for(Talk *talk, int64_t line) {
    if (talk->count == talk->room) {
        size_t room = 2 * talk->room + 64;
        int64_t *more = realloc(talk->waiting, room * sizeof *more);
        if (!more) {
            PyErr_NoMemory();
            return 0;
        }
        talk->waiting = more;
        talk->room = room;
    }
    talk->waiting[talk->count++] = line;
    return 1;
}

/* The same for a number that Python gave, or None; 0 with an error set. */
static int wait_for_told(Talk *talk, PyObject *told) {
    if (told == Py_None) return wait_for(talk, UNREAD);
    int64_t line = whole_number(told);
    if (line == -1 && PyErr_Occurred()) return 0;
    if (line < 0 || LINE_ORIGIN(line) >= talk->handle->t->provinces || LINE_OTHER(line) >= talk->handle->t->provinces) {
        PyErr_SetString(PyExc_ValueError, "orders: no such province");
        return 0;
    }
    return wait_for(talk, line);
}

/* Take in what *list* has, and empty it; 0 with an error set. */
static int take_waiting(Talk *talk, PyObject *list) {
    for (Py_ssize_t i = 0; i < PyList_Size(list); i++)
        if (!wait_for_told(talk, PyList_GetItem(list, i))) return 0;
    return PyList_SetSlice(list, 0, PyList_Size(list), NULL) == 0;
}

/* Add what waits to *list*; 0 with an error set. */
static int hand_back(const Talk *talk, PyObject *list) {
    for (size_t i = 0; i < talk->count; i++) {
        PyObject *line = talk->waiting[i] == UNREAD ? Py_NewRef(Py_None) : PyLong_FromLongLong(talk->waiting[i]);
        int added = line && PyList_Append(list, line) == 0;
        Py_XDECREF(line);
        if (!added) return 0;
    }
    return 1;
}

/* Give the orders of the lines that wait to the units of the row; 1, or 0 where Python must decide, or -1 with an error set. *places* is by line
   the province of the unit that its order is for, or -1. */
static int take_lines(Talk *talk, int64_t *orders, int32_t *places) {
    const Tables *t = talk->handle->t;
    const int32_t *units = UNITS(t, talk->row);
    for (size_t i = 0; i < talk->count; i++) {
        int64_t line = talk->waiting[i];
        places[i] = -1;
        if (line == UNREAD) continue;
        int origin = LINE_ORIGIN(line), other = LINE_OTHER(line);
        if (units[origin] < 0 || (other >= 0 && units[other] < 0)) continue;
        int spot = spot_of(t, units[origin]), beside = other < 0 ? -1 : spot_of(t, units[other]);
        int64_t code = code_of(talk, line, CODE_KEY(line, spot, beside));
        if (code < 0) return -1;
        if (!code || orders[origin]) return 0;
        if (ORDER_OWN(code) != spot) return 0;
        orders[origin] = code;
        places[i] = origin;
    }
    return 1;
}

/* Answer the round of the lines that wait; 0 with an error set. */
static int answer_round(Talk *talk, Answer *answer) {
    Handle *handle = talk->handle;
    const Tables *t = handle->t;
    const int32_t *row = talk->row;
    size_t count = talk->count, numbers = (size_t)t->provinces, rows = (size_t)ROW_LENGTH(t);
    int64_t *orders = calloc(1, numbers * sizeof *orders + (rows + numbers + count) * sizeof(int32_t));
    if (!orders) {
        PyErr_NoMemory();
        return 0;
    }
    int32_t *spare = (int32_t *)(orders + numbers), *succeeds = spare + rows, *places = succeeds + numbers;
    int fits = take_lines(talk, orders, places);
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
    for (size_t i = 0; whole && i < count; i++) whole = add_result(answer, i, places[i] >= 0 && succeeds[places[i]]);
    free(orders);
    if (fits == 0) {
        PyObject *lines = PyList_New(0);
        PyObject *ask = PyTuple_GetItem(talk->asked, ANSWER_ROUND);
        int told = lines && hand_back(talk, lines) && add_told(answer, PyObject_CallFunctionObjArgs(ask, lines, NULL));
        Py_XDECREF(lines);
        return told;
    }
    whole = whole && add(answer, "\n", 1);
    if (whole && lost) whole = add_told(answer, PyObject_CallFunctionObjArgs(PyTuple_GetItem(talk->asked, TELL_RETREATS), lost, NULL));
    Py_XDECREF(lost);
    return whole && add(answer, "\n", 1);
}

/* Obey a state line that stands for *unit*; 0 with an error set. */
static int place_unit(const Talk *talk, int64_t unit) {
    const Tables *t = talk->handle->t;
    int32_t *units = UNITS(t, talk->row);
    if (unit >= (int64_t)t->powers * t->spots || CLEARED(unit) >= t->provinces) {
        PyErr_SetString(PyExc_ValueError, "states: no such unit or province");
        return 0;
    }
    if (unit >= 0)
        units[t->province_of[spot_of(t, (int)unit)]] = (int32_t)unit;
    else if (unit == CLEAR_ALL)
        memset(units, -1, t->provinces * sizeof(int32_t));
    else
        units[CLEARED(unit)] = -1;
    return 1;
}

/* Whether nothing but blanks stands in the line; -1 with an error set. */
static int is_blank(const char *line, size_t length) {
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)line[i];
        if (byte >= 0x80) {
            PyObject *words = PyUnicode_FromStringAndSize(line, (Py_ssize_t)length);
            PyObject *found = words ? PyObject_CallMethod(words, "isspace", NULL) : NULL;
            int blank = found ? PyObject_IsTrue(found) : -1;
            Py_XDECREF(words);
            Py_XDECREF(found);
            return blank;
        }
        if (byte != ' ' && !(byte >= '\t' && byte <= '\r') && !(byte >= 0x1C && byte <= 0x1F)) return 0;
    }
    return 1;
}

/* Obey a line that is not in `known.c`, and has *key* for it if there is one; 1, 0 where the tables are others from now on, -1 with an error set. */
static int take_line(Talk *talk, Py_ssize_t number, const char *text, size_t length, int in_orders, const uint64_t *key) {
    PyObject *line = PyUnicode_FromStringAndSize(text, (Py_ssize_t)length), *about = PyLong_FromSsize_t(number), *told = NULL;
    PyObject *known = line ? PyDict_GetItemWithError(in_orders ? talk->orders : talk->states, line) : NULL;
    int done = -1;
    if (known) {
        int64_t stands_for = whole_number(known);
        if (stands_for != -1 || !PyErr_Occurred()) done = in_orders ? wait_for_told(talk, known) : place_unit(talk, stands_for);
        done = done == 1 ? 1 : -1;
        if (key && done == 1) keep_line(in_orders ? &talk->known->orders : &talk->known->states, key, stands_for);
    } else if (line && about && !PyErr_Occurred()) {
        told = PyObject_CallFunctionObjArgs(PyTuple_GetItem(talk->asked, in_orders ? READ_ORDER : TAKE_STATE), about, line, NULL);
        if (told) done = in_orders ? (wait_for_told(talk, told) ? 1 : -1) : PyObject_IsTrue(told);
    }
    Py_XDECREF(line);
    Py_XDECREF(about);
    Py_XDECREF(told);
    return done;
}

/* answer_lines(tables, row, text, at, number, known, states, orders, codes, waiting, in_orders, asked): obey the lines of *text* from the byte *at*
   on.

   *row* has the units of the board, and is changed; *number* is that of the line at *at*; *waiting* has the order lines of the round that is being
   read, as numbers, None for those that could not be read. Returns the answers, where the first line begins that was not looked at (since the tables
   are others), -1 where all were, its number, and whether orders are being read. */
PyObject *answer_lines(PyObject *module, PyObject *args) {
    PyObject *capsule, *row_object, *text_object, *known, *waiting, *result = NULL;
    Py_ssize_t at, number, length;
    int in_orders;
    Py_buffer view;
    Answer answer = {NULL, 0, 0};
    Talk talk = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOO!nnOO!O!O!O!pO!", &capsule, &row_object, &PyUnicode_Type, &text_object, &at, &number, &known, &PyDict_Type,
                          &talk.states, &PyDict_Type, &talk.orders, &PyDict_Type, &talk.codes, &PyList_Type, &waiting, &in_orders, &PyTuple_Type, &talk.asked))
        return NULL;
    talk.handle = PyCapsule_GetPointer(capsule, NAME);
    talk.known = talk.handle ? PyCapsule_GetPointer(known, KNOWN) : NULL;
    const char *text = talk.known ? PyUnicode_AsUTF8AndSize(text_object, &length) : NULL;
    if (!text || open_buffer(row_object, &view, 4, 1, "row") < 0) return NULL;
    talk.row = view.buf;
    int whole = expect_numbers(&view, 1, ROW_LENGTH(talk.handle->t), "row") == 0, same = 1;
    if (whole && (at < 0 || at > length || PyTuple_Size(talk.asked) != QUESTIONS)) {
        PyErr_SetString(PyExc_ValueError, "asked: a place in the text and five functions are needed");
        whole = 0;
    }
    whole = whole && take_waiting(&talk, waiting);
    while (whole && same && at >= 0) {
        const char *line = text + at, *end = memchr(line, '\n', (size_t)(length - at));
        size_t size = end ? (size_t)(end - line) : (size_t)(length - at);
        uint64_t key[3];
        int fits = make_key(line, size, key), blank = 0;
        const KnownLine *found = fits ? find_line(in_orders ? &talk.known->orders : &talk.known->states, key) : NULL;
        if (found && in_orders)
            whole = wait_for(&talk, found->number);
        else if (found)
            whole = place_unit(&talk, found->number);
        else if ((blank = is_blank(line, size)) != 0) {
            whole = blank > 0 && (!in_orders || answer_round(&talk, &answer));
            if (in_orders) talk.count = 0;
            in_orders = !in_orders;
        } else {
            same = take_line(&talk, number, line, size, in_orders, fits ? key : NULL);
            whole = same >= 0;
        }
        at = end ? at + (Py_ssize_t)size + 1 : -1;
        number++;
    }
    PyBuffer_Release(&view);
    whole = whole && hand_back(&talk, waiting);
    free(talk.waiting);
    if (whole)
        result = Py_BuildValue("s#nnO", answer.text ? answer.text : "", (Py_ssize_t)answer.length, at, number, in_orders ? Py_True : Py_False);
    free(answer.text);
    return result;
}

static void close_known(PyObject *capsule) {
    Known *known = PyCapsule_GetPointer(capsule, KNOWN);
    if (known) free_known(known);
}

/* known_lines(): nothing that is known yet, for a conversation. */
PyObject *known_lines(PyObject *module, PyObject *nothing) {
    (void)module, (void)nothing;
    Known *known = calloc(1, sizeof *known);
    PyObject *capsule = known ? PyCapsule_New(known, KNOWN, close_known) : PyErr_NoMemory();
    if (known && !capsule) free_known(known);
    return capsule;
}
