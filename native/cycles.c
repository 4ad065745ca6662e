/* Decisions that wait for one another (adjudicator/cycles.py): guess and check, with backup rules (Kruijswijk, "The Math of Adjudication").

   A question is what is to be decided (MOVE_OF, SUPPORT_OF, PATH_OF) and of which unit, as one number. Everything here lies in one arena of
   numbers that is used like a stack; a search that needs more of it, or more steps than BUDGET, is HARD. */

#include <stdlib.h>

#include "rules.h"

#define ARENA (1 << 18)
#define BUDGET 200000
#define DEEPEST 60

enum { MOVE_OF, SUPPORT_OF, PATH_OF };

typedef struct {
    Work *w;
    int ids;                          /* questions there could be: 3 * units */
    int count;
    int32_t *questions;               /* those that were open at first */
    int32_t *inputs_start, *inputs;   /* question's place: what it waits for */
    int32_t *awaited_start, *awaited; /* what waits for it */
    int32_t *place;                   /* question: its place in *questions*, or -1 */
    uint8_t *assumed, *queued;
    int32_t *ring;                    /* what is to be answered next */
    int used;                         /* of the arena */
    int depth;
    int failed;
} Search;

typedef struct Goal { /* what is done at each set of answers that satisfies the equations; 1 ends the search */
    int (*reach)(Search *s, struct Goal *goal);
    struct Goal *next;
    const int32_t *questions;
    int count;
    int found;
    int32_t *answers;
} Goal;

static int32_t *take(Search *s, int count) {
    if (s->used + count > ARENA) {
        s->failed = 1;
        return NULL;
    }
    s->used += count;
    return s->w->arena + s->used - count;
}

static uint8_t *answer_at(Work *w, int question) {
    int unit = question / 3;
    switch (question % 3) {
    case MOVE_OF: return w->moved + unit;
    case SUPPORT_OF: return w->given + unit;
    default: return w->path + unit;
    }
}

static int ask(Work *w, int question) {
    int unit = question / 3;
    switch (question % 3) {
    case MOVE_OF: return decide_move(w, unit);
    case SUPPORT_OF: return decide_support(w, unit);
    default: return decide_path(w, unit);
    }
}

static void note(Work *w, int question, int answer) {
    if (question % 3 == SUPPORT_OF)
        note_support(w, question / 3, answer);
    else
        *answer_at(w, question) = (uint8_t)answer;
}

/* ---------------------------------------------------------------- what waits for what */

static void wait_for(Search *s, int question, int what, int unit) {
    int other = unit * 3 + what, start = s->inputs_start[s->place[question]];
    if (other == question || *answer_at(s->w, other) != OPEN || s->place[other] < 0) return;
    for (int i = start; i < s->used; i++)
        if (s->w->arena[i] == other) return;
    int32_t *room = take(s, 1);
    if (room) *room = other;
}

static void wait_for_supporters(Search *s, int question, int unit) {
    for (int each = s->w->first_supporter[unit]; each >= 0; each = s->w->next_supporter[each]) wait_for(s, question, SUPPORT_OF, each);
}

/* The open questions that the answer to *question* can depend on, added to the arena. */
static void find_inputs(Search *s, int question) {
    Work *w = s->w;
    int unit = question / 3;
    if (question % 3 == PATH_OF) {
        EACH_BIT(w->fleets + (size_t)unit * w->t->cw, w->t->cw, carrier) {
            int place = w->t->carrier_province[carrier];
            for (int each = w->first_attacker[place]; each >= 0; each = w->next_attacker[each]) wait_for(s, question, MOVE_OF, each);
        }
    } else if (question % 3 == SUPPORT_OF) {
        for (int each = w->first_attacker[w->province[unit]]; each >= 0; each = w->next_attacker[each])
            if (w->power[each] != w->power[unit] && w->spares[each] != unit)
                wait_for(s, question, w->origin[each] == w->into[unit] ? MOVE_OF : PATH_OF, each);
    } else {
        int target = w->target[unit], other = w->at[target];
        wait_for(s, question, PATH_OF, unit);
        wait_for_supporters(s, question, unit);
        if (other >= 0) {
            wait_for_supporters(s, question, other);
            if (w->target[other] >= 0 && !head_to_head(w, unit, other)) wait_for(s, question, MOVE_OF, other);
        }
        for (int rival = w->first_attacker[target]; rival >= 0; rival = w->next_attacker[rival]) {
            if (rival == unit) continue;
            wait_for(s, question, PATH_OF, rival);
            wait_for_supporters(s, question, rival);
            if (w->t->rules.never_bounces) wait_for(s, question, MOVE_OF, rival);
        }
        if (w->attacks_from_fleets)
            for (int rival = w->first_attacker[w->province[unit]]; rival >= 0; rival = w->next_attacker[rival])
                if (head_to_head(w, unit, rival)) wait_for_supporters(s, question, rival);
    }
}

