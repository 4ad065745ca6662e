/* Retreats, builds and removals, and what follows a phase (adjudicator/retreat.py, builds.py, adjudicating.py). */

#include "rules.h"

#define FAR_AWAY (1 << 30)

/* ---------------------------------------------------------------- retreats */

/* Whether the unit dislodged from *origin* can retreat to *spot*. */
int can_retreat_to(const Tables *t, const int32_t *row, int origin, int spot) {
    int number = DISLODGED(t, row)[origin], from = spot_of(t, number), whence = ATTACKERS(t, row)[origin], province = t->province_of[spot];
    const Reach *r = reach_of(t, power_of(t, number));
    if (!(t->rules.back_to_convoy && (whence & 1)) && province == whence / 2) return 0;
    if (UNITS(t, row)[province] >= 0 || CONTESTED(t, row)[province]) return 0;
    for (int i = r->start[from]; i < r->start[from + 1]; i++)
        if (r->to[i] == spot) return 1;
    return 0;
}

static int retreat_units(Work *w, const int32_t *row, const int64_t *orders, int32_t *out) {
    const Tables *t = w->t;
    const int32_t *dislodged = DISLODGED(t, row);
    int32_t *units = UNITS(t, out), *claims = w->count_a;
    memset(claims, 0, t->provinces * sizeof(int32_t));
    for (int place = 0; place < t->provinces; place++) {
        int64_t order = orders[place];
        int spot = ORDER_SPOT(order);
        if (order == NOTHING_ORDERED) continue;
        if (dislodged[place] < 0) return BAD(NO_UNIT, place);
        if (order < 0 || order > MOST_OF_AN_ORDER || spot >= t->spots) return BAD(NO_SUCH_ORDER, place);
        if (ORDER_OWN(order) >= 0 && ORDER_OWN(order) != spot_of(t, dislodged[place])) return BAD(NO_UNIT, place);
        if (ORDER_KIND(order) == DISBAND) continue;
        if (ORDER_KIND(order) != RETREAT_TO) return BAD(NOT_NOW, place);
        if (spot < 0 || !can_retreat_to(t, row, place, spot)) return BAD(IMPOSSIBLE, place);
        claims[t->province_of[spot]]++;
    }
    for (int place = 0; place < t->provinces; place++) {
        int64_t order = orders[place];
        if (ORDER_KIND(order) != RETREAT_TO) continue;
        int spot = ORDER_SPOT(order), province = t->province_of[spot];
        if (claims[province] == 1) units[province] = power_of(t, dislodged[place]) * t->spots + spot;
    }
    return DONE;
}

/* ---------------------------------------------------------------- adjustments */

/* Count centres (count_a) and units (count_b) of each power. */
void count_powers(Work *w, const int32_t *row) {
    const Tables *t = w->t;
    int n = 0;
    memset(w->count_a, 0, (t->powers + 1) * sizeof(int32_t));
    memset(w->count_b, 0, t->powers * sizeof(int32_t));
    for (int i = 0; i < t->centres; i++) {
        int owner = OWNERS(t, row)[t->centre_list[i]];
        w->count_a[owner < 0 ? t->powers : owner]++;
    }
    for (int place = 0; place < t->provinces; place++) {
        w->queue[n] = UNITS(t, row)[place];
        n += UNITS(t, row)[place] >= 0;
    }
    for (int i = 0; i < n; i++) w->count_b[power_of(t, w->queue[i])]++;
}

static int owns_home_centre(const Tables *t, const int32_t *row, int power) {
    for (int place = 0; place < t->provinces; place++)
        if (OWNERS(t, row)[place] == power && (t->province_flags[place] & CENTRE) && t->home[place] == power) return 1;
    return 0;
}

