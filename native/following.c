/* What follows a movement phase, as the values that Python has for it (adjudicator/resolution.py, position.py).

   Values with slots are made field by field past the functions of their types, which would take several times as long. What is rare (centres that
   changed hands, years that are counted, the end of a game) Python says. */

#include "values.h"

#define FORMS "entente_core.forms" /* of the capsule with Forms */
enum { MOST_FIELDS = 10, MOST_PHASES = 4096 /* that are kept */ };

/* How values of a type are made. */
typedef struct {
    PyObject *type;
    allocfunc make;
    int count;
    PyObject *fields[MOST_FIELDS]; /* what the type has for its slots */
    descrsetfunc set[MOST_FIELDS];
} Form;

enum { POSITION, RESOLUTION, DISLODGED_UNIT, EXPLANATION, FORM_COUNT };
static const char *const field_names[FORM_COUNT][MOST_FIELDS] = {
    {"phase", "units", "owners", "dislodged", "contested", "conditions", "counters", "barred", "unseen", "cached"},
    {"refused", "captures", "skipped", "next", "ending", "cached"},
    {"unit", "attacker_origin", "by_convoy"},
    {"core", "row", "taken", "met", "position"},
};

struct Forms {
    Form each[FORM_COUNT];
    PyObject *numbered; /* the type of what is left with a position */
    allocfunc make_numbered;
    PyObject *nothing, *nowhere; /* a tuple and a frozen set */
    PyObject *owners, *conditions, *counters; /* names of what a position has */
};

static void free_forms(Forms *forms) {
    for (int i = 0; i < FORM_COUNT; i++) {
        for (int j = 0; j < forms->each[i].count; j++) Py_XDECREF(forms->each[i].fields[j]);
        Py_XDECREF(forms->each[i].type);
    }
    Py_XDECREF(forms->numbered);
    Py_XDECREF(forms->nothing);
    Py_XDECREF(forms->nowhere);
    Py_XDECREF(forms->owners);
    Py_XDECREF(forms->conditions);
    Py_XDECREF(forms->counters);
    PyMem_Free(forms);
}

static void close_forms(PyObject *capsule) { free_forms(PyCapsule_GetPointer(capsule, FORMS)); }

static int read_form(Form *form, PyObject *type, const char *const *names) {
    form->type = Py_NewRef(type);
    form->make = PyType_Check(type) ? (allocfunc)PyType_GetSlot((PyTypeObject *)type, Py_tp_alloc) : NULL;
    for (int i = 0; form->make && i < MOST_FIELDS && names[i]; i++) {
        PyObject *field = PyObject_GetAttrString(type, names[i]);
        if (!field) return 0;
        form->fields[form->count++] = field;
        form->set[i] = (descrsetfunc)PyType_GetSlot(Py_TYPE(field), Py_tp_descr_set);
        if (!form->set[i]) form->make = NULL;
    }
    if (form->make) return 1;
    PyErr_SetString(PyExc_TypeError, "forms: types with slots are needed");
    return 0;
}

/* forms(position, resolution, dislodged, explanation, numbered): how values of those types are made. */
PyObject *forms(PyObject *module, PyObject *args) {
    PyObject *types[FORM_COUNT], *numbered;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOO", types, types + 1, types + 2, types + 3, &numbered)) return NULL;
    Forms *made = PyMem_Calloc(1, sizeof *made);
    if (!made) return PyErr_NoMemory();
    made->nothing = PyTuple_New(0);
    made->nowhere = PyFrozenSet_New(NULL);
    made->numbered = Py_NewRef(numbered);
    made->make_numbered = maker_of(numbered);
    made->owners = PyUnicode_InternFromString("owners");
    made->conditions = PyUnicode_InternFromString("conditions");
    made->counters = PyUnicode_InternFromString("counters");
    int whole = made->nothing && made->nowhere && made->owners && made->conditions && made->counters && made->make_numbered;
    for (int i = 0; whole && i < FORM_COUNT; i++) whole = read_form(made->each + i, types[i], field_names[i]);
    PyObject *capsule = whole ? PyCapsule_New(made, FORMS, close_forms) : NULL;
    if (!capsule) free_forms(made);
    return capsule;
}

/* A value of those fields, which are taken over; NULL where one of them is, with an error set. */
static PyObject *value_of(const Form *form, PyObject **fields) {
    PyObject *made = NULL;
    int whole = 1;
    for (int i = 0; i < form->count; i++) whole &= fields[i] != NULL;
    if (whole) made = form->make((PyTypeObject *)form->type, 0);
    for (int i = 0; i < form->count; i++) {
        if (made && form->set[i](form->fields[i], made, fields[i]) < 0) Py_CLEAR(made);
        Py_XDECREF(fields[i]);
    }
    return made;
}

