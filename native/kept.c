/* Values that a list of Python holds, found again by a number: see module.h. */

#include "module.h"

#include <stdlib.h>

static size_t first_place(const Kept *kept, int64_t key) { return (size_t)(((uint64_t)key * 0x9E3779B97F4A7C15u) >> 32) & (kept->room - 1); }

void expect_kept(const Kept *kept, int64_t key) {
    if (kept->room) EXPECT(kept->values + first_place(kept, key));
}

/* The entry of *key*, or where it would stand; there is room. */
static KeptValue *entry_of(const Kept *kept, int64_t key) {
    size_t at = first_place(kept, key);
    while (kept->values[at].key && kept->values[at].key != key) at = (at + 1) & (kept->room - 1);
    return kept->values + at;
}

const KeptValue *find_kept(const Kept *kept, int64_t key) {
    if (!kept->room) return NULL;
    const KeptValue *found = entry_of(kept, key);
    return found->key ? found : NULL;
}

void use_list(Kept *kept, PyObject *list) {
    if (kept->list == list && kept->size == PyList_Size(list)) return;
    if (kept->room) memset(kept->values, 0, kept->room * sizeof *kept->values);
    kept->taken = 0;
    kept->list = list;
    kept->size = PyList_Size(list);
}

/* Make room for one more value; 0 with an error set where memory is out. */
static int grow(Kept *kept) {
    if ((size_t)kept->size >= kept->key_room) {
        size_t room = 2 * (size_t)kept->size + 1024;
        int64_t *more = PyMem_Realloc(kept->keys, room * sizeof *more);
        if (!more) {
            PyErr_NoMemory();
            return 0;
        }
        kept->keys = more;
        kept->key_room = room;
    }
    if (2 * (kept->taken + 1) <= kept->room) return 1;
    Kept more = *kept;
    more.room = kept->room ? 2 * kept->room : 1024;
    more.values = PyMem_Calloc(more.room, sizeof *more.values);
    if (!more.values) {
        PyErr_NoMemory();
        return 0;
    }
    for (size_t i = 0; i < kept->room; i++)
        if (kept->values[i].key) *entry_of(&more, kept->values[i].key) = kept->values[i];
    PyMem_Free(kept->values);
    *kept = more;
    return 1;
}

int hold_value(Kept *kept, PyObject *value) {
    if (PyList_Append(kept->list, value) < 0) return 0;
    kept->size++;
    return 1;
}

const KeptValue *keep_value(Kept *kept, int64_t key, int64_t number, PyObject *value) {
    if (!grow(kept) || !hold_value(kept, value)) return NULL;
    KeptValue *found = entry_of(kept, key);
    kept->taken += !found->key;
    *found = (KeptValue){key, number, (int32_t)(kept->size - 1)};
    kept->keys[found->place] = key;
    return found;
}

void free_kept(Kept *kept) {
    PyMem_Free(kept->values);
    PyMem_Free(kept->keys);
}