/* The power that can build in *province* by the build policy, whatever is due to it; -1 for none. */
int builder_at(Work *w, const int32_t *row, int province) {
    const Tables *t = w->t;
    int flags = t->province_flags[province], owner = OWNERS(t, row)[province];
    if (UNITS(t, row)[province] >= 0) return -1;
    if (!(flags & CENTRE)) return flags & SITE ? t->home[province] : -1;
    if (owner < 0) return -1;
    if (t->home[province] == owner || (flags & SITE)) return owner;
    switch (t->rules.sites) {
    case SITES_OWNED: return owner;
    case SITES_OWNED_WITH_HOME: return owns_home_centre(t, row, owner) ? owner : -1;
    case SITES_ANY_HOME: return t->home[province] != -1 ? owner : -1;
    default: return -1;
    }
}

static int due_to(const Work *w, int power) { return w->t->role[power] == NEUTRAL ? 0 : w->count_a[power] - w->count_b[power]; }

/* Builds that *power* can make, no more than it has sites for; or (negative) the units it must remove. The powers are counted. */
int balance_of(Work *w, const int32_t *row, int power) {
    int due = due_to(w, power), sites = 0;
    if (due <= 0) return due;
    if (w->t->role[power] != PLAYING) return 0;
    for (int i = 0; i < w->t->sites && sites < due; i++) sites += builder_at(w, row, w->t->site_list[i]) == power;
    return sites;
}

/* Which of *given* orders count where no more than *most* may (DATC 4.D.4, 4.D.6): from *first* on, so many. */
static int counted(int choice, int given, int most, int *first) {
    *first = 0;
    if (given <= most) return given;
    if (choice == COUNT_NONE) return 0;
    if (choice == COUNT_LAST) *first = given - most;
    return most;
}

static int build(Work *w, const int32_t *row, const int64_t *orders, int power, int32_t *out) {
    const Tables *t = w->t;
    int entitled = balance_of(w, row, power), given = 0, first, seen = 0, built = 0;
    for (int i = 0; i < t->sites; i++) given += ORDER_KIND(orders[t->site_list[i]]) == BUILD && builder_at(w, row, t->site_list[i]) == power;
    int count = counted(t->rules.too_many_builds, given, entitled, &first);
    for (int i = 0; i < t->sites && built < count; i++) {
        int place = t->site_list[i];
        if (ORDER_KIND(orders[place]) != BUILD || builder_at(w, row, place) != power || seen++ < first) continue;
        UNITS(t, out)[place] = power * t->spots + ORDER_SPOT(orders[place]);
        built++;
    }
    for (int i = 0; i < t->sites && built < entitled && t->rules.must_build; i++) { /* DATC 4.D.7 b */
        int place = t->site_list[i];
        if (UNITS(t, out)[place] >= 0 || builder_at(w, row, place) != power) continue;
        for (int kind = 0; kind < t->kinds; kind++) {
            int cell = kind * t->provinces + place;
            if (t->stand_start[cell] == t->stand_start[cell + 1]) continue;
            UNITS(t, out)[place] = power * t->spots + t->stand[t->stand_start[cell]];
            built++;
            break;
        }
    }
    return DONE;
}

/* Steps from each province to the nearest centre of *power*, over provinces of any kind; -1 where there is no way. */
static const int32_t *steps_to_owned(Work *w, const int32_t *row, int power) {
    const Tables *t = w->t;
    int count = 0;
    memset(w->steps, -1, t->provinces * sizeof(int32_t));
    for (int place = 0; place < t->provinces; place++)
        if (OWNERS(t, row)[place] == power) {
            w->steps[place] = 0;
            w->queue[count++] = place;
        }
    for (int i = 0; i < count; i++)
        for (int j = t->near_start[w->queue[i]]; j < t->near_start[w->queue[i] + 1]; j++)
            if (w->steps[t->near[j]] < 0) {
                w->steps[t->near[j]] = w->steps[w->queue[i]] + 1;
                w->queue[count++] = t->near[j];
            }
    return w->steps;
}