static int link_questions(Search *s) {
    s->inputs_start = take(s, s->count + 1);
    if (s->failed) return 0;
    for (int i = 0; i < s->count; i++) {
        s->inputs_start[i] = s->used;
        find_inputs(s, s->questions[i]);
        if (s->failed) return 0;
    }
    s->inputs_start[s->count] = s->used;
    s->inputs = s->w->arena;
    int links = s->used - s->inputs_start[0];
    s->awaited_start = take(s, s->count + 2);
    s->awaited = take(s, links);
    if (s->failed) return 0;
    memset(s->awaited_start, 0, (s->count + 2) * sizeof(int32_t));
    for (int i = s->inputs_start[0]; i < s->inputs_start[s->count]; i++) s->awaited_start[s->place[s->inputs[i]] + 2]++;
    for (int i = 2; i < s->count + 2; i++) s->awaited_start[i] += s->awaited_start[i - 1];
    for (int i = 0; i < s->count; i++)
        for (int j = s->inputs_start[i]; j < s->inputs_start[i + 1]; j++) s->awaited[s->awaited_start[s->place[s->inputs[j]] + 1]++] = s->questions[i];
    return 1;
}

static int awaited_count(const Search *s, int question) {
    int place = s->place[question];
    return s->awaited_start[place + 1] - s->awaited_start[place];
}

/* ---------------------------------------------------------------- following one from another */

typedef struct {
    Search *s;
    int head, waiting;
} Queue;

static void enqueue(Queue *queue, int question) {
    Search *s = queue->s;
    if (s->queued[question]) return;
    s->queued[question] = 1;
    s->ring[(queue->head + queue->waiting++) % s->count] = question;
}

static void enqueue_awaited(Queue *queue, int question) {
    const Search *s = queue->s;
    int place = s->place[question];
    for (int i = s->awaited_start[place]; i < s->awaited_start[place + 1]; i++) enqueue(queue, s->awaited[i]);
}

/* Answer what now follows from the equations; 0 when one contradicts something assumed. New answers go on the arena where *is_trail*. */
static int follow(Queue *queue, int is_trail) {
    Search *s = queue->s;
    int consistent = 1;
    while (queue->waiting) {
        int question = s->ring[queue->head % s->count];
        queue->head = (queue->head + 1) % s->count;
        queue->waiting--;
        s->queued[question] = 0;
        int known = *answer_at(s->w, question);
        if (!consistent || s->failed || (known != OPEN && !s->assumed[question])) continue;
        if (--s->w->budget < 0) s->failed = 1;
        int answer = ask(s->w, question);
        if (answer == OPEN) continue;
        if (known != OPEN) {
            consistent = answer == known;
            continue;
        }
        if (is_trail) {
            int32_t *room = take(s, 1);
            if (!room) continue;
            *room = question;
        }
        note(s->w, question, answer);
        enqueue_awaited(queue, question);
    }
    return consistent;
}

/* ---------------------------------------------------------------- cycles */

static int still_open(const Search *s, const int32_t *questions, int count, int32_t *found) {
    int open = 0;
    for (int i = 0; i < count; i++)
        if (*answer_at(s->w, questions[i]) == OPEN) found[open++] = questions[i];
    return open;
}

/* The strongly connected parts of the open *questions*, those that depend on nothing open first (Tarjan).

   Their members lie in the arena one part after the other, with the end of each in *ends*; returns how many parts there are. */
