/* A movement phase: orders are read and matched, then decided by the equations of DATC 5.B (adjudicator/movement.py, decisions.py). */

#include "rules.h"

#define UNIT 2 /* the strength of a unit, or of a support, in halves */
#define NO_STRENGTH (-1)
#define BY_CONVOY (-2) /* the province that a convoyed unit faces: none */

#define EACH_ATTACKER(w, place, unit) for (int unit = (w)->first_attacker[place]; unit >= 0; unit = (w)->next_attacker[unit])
#define EACH_SUPPORTER(w, of, unit) for (int unit = (w)->first_supporter[of]; unit >= 0; unit = (w)->next_supporter[unit])

/* ---------------------------------------------------------------- orders */

static int step_strength(const Tables *t, const Reach *r, int spot, int target) {
    if (r->dense) return r->dense[spot * t->spots + target];
    for (int i = r->start[spot]; i < r->start[spot + 1]; i++)
        if (r->to[i] == target) return r->strength[i];
    return NO_STRENGTH;
}

static int steps_into(const Tables *t, const Reach *r, int spot, int province) {
    for (int i = r->start[spot]; i < r->start[spot + 1]; i++)
        if (t->province_of[r->to[i]] == province) return 1;
    return 0;
}

static int could_be_carried(const Tables *t, int spot, int target) {
    return t->kind_of[spot] == t->kind_of[target] && (flags_of(t, spot) & CONVOYED) && t->province_of[spot] != t->province_of[target];
}

/* Take the order of *unit* in; what is wrong with it, or DONE. */
static int read_order(Work *w, int unit, int64_t order) {
    const Tables *t = w->t;
    int spot = w->spot[unit], place = w->province[unit], kind = ORDER_KIND(order), to = ORDER_SPOT(order), other = ORDER_OTHER(order);
    const Reach *r = reach_of(t, w->power[unit]);
    w->kind[unit] = HOLD;
    w->target[unit] = -1;
    w->lowest[unit] = w->highest[unit] = UNIT;
    if (order == NOTHING_ORDERED) return DONE;
    if (order < 0 || order > MOST_OF_AN_ORDER || kind >= KINDS_OF_ORDER || to >= t->spots || other >= t->spots) return BAD(NO_SUCH_ORDER, place);
    if (kind > CONVOY) return BAD(NOT_NOW, place);
    if (ORDER_OWN(order) >= 0 && ORDER_OWN(order) != spot) return BAD(NO_UNIT, place);
    if (kind != HOLD && kind != SUPPORT_HOLD && to < 0) return BAD(NO_SUCH_ORDER, place);
    if (kind >= SUPPORT_HOLD && other < 0) return BAD(NO_SUCH_ORDER, place);
    if ((order & OPEN_COAST) && kind != SUPPORT_MOVE) return BAD(NO_SUCH_ORDER, place);
    if (kind <= MOVE_BY_CONVOY && kind != HOLD) { /* what it is called is settled by the edges that are open now */
        int strength = step_strength(t, r, spot, to);
        if (strength < 0 || kind == MOVE_VIA) {
            if (!could_be_carried(t, spot, to) || !has_chain_without(w, r, place, t->province_of[to], -1)) return BAD(IMPOSSIBLE, place);
            kind = strength < 0 ? MOVE_BY_CONVOY : MOVE_VIA;
        } else {
            kind = MOVE;
            w->lowest[unit] = w->highest[unit] = strength;
        }
    } else if (kind >= SUPPORT_HOLD) {
        int there = w->at[t->province_of[other]];
        if (there < 0 || w->spot[there] != other) return BAD(NO_UNIT, place);
        if (there == unit) return BAD(IMPOSSIBLE, place);
        const Reach *others = reach_of(t, w->power[there]);
        const Word *into = r->supports + spot * t->pw;
        if (kind == SUPPORT_HOLD && !has_bit(into, t->province_of[other])) return BAD(IMPOSSIBLE, place);
        if ((kind == SUPPORT_MOVE || kind == SUPPORT_CONVOYED) && !has_bit(into, t->province_of[to])) return BAD(IMPOSSIBLE, place);
        if (kind == SUPPORT_MOVE || kind == SUPPORT_CONVOYED) {
            int goes = order & OPEN_COAST ? steps_into(t, others, other, t->province_of[to]) : step_strength(t, others, other, to) >= 0;
            if (!goes && could_be_carried(t, other, to)) /* the supporter cannot carry at the same time */
                goes = has_chain_without(w, others, t->province_of[other], t->province_of[to], t->carrier_of[spot]);
            if (!goes) return BAD(IMPOSSIBLE, place);
        } else if (kind == CONVOY) {
            if (t->carrier_of[spot] < 0 || !could_be_carried(t, other, to)) return BAD(IMPOSSIBLE, place);
        }
        w->other[unit] = there;
    }
    w->kind[unit] = kind;
    if (to >= 0 && kind != HOLD && kind != SUPPORT_HOLD) {
        w->target_spot[unit] = to;
        w->open_coast[unit] = w->t->rules.any_coast || (order & OPEN_COAST) != 0;
        if (kind <= MOVE_BY_CONVOY) w->target[unit] = t->province_of[to];
    }
    return DONE;
}

