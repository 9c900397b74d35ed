/* Looking ahead under two threads, for the sanitizers: what it claims on random positions, only moves that
   were allowed, with hardly any memory, and stopped half way. */
#include "knights_play.h"
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 2, SAMPLES = 100, DEEP = 30, SOME_MEMORY = 1 << 20, HARDLY_ANY_MEMORY = 1 };

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

static uint64_t legal_moves(int rows, int cols, bool may_capture, position at) {
    uint64_t moves = 0;
    for (int square = 0; square < rows * cols; square++) {
        int down = square / cols - at.mover / cols, right = square % cols - at.mover % cols;
        bool open = (at.free >> square & 1) || (may_capture && square == at.other);
        if (down * down + right * right == 5 && open)
            moves |= UINT64_C(1) << square;
    }
    return moves;
}

typedef struct {
    knights_search *search;
    position at;
    uint64_t among;
    int depth;
    knights_estimate estimate;
    int answer;
} look;

static void *look_ahead(void *argument) {
    look *l = argument;
    position at = l->at;
    l->answer = knights_look_ahead(l->search, (knights_set){at.free, 0}, at.mover, at.other,
                                   (knights_set){l->among, 0}, l->depth, &l->estimate);
    return NULL;
}

static void look_together(knights_table *table, look looks[THREADS], look asked, uint64_t stop_after) {
    pthread_t threads[THREADS];
    asked.search = knights_search_new(table);
    for (int i = 0; i < THREADS; i++) {
        looks[i] = asked;
        pthread_create(&threads[i], NULL, look_ahead, &looks[i]);
    }
    if (stop_after) {
        while (knights_search_visited(asked.search) < stop_after)
            continue;
        knights_search_stop(asked.search);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    knights_search_free(asked.search);
}

static void claims_what_is_true(int rows, int cols, bool may_capture, size_t bytes) {
    knights_table *table = knights_table_new(rows, cols, may_capture, true, bytes);
    uint64_t seed = UINT64_C(88172645463325252);
    for (int sample = 0; sample < SAMPLES; sample++) {
        position at = random_position(rows * cols, &seed);
        look looks[THREADS], asked = {.at = at, .depth = DEEP};
        asked.among = legal_moves(rows, cols, may_capture, at);
        if (!asked.among)
            continue;
        look_together(table, looks, asked, 0);
        knights_search *exact = knights_search_new(table);
        int wins = knights_wins(exact, (knights_set){at.free, 0}, at.mover, at.other);
        knights_search_free(exact);
        for (int i = 0; i < THREADS; i++) {
            assert(looks[i].answer == 1 && asked.among >> looks[i].estimate.move & 1);
            assert(looks[i].estimate.line[0] == looks[i].estimate.move);
            assert((wins ? 1 : -1) * looks[i].estimate.score > KNIGHTS_PROVEN);
        }
    }
    knights_table_free(table);
}

static void can_be_held_to_one_move_and_stopped(void) {
    knights_table *table = knights_table_new(8, 8, false, true, SOME_MEMORY);
    position at = {~UINT64_C(1) & ~(UINT64_C(1) << 58), 0, 58};
    look looks[THREADS], asked = {.at = at, .depth = DEEP, .among = UINT64_C(1) << 17};
    look_together(table, looks, asked, 10000);
    for (int i = 0; i < THREADS; i++)
        assert(looks[i].answer == KNIGHTS_STOPPED && looks[i].estimate.move <= 17);
    asked.depth = 3;
    look_together(table, looks, asked, 0);
    for (int i = 0; i < THREADS; i++)
        assert(looks[i].answer == 1 && looks[i].estimate.move == 17);
    knights_table_free(table);
}

static void keeps_to_its_limit(void) {
    knights_table *table = knights_table_new(8, 8, true, true, SOME_MEMORY);
    knights_search *search = knights_search_new(table);
    knights_search_limit(search, 5000);
    knights_estimate estimate;
    knights_set free = {~UINT64_C(1) & ~(UINT64_C(1) << 50), 0}, among = {UINT64_C(1) << 10, 0};
    assert(knights_look_ahead(search, free, 0, 50, among, DEEP, &estimate) == KNIGHTS_STOPPED);
    assert(knights_search_visited(search) >= 5000 && knights_search_visited(search) < 5000 + 8);
    knights_search_free(search);
    knights_table_free(table);
}

int main(void) {
    for (int may_capture = 0; may_capture <= 1; may_capture++) {
        claims_what_is_true(4, 5, may_capture, SOME_MEMORY);
        claims_what_is_true(5, 4, may_capture, SOME_MEMORY);
        claims_what_is_true(4, 4, may_capture, HARDLY_ANY_MEMORY);
    }
    can_be_held_to_one_move_and_stopped();
    keeps_to_its_limit();
    puts("knights_play: all well");
    return 0;
}
