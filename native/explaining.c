/* What became of each order of a movement phase, and why (adjudicator/explanation.py).

   Only of phases in which all followed straight from the orders: circles, paradoxes and whatever else was searched for are Python's to tell. */

#include <stdlib.h>

#include "rules.h"

#define NO_STRENGTH (-1)

#define EACH_ATTACKER(w, place, unit) for (int unit = (w)->first_attacker[place]; unit >= 0; unit = (w)->next_attacker[unit])

/* Make room for so many more numbers in the report. */
static int32_t *room_for(Work *w, int count) {
    int needed = w->report_length + count;
    if (needed > w->report_room) {
        int room = 2 * needed + 1024;
        int32_t *more = realloc(w->report, (size_t)room * sizeof(int32_t));
        if (!more) return NULL;
        w->report = more;
        w->report_room = room;
    }
    return w->report + w->report_length;
}

/* Make room for one unit's report: its head, and as many others as there are. */
static int32_t *next_report(Work *w) { return room_for(w, REPORT_HEAD + w->n + 1); }

typedef struct {
    int what, strength, against, province, count;
    int32_t *by;
} Told;

static void tell_by(Told *told, int unit) { told->by[told->count++] = unit; }

static int is_lost(const Work *w, int unit) { return w->arrived[w->province[unit]] >= 0 && w->moved[unit] != YES; }

static void tell_hold(Work *w, int unit, Told *told) {
    int place = w->province[unit], first = w->first_attacker[place];
    told->province = place;
    told->what = is_lost(w, unit) ? HELD_IN_VAIN : HELD;
    if (told->what == HELD_IN_VAIN || first < 0) return;
    if (w->next_attacker[first] < 0) {
        told->against = attack_strength(w, first, 1);
        told->strength = opposition(w, first, 1);
    } else {
        EACH_ATTACKER(w, place, rival) {
            int prevents = prevent_strength(w, rival, 1);
            if (prevents > told->against) told->against = prevents;
        }
        told->strength = hold_strength(w, place, 1);
    }
    if (told->against == NO_STRENGTH) return;
    told->what = HELD_AGAINST;
    EACH_ATTACKER(w, place, rival) tell_by(told, rival);
}

static void tell_moved(Work *w, int unit, Told *told) {
    int target = w->target[unit], other = w->at[target];
    told->what = MOVED;
    told->strength = attack_strength(w, unit, 1);
    told->against = opposition(w, unit, 1);
    if (told->against == NO_STRENGTH) return;
    told->what = PREVAILED;
    if (other >= 0 && w->moved[other] != YES) tell_by(told, other);
    EACH_ATTACKER(w, target, rival)
        if (rival != unit && prevent_strength(w, rival, 1) > NO_STRENGTH) tell_by(told, rival);
}

static void tell_no_path(Work *w, int unit, Told *told) {
    const Word *fleets = w->fleets + (size_t)unit * w->t->cw;
    told->what = CONVOY_BROKEN;
    told->province = w->province[unit];
    EACH_BIT(fleets, w->t->cw, carrier) {
        int fleet = w->at[w->t->carrier_province[carrier]];
        if (is_lost(w, fleet)) tell_by(told, fleet);
    }
    if (!told->count) told->what = NO_FLEET_ORDERED;
}

