/* The tables of a variant, read from one list of numbers that `adjudicator/compiled.py` writes, and what one thread works with. */

#include <stdio.h>
#include <stdlib.h>

#include "rules.h"

#define MOST_DENSE 1024 /* spots of a board whose steps are laid out as a square */
#define MOST_TO_SORT 256 /* words of a bit set that is quicker to walk along than units are to sort */

/* ---------------------------------------------------------------- reading */

typedef struct {
    const int32_t *at, *end;
    int part;
    char *trouble;
    size_t room;
} Reader;

/* The next part of the list: so many numbers, each from *low* to *high*. What comes before it says how many there are; -1 expects any. */
static const int32_t *part(Reader *reader, int expected, int low, int high, int *length) {
    reader->part++;
    if (reader->trouble[0]) return NULL;
    if (reader->at >= reader->end || *reader->at < 0 || *reader->at > reader->end - reader->at - 1) {
        snprintf(reader->trouble, reader->room, "part %d of the tables is cut off", reader->part);
        return NULL;
    }
    int count = *reader->at++;
    const int32_t *found = reader->at;
    reader->at += count;
    if (expected >= 0 && count != expected) {
        snprintf(reader->trouble, reader->room, "part %d of the tables has %d numbers where %d are expected", reader->part, count, expected);
        return NULL;
    }
    for (int i = 0; i < count; i++)
        if (found[i] < low || found[i] > high) {
            snprintf(reader->trouble, reader->room, "part %d of the tables has %d in place %d; %d to %d are expected", reader->part, found[i], i, low, high);
            return NULL;
        }
    if (length) *length = count;
    return found;
}

/* Where each of *count* lists starts in the part that follows, and that part. */
static const int32_t *lists(Reader *reader, int count, int high, const int32_t **start) {
    int length = 0;
    *start = part(reader, count + 1, 0, INT32_MAX, NULL);
    const int32_t *found = part(reader, -1, 0, high, &length);
    if (reader->trouble[0]) return NULL;
    int sound = (*start)[0] == 0 && (*start)[count] == length;
    for (int i = 0; i < count && sound; i++) sound = (*start)[i] <= (*start)[i + 1];
    if (!sound) snprintf(reader->trouble, reader->room, "part %d of the tables does not fit the one before", reader->part);
    return found;
}

static void *own(Tables *t, size_t count, size_t size) {
    void **more = realloc(t->owned, (t->owned_count + 1) * sizeof(void *));
    if (!more) return NULL;
    t->owned = more;
    void *made = calloc(count ? count : 1, size);
    if (made) t->owned[t->owned_count++] = made;
    return made;
}

void free_tables(Tables *t) {
    if (!t) return;
    for (int i = 0; i < t->owned_count; i++) free(t->owned[i]);
    free(t->owned);
    free(t->image);
    free(t);
}

/* Who can carry whom where, from the steps. */
static int link_carriers(Tables *t, Reach *r) {
    r->onward = own(t, (size_t)t->carriers * t->cw, sizeof(Word));
    r->aboard = own(t, (size_t)t->provinces * t->cw, sizeof(Word));
    r->ashore = own(t, (size_t)t->provinces * t->cw, sizeof(Word));
    r->ports = own(t, (size_t)t->carriers * t->pw, sizeof(Word));
    if (!r->onward || !r->aboard || !r->ashore || !r->ports) return 0;
    for (int spot = 0; spot < t->spots; spot++)
        for (int i = r->start[spot]; i < r->start[spot + 1]; i++) {
            int from = t->carrier_of[spot], to = t->carrier_of[r->to[i]], source = t->province_of[spot], target = t->province_of[r->to[i]];
            if (from >= 0) {
                set_bit(r->ashore + target * t->cw, from);
                for (int kind = 0; kind < t->kinds; kind++)
                    if ((t->kind_flags[kind] & CONVOYED) && has_bit(t->standable + kind * t->pw, target)) set_bit(r->ports + from * t->pw, target);
                if (to >= 0) set_bit(r->onward + from * t->cw, to);
            }
            if (to >= 0) set_bit(r->aboard + source * t->cw, to);
        }
    r->mutual = 1;
    for (int from = 0; from < t->carriers; from++)
        EACH_BIT(r->onward + from * t->cw, t->cw, to) r->mutual &= has_bit(r->onward + to * t->cw, from);
    return 1;
}