int read_making(Making *making, PyObject *given) {
    static const char kinds[] = "odldoollooooooo"; /* of each: a dictionary, a list, or any object */
    int fits = PyTuple_Check(given) && PyTuple_Size(given) == PARTS_OF_MAKING;
    for (int i = 0; i < PARTS_OF_MAKING; i++) {
        PyObject *part = fits ? PyTuple_GetItem(given, i) : NULL;
        if (!part || (kinds[i] == 'd' && !PyDict_Check(part)) || (kinds[i] == 'l' && !PyList_Check(part))) {
            PyErr_Format(PyExc_TypeError, "making: part %d", i);
            return 0;
        }
        making->parts[i] = part;
    }
    making->forms = PyCapsule_GetPointer(making->parts[FORMS_OF_VALUES], FORMS);
    making->units = (UnitValues){making->parts[UNITS_BY_NUMBER], making->parts[KNOWN_UNITS]};
    return making->forms != NULL;
}

/* What is read from the rows before anything of Python is called, which might change them. */
typedef struct {
    int step, year, step_after, year_after, is_counted, is_retreat, has_ended;
    int dislodged, contested, captured; /* how many: numbers in count_b, and whence the attackers came in steps; provinces in queue; and in moves */
} Followed;

static void read_followed(Work *w, const int32_t *row, const int32_t *out, Followed *of) {
    const Tables *t = w->t;
    of->step = row[AT_STEP];
    of->year = row[AT_YEAR];
    of->step_after = out[AT_STEP];
    of->year_after = out[AT_YEAR];
    of->is_counted = out[AT_QUIET] >= 0;
    of->has_ended = out[AT_ENDING] != NO_ENDING;
    of->is_retreat = t->step[of->step_after].kind == RETREAT;
    of->dislodged = of->contested = of->captured = 0;
    for (int i = 0; i < t->centres; i++)
        if (OWNERS(t, row)[t->centre_list[i]] != OWNERS(t, out)[t->centre_list[i]]) w->moves[of->captured++] = t->centre_list[i];
    for (int place = 0; of->is_retreat && place < t->provinces; place++) {
        int number = DISLODGED(t, out)[place];
        if (CONTESTED(t, out)[place]) w->queue[of->contested++] = place;
        if (number < 0) continue;
        int at = of->dislodged++;
        for (; at && w->count_b[at - 1] > number; at--) {
            w->count_b[at] = w->count_b[at - 1];
            w->steps[at] = w->steps[at - 1];
        }
        w->count_b[at] = number;
        w->steps[at] = ATTACKERS(t, out)[place];
    }
}

static int is_pair(PyObject *object) { return PyTuple_Check(object) && PyTuple_Size(object) == 2; }

/* The phase that follows, and those before it in which there was nothing to order: a pair, which stays in the list of those that were met. A new
   reference. */
static PyObject *phases_after(const Making *making, Handle *handle, const Followed *of) {
    Kept *kept = &handle->phases;
    PyObject *met = making->parts[PHASES_MET];
    int64_t later = (int64_t)of->year_after - of->year, key = 0;
    if (later >= 0 && later < 1 << 20) /* a year has 21 bits, a step has 10 */
        key = 1 | (int64_t)(of->year + (1 << 20)) << 1 | later << 22 | (int64_t)of->step << 42 | (int64_t)of->step_after << 52;
    use_list(kept, met);
    const KeptValue *found = key ? find_kept(kept, key) : NULL;
    PyObject *pair = found ? PyList_GetItem(met, found->place) : NULL;
    if (pair && is_pair(pair)) return Py_NewRef(pair);
    pair = PyObject_CallFunction(making->parts[NEXT_PHASES], "Oiiii", making->parts[OWN_TABLES], of->step, of->year, of->step_after, of->year_after);
    if (pair && !is_pair(pair)) {
        Py_CLEAR(pair);
        PyErr_SetString(PyExc_TypeError, "making: a phase and those before it are needed");
    }
    use_list(kept, met); /* what was called may have used it for another list, or met the same */
    if (pair && key && kept->size < MOST_PHASES && !find_kept(kept, key) && !keep_value(kept, key, 0, pair)) Py_CLEAR(pair);
    return pair;
}

static PyObject *code_of(const Making *making, int place) {
    PyObject *code = PyList_GetItem(making->parts[CODES_OF_PROVINCES], place);
    Py_XINCREF(code);
    return code;
}

/* Units that must retreat, by their numbers. */
static PyObject *dislodged_units(const Making *making, const Work *w, int count) {
    PyObject *found = count ? PyTuple_New(count) : Py_NewRef(making->forms->nothing);
    for (int i = 0; found && i < count; i++) {
        int behind = w->steps[i];
        PyObject *fields[] = {unit_value(&making->units, w->count_b[i]), code_of(making, behind / 2), Py_NewRef(behind & 1 ? Py_True : Py_False)};
        PyObject *unit = value_of(making->forms->each + DISLODGED_UNIT, fields);
        if (unit)
            PyTuple_SetItem(found, i, unit);
        else
            Py_CLEAR(found);
    }
    return found;
}

/* Codes of the provinces that a standoff left empty. */
static PyObject *contested_codes(const Making *making, const Work *w, int count) {
    PyObject *found = count ? PyFrozenSet_New(NULL) : Py_NewRef(making->forms->nowhere);
    for (int i = 0; found && i < count; i++) {
        PyObject *code = code_of(making, w->queue[i]);
        if (!code || PySet_Add(found, code) < 0) Py_CLEAR(found); /* a frozen set that nobody has seen yet may be filled */
        Py_XDECREF(code);
    }
    return found;
}