/* ---------------------------------------------------------------- setting up */

/* Whether an army that could walk goes by convoy (DATC 4.A.3). */
static int prefers_convoy(Work *w, int army, int own) {
    const Tables *t = w->t;
    const Reach *r = reach_of(t, w->power[army]);
    int asked = w->kind[army] == MOVE_VIA, target = w->target[army], there = w->at[target];
    int opposed = there >= 0 && w->target[there] == w->province[army];
    const Word *fleets = w->fleets + (size_t)army * t->cw;
#define CHAIN has_chain(t, r, w->province[army], target, fleets)
    switch (t->rules.adjacent) {
    case ADJACENT_2025: return asked || own;
    case ADJACENT_2000:
    case ADJACENT_FALLBACK: return asked || (own && CHAIN);
    case ADJACENT_DPTG: return asked;
    case ADJACENT_1982: return asked || (CHAIN && (own || (opposed && w->power[there] == w->power[army])));
    case ADJACENT_FIRST: return CHAIN;
    default: return opposed && CHAIN;
    }
#undef CHAIN
}

/* Match convoys with the moves they are for, and settle which armies go by convoy. */
static int match_convoys(Work *w) {
    const Tables *t = w->t;
    int32_t *carried = w->queue, *own = w->count_a; /* armies that may go by convoy, in the sequence in which Python meets them */
    int count = 0;
    for (int unit = 0; unit < w->n; unit++)
        if (w->kind[unit] == MOVE_VIA || w->kind[unit] == MOVE_BY_CONVOY) {
            carried[count++] = unit;
            memset(w->fleets + (size_t)unit * t->cw, 0, t->cw * sizeof(Word));
            own[unit] = 0;
        }
    for (int unit = 0; unit < w->n; unit++) {
        if (w->kind[unit] != CONVOY) continue;
        int army = w->other[unit], known = 0;
        if (w->target[army] != t->province_of[w->target_spot[unit]]) continue;
        int fits = serves(w, reach_of(t, w->power[army]), w->province[army], w->target[army], w->carriers, t->carrier_of[w->spot[unit]]);
        if (fits == OPEN) return HARD;
        if (fits == NO) return BAD(IMPOSSIBLE, w->province[unit]);
        for (int i = 0; i < count && !known; i++) known = carried[i] == army;
        if (!known) {
            carried[count++] = army;
            memset(w->fleets + (size_t)army * t->cw, 0, t->cw * sizeof(Word));
            own[army] = 0;
        }
        set_bit(w->fleets + (size_t)army * t->cw, t->carrier_of[w->spot[unit]]);
        own[army] |= w->power[unit] == w->power[army];
    }
    for (int i = 0; i < count; i++) {
        int army = carried[i];
        if (w->kind[army] == MOVE_BY_CONVOY || (!w->on_foot[army] && prefers_convoy(w, army, own[army]))) {
            w->facing[army] = BY_CONVOY;
            w->lowest[army] = w->highest[army] = UNIT;
            w->is_convoyed[army] = 1;
            w->convoyed[w->convoyed_count++] = army;
            w->path[army] = OPEN;
        } else if (w->kind[army] == MOVE_VIA) {
            int strength = step_strength(t, reach_of(t, w->power[army]), w->spot[army], w->target_spot[army]);
            w->lowest[army] = w->highest[army] = strength;
        }
    }
    return DONE;
}