static int read_reach(Tables *t, Reader *reader, Reach *r) {
    const int32_t *start;
    int steps;
    r->to = lists(reader, t->spots, t->spots - 1, &r->start);
    if (reader->trouble[0]) return 1;
    steps = r->start[t->spots];
    r->strength = part(reader, steps, 0, 2, NULL);
    const int32_t *into = lists(reader, t->spots, t->provinces - 1, &start);
    if (reader->trouble[0]) return 1;
    r->supports = own(t, (size_t)t->spots * t->pw, sizeof(Word));
    if (!r->supports) return 0;
    for (int spot = 0; spot < t->spots; spot++)
        for (int i = start[spot]; i < start[spot + 1]; i++) set_bit(r->supports + spot * t->pw, into[i]);
    if (t->spots <= MOST_DENSE) {
        r->dense = own(t, (size_t)t->spots * t->spots, 1);
        if (!r->dense) return 0;
        memset(r->dense, -1, (size_t)t->spots * t->spots);
        for (int spot = 0; spot < t->spots; spot++)
            for (int i = r->start[spot]; i < r->start[spot + 1]; i++) r->dense[spot * t->spots + r->to[i]] = (int8_t)r->strength[i];
    }
    r->near = own(t, (size_t)t->spots * t->pw, sizeof(Word));
    if (!r->near) return 0;
    memcpy(r->near, r->supports, (size_t)t->spots * t->pw * sizeof(Word));
    return link_carriers(t, r);
}

/* Spread from the goals (those at 0) over *next*, from the nearest on. */
static int spread(int32_t *distance, int count, const int32_t *start, const int32_t *next) {
    int32_t *queue = malloc((count ? count : 1) * sizeof(int32_t));
    int filled = 0;
    if (!queue) return 0;
    for (int i = 0; i < count; i++)
        if (distance[i] == 0) queue[filled++] = i;
    for (int i = 0; i < filled; i++)
        for (int j = start[queue[i]]; j < start[queue[i] + 1]; j++)
            if (distance[next[j]] < 0) {
                distance[next[j]] = distance[queue[i]] + 1;
                queue[filled++] = next[j];
            }
    free(queue);
    return 1;
}

/* From where each power's units count their distance (DATC 4.D.8 a, b). */
static int measure(Tables *t, const int32_t *back_start, const int32_t *back) {
    int by_home = t->rules.distance == DISTANCE_HOME;
    if (t->rules.distance == DISTANCE_OWNED) return 1;
    t->distance = own(t, (size_t)t->powers * t->provinces, sizeof(int32_t));
    t->sea_distance = own(t, (size_t)t->powers * t->spots, sizeof(int32_t));
    if (!t->distance || !t->sea_distance) return 0;
    for (int power = 0; power < t->powers; power++) {
        int32_t *on_foot = t->distance + power * t->provinces, *by_sea = t->sea_distance + power * t->spots;
        for (int place = 0; place < t->provinces; place++) {
            int is_goal = t->home[place] == power && (t->province_flags[place] & CENTRE);
            if (!by_home) is_goal = t->home[place] == power || t->territory[place] == power;
            on_foot[place] = is_goal ? 0 : -1;
        }
        for (int spot = 0; spot < t->spots; spot++) by_sea[spot] = on_foot[t->province_of[spot]];
        if (!spread(on_foot, t->provinces, t->near_start, t->near) || !spread(by_sea, t->spots, back_start, back)) return 0;
    }
    return 1;
}

/* Whom a unit can support at all: who stays in, or by anybody's edges steps into, a province that it reaches. */
static int find_near(Tables *t) {
    Word *entering = calloc((size_t)t->provinces * t->pw, sizeof(Word)); /* province: those from which units step there */
    if (!entering) return 0;
    for (int i = 0; i < t->reaches; i++)
        for (int spot = 0; spot < t->spots; spot++)
            for (int j = t->reach[i].start[spot]; j < t->reach[i].start[spot + 1]; j++)
                set_bit(entering + t->province_of[t->reach[i].to[j]] * t->pw, t->province_of[spot]);
    for (int i = 0; i < t->reaches; i++)
        for (int spot = 0; spot < t->spots; spot++)
            EACH_BIT(t->reach[i].supports + spot * t->pw, t->pw, place)
                for (int j = 0; j < t->pw; j++) t->reach[i].near[spot * t->pw + j] |= entering[place * t->pw + j];
    free(entering);
    return 1;
}

