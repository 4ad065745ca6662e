/* What became of the orders of a movement phase, as the values that Python has for it (adjudicator/resolution.py). */

#include "values.h"

/* The words of Python for it, in the sequence of *words*; `adjudicator/adjudicating.py` has them in the same. */
enum { OUTCOME_TYPE, REASON_TYPE, TELLINGS, CODES, STRENGTHS, STAYING, POWERS, NOT_ORDERED, DISLODGED_BY, NO_RETREAT, WORDS_OF_OUTCOMES };
/* What is told of an order by what became of it: its results; the same where its unit was dislodged, where it was destroyed; the reasons by province,
   or the kind and the rule of a reason that names others, and whether it has strengths. */
enum { RESULTS, RESULTS_DISLODGED, RESULTS_DESTROYED, REASONS, KIND, RULE, HAS_STRENGTHS, PARTS_OF_TELLING };
enum { FIELDS_OF_OUTCOME = 6, FIELDS_OF_REASON = 7 };

typedef struct {
    const Tables *t;
    PyObject *parts[WORDS_OF_OUTCOMES];
    allocfunc new_outcome, new_reason;
} Words;

allocfunc maker_of(PyObject *type) {
    if (PyType_Check(type) && PyType_IsSubtype((PyTypeObject *)type, &PyTuple_Type)) {
        allocfunc make = (allocfunc)PyType_GetSlot((PyTypeObject *)type, Py_tp_alloc);
        if (make) return make;
    }
    PyErr_SetString(PyExc_TypeError, "types of named tuples are needed");
    return NULL;
}

static int read_words(Words *words, const Tables *t, PyObject *given) {
    static const char kinds[] = "ootllllttl"; /* of each: any object, a tuple, or a list */
    words->t = t;
    for (int i = 0; i < WORDS_OF_OUTCOMES; i++) {
        PyObject *part = PyTuple_Size(given) == WORDS_OF_OUTCOMES ? PyTuple_GetItem(given, i) : NULL;
        if (!part || (kinds[i] == 't' && !PyTuple_Check(part)) || (kinds[i] == 'l' && !PyList_Check(part))) {
            PyErr_Format(PyExc_TypeError, "words: part %d", i);
            return 0;
        }
        words->parts[i] = part;
    }
    words->new_outcome = maker_of(words->parts[OUTCOME_TYPE]);
    words->new_reason = words->new_outcome ? maker_of(words->parts[REASON_TYPE]) : NULL;
    return words->new_reason != NULL;
}

PyObject *named_tuple(allocfunc make, PyObject *type, PyObject **fields, int count) {
    PyObject *made = NULL;
    int whole = 1;
    for (int i = 0; i < count; i++) whole &= fields[i] != NULL;
    if (whole) made = make((PyTypeObject *)type, count);
    for (int i = 0; i < count; i++) {
        if (!made)
            Py_XDECREF(fields[i]);
        else if (PyTuple_SetItem(made, i, fields[i]) < 0) { /* lets go of this one */
            Py_CLEAR(made);
        }
    }
    return made;
}

static PyObject *shared(PyObject *value) {
    Py_XINCREF(value);
    return value;
}

/* A strength in halves as Python has it. */
static PyObject *strength_of(const Words *words, int halves) {
    PyObject *strengths = words->parts[STRENGTHS];
    return shared(PyList_GetItem(strengths, halves < 0 ? halves + PyList_Size(strengths) : halves));
}

/* What a reason says but for the units that did it. */
typedef struct {
    PyObject *kind, *rule;
    int has_strengths, strength, against, place;
} Because;

/* A reason; *by* is taken over. */
static PyObject *reason(const Words *words, const Because *because, PyObject *by) {
    PyObject *fields[FIELDS_OF_REASON] = {
        shared(because->kind),
        shared(because->rule),
        because->has_strengths ? strength_of(words, because->strength) : Py_NewRef(Py_None),
        because->has_strengths ? strength_of(words, because->against) : Py_NewRef(Py_None),
        shared(PyList_GetItem(words->parts[CODES], because->place)),
        by,
        Py_NewRef(Py_None),
    };
    return named_tuple(words->new_reason, words->parts[REASON_TYPE], fields, FIELDS_OF_REASON);
}

/* The units of those places in the sequence of *w*. */
static PyObject *units_of(const Work *w, const UnitValues *units, const int32_t *places, int count) {
    PyObject *found = PyTuple_New(count);
    for (int i = 0; found && i < count; i++) {
        PyObject *unit = unit_value(units, w->number[places[i]]);
        if (unit)
            PyTuple_SetItem(found, i, unit);
        else
            Py_CLEAR(found);
    }
    return found;
}

/* What is told of the unit of *report*; NULL with an error set. */
static PyObject *telling_of(const Words *words, const int32_t *report) {
    PyObject *telling = PyTuple_GetItem(words->parts[TELLINGS], report[1]);
    if (!telling || (PyTuple_Check(telling) && PyTuple_Size(telling) == PARTS_OF_TELLING)) return telling;
    PyErr_SetString(PyExc_TypeError, "words: tellings");
    return NULL;
}

/* A reason that stands alone; it names the units of those places. */
static PyObject *alone(const Words *words, const Work *w, const UnitValues *units, const int32_t *places, int count, const Because *because) {
    PyObject *by = units_of(w, units, places, count), *made = by ? reason(words, because, by) : NULL, *found = made ? PyTuple_Pack(1, made) : NULL;
    Py_XDECREF(made);
    return found;
}