static PyObject *units_in_hand(const Making *making, const Work *w) {
    PyObject *units = PyTuple_New(w->n), *by_number = making->units.by_number;
    Py_ssize_t listed = PyList_Size(by_number);
    for (int i = 0; units && i < w->n; i++) {
        PyObject *unit = w->number[i] < listed ? PyList_GetItem(by_number, w->number[i]) : NULL;
        if (unit && unit != Py_None)
            Py_INCREF(unit);
        else {
            unit = unit_value(&making->units, w->number[i]);
            listed = PyList_Size(by_number); /* what was called may have changed it */
        }
        if (unit)
            PyTuple_SetItem(units, i, unit);
        else
            Py_CLEAR(units);
    }
    return units;
}

/* Owners of the centres afterwards, and the centres that changed hands, as a pair; *before* has the owners before. A new reference. */
static PyObject *owners_after(const Making *making, const Work *w, const Followed *of, const Asked *asked, PyObject *before) {
    if (!of->captured) return PyTuple_Pack(2, before, making->forms->nothing);
    PyObject *places = PyList_New(of->captured), *found = NULL;
    for (int i = 0; places && i < of->captured; i++) {
        PyObject *place = PyLong_FromLong(w->moves[i]);
        if (place)
            PyList_SetItem(places, i, place);
        else
            Py_CLEAR(places);
    }
    if (places) found = PyObject_CallFunctionObjArgs(making->parts[NEW_OWNERS], making->parts[OWN_CORE], before, asked->out, places, NULL);
    Py_XDECREF(places);
    if (found && !is_pair(found)) {
        Py_CLEAR(found);
        PyErr_SetString(PyExc_TypeError, "making: owners and captures are needed");
    }
    return found;
}

/* The next position, in the phase and with the owners of those pairs. */
static PyObject *next_position(const Making *making, const Work *w, const Followed *of, const Asked *asked, PyObject *phases, PyObject *owners) {
    const Forms *forms = making->forms;
    PyObject *counters = PyObject_GetAttr(asked->position, forms->counters);
    if (counters && of->is_counted) {
        PyObject *before = counters;
        counters = PyObject_CallFunctionObjArgs(making->parts[NEW_COUNTERS], making->parts[OWN_CORE], asked->out, before, NULL);
        Py_DECREF(before);
    }
    PyObject *left[] = {
        Py_NewRef(making->parts[OWN_TABLES]),
        PyBytes_FromStringAndSize((const char *)w->number, w->n * (Py_ssize_t)sizeof(int32_t)),
        Py_NewRef(asked->out),
    };
    PyObject *fields[] = {
        Py_NewRef(PyTuple_GetItem(phases, 0)),
        units_in_hand(making, w),
        Py_NewRef(PyTuple_GetItem(owners, 0)),
        dislodged_units(making, w, of->dislodged),
        contested_codes(making, w, of->contested),
        PyObject_GetAttr(asked->position, forms->conditions),
        counters,
        Py_NewRef(making->parts[NO_BARS]),
        Py_NewRef(forms->nowhere),
        named_tuple(forms->make_numbered, forms->numbered, left, 3),
    };
    return value_of(forms->each + POSITION, fields);
}

/* The resolution around the next position, which is taken over. */
static PyObject *resolution_around(const Making *making, const Followed *of, const Asked *asked, PyObject *next, PyObject *phases, PyObject *owners) {
    const Forms *forms = making->forms;
    PyObject *ending = of->has_ended ? PyObject_CallFunctionObjArgs(making->parts[ENDING], making->parts[OWN_CORE], asked->out, next, NULL) : Py_NewRef(Py_None);
    PyObject *told[] = {
        Py_NewRef(making->parts[OWN_CORE]), Py_NewRef(asked->row), Py_NewRef(asked->taken), Py_NewRef(asked->met), Py_NewRef(asked->position),
    };
    PyObject *fields[] = {
        Py_NewRef(forms->nothing),
        Py_NewRef(PyTuple_GetItem(owners, 1)),
        Py_NewRef(PyTuple_GetItem(phases, 1)),
        next,
        ending,
        value_of(forms->each + EXPLANATION, told),
    };
    return value_of(forms->each + RESOLUTION, fields);
}

PyObject *resolution_after(const Making *making, Handle *handle, Work *w, const Asked *asked, const int32_t *row, const int32_t *out) {
    Followed of;
    read_followed(w, row, out, &of);
    PyObject *before = PyObject_GetAttr(asked->position, making->forms->owners), *owners = NULL, *next = NULL;
    PyObject *phases = before ? phases_after(making, handle, &of) : NULL;
    if (phases) owners = owners_after(making, w, &of, asked, before);
    if (owners) next = next_position(making, w, &of, asked, phases, owners);
    PyObject *found = next ? resolution_around(making, &of, asked, next, phases, owners) : NULL;
    Py_XDECREF(before);
    Py_XDECREF(phases);
    Py_XDECREF(owners);
    return found;
}
