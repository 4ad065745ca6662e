/* The values that the parts of the compiled core share.

   The Python rules in `adjudicator/` are the truth; this is what they say, over flat tables of numbers. Where a situation is too rare to be worth
   a second wording (a convoy that is ordered in a sea too crowded to walk along all routes, a search without end), the answer is HARD, and Python
   decides.

   A province is its place on the board, a spot is a kind of unit at a location, a unit is its power times the number of spots plus its spot. */

#ifndef ENTENTE_RULES_H
#define ENTENTE_RULES_H

#include <stdint.h>
#include <string.h>

#define FORMAT 9 /* of tables, rows and orders; `adjudicator/compiled.py` says the same number, or the core is not used */

typedef uint64_t Word; /* a part of a bit set */
#define MOST_WORDS 64 /* of a set of carriers or of provinces */
#define WORDS(bits) (((bits) + 63) / 64)

/* ---------------------------------------------------------------- options (see adjudicator/rule_choices.py) */

enum { PARADOX_SZYKMAN, PARADOX_1971, PARADOX_1982, PARADOX_2000, PARADOX_ALL_HOLD };
enum { ADJACENT_1971, ADJACENT_1982, ADJACENT_2000, ADJACENT_FALLBACK, ADJACENT_2025, ADJACENT_DPTG, ADJACENT_FIRST, ADJACENT_OPPOSED };
enum { SITES_HOME, SITES_OWNED, SITES_OWNED_WITH_HOME, SITES_ANY_HOME };
enum { COUNT_NONE, COUNT_FIRST, COUNT_LAST };
enum { DISTANCE_HOME, DISTANCE_COUNTRY, DISTANCE_OWNED };
enum { PLAYING, DUMMY, NEUTRAL };
enum { MOVEMENT, RETREAT, ADJUSTMENT };

typedef struct {
    int every_route_counts; /* 4.A.1 a */
    int paradox;            /* 4.A.2 */
    int adjacent;           /* 4.A.3 */
    int brannan;            /* 4.A.4 */
    int back_to_convoy;     /* 4.A.5 b */
    int never_bounces;      /* 4.A.7 a */
    int any_coast;          /* 4.B.4 ignore */
    int too_many_builds;    /* 4.D.4 */
    int must_build;         /* 4.D.7 b */
    int distance;           /* 4.D.8 */
    int too_many_removals;  /* 4.D.6 */
    int sites;              /* where units are built */
    int victory, year_step, year_limit, has_year_limit, quiet_years; /* quiet_years: 0 for no such end */
} Rules;

/* ---------------------------------------------------------------- tables */

enum { CONVOYS = 1, CONVOYED = 2, CAPTURES = 4, AFLOAT = 8 }; /* flags of a kind of unit */
enum { CENTRE = 1, SITE = 2 };                               /* flags of a province */

typedef struct {
    const int32_t *start, *to, *strength; /* the spots to which a unit at a spot can step, by the text of the place */
    int8_t *dense;                        /* spot * spots + spot: the same strength, -1 where no step leads; NULL on a large board */
    Word *supports;                       /* spot: provinces into which it can give support */
    Word *near;                           /* spot: provinces from which units stay in or step into those, and those */
    Word *onward;                         /* carrier: carriers it can hand a passenger on to */
    Word *aboard, *ashore;                /* province: carriers that can take a passenger there, that can land one there */
    Word *ports;                          /* carrier: provinces where it can land some passenger */
    int mutual;                           /* whether each carrier can hand on to all that can hand on to it */
} Reach;

typedef struct {
    int season, kind, captures, later;
} Step;