/* Match supports with what is ordered. One that nobody attacks is given. */
static void match_supports(Work *w) {
    for (int unit = w->n - 1; unit >= 0; unit--) {
        int kind = w->kind[unit], other = w->other[unit];
        if (kind < SUPPORT_HOLD || kind > SUPPORT_CONVOYED) continue;
        int matches, into = kind == SUPPORT_HOLD ? w->province[other] : w->t->province_of[w->target_spot[unit]];
        if (kind == SUPPORT_HOLD)
            matches = w->target[other] < 0;
        else
            matches = w->target[other] == into && (w->open_coast[unit] || w->target_spot[unit] == w->target_spot[other]);
        w->into[unit] = into;
        if (!matches) continue;
        w->next_supporter[unit] = w->first_supporter[other];
        w->first_supporter[other] = unit;
        w->supported[unit] = other;
        w->highest[other] += UNIT;
        if (w->first_attacker[w->province[unit]] >= 0)
            w->supports[w->support_count++] = unit;
        else {
            w->given[unit] = YES;
            w->lowest[other] += UNIT;
        }
    }
    for (int i = 0, j = w->support_count - 1; i < j; i++, j--) { /* ascending, as the moves are */
        int32_t unit = w->supports[i];
        w->supports[i] = w->supports[j];
        w->supports[j] = unit;
    }
}

/* Whether a convoyed *army* does not cut the support of *supporter* by a rulebook's answer to paradoxes (DATC 4.A.2). */
static int spares_support(Work *w, int army, int supporter, const Word *carried) {
    const Tables *t = w->t;
    int is_fleet = (flags_of(t, w->spot[supporter]) & CONVOYS) != 0, into = w->into[supporter];
    Word *fleets = w->fleets + (size_t)army * t->cw;
    if (t->rules.paradox == PARADOX_1982) {
        if (!is_fleet) return 0;
        EACH_BIT(carried, t->cw, carrier)
            if (t->carrier_province[carrier] == into) return 1;
        return 0;
    }
    if (w->kind[supporter] == SUPPORT_HOLD) return 0;
    int attacked = w->at[into];
    if (attacked < 0) return 0;
    int carrier = t->carrier_of[w->spot[attacked]];
    if (carrier < 0 || !has_bit(fleets, carrier)) return 0;
    if (t->rules.paradox == PARADOX_1971) return is_fleet;
    clear_bit(fleets, carrier);
    int goes_on = has_chain(t, reach_of(t, w->power[army]), w->province[army], w->target[army], fleets);
    set_bit(fleets, carrier);
    return !goes_on;
}