/* The first thing that stops a move that could get there; HARD where it is none of these. */
static int tell_stopped(Work *w, int unit, Told *told) {
    int target = w->target[unit], other = w->at[target], rivals = 0, most = NO_STRENGTH;
    EACH_ATTACKER(w, target, rival) rivals++;
    told->strength = attack_strength(w, unit, 1);
    told->against = opposition(w, unit, 1);
    if (other >= 0) {
        int facing = head_to_head(w, unit, other);
        if (facing || w->moved[other] != YES) {
            if (rivals > 1) told->against = facing ? w->highest[other] : hold_strength(w, target, 1);
            if (told->strength <= told->against) {
                told->what = facing ? LOST_HEAD_TO_HEAD : BOUNCED_OFF_UNIT;
                if (told->strength == NO_STRENGTH || w->first_supporter[unit] >= 0) {
                    int full = w->highest[unit];
                    if (w->power[other] == w->power[unit])
                        told->what = OWN_UNIT_IN_THE_WAY, told->strength = full;
                    else if (full > told->against)
                        told->what = OWN_SUPPORT_NOT_COUNTED;
                }
                tell_by(told, other);
                return DONE;
            }
        }
    }
    EACH_ATTACKER(w, target, rival) {
        int prevents = rival == unit ? NO_STRENGTH : prevent_strength(w, rival, 1);
        if (prevents > most) most = prevents;
    }
    told->against = most;
    if (told->strength > most) return HARD;
    told->what = BOUNCED_OFF_MOVE;
    EACH_ATTACKER(w, target, rival)
        if (rival != unit && prevent_strength(w, rival, 1) == most) tell_by(told, rival);
    return DONE;
}

static void tell_support(Work *w, int unit, Told *told) {
    int place = w->province[unit];
    if (w->supported[unit] < 0) {
        told->what = SUPPORT_UNMATCHED;
        told->province = w->province[w->other[unit]];
    } else if (w->given[unit] == YES) {
        told->what = SUPPORT_GIVEN;
        told->province = w->into[unit];
    } else {
        told->what = SUPPORT_CUT;
        told->province = place;
        EACH_ATTACKER(w, place, attacker) {
            if (w->power[attacker] == w->power[unit] || w->spares[attacker] == unit) continue;
            if ((w->origin[attacker] == w->into[unit] ? w->moved[attacker] : w->path[attacker]) == YES) tell_by(told, attacker);
        }
    }
}

static void tell_convoy(Work *w, int unit, Told *told) {
    int army = w->other[unit];
    told->what = is_lost(w, unit) ? CARRIED_IN_VAIN : CARRIED;
    told->province = w->province[unit];
    if (w->target[army] == w->t->province_of[w->target_spot[unit]]) return;
    told->what = CONVOY_UNMATCHED;
    told->province = w->province[army];
}

static int tell(Work *w, int unit, Told *told) {
    int kind = w->kind[unit];
    if (kind == HOLD) {
        tell_hold(w, unit, told);
    } else if (kind <= MOVE_BY_CONVOY) {
        told->province = w->target[unit];
        if (w->moved[unit] == YES)
            tell_moved(w, unit, told);
        else if (w->path[unit] == NO)
            tell_no_path(w, unit, told);
        else
            return tell_stopped(w, unit, told);
    } else if (kind == CONVOY)
        tell_convoy(w, unit, told);
    else
        tell_support(w, unit, told);
    return DONE;
}

/* Sort the units by power and location into *sequence*; by their numbers they are sorted by power already. */
static void put_in_sequence(const Work *w, int32_t *sequence) {
    for (int unit = 0; unit < w->n; unit++) {
        int at = unit, rank = w->t->location_rank[w->spot[unit]];
        for (; at > 0 && w->power[sequence[at - 1]] == w->power[unit] && w->t->location_rank[w->spot[sequence[at - 1]]] > rank; at--)
            sequence[at] = sequence[at - 1];
        sequence[at] = unit;
    }
}

/* Resolve the moves of *row*; *spare* becomes the row afterwards. Returns a status. */
static int carry_out(Work *w, const int32_t *row, const int64_t *orders, int32_t *spare) {
    const Tables *t = w->t;
    int status = check_row(t, row);
    if (status) return status;
    if (t->step[row[AT_STEP]].kind != MOVEMENT) return HARD;
    memcpy(spare, row, ROW_LENGTH(t) * sizeof(int32_t));
    memset(DISLODGED(t, spare), -1, t->provinces * sizeof(int32_t));
    w->retreats = 0;
    place_units(w, row);
    return move_units(w, orders, spare);
}