typedef struct {
    int provinces, spots, powers, kinds, steps, reaches, carriers;
    int cw, pw; /* words of a set of carriers, of a set of provinces */
    uint64_t reciprocal; /* of the number of spots, so that no unit's number is divided by it; see power_of */
    Rules rules;
    const int32_t *province_of, *kind_of, *carries; /* by spot */
    const int32_t *location_rank;                   /* spot: its place when spots are sorted by location */
    const int32_t *kind_flags;
    const int32_t *stand_start, *stand;             /* kind * provinces + province: the spots there, in the board's sequence */
    const int32_t *province_flags, *home, *territory, *name_rank;
    const int32_t *near_start, *near;               /* neighbours of a province, of any kind */
    const int32_t *role, *victory;                  /* by power */
    const int32_t *reach_of;
    const int32_t *site_list;
    int sites;
    Step *step;
    Reach *reach;
    uint32_t *no_owner;                             /* province: all bits where it is no centre */
    int32_t *centre_list;
    int centres;
    int32_t *carrier_of, *carrier_spot, *carrier_province;
    int32_t *distance;     /* power * provinces + province: steps over provinces to what it counts from (4.D.8 a, b) */
    int32_t *sea_distance; /* power * spots + spot: the same by its own moves (4.D.8 a) */
    Word *standable;       /* kind: provinces where it can stand */
    int32_t *image;        /* what the tables were read from */
    int image_length;
    void **owned;          /* everything else to be freed */
    int owned_count;
} Tables;

/* A position is a row of numbers: some that stand once, then five for each province. */
enum { AT_STEP, AT_YEAR, AT_QUIET, AT_LAST_CAPTURE, AT_ENDING, AT_WINNER, HEAD = 8 };
enum { NO_ENDING, BY_CENTRES, NO_CAPTURES, YEAR_LIMIT };
#define ROW_LENGTH(t) (HEAD + 5 * (t)->provinces)
#define UNITS(t, row) ((row) + HEAD)                         /* unit, or -1 */
#define OWNERS(t, row) ((row) + HEAD + (t)->provinces)       /* power, or -1 */
#define DISLODGED(t, row) ((row) + HEAD + 2 * (t)->provinces) /* unit that must retreat, or -1 */
#define ATTACKERS(t, row) ((row) + HEAD + 3 * (t)->provinces) /* whence its attacker came, times 2, and 1 where that was by convoy */
#define CONTESTED(t, row) ((row) + HEAD + 4 * (t)->provinces) /* 1 where a standoff left it empty */

/* An order is a number: what it does, the spot it goes to (or is about), and the spot of the other unit, each plus one. */
enum { NOTHING_ORDERED, HOLD, MOVE, MOVE_VIA, MOVE_BY_CONVOY, SUPPORT_HOLD, SUPPORT_MOVE, SUPPORT_CONVOYED, CONVOY, RETREAT_TO, DISBAND, BUILD, REMOVE, KINDS_OF_ORDER };
#define ORDER(kind, spot, other) ((int64_t)(kind) | (int64_t)((spot) + 1) << 4 | (int64_t)((other) + 1) << 24)
#define ORDER_KIND(order) ((int)((order) & 15))
#define ORDER_SPOT(order) ((int)((order) >> 4 & 0xFFFFF) - 1)
#define ORDER_OTHER(order) ((int)((order) >> 24 & 0xFFFFF) - 1)
#define OPEN_COAST ((int64_t)1 << 44) /* a support whose coast is left open: the spot says the province alone */
/* An order may say for whom it is: the spot of its unit plus one, above all that. */
#define ORDER_OWN(order) ((int)((order) >> 45 & 0x7FFF) - 1)
#define ORDER_FOR(spot) ((int64_t)((spot) + 1) << 45)
#define MOST_OF_AN_ORDER (((int64_t)1 << 60) - 1)

/* How a row was done: DONE, HARD, or what is wrong with it and where (reason + 32 * province). */
enum { DONE = 0, HARD = -1 };
enum { BAD_HEAD = 1, BAD_UNIT, BAD_OWNER, BAD_DISLODGED, BAD_CONTESTED, NO_UNIT, NO_SUCH_ORDER, NOT_NOW, IMPOSSIBLE, NOT_DUE };
#define BAD(reason, province) ((reason) + 32 * (province))

/* ---------------------------------------------------------------- what one thread works with */

enum { NO, YES, OPEN };

/* The routes through one carrier of a crowded sea; see convoys.c. */
typedef struct {
    const Reach *reach;    /* NULL where nothing is known */
    int carrier;
    Word *sea;             /* those with which it is connected, and itself */
    Word *gates;           /* carrier: those that stand in every way between it and this one, itself included */
    Word *ends;            /* province: those of the sea that can land there */
    Word *ways;            /* province: those that stand in every way there; or, where it lands there itself, from whom the passenger comes to it */
    Word *narrow, *ported; /* see narrows(); provinces where somebody of the sea can land */
} Passages;

