/* The legal orders of a position, in the sequence of adjudicator/legal.py, and orders drawn from them by lot. */

#include <stdlib.h>

#include "rules.h"

#define MOST_ROUTES ((size_t)1 << 23) /* words kept for the routes of all armies of a position: 64 MB */

static int add(Work *w, int64_t order) {
    if (w->option_count == w->option_room) {
        int room = w->option_room ? 2 * w->option_room : 256;
        int64_t *more = realloc(w->options, room * sizeof(int64_t));
        if (!more) return 0;
        w->options = more;
        w->option_room = room;
    }
    w->options[w->option_count++] = order;
    return 1;
}

static int steps_to(const Reach *r, int spot, int target) {
    for (int i = r->start[spot]; i < r->start[spot + 1]; i++)
        if (r->to[i] == target) return 1;
    return 0;
}

/* The provinces where some fleets can land somebody. Those of one sea are asked about for army after army. */
typedef struct {
    const Reach *reach; /* NULL where nothing was asked yet */
    Word fleets[MOST_WORDS], ports[MOST_WORDS];
} Landed;

/* Note in *found* the provinces to which *fleets* can carry a passenger from *origin*; returns whether there is any. */
static int landings(const Tables *t, const Reach *r, int origin, const Word *fleets, Landed *last, Word *found) {
    Word any = 0;
    if (last->reach != r || memcmp(last->fleets, fleets, t->cw * sizeof(Word))) {
        last->reach = r;
        memcpy(last->fleets, fleets, t->cw * sizeof(Word));
        memset(last->ports, 0, t->pw * sizeof(Word));
        EACH_BIT(fleets, t->cw, carrier) {
            for (int i = 0; i < t->pw; i++) last->ports[i] |= r->ports[carrier * t->pw + i];
        }
    }
    memcpy(found, last->ports, t->pw * sizeof(Word));
    clear_bit(found, origin);
    for (int i = 0; i < t->pw; i++) any |= found[i];
    return any != 0;
}

/* Find who can be carried where in the *row*, for legal_orders; returns a status. */
int prepare_legal(Work *w, const int32_t *row) {
    const Tables *t = w->t;
    int status = check_row(t, row), any = 0;
    Landed last;
    if (status) return status;
    w->army_count = 0;
    last.reach = NULL;
    if (t->step[row[AT_STEP]].kind == ADJUSTMENT) count_powers(w, row);
    if (t->step[row[AT_STEP]].kind != MOVEMENT) return DONE;
    place_units(w, row);
    memset(w->shores, 0, t->pw * sizeof(Word));
    for (int i = 0; i < t->cw; i++) any |= w->carriers[i] != 0;
    for (int unit = 0; unit < w->n && any; unit++) {
        const Reach *r = reach_of(t, w->power[unit]);
        Word *lands = w->lands + (size_t)unit * t->pw, *fleets = w->fleets + (size_t)unit * t->cw, some = 0;
        if (!(flags_of(t, w->spot[unit]) & CONVOYED) || !reached_without(w, r, w->province[unit], -1, fleets)) continue;
        if (!landings(t, r, w->province[unit], fleets, &last, lands)) continue;
        for (int i = 0; i < t->pw; i++) some |= lands[i] &= w->t->standable[t->kind_of[w->spot[unit]] * t->pw + i];
        if (!some) continue;
        for (int i = 0; i < t->pw; i++) w->shores[i] |= lands[i];
        w->armies[w->army_count++] = unit;
    }
    size_t room = (size_t)w->army_count * t->provinces * t->cw;
    if (room > MOST_ROUTES) return HARD;
    if (room > w->routes_room) {
        Word *more = realloc(w->routes, room * sizeof(Word));
        if (!more) return HARD;
        w->routes = more;
        w->routes_room = room;
    }
    memset(w->routes_known, 0, w->army_count);
    return DONE;
}