/* The reasons for what became of the order itself, as *told*. */
static PyObject *reasons_of_order(const Words *words, const Work *w, const UnitValues *units, const int32_t *report, PyObject *told) {
    PyObject *by_place = PyTuple_GetItem(told, REASONS);
    if (PyList_Check(by_place)) return shared(PyList_GetItem(by_place, report[4]));
    Because because = {PyTuple_GetItem(told, KIND), PyTuple_GetItem(told, RULE), PyTuple_GetItem(told, HAS_STRENGTHS) == Py_True, report[2], report[3], report[4]};
    return alone(words, w, units, report + REPORT_HEAD, report[9], &because);
}

/* *reasons*, which are let go of, and *more*; NULL where one of them is. */
static PyObject *with_more(PyObject *reasons, PyObject *more) {
    PyObject *found = reasons && more ? PySequence_Concat(reasons, more) : NULL;
    Py_XDECREF(reasons);
    Py_XDECREF(more);
    return found;
}

/* All reasons for what became of the unit of *report*. */
static PyObject *reasons_of(const Words *words, const Work *w, const UnitValues *units, const int32_t *report, PyObject *told, int given) {
    int place = w->province[report[0]];
    PyObject *found = reasons_of_order(words, w, units, report, told);
    if (found && !given) found = with_more(PyTuple_Pack(1, words->parts[NOT_ORDERED]), found);
    if (found && report[5] != REMAINS) {
        PyObject *pair = words->parts[DISLODGED_BY];
        Because because = {PyTuple_GetItem(pair, 0), PyTuple_GetItem(pair, 1), 1, report[6], report[7], place};
        found = with_more(found, because.rule ? alone(words, w, units, report + 8, 1, &because) : NULL);
    }
    if (found && report[5] == DESTROYED) found = with_more(found, shared(PyList_GetItem(words->parts[NO_RETREAT], place)));
    return found;
}

/* The outcome of the unit of *report*. */
static PyObject *outcome_of(const Words *words, const Work *w, const UnitValues *units, const int64_t *taken, PyObject *met, const int32_t *report) {
    static const int results[] = {RESULTS, RESULTS_DISLODGED, RESULTS_DESTROYED};
    int unit = report[0], place = w->province[unit], given = taken[place] != NOTHING_ORDERED;
    PyObject *told = telling_of(words, report), *value = told ? unit_value(units, w->number[unit]) : NULL;
    PyObject *reasons = value ? reasons_of(words, w, units, report, told, given) : NULL;
    if (!reasons) {
        Py_XDECREF(value);
        return NULL;
    }
    PyObject *fields[FIELDS_OF_OUTCOME] = {
        value,
        shared(PyList_GetItem(words->parts[POWERS], w->power[unit])),
        shared(given ? PyList_GetItem(met, (Py_ssize_t)taken[words->t->provinces + place] - 1) : PyList_GetItem(words->parts[STAYING], w->spot[unit])),
        Py_NewRef(given ? Py_True : Py_False),
        shared(PyTuple_GetItem(told, results[report[5]])),
        reasons,
    };
    return named_tuple(words->new_outcome, words->parts[OUTCOME_TYPE], fields, FIELDS_OF_OUTCOME);
}

static PyObject *outcomes_in(const Words *words, Work *w, const UnitValues *units, const int32_t *row, const int64_t *taken, PyObject *met) {
    int32_t *spare = PyMem_Malloc(ROW_LENGTH(w->t) * sizeof *spare);
    if (!spare) return PyErr_NoMemory();
    int status = explain_moves(w, row, taken, spare), at = 0;
    PyMem_Free(spare);
    PyObject *found = status ? Py_NewRef(Py_None) : PyTuple_New(w->n);
    for (int i = 0; found && !status && i < w->n; i++) {
        PyObject *outcome = outcome_of(words, w, units, taken, met, w->report + at);
        at += REPORT_HEAD + w->report[at + REPORT_HEAD - 1];
        if (outcome)
            PyTuple_SetItem(found, i, outcome);
        else
            Py_CLEAR(found);
    }
    return found;
}

/* outcomes(tables, row, taken, met, units, known, words): what became of each order that *play* took, by power and location; None where Python must
   say. */
PyObject *outcomes(PyObject *module, PyObject *args) {
    PyObject *capsule, *objects[2], *met, *given, *result = NULL;
    UnitValues units;
    Words words;
    Py_buffer views[2] = {{0}};
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOO!O!O!O!", &capsule, objects, objects + 1, &PyList_Type, &met, &PyList_Type, &units.by_number, &PyDict_Type,
                          &units.known, &PyTuple_Type, &given))
        return NULL;
    Handle *handle = PyCapsule_GetPointer(capsule, NAME);
    if (!handle || !read_words(&words, handle->t, given) || open_buffer(objects[0], views, 4, 0, "row") < 0) return NULL;
    if (open_buffer(objects[1], views + 1, 8, 0, "taken") == 0) {
        if (!expect_numbers(views, 1, ROW_LENGTH(handle->t), "row") && !expect_numbers(views + 1, 2, handle->t->provinces, "taken")) {
            Work *w = borrow_work(handle);
            if (w) {
                result = outcomes_in(&words, w, &units, views[0].buf, views[1].buf, met);
                return_work(handle, w);
            }
        }
        PyBuffer_Release(views + 1);
    }
    PyBuffer_Release(views);
    return result;
}
