/* Chains of convoying units: whether there is one, and who has a place in one (adjudicator/convoy_routes.py). */

#include <stdlib.h>

#include "rules.h"

#define MOST_LOOPS 24
#define MOST_STEPS 1000
#define MOST_FLEETS_IN_A_ROW 100 /* a longer walk is left to Python, which has no stack to spare */

/* The part of *fleets* to which a passenger in *origin* can be handed on; returns whether it is any. */
int reached(const Tables *t, const Reach *r, int origin, const Word *fleets, Word *found) {
    Word fresh[MOST_WORDS], next[MOST_WORDS];
    int any = 0;
    for (int i = 0; i < t->cw; i++) {
        found[i] = fresh[i] = r->aboard[origin * t->cw + i] & fleets[i];
        any |= found[i] != 0;
    }
    for (int more = any; more;) {
        more = 0;
        memset(next, 0, t->cw * sizeof(Word));
        EACH_BIT(fresh, t->cw, carrier) {
            for (int i = 0; i < t->cw; i++) next[i] |= r->onward[carrier * t->cw + i];
        }
        for (int i = 0; i < t->cw; i++) {
            fresh[i] = next[i] & fleets[i] & ~found[i];
            found[i] |= fresh[i];
            more |= fresh[i] != 0;
        }
    }
    return any;
}

/* Whether some of *fleets* form a chain from *origin* to *target* (DATC 5.B.4). */
int has_chain(const Tables *t, const Reach *r, int origin, int target, const Word *fleets) {
    Word found[MOST_WORDS];
    const Word *aboard = r->aboard + origin * t->cw, *ashore = r->ashore + target * t->cw;
    int starts = 0, lands = 0;
    for (int i = 0; i < t->cw; i++) {
        starts |= (aboard[i] & fleets[i]) != 0;
        lands |= (ashore[i] & fleets[i]) != 0;
    }
    if (!starts || !lands) return 0;
    reached(t, r, origin, fleets, found);
    for (int i = 0; i < t->cw; i++)
        if (found[i] & ashore[i]) return 1;
    return 0;
}

/* ---------------------------------------------------------------- all carriers of a row */

static int meet(const Word *one, const Word *other, int words) {
    Word both = 0;
    for (int i = 0; i < words; i++) both |= one[i] & other[i];
    return both != 0;
}

/* *starts*, and those of *allowed* to which the passenger can be handed on from them, over others of *allowed*; less *without*, if that is any. Ends
   when all of *wanted* are found, where some are. */
static void hand_on(const Tables *t, const Reach *r, const Word *starts, const Word *allowed, int without, const Word *wanted, Word *seen) {
    Word fresh[MOST_WORDS], next[MOST_WORDS];
    memcpy(seen, starts, t->cw * sizeof(Word));
    memcpy(fresh, starts, t->cw * sizeof(Word));
    for (Word more = 1; more;) {
        more = 0;
        memset(next, 0, t->cw * sizeof(Word));
        EACH_BIT(fresh, t->cw, carrier) {
            for (int i = 0; i < t->cw; i++) next[i] |= r->onward[carrier * t->cw + i];
        }
        if (without >= 0) clear_bit(next, without);
        for (int i = 0; i < t->cw; i++) {
            fresh[i] = next[i] & allowed[i] & ~seen[i];
            seen[i] |= fresh[i];
            more |= fresh[i];
        }
        if (!wanted) continue;
        Word missing = 0;
        for (int i = 0; i < t->cw; i++) missing |= wanted[i] & ~seen[i];
        if (!missing) return;
    }
}

/* Find the seas of the row; 0 where carriers hand on in one direction only, or memory is out. */
static int find_seas(Work *w, const Reach *r) {
    const Tables *t = w->t;
    Seas *seas = &w->seas;
    Word left[MOST_WORDS], any = 0;
    if (seas->reach == r) return 1;
    if (!r->mutual) return 0;
    memcpy(left, w->carriers, t->cw * sizeof(Word));
    seas->count = 0;
    seas->without = -1;
    for (int i = 0; i < t->cw; i++) any |= left[i];
    for (; any; seas->count++) {
        if (seas->count == seas->room) {
            int room = 2 * seas->room + 4;
            Word *more = realloc(seas->sets, (size_t)room * t->cw * sizeof(Word));
            if (!more) return 0;
            seas->sets = more;
            seas->room = room;
        }
        Word first[MOST_WORDS] = {0}, *sea = seas->sets + (size_t)seas->count * t->cw;
        int word = 0;
        while (!left[word]) word++;
        first[word] = left[word] & (~left[word] + 1);
        hand_on(t, r, first, w->carriers, -1, NULL, sea);
        any = 0;
        for (int i = 0; i < t->cw; i++) any |= left[i] &= ~sea[i];
    }
    seas->reach = r;
    return 1;
}