/* The seas of a row: sets of its carriers that hand on to one another. */
typedef struct {
    const Reach *reach; /* NULL where they are not known */
    Word *sets;
    int count, room;
    int without, whole; /* whether the seas stay whole without this carrier, which was asked last; -1 for none */
} Seas;

typedef struct {
    const Tables *t;
    const int32_t *row;
    int n;
    int32_t *at;                                   /* province: unit there, -1 for none */
    int32_t *number, *spot, *province, *power;     /* by unit, in the sequence of their numbers */
    int32_t *kind, *target, *target_spot, *other, *open_coast; /* of its order; other: a unit */
    int32_t *facing, *origin, *spares;             /* spares: the support that this convoyed unit does not cut */
    int32_t *lowest, *highest, *supported, *into;  /* supported: the unit that its matched support is for */
    int32_t *first_attacker, *next_attacker;       /* lists by province */
    int32_t *first_supporter, *next_supporter;
    int32_t *moves, *supports, *convoyed;          /* lists of units */
    int move_count, support_count, convoyed_count;
    uint8_t *moved, *given, *path, *is_convoyed, *on_foot, *paradox;
    Word *fleets;                                  /* unit: the carriers ordered to carry it */
    int attacks_from_fleets;
    Word *carriers;                                /* taken by a unit that can convoy */
    Word *served;                                  /* province: carriers with a place in a route there; see convoys.c */
    int32_t *arrived;                              /* province: who moved in */
    int32_t *count_a, *count_b, *queue, *steps;
    Word *sorter;                                  /* a bit for each unit there could be; NULL where those are too many */
    int sorter_words;
    int32_t *dirty;                                /* provinces that stand in some list */
    int dirty_count;
    int32_t *arena;                                /* for the search in cycles.c; made when it is first needed */
    long budget;
    int retreats;                                  /* whether somebody must retreat after the moves */
    int searched;                                  /* whether something did not follow straight from the orders */
    int32_t *armies;                               /* units that can be carried, for legal.c */
    int army_count;
    Word *lands, *shores;                          /* unit: provinces where it can be landed; all of them */
    Word *routes;                                  /* army's place in *armies*: what services() says of it */
    size_t routes_room;
    uint8_t *routes_known;                         /* 0: not yet; 1: all are known; 2: the sea is too crowded to walk along them */
    Passages passages;
    Seas seas;
    int64_t *options;                              /* the legal orders of one unit */
    int option_count, option_room;
    int32_t *report;                               /* what became of the orders, for explaining.c */
    int report_length, report_room;
} Work;

static inline int has_bit(const Word *set, int bit) { return (int)(set[bit >> 6] >> (bit & 63) & 1); }
static inline void set_bit(Word *set, int bit) { set[bit >> 6] |= (Word)1 << (bit & 63); }
static inline void clear_bit(Word *set, int bit) { set[bit >> 6] &= ~((Word)1 << (bit & 63)); }

static inline int lowest_bit(Word word) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(word);
#else
    int bit = 0;
    while (!(word & 1)) { word >>= 1; bit++; }
    return bit;
#endif
}

static inline int bits_in(Word word) {
    int count = 0;
    for (; word; word &= word - 1) count++;
    return count;
}