/* Supports for moves that can only go by convoy; the supporter cannot carry at the same time (DATC 6.D.31). */
static int supports_of_convoyed(Work *w, int unit) {
    const Tables *t = w->t;
    const Word *supports = reach_of(t, w->power[unit])->supports + w->spot[unit] * t->pw;
    int own = t->carrier_of[w->spot[unit]];
    Word into = 0, *wanted = w->served, *fleets = w->served + t->pw;
    Landed last;
    last.reach = NULL;
    for (int i = 0; i < t->pw; i++) into |= supports[i] & w->shores[i];
    for (int i = 0; i < w->army_count && into; i++) {
        int army = w->armies[i], spot = w->spot[army];
        const Reach *r = reach_of(t, w->power[army]);
        if (army == unit) continue;
        if (own >= 0 && has_bit(w->fleets + (size_t)army * t->cw, own)) {
            reached_without(w, r, w->province[army], own, fleets);
            landings(t, r, w->province[army], fleets, &last, wanted);
            for (int j = 0; j < t->pw; j++) wanted[j] &= w->lands[(size_t)army * t->pw + j];
        } else
            memcpy(wanted, w->lands + (size_t)army * t->pw, t->pw * sizeof(Word));
        for (int j = 0; j < t->pw; j++) wanted[j] &= supports[j];
        for (int j = r->start[spot]; j < r->start[spot + 1]; j++) clear_bit(wanted, t->province_of[r->to[j]]);
        EACH_BIT(wanted, t->pw, target)
            if (!add(w, ORDER(SUPPORT_CONVOYED, landing_spot(t, spot, target), spot))) return HARD;
    }
    return DONE;
}

/* The convoys in which the unit has a place. */
static int convoys(Work *w, int unit) {
    const Tables *t = w->t;
    int own = t->carrier_of[w->spot[unit]];
    w->passages.carrier = -1; /* the units may be others than when it was found */
    for (int i = 0; i < w->army_count; i++) {
        int army = w->armies[i], spot = w->spot[army];
        Word *routes = w->routes + (size_t)i * t->provinces * t->cw;
        const Word *fleets = w->fleets + (size_t)army * t->cw;
        const Reach *r = reach_of(t, w->power[army]);
        if (!has_bit(fleets, own)) continue;
        if (!w->routes_known[i]) {
            int done = services(t, r, w->province[army], fleets, routes);
            if (done == OPEN) return HARD;
            w->routes_known[i] = done == YES ? 1 : 2;
        }
        if (w->routes_known[i] == 2) {
            if ((w->passages.carrier != own || w->passages.reach != r) && find_passages(w, r, own)) return HARD;
            passage_targets(w, w->province[army], w->served);
            EACH_BIT(w->lands + (size_t)army * t->pw, t->pw, target)
                if (has_bit(w->served, target) && !add(w, ORDER(CONVOY, landing_spot(t, spot, target), spot))) return HARD;
            continue;
        }
        EACH_BIT(w->lands + (size_t)army * t->pw, t->pw, target)
            if (has_bit(routes + (size_t)target * t->cw, own) && !add(w, ORDER(CONVOY, landing_spot(t, spot, target), spot))) return HARD;
    }
    return DONE;
}

static int movement_orders(Work *w, int unit) {
    const Tables *t = w->t;
    const Reach *r = reach_of(t, w->power[unit]);
    int spot = w->spot[unit], fits = add(w, ORDER(HOLD, -1, -1));
    const Word *supports = r->supports + spot * t->pw, *near = r->near + spot * t->pw;
    for (int i = r->start[spot]; i < r->start[spot + 1]; i++) fits &= add(w, ORDER(MOVE, r->to[i], -1));
    for (int i = 0; i < w->army_count; i++)
        if (w->armies[i] == unit)
            EACH_BIT(w->lands + (size_t)unit * t->pw, t->pw, target) {
                int goal = landing_spot(t, spot, target);
                fits &= add(w, ORDER(steps_to(r, spot, goal) ? MOVE_VIA : MOVE_BY_CONVOY, goal, -1));
            }
    for (int other = 0; other < w->n; other++) {
        int place = w->province[other], others_spot = w->spot[other];
        if (other == unit || !has_bit(near, place)) continue;
        const Reach *others = reach_of(t, w->power[other]);
        if (has_bit(supports, place)) fits &= add(w, ORDER(SUPPORT_HOLD, -1, others_spot));
        for (int i = others->start[others_spot]; i < others->start[others_spot + 1]; i++)
            if (has_bit(supports, t->province_of[others->to[i]])) fits &= add(w, ORDER(SUPPORT_MOVE, others->to[i], others_spot));
    }
    if (!fits) return HARD;
    if (!w->army_count) return DONE;
    int status = supports_of_convoyed(w, unit);
    return status || t->carrier_of[spot] < 0 ? status : convoys(w, unit);
}