/* Brannan's rule (DATC 4.A.4) and the rulebooks' answers to paradoxes. */
static void apply_convoy_rules(Work *w) {
    const Tables *t = w->t;
    int paradox = t->rules.paradox;
    if (t->rules.brannan) {
        w->attacks_from_fleets = 1;
        for (int i = 0; i < w->convoyed_count; i++) {
            int army = w->convoyed[i], last = -1, count = 0;
            const Word *ashore = reach_of(t, w->power[army])->ashore + w->target[army] * t->cw, *fleets = w->fleets + (size_t)army * t->cw;
            EACH_BIT(fleets, t->cw, carrier)
                if (has_bit(ashore, carrier)) { last = t->carrier_province[carrier]; count++; }
            w->origin[army] = count == 1 ? last : -1;
            if (count == 1) w->facing[army] = last;
        }
    }
    if (paradox == PARADOX_1971 || paradox == PARADOX_1982 || paradox == PARADOX_2000) {
        Word *carried = w->served;
        memset(carried, 0, t->cw * sizeof(Word));
        for (int i = 0; i < w->convoyed_count; i++)
            for (int j = 0; j < t->cw; j++) carried[j] |= w->fleets[(size_t)w->convoyed[i] * t->cw + j];
        for (int i = 0; i < w->convoyed_count; i++) {
            int army = w->convoyed[i], supporter = w->at[w->target[army]];
            int supports = supporter >= 0 && w->kind[supporter] >= SUPPORT_HOLD && w->kind[supporter] <= SUPPORT_CONVOYED;
            if (supports && spares_support(w, army, supporter, carried)) w->spares[army] = supporter;
        }
    }
}

static int set_up(Work *w) {
    int convoys = 0;
    w->support_count = w->convoyed_count = w->move_count = w->attacks_from_fleets = 0;
    for (int i = 0; i < w->dirty_count; i++) w->first_attacker[w->dirty[i]] = -1;
    w->dirty_count = 0;
    memcpy(w->facing, w->province, w->n * sizeof(int32_t));
    memcpy(w->origin, w->province, w->n * sizeof(int32_t));
    memset(w->first_supporter, -1, w->n * sizeof(int32_t));
    memset(w->spares, -1, w->n * sizeof(int32_t));
    memset(w->supported, -1, w->n * sizeof(int32_t));
    memset(w->moved, NO, w->n);
    memset(w->given, OPEN, w->n);
    memset(w->path, YES, w->n);
    memset(w->is_convoyed, 0, w->n);
    for (int unit = w->n - 1; unit >= 0; unit--) {
        int kind = w->kind[unit], target = w->target[unit];
        convoys |= kind == CONVOY || kind == MOVE_VIA || kind == MOVE_BY_CONVOY;
        if (target < 0) continue;
        w->moved[unit] = OPEN;
        w->next_attacker[unit] = w->first_attacker[target];
        w->first_attacker[target] = unit;
        w->dirty[w->dirty_count++] = target;
    }
    for (int unit = 0; unit < w->n; unit++)
        if (w->target[unit] >= 0) w->moves[w->move_count++] = unit;
    if (convoys) {
        int trouble = match_convoys(w);
        if (trouble) return trouble;
    }
    match_supports(w);
    if (w->convoyed_count) apply_convoy_rules(w);
    return DONE;
}

/* ---------------------------------------------------------------- strengths */

static int support_of(const Work *w, int power, int unit, int high) {
    int found = 0;
    EACH_SUPPORTER(w, unit, each)
        if (w->power[each] == power && (w->given[each] == YES || (high && w->given[each] == OPEN))) found += UNIT;
    return found;
}

int head_to_head(const Work *w, int unit, int other) {
    return w->target[other] == w->facing[unit] && w->target[unit] == w->facing[other];
}

/* ATTACK STRENGTH (DATC 5.B.8), the highest or the lowest that it can still be. */
int attack_strength(const Work *w, int unit, int high) {
    int path = w->path[unit], strength = (high ? w->highest : w->lowest)[unit], other = w->at[w->target[unit]];
    if (path == NO || (path == OPEN && !high)) return NO_STRENGTH;
    if (other < 0) return strength;
    if (w->target[other] >= 0 && !head_to_head(w, unit, other)) {
        int left = w->moved[other];
        if (left == YES || (high && left == OPEN)) return strength;
    }
    if (w->power[other] == w->power[unit]) return NO_STRENGTH;
    return strength - support_of(w, w->power[other], unit, high);
}