static void remove_units(Work *w, const int32_t *row, const int64_t *orders, int power, int required, int32_t *out) {
    const Tables *t = w->t;
    const int32_t *units = UNITS(t, row);
    int given = 0, first, seen = 0, removed = 0;
    for (int place = 0; place < t->provinces; place++)
        given += ORDER_KIND(orders[place]) == REMOVE && units[place] >= 0 && power_of(t, units[place]) == power;
    int count = counted(t->rules.too_many_removals, given, required, &first);
    for (int place = 0; place < t->provinces && removed < count; place++)
        if (ORDER_KIND(orders[place]) == REMOVE && units[place] >= 0 && power_of(t, units[place]) == power && seen++ >= first) {
            UNITS(t, out)[place] = -1;
            removed++;
        }
    if (removed == required) return;
    const int32_t *steps = t->rules.distance == DISTANCE_OWNED ? steps_to_owned(w, row, power) : t->distance + power * t->provinces;
    for (; removed < required; removed++) { /* civil disorder (DATC 4.D.8): the farthest first, fleets before armies, then by name */
        int worst = -1, worst_distance = 0, worst_kind = 0;
        for (int place = 0; place < t->provinces; place++) {
            int number = UNITS(t, out)[place];
            if (number < 0 || power_of(t, number) != power) continue;
            int afloat = (flags_of(t, spot_of(t, number)) & AFLOAT) != 0, distance = steps[place];
            if (afloat && t->rules.distance == DISTANCE_HOME) distance = t->sea_distance[power * t->spots + spot_of(t, number)];
            if (distance < 0) distance = FAR_AWAY;
            int worse = worst < 0 || distance > worst_distance || (distance == worst_distance && afloat > worst_kind);
            worse |= worst >= 0 && distance == worst_distance && afloat == worst_kind && t->name_rank[place] < t->name_rank[worst];
            if (worse) worst = place, worst_distance = distance, worst_kind = afloat;
        }
        if (worst < 0) return;
        UNITS(t, out)[worst] = -1;
    }
}

static int adjust_units(Work *w, const int32_t *row, const int64_t *orders, int32_t *out) {
    const Tables *t = w->t;
    count_powers(w, row);
    for (int place = 0; place < t->provinces; place++) {
        int64_t order = orders[place];
        int kind = ORDER_KIND(order), spot = ORDER_SPOT(order), unit = UNITS(t, row)[place];
        if (order == NOTHING_ORDERED) continue;
        if (order < 0 || order > MOST_OF_AN_ORDER || kind >= KINDS_OF_ORDER || spot >= t->spots) return BAD(NO_SUCH_ORDER, place);
        if (kind == REMOVE) {
            if (unit < 0 || (ORDER_OWN(order) >= 0 && ORDER_OWN(order) != spot_of(t, unit))) return BAD(NO_UNIT, place);
            if (due_to(w, power_of(t, unit)) >= 0) return BAD(NOT_DUE, place);
        } else if (kind == BUILD) {
            int power = builder_at(w, row, place);
            if (spot < 0 || t->province_of[spot] != place || power < 0) return BAD(IMPOSSIBLE, place);
            if (due_to(w, power) <= 0 || t->role[power] != PLAYING) return BAD(NOT_DUE, place);
        } else
            return BAD(NOT_NOW, place);
    }
    for (int power = 0; power < t->powers; power++) {
        int due = due_to(w, power);
        if (due < 0) remove_units(w, row, orders, power, -due, out);
        if (due > 0 && t->role[power] == PLAYING) build(w, row, orders, power, out);
    }
    return DONE;
}

/* ---------------------------------------------------------------- what follows */

static int next_year(int year, int step) {
    int later = year + step;
    return year < 0 && later >= 0 ? later + 1 : later;
}

static int take_centres(const Tables *t, int32_t *out) {
    int taken = 0;
    for (int i = 0; i < t->centres; i++) {
        int place = t->centre_list[i], unit = UNITS(t, out)[place];
        if (unit < 0 || !(flags_of(t, spot_of(t, unit)) & CAPTURES) || OWNERS(t, out)[place] == power_of(t, unit)) continue;
        OWNERS(t, out)[place] = power_of(t, unit);
        taken = 1;
    }
    return taken;
}

