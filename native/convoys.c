/* Chains of convoying units: whether there is one, and who has a place in one (adjudicator/convoy_routes.py). */

#include "rules.h"

#define MOST_LOOPS 24
#define MOST_STEPS 1000
#define MOST_FLEETS_IN_A_ROW 100 /* a longer walk is left to Python, which has no stack to spare */
#define MOST_WORDS 64

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
    if (++walk->steps > MOST_STEPS || walk->depth > MOST_FLEETS_IN_A_ROW) return 0;
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
            if (!walk_on(walk, w * 64 + lowest_bit(left), narrower, passed)) return 0;
    walk->depth--;
    clear_bit(walk->route, carrier);
    return 1;
}

/* Note in *served*, province by province, which of *taking_part* have a place in a proper route of a passenger from *origin*.

   Returns 0 in a sea too crowded to walk along all routes. *served* is cleared here. */
int services(const Tables *t, const Reach *r, int origin, const Word *taking_part, Word *served) {
    Walk walk = {t, r, served, {0}, 0, 0};
    Word starts[MOST_WORDS], allowed[MOST_WORDS], passed[MOST_WORDS];
    int ways = 0, count = 0;
    EACH_BIT(taking_part, t->cw, carrier) {
        count++;
        for (int i = 0; i < t->cw; i++) ways += bits_in(r->onward[carrier * t->cw + i] & taking_part[i]);
    }
    if (ways / 2 - count + 1 > MOST_LOOPS) return 0;
    memset(served, 0, (size_t)t->provinces * t->cw * sizeof(Word));
    memset(passed, 0, t->pw * sizeof(Word));
    set_bit(passed, origin);
    for (int i = 0; i < t->cw; i++) {
        starts[i] = r->aboard[origin * t->cw + i] & taking_part[i];
        allowed[i] = taking_part[i] & ~starts[i];
    }
    for (int w = 0; w < t->cw; w++)
        for (Word left = starts[w]; left; left &= left - 1)
            if (!walk_on(&walk, w * 64 + lowest_bit(left), allowed, passed)) return 0;
    return 1;
}

/* Whether *carrier*, one of *fleets*, has a place in a proper route from *origin* to *target*: YES, NO, or OPEN in a crowded sea. */
int serves(Work *w, const Reach *r, int origin, int target, const Word *fleets, int carrier) {
    Word taking_part[MOST_WORDS];
    reached(w->t, r, origin, fleets, taking_part);
    if (!has_bit(taking_part, carrier)) return NO;
    if (!services(w->t, r, origin, taking_part, w->served)) return OPEN;
    return has_bit(w->served + target * w->t->cw, carrier) ? YES : NO;
}
