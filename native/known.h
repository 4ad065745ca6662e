/* Lines that are known, and the orders they are for units that stand there: what the dictionaries of Python have, close together in memory. */

#ifndef ENTENTE_KNOWN_H
#define ENTENTE_KNOWN_H

#include <stddef.h>
#include <stdint.h>

#define LONGEST_KNOWN 23 /* bytes of a line; longer ones are looked up in Python's dictionaries each time */

typedef struct {
    uint64_t parts[3]; /* the line with zeros behind it, and its length plus one as the last byte; all 0 where there is none */
    int64_t number;
} KnownLine;

typedef struct {
    KnownLine *lines;
    size_t room, taken; /* *room* is 0 or a power of two */
} KnownLines;

typedef struct {
    int64_t key, code; /* *code* is one more than the code; 0 where there is none */
} KnownCode;

typedef struct {
    KnownLines states, orders;
    KnownCode *codes;
    size_t room, taken;
} Known;

/* The key of a line for the functions below; 0 where it is too long. */
int make_key(const char *line, size_t length, uint64_t key[3]);
/* The line, or NULL. */
const KnownLine *find_line(const KnownLines *known, const uint64_t key[3]);
/* Keep a line; without memory it is not kept. */
void keep_line(KnownLines *known, const uint64_t key[3], int64_t number);
/* The code that was kept for *key*, or -1. */
int64_t find_code(const Known *known, int64_t key);
void keep_code(Known *known, int64_t key, int64_t code);
void free_known(Known *known);

#endif