/* The power that has reached its number of centres, where none has as many; -1 for none. */
static int solo(Work *w, const int32_t *out) {
    const Tables *t = w->t;
    int most = -1, leader = -1;
    count_powers(w, out);
    for (int power = 0; power < t->powers; power++) {
        int centres = w->count_a[power], wanted = t->victory[power] > 0 ? t->victory[power] : t->rules.victory;
        if (t->role[power] == NEUTRAL || centres < wanted) continue;
        if (centres == most) leader = -1;
        if (centres > most) most = centres, leader = power;
    }
    return leader;
}

static int anything_to_adjust(Work *w, const int32_t *out) {
    count_powers(w, out);
    for (int power = 0; power < w->t->powers; power++)
        if (due_to(w, power) != 0 && balance_of(w, out, power) != 0) return 1;
    return 0;
}

/* Centres change hands, the calendar moves on, empty phases are passed over, the game may end. */
static int conclude(Work *w, int32_t *out) {
    const Tables *t = w->t;
    int index = out[AT_STEP], year = out[AT_YEAR];
    out[AT_ENDING] = NO_ENDING;
    out[AT_WINNER] = -1;
    for (int round = 0; round < 2 * t->steps; round++) {
        if (t->step[index].captures) {
            if (take_centres(t, out)) {
                if (out[AT_ENDING] != NO_ENDING) return HARD;
                if (t->rules.quiet_years) out[AT_LAST_CAPTURE] = year, out[AT_QUIET] = 0;
            }
            int winner = out[AT_ENDING] == NO_ENDING ? solo(w, out) : -1;
            if (winner >= 0) out[AT_ENDING] = BY_CENTRES, out[AT_WINNER] = winner;
        }
        index++;
        int before = year;
        if (index == t->steps) {
            index = 0;
            if (t->rules.quiet_years && out[AT_LAST_CAPTURE] != year) {
                out[AT_QUIET] = (out[AT_QUIET] < 0 ? 0 : out[AT_QUIET]) + 1;
                if (out[AT_QUIET] >= t->rules.quiet_years && out[AT_ENDING] == NO_ENDING) out[AT_ENDING] = NO_CAPTURES;
            }
            year = next_year(year, t->rules.year_step);
        } else if (t->step[index].later)
            year = next_year(year, t->step[index].later);
        if (year != before && t->rules.has_year_limit && year > t->rules.year_limit && out[AT_ENDING] == NO_ENDING) out[AT_ENDING] = YEAR_LIMIT;
        out[AT_STEP] = index;
        out[AT_YEAR] = year;
        int kind = t->step[index].kind;
        if (year > FAR_AWAY || year < -FAR_AWAY) return HARD; /* before the numbers end */
        if (kind == RETREAT && !w->retreats) continue;
        if (kind != ADJUSTMENT || anything_to_adjust(w, out)) return DONE;
    }
    return HARD;
}

/* Write the position that follows *row* and its *orders* into *out*, which is another row; returns a status. */
int next_row(Work *w, const int32_t *row, const int64_t *orders, int32_t *out) {
    const Tables *t = w->t;
    int status = check_row(t, row), per_province = t->provinces * (int)sizeof(int32_t);
    if (status) return status;
    memcpy(out, row, (HEAD + 2 * t->provinces) * sizeof(int32_t));
    memset(DISLODGED(t, out), -1, per_province);
    memset(ATTACKERS(t, out), 0, 2 * per_province);
    w->retreats = 0;
    switch (t->step[row[AT_STEP]].kind) {
    case MOVEMENT:
        place_units(w, row);
        status = move_units(w, orders, out);
        break;
    case RETREAT: status = retreat_units(w, row, orders, out); break;
    default: status = adjust_units(w, row, orders, out);
    }
    return status ? status : conclude(w, out);
}
