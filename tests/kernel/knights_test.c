/* The knights' kernel under two threads, for the sanitizers: against the rules on random positions, against
   known values, with hardly any memory, and stopped half way. */
#include "knights.h"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
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
    uint64_t size = (uint64_t)squares;
    int mover = (int)(next_random(seed) % size);
    int other = (int)(((uint64_t)mover + 1 + next_random(seed) % (size - 1)) % size);
    uint64_t blocked = next_random(seed) & next_random(seed) & next_random(seed);
    uint64_t board = squares == 64 ? UINT64_MAX : (UINT64_C(1) << squares) - 1;
    return (position){board & ~blocked & ~(UINT64_C(1) << mover) & ~(UINT64_C(1) << other), mover, other};
}

typedef struct {
    knights_search *search;
    position at;
    int (*question)(knights_search *, uint64_t, int, int);
    int answers[THREADS];
    atomic_int asked;
} together;

static void *ask(void *argument) {
    together *t = argument;
    int answer = t->question(t->search, t->at.free, t->at.mover, t->at.other);
    t->answers[atomic_fetch_add(&t->asked, 1)] = answer;
    return NULL;
}

/* What all threads answer, each to its own end. */
static int ask_together(together *t, uint64_t stop_after) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, ask, t);
    if (stop_after) {
        while (knights_search_visited(t->search) < stop_after)
            continue;
        knights_search_stop(t->search);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 1; i < THREADS; i++)
        assert(t->answers[i] == t->answers[0]);
    return t->answers[0];
}

static int plies_by_search(knights_table *table, position at) {
    together wins = {.search = knights_search_new(table), .at = at, .question = knights_wins};
    together plies = {.search = knights_search_new(table), .at = at, .question = knights_plies};
    int length = ask_together(&plies, 0);
    assert(ask_together(&wins, 0) == length % 2);
    knights_search_free(wins.search);
    knights_search_free(plies.search);
    return length;
}

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
    assert(knights_enumerate(search, at.free, at.mover, at.other, 1 << 26, &graph) == 1);
    assert(graph.positions == positions && knights_search_visited(search) == positions);
    assert(knights_enumerate(search, at.free, at.mover, at.other, 1 << 16, &graph) == KNIGHTS_TOO_LARGE);
    knights_search_stop(search);
    assert(knights_enumerate(search, at.free, at.mover, at.other, 1 << 26, &graph) == KNIGHTS_STOPPED);
    knights_search_free(search);
    knights_table_free(table);
}

/* The knights in neighbouring corners: no theorem tells, and no search is done as soon as we stop it. */
static void can_be_stopped(void) {
    knights_table *table = knights_table_new(8, 8, false, false, SOME_MEMORY);
    position at = {~UINT64_C(1) & ~(UINT64_C(1) << 7), 0, 7};
    together t = {.search = knights_search_new(table), .at = at, .question = knights_plies};
    assert(ask_together(&t, 10000) == KNIGHTS_STOPPED);
    knights_search_free(t.search);
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
    can_be_stopped();
    puts("knights: all well");
    return 0;
}
