#include "known.h"

#include <stdlib.h>
#include <string.h>

#define MOST_STEPS 64 /* places that are looked at for one key, so that lines made to collide cost no more than being asked for anew */
#define FIRST_ROOM 1024

static uint64_t mixed(uint64_t number) {
    number ^= number >> 32;
    number *= 0x9E3779B97F4A7C15u;
    return number ^ number >> 29;
}

static size_t place_of(const uint64_t key[3]) { return (size_t)mixed(key[0] + mixed(key[1] + mixed(key[2]))); }

int make_key(const char *line, size_t length, uint64_t key[3]) {
    char bytes[LONGEST_KNOWN + 1] = {0};
    if (length > LONGEST_KNOWN) return 0;
    memcpy(bytes, line, length);
    bytes[LONGEST_KNOWN] = (char)(length + 1);
    memcpy(key, bytes, sizeof bytes);
    return 1;
}

/* Where *key* is or could be put; NULL where too many others are in the way. */
static KnownLine *line_at(const KnownLines *known, const uint64_t key[3]) {
    for (size_t step = 0, at = place_of(key); step < MOST_STEPS && step < known->room; step++, at++) {
        KnownLine *line = known->lines + (at & (known->room - 1));
        if (!line->parts[2] || (line->parts[0] == key[0] && line->parts[1] == key[1] && line->parts[2] == key[2])) return line;
    }
    return NULL;
}

const KnownLine *find_line(const KnownLines *known, const uint64_t key[3]) {
    const KnownLine *line = line_at(known, key);
    return line && line->parts[2] ? line : NULL;
}

static void put_line(KnownLines *known, const KnownLine *kept) {
    KnownLine *line = line_at(known, kept->parts);
    if (!line) return;
    known->taken += !line->parts[2];
    *line = *kept;
}

void keep_line(KnownLines *known, const uint64_t key[3], int64_t number) {
    if (2 * (known->taken + 1) > known->room) {
        size_t room = known->room ? 2 * known->room : FIRST_ROOM;
        KnownLines more = {calloc(room, sizeof *more.lines), room, 0};
        if (!more.lines) return;
        for (size_t i = 0; i < known->room; i++)
            if (known->lines[i].parts[2]) put_line(&more, known->lines + i);
        free(known->lines);
        *known = more;
    }
    KnownLine kept = {{key[0], key[1], key[2]}, number};
    put_line(known, &kept);
}

static KnownCode *code_at(const Known *known, int64_t key) {
    for (size_t step = 0, at = (size_t)mixed((uint64_t)key); step < MOST_STEPS && step < known->room; step++, at++) {
        KnownCode *code = known->codes + (at & (known->room - 1));
        if (!code->code || code->key == key) return code;
    }
    return NULL;
}

int64_t find_code(const Known *known, int64_t key) {
    const KnownCode *code = code_at(known, key);
    return code ? code->code - 1 : -1;
}

void keep_code(Known *known, int64_t key, int64_t code) {
    if (code < 0 || code == INT64_MAX) return;
    if (2 * (known->taken + 1) > known->room) {
        Known more = {{0}, {0}, NULL, known->room ? 2 * known->room : FIRST_ROOM, 0};
        more.codes = calloc(more.room, sizeof *more.codes);
        if (!more.codes) return;
        for (size_t i = 0; i < known->room; i++) {
            KnownCode *place = known->codes[i].code ? code_at(&more, known->codes[i].key) : NULL;
            if (place) {
                *place = known->codes[i];
                more.taken++;
            }
        }
        free(known->codes);
        known->codes = more.codes;
        known->room = more.room;
        known->taken = more.taken;
    }
    KnownCode *place = code_at(known, key);
    if (!place) return;
    known->taken += !place->code;
    place->key = key;
    place->code = code + 1;
}

void free_known(Known *known) {
    free(known->states.lines);
    free(known->orders.lines);
    free(known->codes);
    free(known);
}