/* For each *bit* of a set of *words* words. */
#define EACH_BIT(set, words, bit) \
    for (int w_##bit = 0; w_##bit < (words); w_##bit++) \
        for (Word left_##bit = (set)[w_##bit]; left_##bit; left_##bit &= left_##bit - 1) \
            for (int bit = w_##bit * 64 + lowest_bit(left_##bit), once_##bit = 1; once_##bit; once_##bit = 0)

/* The power of a unit by its number. With at most 1024 powers and 16384 spots the product is exact and fits. */
static inline int power_of(const Tables *t, int number) { return (int)((uint64_t)number * t->reciprocal >> 40); }
static inline int spot_of(const Tables *t, int number) { return number - power_of(t, number) * t->spots; }
static inline const Reach *reach_of(const Tables *t, int power) { return &t->reach[t->reach_of[power]]; }
static inline int flags_of(const Tables *t, int spot) { return t->kind_flags[t->kind_of[spot]]; }
/* Where a unit that came from *spot* by convoy stands in *province*, or -1. */
static inline int landing_spot(const Tables *t, int spot, int province) {
    int cell = t->kind_of[spot] * t->provinces + province;
    return t->stand_start[cell] < t->stand_start[cell + 1] ? t->stand[t->stand_start[cell]] : -1;
}

/* tables.c */
Tables *read_tables(const int32_t *image, int length, char *trouble, size_t room);
void free_tables(Tables *t);
Work *new_work(const Tables *t);
void free_work(Work *w);
int check_row(const Tables *t, const int32_t *row);
void place_units(Work *w, const int32_t *row);
uint64_t row_key(const Tables *t, const int32_t *row);

/* convoys.c */
int has_chain(const Tables *t, const Reach *r, int origin, int target, const Word *fleets);
int reached(const Tables *t, const Reach *r, int origin, const Word *fleets, Word *found);
int reached_without(Work *w, const Reach *r, int origin, int carrier, Word *found);
int has_chain_without(Work *w, const Reach *r, int origin, int target, int carrier);
int services(const Tables *t, const Reach *r, int origin, const Word *taking_part, Word *served);
int serves(Work *w, const Reach *r, int origin, int target, const Word *fleets, int carrier);
int find_passages(Work *w, const Reach *r, int carrier);
void passage_targets(const Work *w, int origin, Word *found);

/* movement.c */
int resolve_moves(Work *w, const int64_t *orders);
int decide_move(Work *w, int unit);
int decide_support(Work *w, int unit);
int decide_path(Work *w, int unit);
int is_dislodged(Work *w, int unit);
int prevent_strength(Work *w, int unit, int high);
int head_to_head(const Work *w, int unit, int other);
int attack_strength(const Work *w, int unit, int high);
int hold_strength(const Work *w, int province, int high);
int opposition(Work *w, int unit, int high);
void note_support(Work *w, int unit, int decision);
int can_retreat_from(Work *w, int attacker, int province);
int move_units(Work *w, const int64_t *orders, int32_t *out);

/* cycles.c */
int resolve_cycles(Work *w);

/* phases.c */
int next_row(Work *w, const int32_t *row, const int64_t *orders, int32_t *out);
void count_powers(Work *w, const int32_t *row);
int balance_of(Work *w, const int32_t *row, int power);
int builder_at(Work *w, const int32_t *row, int province);
int can_retreat_to(const Tables *t, const int32_t *row, int origin, int spot);

/* judging.c */
enum { UNOWNED, STANDS, PRESSED, OPEN_CENTRE, WEAK, EVEN, BESIEGED, FACED, TO_BESIEGER, TO_COMER, VIEW_WEIGHTS };
typedef struct {
    int centres, captures;
    const int32_t *owner, *slot, *start, *steps; /* owner by centre; by unit the centre it takes where it stands, and those it could step to */
    const double *weights, *pull;
} View;
int read_view(const Tables *t, const int32_t *numbers, int64_t length, const double *weights, int64_t weight_count, View *view);
void expect_centres(const Tables *t, const View *view, const int32_t *units, int32_t *near, int32_t *standing, double *expected);

/* explaining.c */
int try_moves(Work *w, const int32_t *row, const int64_t *orders, int32_t *spare);
int explain_moves(Work *w, const int32_t *row, const int64_t *orders, int32_t *spare);
/* What became of an order; `adjudicator/adjudicating.py` has them in the same sequence. */
enum {
    HELD, HELD_AGAINST, HELD_IN_VAIN, MOVED, PREVAILED, BOUNCED_OFF_UNIT, BOUNCED_OFF_MOVE, LOST_HEAD_TO_HEAD, OWN_UNIT_IN_THE_WAY,
    OWN_SUPPORT_NOT_COUNTED, SUPPORT_GIVEN, SUPPORT_CUT, SUPPORT_UNMATCHED, CONVOY_UNMATCHED, CARRIED, CARRIED_IN_VAIN, NO_FLEET_ORDERED, CONVOY_BROKEN
};
/* Of each unit: its place among the units, what became of its order, its strength and what stood against it, a province, how it ends (below), its
   strength and its attacker's where it was dislodged, the attacker, how many units follow that did it; and those. */
enum { REPORT_HEAD = 10 };
enum { REMAINS, DRIVEN_OUT, DESTROYED };

/* legal.c */
int prepare_legal(Work *w, const int32_t *row);
int legal_orders(Work *w, const int32_t *row, int province);
int draw_orders(Work *w, const int32_t *row, uint64_t *dice, int64_t *orders);

#endif