static int read_all(Tables *t, Reader *reader) {
    const int32_t *head = part(reader, 7, 0, 1 << 20, NULL), *back_start;
    if (!head) return 1;
    t->provinces = head[1], t->spots = head[2], t->powers = head[3], t->kinds = head[4], t->steps = head[5], t->reaches = head[6];
    if (head[0] != FORMAT || t->provinces < 1 || t->provinces > 4096 || t->spots < 1 || t->spots > 1 << 14 || t->powers < 1 || t->powers > 1024 ||
        t->kinds < 1 || t->kinds > 16 || t->steps < 1 || t->steps > 1024 || t->reaches < 1 || t->reaches > t->powers) {
        snprintf(reader->trouble, reader->room, "tables of format %d for %d provinces, %d spots and %d powers", head[0], t->provinces, t->spots, t->powers);
        return 1;
    }
    t->pw = WORDS(t->provinces);
    t->reciprocal = ((uint64_t)1 << 40) / t->spots + 1;
    const int32_t *rules = part(reader, (int)(sizeof(Rules) / sizeof(int)), -1000000000, 1000000000, NULL);
    if (rules) memcpy(&t->rules, rules, sizeof(Rules));
    t->province_of = part(reader, t->spots, 0, t->provinces - 1, NULL);
    t->kind_of = part(reader, t->spots, 0, t->kinds - 1, NULL);
    t->carries = part(reader, t->spots, 0, 1, NULL);
    t->location_rank = part(reader, t->spots, 0, t->spots - 1, NULL);
    t->kind_flags = part(reader, t->kinds, 0, 15, NULL);
    t->stand = lists(reader, t->kinds * t->provinces, t->spots - 1, &t->stand_start);
    t->province_flags = part(reader, t->provinces, 0, 3, NULL);
    t->home = part(reader, t->provinces, -2, t->powers - 1, NULL); /* -2: somebody's who does not play */
    t->territory = part(reader, t->provinces, -2, t->powers - 1, NULL);
    t->name_rank = part(reader, t->provinces, 0, t->provinces - 1, NULL);
    t->near = lists(reader, t->provinces, t->provinces - 1, &t->near_start);
    const int32_t *back = lists(reader, t->spots, t->spots - 1, &back_start);
    t->role = part(reader, t->powers, PLAYING, NEUTRAL, NULL);
    t->victory = part(reader, t->powers, 0, INT32_MAX, NULL);
    t->reach_of = part(reader, t->powers, 0, t->reaches - 1, NULL);
    t->site_list = part(reader, -1, 0, t->provinces - 1, &t->sites);
    const int32_t *steps = part(reader, 4 * t->steps, -1000000000, 1000000000, NULL);
    if (reader->trouble[0]) return 1;
    if (t->sites > t->provinces) {
        snprintf(reader->trouble, reader->room, "more building sites than provinces");
        return 1;
    }
    t->step = own(t, t->steps, sizeof(Step));
    t->reach = own(t, t->reaches, sizeof(Reach));
    t->carrier_of = own(t, t->spots, sizeof(int32_t));
    t->carrier_spot = own(t, t->spots, sizeof(int32_t));
    t->carrier_province = own(t, t->spots, sizeof(int32_t));
    t->no_owner = own(t, t->provinces, sizeof(uint32_t));
    t->centre_list = own(t, t->provinces, sizeof(int32_t));
    t->standable = own(t, (size_t)t->kinds * t->pw, sizeof(Word));
    if (!t->step || !t->reach || !t->carrier_of || !t->carrier_spot || !t->carrier_province || !t->standable || !t->no_owner || !t->centre_list) return 0;
    for (int place = 0; place < t->provinces; place++) {
        if (t->province_flags[place] & CENTRE)
            t->centre_list[t->centres++] = place;
        else
            t->no_owner[place] = UINT32_MAX;
    }
    memcpy(t->step, steps, t->steps * sizeof(Step));
    for (int i = 0; i < t->steps; i++)
        if (t->step[i].kind < MOVEMENT || t->step[i].kind > ADJUSTMENT) snprintf(reader->trouble, reader->room, "no such kind of phase: %d", t->step[i].kind);
    for (int spot = 0; spot < t->spots; spot++) {
        t->carrier_of[spot] = t->carries[spot] ? t->carriers : -1;
        if (!t->carries[spot]) continue;
        t->carrier_spot[t->carriers] = spot;
        t->carrier_province[t->carriers++] = t->province_of[spot];
    }
    t->cw = WORDS(t->carriers ? t->carriers : 1);
    for (int cell = 0; cell < t->kinds * t->provinces; cell++)
        if (t->stand_start[cell] < t->stand_start[cell + 1]) set_bit(t->standable + cell / t->provinces * t->pw, cell % t->provinces);
    if (t->cw > 64 || t->pw > 64) snprintf(reader->trouble, reader->room, "a board of %d provinces and %d spots of carriers", t->provinces, t->carriers);
    if (reader->trouble[0]) return 1;
    if (!measure(t, back_start, back)) return 0;
    for (int i = 0; i < t->reaches && !reader->trouble[0]; i++)
        if (!read_reach(t, reader, t->reach + i)) return 0;
    return reader->trouble[0] ? 1 : find_near(t);
}