/* Whether the others of a sea that hand on to *carrier* do so to one another without it as well, be it over others. */
static int holds_together(const Tables *t, const Reach *r, const Word *sea, int carrier) {
    Word beside[MOST_WORDS], first[MOST_WORDS] = {0}, seen[MOST_WORDS], apart = 0;
    int any = -1;
    for (int i = 0; i < t->cw; i++) {
        beside[i] = r->onward[carrier * t->cw + i] & sea[i];
        if (any < 0 && beside[i]) set_bit(first, any = i * 64 + lowest_bit(beside[i]));
    }
    if (any < 0) return 1;
    hand_on(t, r, first, sea, carrier, beside, seen);
    for (int i = 0; i < t->cw; i++) apart |= beside[i] & ~seen[i];
    return !apart;
}

/* The same for a sea of the row. */
static int stays_whole(Work *w, const Reach *r, const Word *sea, int carrier) {
    if (w->seas.without != carrier) {
        w->seas.whole = holds_together(w->t, r, sea, carrier);
        w->seas.without = carrier;
    }
    return w->seas.whole;
}

/* The carriers of the row to which a passenger in *origin* can be handed on without *carrier*, if that is any; returns whether there are some. */
int reached_without(Work *w, const Reach *r, int origin, int carrier, Word *found) {
    const Tables *t = w->t;
    Word starts[MOST_WORDS];
    int any = 0, known = find_seas(w, r);
    for (int i = 0; i < t->cw; i++) starts[i] = r->aboard[origin * t->cw + i] & w->carriers[i];
    if (carrier >= 0) clear_bit(starts, carrier);
    memset(found, 0, t->cw * sizeof(Word));
    for (int i = 0; known && i < w->seas.count; i++) {
        const Word *sea = w->seas.sets + (size_t)i * t->cw;
        if (!meet(starts, sea, t->cw)) continue;
        known = carrier < 0 || !has_bit(sea, carrier) || stays_whole(w, r, sea, carrier);
        for (int j = 0; j < t->cw; j++) found[j] |= sea[j];
        any = 1;
    }
    if (carrier >= 0) clear_bit(found, carrier);
    if (known) return any;
    if (carrier >= 0) clear_bit(w->carriers, carrier);
    any = reached(t, r, origin, w->carriers, found);
    if (carrier >= 0) set_bit(w->carriers, carrier);
    return any;
}

/* Whether carriers of the row form a chain from *origin* to *target* without *carrier*, if that is any. */
int has_chain_without(Work *w, const Reach *r, int origin, int target, int carrier) {
    Word found[MOST_WORDS];
    return reached_without(w, r, origin, carrier, found) && meet(found, r->ashore + target * w->t->cw, w->t->cw);
}

/* ---------------------------------------------------------------- routes */

typedef struct {
    const Tables *t;
    const Reach *r;
    Word *served; /* province: the carriers with a place in a proper route to it */
    Word route[MOST_WORDS];
    int steps, depth;
} Walk;

/* Go on from *carrier*; in a proper route none of those that an earlier one could have handed on to comes later. */
static int walk_on(Walk *walk, int carrier, const Word *allowed, const Word *passed_by) {
    const Tables *t = walk->t;
    Word narrower[MOST_WORDS], passed[MOST_WORDS];
    const Word *ports = walk->r->ports + carrier * t->pw, *onward = walk->r->onward + carrier * t->cw;
    int done;
    if (++walk->steps > MOST_STEPS) return NO;
    if (walk->depth > MOST_FLEETS_IN_A_ROW) return OPEN;
    set_bit(walk->route, carrier);
    for (int w = 0; w < t->pw; w++) {
        Word fresh = ports[w] & ~passed_by[w];
        passed[w] = passed_by[w] | ports[w];
        for (; fresh; fresh &= fresh - 1) {
            Word *served = walk->served + (w * 64 + lowest_bit(fresh)) * t->cw;
            for (int i = 0; i < t->cw; i++) served[i] |= walk->route[i];
        }
    }
    for (int i = 0; i < t->cw; i++) narrower[i] = allowed[i] & ~onward[i];
    walk->depth++;
    for (int w = 0; w < t->cw; w++)
        for (Word left = onward[w] & allowed[w]; left; left &= left - 1)
            if ((done = walk_on(walk, w * 64 + lowest_bit(left), narrower, passed)) != YES) return done;
    walk->depth--;
    clear_bit(walk->route, carrier);
    return YES;
}