static int retreat_orders(Work *w, const int32_t *row, int province) {
    const Tables *t = w->t;
    int unit = DISLODGED(t, row)[province], from = spot_of(t, unit), start = w->option_count;
    const Reach *r = reach_of(t, power_of(t, unit));
    for (int i = r->start[from]; i < r->start[from + 1]; i++) {
        if (!can_retreat_to(t, row, province, r->to[i])) continue;
        if (!add(w, ORDER(RETREAT_TO, r->to[i], -1))) return HARD;
        for (int j = w->option_count - 1; j > start && w->options[j - 1] > w->options[j]; j--) { /* by the number of the spot */
            int64_t order = w->options[j];
            w->options[j] = w->options[j - 1];
            w->options[j - 1] = order;
        }
    }
    return add(w, ORDER(DISBAND, -1, -1)) ? DONE : HARD;
}

/* Put the legal orders of what stands in *province* into w->options, none where nothing is to be ordered; returns a status. */
int legal_orders(Work *w, const int32_t *row, int province) {
    const Tables *t = w->t;
    int unit = UNITS(t, row)[province], fits = 1;
    w->option_count = 0;
    switch (t->step[row[AT_STEP]].kind) {
    case MOVEMENT: return unit < 0 ? DONE : movement_orders(w, w->at[province]);
    case RETREAT: return DISLODGED(t, row)[province] < 0 ? DONE : retreat_orders(w, row, province);
    default:
        if (unit >= 0) return balance_of(w, row, power_of(t, unit)) >= 0 || add(w, ORDER(REMOVE, -1, -1)) ? DONE : HARD;
        int power = builder_at(w, row, province);
        if (power < 0 || balance_of(w, row, power) <= 0) return DONE;
        for (int kind = 0; kind < t->kinds; kind++) {
            int cell = kind * t->provinces + province;
            for (int i = t->stand_start[cell]; i < t->stand_start[cell + 1]; i++) fits &= add(w, ORDER(BUILD, t->stand[i], -1));
        }
        if (!t->rules.must_build) fits &= add(w, NOTHING_ORDERED);
        return fits ? DONE : HARD;
    }
}

/* ---------------------------------------------------------------- by lot */

static uint64_t throw_dice(uint64_t *dice) { /* splitmix64 */
    uint64_t word = *dice += 0x9E3779B97F4A7C15u;
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9u;
    word = (word ^ word >> 27) * 0x94D049BB133111EBu;
    return word ^ word >> 31;
}

static int below(uint64_t *dice, int count) { return (int)((throw_dice(dice) >> 32) * (uint64_t)count >> 32); }

/* Draw for each unit one of its legal orders; builds and removals as many as are due, at places drawn by lot. Returns a status. */
int draw_orders(Work *w, const int32_t *row, uint64_t *dice, int64_t *orders) {
    const Tables *t = w->t;
    int status = prepare_legal(w, row);
    memset(orders, 0, t->provinces * sizeof(int64_t));
    if (status) return status;
    if (t->step[row[AT_STEP]].kind != ADJUSTMENT) {
        for (int place = 0; place < t->provinces; place++) {
            status = legal_orders(w, row, place);
            if (status) return status;
            if (w->option_count) orders[place] = w->options[below(dice, w->option_count)];
        }
        return DONE;
    }
    for (int power = 0; power < t->powers; power++) {
        int due = balance_of(w, row, power), count = 0, wanted = due < 0 ? -due : due;
        if (!due) continue;
        for (int place = 0; place < t->provinces; place++) {
            int unit = UNITS(t, row)[place];
            if (due < 0 ? unit >= 0 && power_of(t, unit) == power : builder_at(w, row, place) == power) w->queue[count++] = place;
        }
        for (; wanted && count; wanted--) {
            int drawn = below(dice, count), place = w->queue[drawn];
            w->queue[drawn] = w->queue[--count];
            status = legal_orders(w, row, place);
            if (status) return status;
            int choices = w->option_count - (due > 0 && !t->rules.must_build);
            if (choices > 0) orders[place] = w->options[below(dice, choices)];
        }
    }
    return DONE;
}
