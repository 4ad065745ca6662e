/* Centres that each power may expect after the moves: a rule of thumb over who stands where and who could come. `app/players/strong/judging.py`
   says the same, with the same sums in the same sequence, so that both find the same numbers to the last bit. */

#include "rules.h"

/* Numbers of a view: how many centres there are, whether they change hands after these moves, then for each centre its owner, for each unit by its
   number the centre that it takes where it stands (-1 for none), where its steps start in the list of steps, and one start more; then the steps,
   each a centre that the unit could step to. */
int read_view(const Tables *t, const int32_t *numbers, int64_t length, const double *weights, int64_t weight_count, View *view) {
    int64_t units = (int64_t)t->powers * t->spots;
    if (length < 2 || numbers[0] < 0 || numbers[0] > t->provinces) return 0;
    view->centres = numbers[0];
    view->captures = numbers[1] != 0;
    int64_t before_steps = 2 + (int64_t)view->centres + units + units + 1;
    if (length < before_steps || weight_count != VIEW_WEIGHTS + units) return 0;
    view->owner = numbers + 2;
    view->slot = view->owner + view->centres;
    view->start = view->slot + units;
    view->steps = view->start + units + 1;
    view->weights = weights;
    view->pull = weights + VIEW_WEIGHTS;
    for (int i = 0; i < view->centres; i++)
        if (view->owner[i] < -1 || view->owner[i] >= t->powers) return 0;
    for (int64_t i = 0; i < units; i++)
        if (view->slot[i] < -1 || view->slot[i] >= view->centres || view->start[i] < 0 || view->start[i] > view->start[i + 1]) return 0;
    if (view->start[units] != length - before_steps) return 0;
    for (int64_t i = 0; i < length - before_steps; i++)
        if (view->steps[i] < 0 || view->steps[i] >= view->centres) return 0;
    return 1;
}

static int strongest(const int32_t *row, int powers) {
    int best = 0;
    for (int power = 1; power < powers; power++)
        if (row[power] > row[best]) best = power;
    return best;
}

/* *near* has room for a number for each centre and power, *standing* for one for each centre. */
void expect_centres(const Tables *t, const View *view, const int32_t *units, int32_t *near, int32_t *standing, double *expected) {
    int powers = t->powers;
    const double *weight = view->weights;
    memset(near, 0, (size_t)view->centres * powers * sizeof *near);
    for (int i = 0; i < view->centres; i++) standing[i] = -1;
    for (int power = 0; power < powers; power++) expected[power] = 0.0;
    for (int province = 0; province < t->provinces; province++) {
        int number = units[province];
        if (number < 0) continue;
        int power = power_of(t, number);
        expected[power] += view->pull[number];
        if (view->slot[number] >= 0) standing[view->slot[number]] = power;
        for (int i = view->start[number]; i < view->start[number + 1]; i++) near[view->steps[i] * powers + power]++;
    }
    for (int slot = 0; slot < view->centres; slot++) {
        int owner = view->owner[slot], there = standing[slot];
        int32_t *row = near + slot * powers;
        if (there >= 0) {
            int own = row[there];
            row[there] = 0;
            int first = strongest(row, powers), most = row[first];
            if (owner == there || view->captures) {
                if (most < 2) {
                    expected[there] += 1.0;
                    continue;
                }
                double lost = most > own + 1 ? weight[BESIEGED] : weight[FACED];
                expected[there] += 1.0 - lost;
                expected[first] += lost * weight[TO_BESIEGER];
            } else {
                double holds = most >= 2 ? weight[PRESSED] : weight[STANDS];
                expected[there] += holds;
                if (owner >= 0) expected[owner] += 1.0 - holds;
            }
            continue;
        }
        if (owner < 0) {
            int total = 0;
            for (int power = 0; power < powers; power++) total += row[power];
            for (int power = 0; power < powers && total; power++)
                if (row[power]) expected[power] += weight[UNOWNED] * row[power] / total;
            continue;
        }
        int own = row[owner];
        row[owner] = 0;
        int first = strongest(row, powers), most = row[first];
        if (!most) {
            expected[owner] += 1.0;
            continue;
        }
        double lost = !own ? weight[OPEN_CENTRE] : most > own ? weight[WEAK] : weight[EVEN];
        expected[owner] += 1.0 - lost;
        expected[first] += lost * weight[TO_COMER];
    }
}