static int find_cycles(Search *s, const int32_t *questions, int count, int32_t **members, int32_t **ends) {
    int found = 0, numbered = 0, filled = 0, path_length = 0, work = 0;
    *members = take(s, count);
    *ends = take(s, count);
    int mark = s->used;
    int32_t *number = take(s, s->ids), *low = take(s, s->ids), *inside = take(s, s->ids);
    int32_t *path = take(s, count), *stack = take(s, count), *next = take(s, count);
    if (s->failed) return 0;
    memset(number, -1, s->ids * sizeof(int32_t));
    memset(inside, 0, s->ids * sizeof(int32_t)); /* 1: inside, 2: on the path */
    for (int i = 0; i < count; i++) inside[questions[i]] = *answer_at(s->w, questions[i]) == OPEN;
    for (int i = 0; i < count; i++) {
        int root = questions[i];
        if (!inside[root] || number[root] >= 0) continue;
        number[root] = low[root] = numbered++;
        path[path_length++] = root;
        inside[root] = 2;
        stack[0] = root;
        next[0] = s->inputs_start[s->place[root]];
        work = 1;
        while (work) {
            int question = stack[work - 1], end = s->inputs_start[s->place[question] + 1];
            int each = -1;
            while (next[work - 1] < end) {
                each = s->inputs[next[work - 1]++];
                if (!inside[each]) {
                    each = -1;
                    continue;
                }
                if (number[each] < 0) break;
                if (inside[each] == 2 && number[each] < low[question]) low[question] = number[each];
                each = -1;
            }
            if (each >= 0) {
                number[each] = low[each] = numbered++;
                path[path_length++] = each;
                inside[each] = 2;
                stack[work] = each;
                next[work++] = s->inputs_start[s->place[each]];
                continue;
            }
            work--;
            if (work && low[question] < low[stack[work - 1]]) low[stack[work - 1]] = low[question];
            if (low[question] == number[question]) {
                int cut = path_length;
                while (path[cut - 1] != question) cut--;
                cut--;
                for (int j = cut; j < path_length; j++) {
                    (*members)[filled++] = path[j];
                    inside[path[j]] = 1;
                }
                path_length = cut;
                (*ends)[found++] = filled;
            }
        }
    }
    s->used = mark;
    return found;
}

static int outcomes(Search *s, const int32_t *questions, int count, Goal *goal);

static int go_on_with_rest(Search *s, Goal *goal) { return outcomes(s, goal->questions, goal->count, goal->next); }

static int note_found(Search *s, Goal *goal) {
    goal->found = 1;
    return goal->next->reach(s, goal->next);
}

/* Reach *goal* at every set of answers to one *cycle* that satisfies the equations. Without a convoy it is circular movement, and has one
   outcome: all move on, if they can. */
static int cycle_outcomes(Search *s, const int32_t *cycle, int count, Goal *goal) {
    Work *w = s->w;
    int pivot = -1, any_path = 0, any_move = 0, stop = 0;
    for (int i = 0; i < count; i++) {
        any_path |= cycle[i] % 3 == PATH_OF;
        any_move |= cycle[i] % 3 == MOVE_OF;
    }
    for (int i = 0; i < count; i++) {
        int what = cycle[i] % 3;
        if (any_path ? what != PATH_OF : any_move && what != MOVE_OF) continue;
        if (pivot < 0 || awaited_count(s, cycle[i]) > awaited_count(s, pivot)) pivot = cycle[i];
    }
    for (int turn = 0; turn < 2 && !stop && !s->failed; turn++) {
        int guess = any_path ? (turn ? YES : NO) : (turn ? NO : YES);
        int mark = s->used;
        Goal noting = {note_found, goal, NULL, 0, 0, NULL};
        Queue queue = {s, 0, 0};
        note(w, pivot, guess);
        s->assumed[pivot] = 1;
        enqueue(&queue, pivot);
        enqueue_awaited(&queue, pivot);
        if (follow(&queue, 1) && !s->failed) {
            int trail_end = s->used;
            stop = outcomes(s, cycle, count, &noting);
            s->used = trail_end;
        }
        s->assumed[pivot] = 0;
        note(w, pivot, OPEN);
        for (int i = mark; i < s->used; i++) note(w, w->arena[i], OPEN);
        s->used = mark;
        if (noting.found && !any_path) break;
    }
    return stop;
}