/* Note in *served*, province by province, which of *taking_part* have a place in a proper route of a passenger from *origin*.

   Returns YES; NO in a sea too crowded to walk along all routes, OPEN where Python must tell. *served* is cleared here. */
int services(const Tables *t, const Reach *r, int origin, const Word *taking_part, Word *served) {
    Walk walk = {t, r, served, {0}, 0, 0};
    Word starts[MOST_WORDS], allowed[MOST_WORDS], passed[MOST_WORDS];
    int ways = 0, count = 0, done;
    EACH_BIT(taking_part, t->cw, carrier) {
        count++;
        for (int i = 0; i < t->cw; i++) ways += bits_in(r->onward[carrier * t->cw + i] & taking_part[i]);
    }
    if (ways / 2 - count + 1 > MOST_LOOPS) return NO;
    memset(served, 0, (size_t)t->provinces * t->cw * sizeof(Word));
    memset(passed, 0, t->pw * sizeof(Word));
    set_bit(passed, origin);
    for (int i = 0; i < t->cw; i++) {
        starts[i] = r->aboard[origin * t->cw + i] & taking_part[i];
        allowed[i] = taking_part[i] & ~starts[i];
    }
    for (int w = 0; w < t->cw; w++)
        for (Word left = starts[w]; left; left &= left - 1)
            if ((done = walk_on(&walk, w * 64 + lowest_bit(left), allowed, passed)) != YES) return done;
    return YES;
}

/* Whether *carrier*, one of *fleets*, has a place in a proper route from *origin* to *target*: YES, NO, or OPEN in a crowded sea. */
int serves(Work *w, const Reach *r, int origin, int target, const Word *fleets, int carrier) {
    Word taking_part[MOST_WORDS];
    reached(w->t, r, origin, fleets, taking_part);
    if (!has_bit(taking_part, carrier)) return NO;
    if (services(w->t, r, origin, taking_part, w->served) != YES) return OPEN;
    return has_bit(w->served + target * w->t->cw, carrier) ? YES : NO;
}

/* ---------------------------------------------------------------- a crowded sea */

/* The carriers of the sea without which some others cannot hand on to one another as before. */
static void narrows(const Tables *t, const Reach *r, const Word *sea, Word *narrow) {
    memset(narrow, 0, t->cw * sizeof(Word));
    EACH_BIT(sea, t->cw, carrier)
        if (!holds_together(t, r, sea, carrier)) set_bit(narrow, carrier);
}

/* The carriers that stand in every way between this one and all of *ends*; all there are where no way leads to any. */
static void all_stand_in(const Tables *t, const Passages *p, const Word *ends, Word *found) {
    memset(found, 0xFF, t->cw * sizeof(Word));
    EACH_BIT(ends, t->cw, end) {
        if (end == p->carrier || !has_bit(p->sea, end)) continue;
        for (int i = 0; i < t->cw; i++) found[i] &= p->gates[end * t->cw + i];
    }
}