/* Whether the order of *unit*, if it has one, does what it says (DATC 5.B.1 MOVE, 5.B.2 SUPPORT, 4.E.2 for holds and convoys). */
static int succeeds(const Work *w, int unit, int64_t order) {
    int kind = w->kind[unit], army = w->other[unit];
    if (order == NOTHING_ORDERED) return 0;
    if (kind != HOLD && kind <= MOVE_BY_CONVOY) return w->moved[unit] == YES;
    if (is_lost(w, unit)) return 0;
    if (kind == HOLD) return 1;
    if (kind != CONVOY) return w->supported[unit] >= 0 && w->given[unit] == YES;
    if (w->target[army] != w->t->province_of[w->target_spot[unit]]) return 0;
    return !w->paradox[army] || w->first_attacker[w->province[unit]] < 0;
}

/* Write into the report how many orders of the movement phase *row* succeed and the provinces of their units; then for each dislodged unit its
   province, how many provinces it can retreat to, and those, which may stand twice. Returns a status. */
int try_moves(Work *w, const int32_t *row, const int64_t *orders, int32_t *spare) {
    const Tables *t = w->t;
    int status = carry_out(w, row, orders, spare);
    w->report_length = 0;
    if (status) return status;
    int32_t *report = next_report(w);
    if (!report) return HARD;
    report[0] = 0;
    for (int unit = 0; unit < w->n; unit++)
        if (succeeds(w, unit, orders[w->province[unit]])) report[++report[0]] = w->province[unit];
    w->report_length = report[0] + 1;
    for (int unit = 0; unit < w->n; unit++) {
        if (!is_lost(w, unit)) continue;
        const Reach *r = reach_of(t, w->power[unit]);
        int first = r->start[w->spot[unit]], steps = r->start[w->spot[unit] + 1] - first, attacker = w->arrived[w->province[unit]];
        report = room_for(w, steps + 2);
        if (!report) return HARD;
        report[0] = w->province[unit];
        report[1] = 0;
        for (int i = first; i < first + steps; i++)
            if (can_retreat_from(w, attacker, t->province_of[r->to[i]])) report[2 + report[1]++] = t->province_of[r->to[i]];
        w->report_length += report[1] + 2;
    }
    return DONE;
}

/* Write what became of each order of the movement phase *row* into the report; *spare* is another row. Returns a status. */
int explain_moves(Work *w, const int32_t *row, const int64_t *orders, int32_t *spare) {
    const Tables *t = w->t;
    int status = carry_out(w, row, orders, spare);
    w->report_length = 0;
    if (status) return status;
    if (w->searched || w->attacks_from_fleets) return HARD;
    put_in_sequence(w, w->queue);
    for (int i = 0; i < w->n; i++) {
        int unit = w->queue[i], place = w->province[unit];
        int32_t *report = next_report(w);
        if (!report) return HARD;
        Told told = {0, NO_STRENGTH, NO_STRENGTH, 0, 0, report + REPORT_HEAD};
        status = tell(w, unit, &told);
        if (status) return status;
        memset(report, 0, REPORT_HEAD * sizeof(int32_t));
        report[0] = unit;
        report[1] = told.what;
        report[2] = told.strength;
        report[3] = told.against;
        report[4] = told.province;
        if (is_lost(w, unit)) {
            int attacker = w->arrived[place], facing = w->target[unit] >= 0 && head_to_head(w, attacker, unit);
            report[5] = DISLODGED(t, spare)[place] >= 0 ? DRIVEN_OUT : DESTROYED;
            report[6] = facing ? w->highest[unit] : hold_strength(w, place, 1);
            report[7] = attack_strength(w, attacker, 0);
            report[8] = attacker;
        }
        report[9] = told.count;
        w->report_length += REPORT_HEAD + told.count;
    }
    return DONE;
}