/* HOLD STRENGTH (DATC 5.B.5). */
int hold_strength(const Work *w, int province, int high) {
    int unit = w->at[province];
    if (unit < 0) return NO_STRENGTH;
    if (w->target[unit] < 0) return (high ? w->highest : w->lowest)[unit];
    int left = w->moved[unit];
    return left == YES || (left == OPEN && !high) ? NO_STRENGTH : UNIT;
}

/* PREVENT STRENGTH (DATC 5.B.6). */
int prevent_strength(Work *w, int unit, int high) {
    int path = w->path[unit], other = w->at[w->target[unit]];
    if (path == NO || (path == OPEN && !high)) return NO_STRENGTH;
    if (other >= 0 && w->target[other] == w->province[unit]) {
        int beaten = w->moved[other];
        if (head_to_head(w, unit, other)) {
            if (beaten == YES || (beaten == OPEN && !high)) return NO_STRENGTH;
        } else if (w->t->rules.never_bounces) {
            int moved = w->moved[unit], stayed = moved == OPEN ? OPEN : moved == NO;
            if (stayed != NO && beaten != NO && (!high || (stayed == YES && beaten == YES))) return NO_STRENGTH;
        }
    }
    return (high ? w->highest : w->lowest)[unit];
}

int opposition(Work *w, int unit, int high) {
    int target = w->target[unit], other = w->at[target];
    const int32_t *strength = high ? w->highest : w->lowest;
    int most = other >= 0 && head_to_head(w, unit, other) ? strength[other] : hold_strength(w, target, high);
    EACH_ATTACKER(w, target, rival) {
        if (rival == unit) continue;
        int prevents = prevent_strength(w, rival, high);
        if (prevents > most) most = prevents;
    }
    if (w->attacks_from_fleets)
        EACH_ATTACKER(w, w->province[unit], rival)
            if (rival != other && head_to_head(w, unit, rival) && strength[rival] > most) most = strength[rival];
    return most;
}

/* ---------------------------------------------------------------- decisions */

int decide_move(Work *w, int unit) {
    if (attack_strength(w, unit, 0) > opposition(w, unit, 1)) return YES;
    if (attack_strength(w, unit, 1) <= opposition(w, unit, 0)) return NO;
    return OPEN;
}

int decide_support(Work *w, int unit) {
    int decision = YES;
    EACH_ATTACKER(w, w->province[unit], attacker) {
        if (w->power[attacker] == w->power[unit] || w->spares[attacker] == unit) continue;
        int cut = w->origin[attacker] == w->into[unit] ? w->moved[attacker] : w->path[attacker];
        if (cut == YES) return NO;
        if (cut == OPEN) decision = OPEN;
    }
    return decision;
}

/* Whether somebody moves in on *unit*, which does not move itself. */
int is_dislodged(Work *w, int unit) {
    int decision = NO;
    EACH_ATTACKER(w, w->province[unit], attacker) {
        if (w->moved[attacker] == YES) return YES;
        if (w->moved[attacker] == OPEN) decision = OPEN;
    }
    return decision;
}

/* PATH (DATC 5.B.4): OPEN too where a sea is too crowded to tell (only where every route counts); resolve_moves looks for that first. */
int decide_path(Work *w, int unit) {
    const Tables *t = w->t;
    const Reach *r = reach_of(t, w->power[unit]);
    const Word *fleets = w->fleets + (size_t)unit * t->cw;
    int origin = w->province[unit], target = w->target[unit], all_safe = 1, any_lost = 0;
    Word safe[MOST_WORDS] = {0}, not_lost[MOST_WORDS];
    memcpy(not_lost, fleets, t->cw * sizeof(Word));
    EACH_BIT(fleets, t->cw, carrier) {
        int state = is_dislodged(w, w->at[t->carrier_province[carrier]]);
        if (state == YES) clear_bit(not_lost, carrier);
        if (state == NO) set_bit(safe, carrier);
        if (t->rules.every_route_counts && state != NO && serves(w, r, origin, target, fleets, carrier) == YES) {
            all_safe = 0;
            any_lost |= state == YES;
        }
    }
    if (t->rules.every_route_counts) {
        if (any_lost || !has_chain(t, r, origin, target, fleets)) return NO;
        return all_safe ? YES : OPEN;
    }
    if (has_chain(t, r, origin, target, safe)) return YES;
    return has_chain(t, r, origin, target, not_lost) ? OPEN : NO;
}