/* Find the routes through *carrier* in a sea too crowded to walk along them all, as the class Passages in Python does; returns a status. */
int find_passages(Work *w, const Reach *r, int carrier) {
    const Tables *t = w->t;
    Passages *p = &w->passages;
    Word own[MOST_WORDS] = {0}, sea[MOST_WORDS], seen[MOST_WORDS];
    if (!r->mutual) return HARD;
    if (!p->sea) {
        Word *room = calloc((size_t)t->cw * (2 + t->carriers + 2 * t->provinces) + t->pw, sizeof(Word));
        if (!room) return HARD;
        p->sea = room;
        p->narrow = room + t->cw;
        p->gates = p->narrow + t->cw;
        p->ends = p->gates + (size_t)t->cw * t->carriers;
        p->ways = p->ends + (size_t)t->cw * t->provinces;
        p->ported = p->ways + (size_t)t->cw * t->provinces;
    }
    set_bit(own, carrier);
    hand_on(t, r, own, w->carriers, -1, NULL, sea);
    if (p->reach != r || memcmp(sea, p->sea, t->cw * sizeof(Word))) {
        memcpy(p->sea, sea, t->cw * sizeof(Word));
        narrows(t, r, sea, p->narrow);
        memset(p->ported, 0, t->pw * sizeof(Word));
        EACH_BIT(sea, t->cw, each) {
            for (int i = 0; i < t->pw; i++) p->ported[i] |= r->ports[each * t->pw + i];
        }
        EACH_BIT(p->ported, t->pw, target) {
            for (int i = 0; i < t->cw; i++) p->ends[target * t->cw + i] = r->ashore[target * t->cw + i] & sea[i];
        }
    }
    p->reach = r;
    p->carrier = carrier;
    EACH_BIT(sea, t->cw, each) {
        memset(p->gates + each * t->cw, 0, t->cw * sizeof(Word));
        set_bit(p->gates + each * t->cw, each);
    }
    EACH_BIT(p->narrow, t->cw, gate) {
        if (gate == carrier) continue;
        hand_on(t, r, own, sea, gate, NULL, seen);
        for (int i = 0; i < t->cw; i++) seen[i] = sea[i] & ~seen[i];
        EACH_BIT(seen, t->cw, each) set_bit(p->gates + each * t->cw, gate);
    }
    EACH_BIT(p->ported, t->pw, target) {
        Word *ways = p->ways + target * t->cw, allowed[MOST_WORDS];
        const Word *ends = p->ends + target * t->cw;
        if (!has_bit(ends, carrier)) {
            all_stand_in(t, p, ends, ways);
            continue;
        }
        for (int i = 0; i < t->cw; i++) allowed[i] = sea[i] & ~ends[i];
        hand_on(t, r, own, allowed, -1, NULL, ways);
        for (int i = 0; i < t->cw; i++) ways[i] &= ~ends[i];
    }
    return DONE;
}

/* Note in *found* the provinces to which the carrier has a place in a route for a passenger from *origin*. */
void passage_targets(const Work *w, int origin, Word *found) {
    const Tables *t = w->t;
    const Passages *p = &w->passages;
    Word starts[MOST_WORDS], whence[MOST_WORDS], allowed[MOST_WORDS];
    memset(found, 0, t->pw * sizeof(Word));
    for (int i = 0; i < t->cw; i++) {
        starts[i] = p->reach->aboard[origin * t->cw + i] & p->sea[i];
        allowed[i] = p->sea[i] & ~starts[i];
    }
    if (has_bit(starts, p->carrier)) { /* it takes the passenger aboard: any shortest way on is proper */
        Word own[MOST_WORDS] = {0};
        set_bit(own, p->carrier);
        hand_on(t, p->reach, own, allowed, -1, NULL, whence);
        EACH_BIT(whence, t->cw, each) {
            for (int i = 0; i < t->pw; i++) found[i] |= p->reach->ports[each * t->pw + i];
        }
        clear_bit(found, origin);
        return;
    }
    all_stand_in(t, p, starts, whence);
    EACH_BIT(p->ported, t->pw, target) {
        const Word *ends = p->ends + target * t->cw, *ways = p->ways + target * t->cw;
        if (has_bit(ends, p->carrier)) { /* it lands the passenger: any shortest way to it is proper */
            if (meet(starts, ways, t->cw)) set_bit(found, target);
        } else if (meet(starts, ends, t->cw)) { /* who takes aboard and lands carries alone, and has no place in a longer route */
            Word here[MOST_WORDS], on[MOST_WORDS];
            for (int i = 0; i < t->cw; i++) {
                here[i] = starts[i] & ~ends[i];
                on[i] = ends[i] & ~starts[i];
            }
            all_stand_in(t, p, here, allowed);
            all_stand_in(t, p, on, here);
            if (!meet(allowed, here, t->cw)) set_bit(found, target);
        } else if (!meet(whence, ways, t->cw)) /* a way here and a way on that share nobody (Menger) */
            set_bit(found, target);
    }
    clear_bit(found, origin);
}