static int outcomes(Search *s, const int32_t *questions, int count, Goal *goal) {
    int32_t *members, *ends;
    int mark = s->used, stop;
    if (++s->depth > DEEPEST) s->failed = 1;
    int found = s->failed ? 0 : find_cycles(s, questions, count, &members, &ends);
    if (s->failed)
        stop = 1;
    else if (!found)
        stop = goal->reach(s, goal);
    else {
        Goal rest = {go_on_with_rest, goal, questions, count, 0, NULL};
        stop = cycle_outcomes(s, members, ends[0], &rest);
    }
    s->depth--;
    s->used = mark;
    return stop;
}

static int keep_answers(Search *s, Goal *goal) {
    if (goal->found++ == 0)
        for (int i = 0; i < goal->count; i++) goal->answers[i] = *answer_at(s->w, goal->questions[i]);
    return goal->found > 1;
}

/* Answer the questions of a cycle, which depend on nothing else that is open. */
static void settle(Search *s, const int32_t *cycle, int count) {
    Work *w = s->w;
    int32_t *answers = take(s, count);
    if (s->failed) return;
    Goal goal = {keep_answers, NULL, cycle, count, 0, answers};
    outcomes(s, cycle, count, &goal);
    if (s->failed) return;
    for (int i = 0; i < count; i++) {
        int what = cycle[i] % 3;
        if (goal.found == 1)
            note(w, cycle[i], answers[i]);
        else if (what == PATH_OF || (w->t->rules.paradox == PARADOX_ALL_HOLD && what == MOVE_OF)) { /* DATC 4.A.2 */
            note(w, cycle[i], NO);
            w->paradox[cycle[i] / 3] |= what == PATH_OF;
        }
    }
    Queue queue = {s, 0, 0};
    for (int i = 0; i < count; i++) enqueue_awaited(&queue, cycle[i]);
    follow(&queue, 0);
}

static void resolve(Search *s, const int32_t *questions, int count) {
    int32_t *members, *ends;
    int mark = s->used;
    if (++s->depth > DEEPEST) s->failed = 1;
    int found = s->failed ? 0 : find_cycles(s, questions, count, &members, &ends);
    for (int i = 0; i < found && !s->failed; i++) {
        int32_t *cycle = members + (i ? ends[i - 1] : 0);
        int size = ends[i] - (i ? ends[i - 1] : 0), here = s->used;
        int32_t *rest = take(s, size);
        if (s->failed) break;
        int left = still_open(s, cycle, size, rest);
        if (left == size) {
            settle(s, cycle, size);
            left = still_open(s, cycle, size, rest);
        }
        if (left && !s->failed) resolve(s, rest, left);
        s->used = here;
    }
    s->depth--;
    s->used = mark;
}

/* Answer every question that is open. */
int resolve_cycles(Work *w) {
    Search search = {0}, *s = &search;
    if (!w->arena) w->arena = malloc(ARENA * sizeof(int32_t));
    if (!w->arena) return HARD;
    s->w = w;
    s->ids = 3 * w->n;
    w->budget = BUDGET;
    s->questions = take(s, s->ids);
    s->place = take(s, s->ids);
    s->ring = take(s, s->ids);
    int32_t *flags = take(s, s->ids); /* two bytes of each number are used */
    if (s->failed) return HARD;
    s->assumed = (uint8_t *)flags;
    s->queued = s->assumed + s->ids;
    memset(flags, 0, s->ids * sizeof(int32_t));
    memset(s->place, -1, s->ids * sizeof(int32_t));
    for (int i = 0; i < w->convoyed_count; i++)
        if (w->path[w->convoyed[i]] == OPEN) s->questions[s->count++] = w->convoyed[i] * 3 + PATH_OF;
    for (int i = 0; i < w->support_count; i++)
        if (w->given[w->supports[i]] == OPEN) s->questions[s->count++] = w->supports[i] * 3 + SUPPORT_OF;
    for (int i = 0; i < w->move_count; i++)
        if (w->moved[w->moves[i]] == OPEN) s->questions[s->count++] = w->moves[i] * 3 + MOVE_OF;
    for (int i = 0; i < s->count; i++) s->place[s->questions[i]] = i;
    if (!link_questions(s)) return HARD;
    Queue queue = {s, 0, 0};
    for (int i = 0; i < s->count; i++) enqueue(&queue, s->questions[i]);
    follow(&queue, 0);
    int32_t *open = take(s, s->count);
    if (s->failed) return HARD;
    resolve(s, open, still_open(s, s->questions, s->count, open));
    return s->failed ? HARD : DONE;
}