/* Note whether the support of *unit* is given, and count it in the strength of the unit that it is for. */
void note_support(Work *w, int unit, int decision) {
    int before = w->given[unit], supported = w->supported[unit];
    w->given[unit] = (uint8_t)decision;
    if (supported < 0) return;
    w->lowest[supported] += UNIT * ((decision == YES) - (before == YES));
    w->highest[supported] -= UNIT * ((decision == NO) - (before == NO));
}

/* Decide a move after that of the unit it follows, and so on to the foremost. */
static void decide_chain(Work *w, int unit) {
    int count = 0;
    for (int each = unit; each >= 0 && w->moved[each] == OPEN; each = w->at[w->target[each]]) {
        w->queue[count++] = each;
        w->moved[each] = 3; /* seen: so that a circle ends */
    }
    for (int i = 0; i < count; i++) w->moved[w->queue[i]] = OPEN;
    while (count) {
        int each = w->queue[--count];
        w->moved[each] = (uint8_t)decide_move(w, each);
    }
}

static int decide_all(Work *w) {
    int open = 0;
    for (int i = 0; i < w->convoyed_count; i++) {
        int army = w->convoyed[i];
        if (w->t->rules.every_route_counts) {
            const Word *fleets = w->fleets + (size_t)army * w->t->cw;
            EACH_BIT(fleets, w->t->cw, carrier)
                if (serves(w, reach_of(w->t, w->power[army]), w->province[army], w->target[army], fleets, carrier) == OPEN) return HARD;
        }
        w->path[army] = (uint8_t)decide_path(w, army);
    }
    for (int i = 0; i < w->support_count; i++) note_support(w, w->supports[i], decide_support(w, w->supports[i]));
    for (int i = 0; i < w->support_count; i++) {
        int unit = w->supports[i];
        if (w->given[unit] != OPEN) continue;
        /* Where only being dislodged cuts it, the attack from there often waits for nothing but supports that are decided. */
        EACH_ATTACKER(w, w->province[unit], attacker)
            if (w->moved[attacker] == OPEN) w->moved[attacker] = (uint8_t)decide_move(w, attacker);
        note_support(w, unit, decide_support(w, unit));
        open |= w->given[unit] == OPEN;
    }
    for (int i = 0; i < w->move_count; i++)
        if (w->moved[w->moves[i]] == OPEN) decide_chain(w, w->moves[i]);
    for (int i = 0; i < w->move_count && !open; i++) open = w->moved[w->moves[i]] == OPEN;
    for (int i = 0; i < w->convoyed_count && !open; i++) open = w->path[w->convoyed[i]] == OPEN;
    w->searched |= open;
    return open ? resolve_cycles(w) : DONE;
}