/* The tables that *image* says; NULL with *trouble* where it does not fit, NULL without any where memory is out. */
Tables *read_tables(const int32_t *image, int length, char *trouble, size_t room) {
    Tables *t = calloc(1, sizeof(Tables));
    trouble[0] = 0;
    if (!t) return NULL;
    t->image = malloc((length ? length : 1) * sizeof(int32_t));
    if (t->image) {
        memcpy(t->image, image, length * sizeof(int32_t));
        Reader reader = {t->image, t->image + length, 0, trouble, room};
        if (read_all(t, &reader) && !trouble[0]) return t;
    }
    free_tables(t);
    return NULL;
}

/* ---------------------------------------------------------------- rows */

/* Where *row* is wrong, once it is known to be. */
static int find_fault(const Tables *t, const int32_t *row) {
    const int32_t *units = UNITS(t, row), *owners = OWNERS(t, row), *dislodged = DISLODGED(t, row), *attackers = ATTACKERS(t, row);
    int most = t->powers * t->spots;
    for (int place = 0; place < t->provinces; place++) {
        if (units[place] != -1 && (units[place] < 0 || units[place] >= most || t->province_of[spot_of(t, units[place])] != place)) return BAD(BAD_UNIT, place);
        if (owners[place] < -1 || owners[place] >= t->powers || (owners[place] >= 0 && !(t->province_flags[place] & CENTRE))) return BAD(BAD_OWNER, place);
        if (CONTESTED(t, row)[place] & ~1) return BAD(BAD_CONTESTED, place);
        if (dislodged[place] == -1) continue;
        if (dislodged[place] < 0 || dislodged[place] >= most || t->province_of[spot_of(t, dislodged[place])] != place) return BAD(BAD_DISLODGED, place);
        if (attackers[place] < 0 || attackers[place] / 2 >= t->provinces) return BAD(BAD_DISLODGED, place);
    }
    return BAD(BAD_HEAD, 0);
}

/* Whether *row* can be a position of this variant; what is wrong with it otherwise. Nearly all rows are sound, so that this has no branches. */
int check_row(const Tables *t, const int32_t *row) {
    const int32_t *units = UNITS(t, row), *owners = OWNERS(t, row), *dislodged = DISLODGED(t, row), *contested = CONTESTED(t, row);
    const uint32_t most = (uint32_t)(t->powers * t->spots), powers = (uint32_t)t->powers;
    uint32_t wrong = 0, driven_out = 0;
    if (row[AT_STEP] < 0 || row[AT_STEP] >= t->steps || row[AT_YEAR] < -1000000 || row[AT_YEAR] > 1000000 || row[AT_QUIET] > 1000000000) return BAD(BAD_HEAD, 0);
    for (int place = 0; place < t->provinces; place++) {
        wrong |= (uint32_t)(units[place] + 1u) > most;
        wrong |= (uint32_t)(owners[place] + 1u) > powers;
        wrong |= (uint32_t)(owners[place] + 1u) & t->no_owner[place];
        wrong |= (uint32_t)contested[place] & ~1u;
        driven_out |= (uint32_t)(dislodged[place] + 1u);
    }
    if (wrong) return find_fault(t, row);
    for (int place = 0; place < t->provinces; place++) {
        int number = units[place], spot = spot_of(t, number & ~(number >> 31)); /* 0 where there is nobody */
        wrong |= (t->province_of[spot] != place) & (number >= 0);
    }
    if (!wrong && !driven_out) return DONE;
    int fault = find_fault(t, row);
    return fault == BAD(BAD_HEAD, 0) ? DONE : fault;
}

static int by_number(const void *one, const void *other) { return *(const int32_t *)one - *(const int32_t *)other; }

