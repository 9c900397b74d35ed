/* The knights' kernel under two threads, for the sanitizers: against the rules on random positions, against known
   values, with hardly any memory, and stopped half way. */
#include "knights.h"
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 2, SAMPLES = 400, SOME_MEMORY = 1 << 20, HARDLY_ANY_MEMORY = 1 };

typedef struct {
    uint64_t free;
    int mover, other;
} position;

static uint64_t next_random(uint64_t *seed) {
    *seed ^= *seed << 13, *seed ^= *seed >> 7, *seed ^= *seed << 17;
    return *seed;
}

static position random_position(int squares, uint64_t *seed) {
    int mover = (int)(next_random(seed) % (unsigned)squares);
    int other = (int)((unsigned)(mover + 1 + (int)(next_random(seed) % (unsigned)(squares - 1))) % (unsigned)squares);
    uint64_t blocked = next_random(seed) & next_random(seed) & next_random(seed);
    uint64_t board = squares == 64 ? UINT64_MAX : (UINT64_C(1) << squares) - 1;
    return (position){board & ~blocked & ~(UINT64_C(1) << mover) & ~(UINT64_C(1) << other), mover, other};
}

/* ---------------------------------------------------------------- one question, asked by all threads together */

typedef struct {
    knights_search *search;
    position at;
    int limit;
    bool mover_wins; /* what a limit is asked about */
} question;

static void *ask(void *argument) {
    const question *q = argument;
    position at = q->at;
    int answer;
    if (q->limit == KNIGHTS_NO_LIMIT)
        answer = knights_wins(q->search, at.free, at.mover, at.other);
    else if (q->mover_wins)
        answer = knights_wins_within(q->search, at.free, at.mover, at.other, q->limit);
    else
        answer = knights_loses_within(q->search, at.free, at.mover, at.other, q->limit);
    if (answer != KNIGHTS_STOPPED)
        knights_search_stop(q->search);
    /* An answer travels as a pointer; KNIGHTS_STOPPED never does, for some thread has the answer. */
    return answer == 1 ? (void *)q : NULL;
}

static bool ask_together(knights_table *table, position at, int limit, bool mover_wins) {
    question q = {knights_search_new(table), at, limit, mover_wins};
    pthread_t threads[THREADS];
    bool yes = false;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, ask, &q);
    for (int i = 0; i < THREADS; i++) {
        void *answer;
        pthread_join(threads[i], &answer);
        yes |= answer != NULL;
    }
    knights_search_free(q.search);
    return yes;
}

static int plies_by_search(knights_table *table, position at) {
    bool wins = ask_together(table, at, KNIGHTS_NO_LIMIT, false);
    int moves_of_loser = 0;
    while (!ask_together(table, at, moves_of_loser, wins))
        moves_of_loser++;
    return 2 * moves_of_loser + wins;
}

/* ---------------------------------------------------------------- what is tested */

static int plies_by_the_rules(knights_table *table, position at) {
    knights_search *search = knights_search_new(table);
    knights_graph graph;
    assert(knights_enumerate(search, at.free, at.mover, at.other, (size_t)1 << 30, &graph) == 1);
    knights_search_free(search);
    return graph.plies;
}

static void agrees_with_the_rules(int rows, int cols, bool may_capture, bool theorems, size_t bytes) {
    knights_table *table = knights_table_new(rows, cols, may_capture, theorems, bytes);
    uint64_t seed = UINT64_C(88172645463325252);
    for (int sample = 0; sample < SAMPLES; sample++) {
        position at = random_position(rows * cols, &seed);
        assert(plies_by_search(table, at) == plies_by_the_rules(table, at));
    }
    knights_table_free(table);
}

static position start(int squares) {
    uint64_t board = squares == 64 ? UINT64_MAX : (UINT64_C(1) << squares) - 1;
    return (position){board & ~UINT64_C(1) & ~(UINT64_C(1) << (squares - 1)), 0, squares - 1};
}

static void knows(int rows, int cols, bool may_capture, int plies) {
    knights_table *table = knights_table_new(rows, cols, may_capture, true, SOME_MEMORY);
    assert(plies_by_search(table, start(rows * cols)) == plies);
    knights_table_free(table);
}

static void counts_the_positions(int rows, int cols, uint64_t positions) {
    knights_table *table = knights_table_new(rows, cols, false, true, HARDLY_ANY_MEMORY);
    knights_search *search = knights_search_new(table);
    position at = start(rows * cols);
    knights_graph graph;
    assert(knights_enumerate(search, at.free, at.mover, at.other, (size_t)1 << 26, &graph) == 1);
    assert(graph.positions == positions && knights_search_visited(search) == positions);
    assert(knights_enumerate(search, at.free, at.mover, at.other, 1 << 16, &graph) == KNIGHTS_TOO_LARGE);
    knights_search_stop(search);
    assert(knights_enumerate(search, at.free, at.mover, at.other, (size_t)1 << 26, &graph) == KNIGHTS_STOPPED);
    knights_search_free(search);
    knights_table_free(table);
}

static void *ask_for_the_winner(void *argument) {
    const question *q = argument;
    assert(knights_wins(q->search, q->at.free, q->at.mover, q->at.other) == KNIGHTS_STOPPED);
    return NULL;
}

static void stops(void) {
    knights_table *table = knights_table_new(8, 8, false, true, SOME_MEMORY);
    position at = start(64);
    at.other = 56; /* another corner: no theorem tells, and no search is as quick as we stop it */
    at.free = ~UINT64_C(1) & ~(UINT64_C(1) << at.other);
    question q = {knights_search_new(table), at, KNIGHTS_NO_LIMIT, false};
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, ask_for_the_winner, &q);
    while (knights_search_visited(q.search) < 10000)
        ;
    knights_search_stop(q.search);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    knights_search_free(q.search);
    knights_table_free(table);
}

int main(void) {
    for (int may_capture = 0; may_capture <= 1; may_capture++) {
        agrees_with_the_rules(4, 5, may_capture, true, SOME_MEMORY);
        agrees_with_the_rules(4, 4, may_capture, false, SOME_MEMORY);
        agrees_with_the_rules(3, 7, may_capture, true, HARDLY_ANY_MEMORY);
        agrees_with_the_rules(10, 2, may_capture, true, SOME_MEMORY);
    }
    knows(5, 5, false, 19);
    knows(4, 5, false, 14);
    knows(5, 5, true, 14);
    knows(4, 5, true, 13);
    counts_the_positions(5, 5, 477187);
    stops();
    puts("knights: all well");
    return 0;
}