/* Decide the moves of the row that *w* has in hand. */
int resolve_moves(Work *w, const int64_t *orders) {
    const Tables *t = w->t;
    int astray = 0;
    for (int province = 0; province < t->provinces; province++) astray |= (orders[province] != NOTHING_ORDERED) & (w->at[province] < 0);
    for (int province = 0; astray && province < t->provinces; province++)
        if (orders[province] != NOTHING_ORDERED && w->at[province] < 0) return BAD(NO_UNIT, province);
    for (int unit = 0; unit < w->n; unit++) {
        int trouble = read_order(w, unit, orders[w->province[unit]]);
        if (trouble) return trouble;
        w->on_foot[unit] = w->paradox[unit] = 0;
    }
    w->searched = 0;
    int trouble = set_up(w);
    if (!trouble) trouble = decide_all(w);
    if (t->rules.adjacent != ADJACENT_1971 && t->rules.adjacent != ADJACENT_FALLBACK) return trouble;
    while (!trouble) { /* An army walks when its convoy to a neighbour is broken (DATC 4.A.3). */
        int stranded = 0;
        for (int i = 0; i < w->convoyed_count; i++) {
            int army = w->convoyed[i];
            if (w->path[army] == NO && w->kind[army] != MOVE_BY_CONVOY) w->on_foot[army] = 1, stranded = 1;
        }
        if (!stranded) break;
        for (int unit = 0; unit < w->n; unit++) {
            int strength = w->kind[unit] == MOVE ? step_strength(t, reach_of(t, w->power[unit]), w->spot[unit], w->target_spot[unit]) : UNIT;
            w->lowest[unit] = w->highest[unit] = strength;
        }
        trouble = set_up(w);
        if (!trouble) trouble = decide_all(w);
    }
    return trouble;
}

/* ---------------------------------------------------------------- carrying out */

static int stands_afterwards(const Work *w, int province) {
    int unit = w->at[province];
    return w->arrived[province] >= 0 || (unit >= 0 && w->moved[unit] != YES);
}

static int is_contested(Work *w, int province) {
    if (w->first_attacker[province] < 0 || stands_afterwards(w, province)) return 0;
    EACH_ATTACKER(w, province, rival)
        if (prevent_strength(w, rival, 1) > NO_STRENGTH) return 1;
    return 0;
}

/* Whether a unit that *attacker* dislodged can go to *province*, if it reaches it. */
int can_retreat_from(Work *w, int attacker, int province) {
    int allowed_back = w->is_convoyed[attacker] && w->t->rules.back_to_convoy;
    return (allowed_back || province != w->province[attacker]) && !stands_afterwards(w, province) && !is_contested(w, province);
}

static int can_get_away(Work *w, int unit, int attacker) {
    const Tables *t = w->t;
    const Reach *r = reach_of(t, w->power[unit]);
    for (int i = r->start[w->spot[unit]]; i < r->start[w->spot[unit] + 1]; i++)
        if (can_retreat_from(w, attacker, t->province_of[r->to[i]])) return 1;
    return 0;
}

/* Decide a movement phase and write where everybody stands into *out*; returns a status. */
int move_units(Work *w, const int64_t *orders, int32_t *out) {
    const Tables *t = w->t;
    int32_t *units = UNITS(t, out), *dislodged = DISLODGED(t, out), *attackers = ATTACKERS(t, out), *contested = CONTESTED(t, out);
    int status = resolve_moves(w, orders), step = out[AT_STEP];
    if (status) return status;
    int follow = t->step[(step + 1) % t->steps].kind == RETREAT;
    memset(w->arrived, -1, t->provinces * sizeof(int32_t));
    for (int i = 0; i < w->move_count; i++)
        if (w->moved[w->moves[i]] == YES) w->arrived[w->target[w->moves[i]]] = w->moves[i];
    for (int i = 0; i < w->n; i++) {
        int place = w->province[i], attacker = w->arrived[place];
        if (w->moved[i] == YES) {
            if (attacker < 0) units[place] = -1;
            continue;
        }
        if (attacker < 0) continue;
        if (follow && can_get_away(w, i, attacker)) { /* else it is destroyed */
            dislodged[place] = w->number[i];
            attackers[place] = w->province[attacker] * 2 + w->is_convoyed[attacker];
            w->retreats = 1;
        }
    }
    for (int i = 0; i < w->move_count; i++) {
        int unit = w->moves[i];
        if (w->moved[unit] == YES) units[w->target[unit]] = w->power[unit] * t->spots + w->target_spot[unit];
    }
    if (w->retreats)
        for (int i = 0; i < w->dirty_count; i++)
            if (is_contested(w, w->dirty[i])) contested[w->dirty[i]] = 1;
    return DONE;
}