/* Take the units of *row* in hand, by their numbers. */
void place_units(Work *w, const int32_t *row) {
    const Tables *t = w->t;
    const int32_t *units = UNITS(t, row);
    int n = 0;
    w->row = row;
    w->seas.reach = NULL;
    for (int place = 0; place < t->provinces; place++) { /* without a branch, which would be guessed wrong half the time */
        w->number[n] = units[place];
        n += units[place] >= 0;
    }
    if (w->sorter) {
        for (int i = 0; i < n; i++) set_bit(w->sorter, w->number[i]);
        n = 0;
        for (int i = 0; i < w->sorter_words; i++) {
            for (Word left = w->sorter[i]; left; left &= left - 1) w->number[n++] = i * 64 + lowest_bit(left);
            w->sorter[i] = 0;
        }
    } else
        qsort(w->number, n, sizeof(int32_t), by_number);
    memset(w->at, -1, t->provinces * sizeof(int32_t));
    memset(w->carriers, 0, t->cw * sizeof(Word));
    for (int unit = 0; unit < n; unit++) {
        int power = power_of(t, w->number[unit]), spot = w->number[unit] - power * t->spots;
        w->spot[unit] = spot;
        w->power[unit] = power;
        w->province[unit] = t->province_of[spot];
        w->at[w->province[unit]] = unit;
        if (t->carrier_of[spot] >= 0) set_bit(w->carriers, t->carrier_of[spot]);
    }
    w->n = n;
}

static uint64_t mix(uint64_t word) {
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9u;
    word = (word ^ word >> 27) * 0x94D049BB133111EBu;
    return word ^ word >> 31;
}

/* The key of a position: equal for equal positions, and as good as never for others. How the game ended is no part of it. */
uint64_t row_key(const Tables *t, const int32_t *row) {
    uint64_t key = 0;
    int length = ROW_LENGTH(t), attackers = HEAD + 3 * t->provinces;
    for (int i = 0; i < length; i++) {
        int empty = i < HEAD || i >= attackers ? 0 : -1;
        if (row[i] != empty && i != AT_ENDING && i != AT_WINNER) key += mix(((uint64_t)i << 32 | (uint32_t)row[i]) + 0x9E3779B97F4A7C15u);
    }
    return key;
}

/* ---------------------------------------------------------------- what one thread works with */

void free_work(Work *w) {
    if (!w) return;
    free(w->at);
    free(w->moved);
    free(w->carriers);
    free(w->arena);
    free(w->routes);
    free(w->passages.sea);
    free(w->seas.sets);
    free(w->options);
    free(w->report);
    free(w);
}

Work *new_work(const Tables *t) {
    Work *w = calloc(1, sizeof(Work));
    if (!w) return NULL;
    size_t room = (t->provinces > t->powers ? t->provinces : t->powers) + 1; /* one more: lists are filled without asking for their end */
    int32_t **parts[] = {&w->at, &w->number, &w->spot, &w->province, &w->power, &w->kind, &w->target, &w->target_spot, &w->other, &w->open_coast,
                         &w->facing, &w->origin, &w->spares, &w->lowest, &w->highest, &w->supported, &w->into, &w->first_attacker, &w->next_attacker,
                         &w->first_supporter, &w->next_supporter, &w->moves, &w->supports, &w->convoyed, &w->arrived, &w->count_a, &w->count_b,
                         &w->queue, &w->steps, &w->dirty, &w->armies};
    uint8_t **flags[] = {&w->moved, &w->given, &w->path, &w->is_convoyed, &w->on_foot, &w->paradox, &w->routes_known};
    size_t count = sizeof(parts) / sizeof(parts[0]), flag_count = sizeof(flags) / sizeof(flags[0]);
    int32_t *numbers = malloc(count * room * sizeof(int32_t));
    uint8_t *bytes = malloc(flag_count * room);
    size_t units = WORDS((size_t)t->powers * t->spots), sorter = units <= MOST_TO_SORT ? units : 0;
    size_t words = t->cw + (size_t)t->provinces * t->cw + t->pw + room * t->cw + room * t->pw + t->pw + sorter;
    Word *sets = calloc(words, sizeof(Word));
    w->t = t;
    w->at = numbers;
    w->moved = bytes;
    w->carriers = sets;
    if (!numbers || !bytes || !sets) {
        free_work(w);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) *parts[i] = numbers + i * room;
    for (size_t i = 0; i < flag_count; i++) *flags[i] = bytes + i * room;
    memset(w->first_attacker, -1, room * sizeof(int32_t));
    w->served = sets + t->cw;
    w->fleets = w->served + (size_t)t->provinces * t->cw + t->pw;
    w->lands = w->fleets + room * t->cw;
    w->shores = w->lands + room * t->pw;
    w->sorter = sorter ? w->shores + t->pw : NULL;
    w->sorter_words = (int)sorter;
    return w;
}
