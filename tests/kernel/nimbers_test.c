/* Blockade's kernel under two threads, for the sanitizers: against every subset of small boards, against known
   values, with hardly any memory, and stopped half way. */
#include "nimbers.h"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 2, SAMPLES = 1500, LARGEST_BOARD = 18, SOME_MEMORY = 1 << 22, HARDLY_ANY_MEMORY = 1 };

typedef struct {
    int rows, cols;
} board;

/* What the rules say of each subset of a small board, in the order of their numbers. */
static uint8_t values[1 << LARGEST_BOARD], plies[1 << LARGEST_BOARD];

static uint32_t taken_by(board b, int square) {
    uint32_t taken = 0;
    for (int other = 0; other < b.rows * b.cols; other++)
        if (abs(other / b.cols - square / b.cols) <= 1 && abs(other % b.cols - square % b.cols) <= 1)
            taken |= 1u << other;
    return taken;
}

static void evaluate(board b, uint32_t free) {
    uint32_t reached = 0;
    int soonest_win = 0, latest_loss = 0;
    for (int square = 0; square < b.rows * b.cols; square++) {
        if (!(free >> square & 1))
            continue;
        uint32_t option = free & ~taken_by(b, square);
        reached |= 1u << values[option];
        if (values[option] == 0 && (soonest_win == 0 || plies[option] + 1 < soonest_win))
            soonest_win = plies[option] + 1;
        if (plies[option] + 1 > latest_loss)
            latest_loss = plies[option] + 1;
    }
    values[free] = (uint8_t)__builtin_ctz(~reached);
    plies[free] = (uint8_t)(values[free] ? soonest_win : latest_loss);
}

static uint32_t best_move(board b, uint32_t free) {
    uint32_t square = 0;
    while (!(free >> square & 1) || plies[free & ~taken_by(b, (int)square)] != plies[free] - 1)
        square++;
    return square;
}

/* A search of its own, for it is to tell the winner of this position. */
static void line_follows_the_rules(nimber_table *table, board b, uint32_t free) {
    nimber_search *search = nimber_search_new(table);
    uint8_t line[LARGEST_BOARD];
    assert(nimber_search_winner(search) == NIMBER_STOPPED);
    assert(nimber_line(search, b.cols, free, 0, line) == plies[free]);
    assert(nimber_search_winner(search) == (values[free] > 0));
    for (int made = 0; free; made++) {
        assert(line[made] == best_move(b, free));
        free &= ~taken_by(b, line[made]);
    }
    nimber_search_free(search);
}

typedef struct {
    nimber_table *table;
    nimber_search *search;
    board on;
    uint32_t seed;
} sampling;

static uint32_t next_random(uint32_t *seed) {
    *seed ^= *seed << 13, *seed ^= *seed >> 17, *seed ^= *seed << 5;
    return *seed;
}

static void *compare_samples(void *argument) {
    sampling *s = argument;
    uint32_t all = (1u << s->on.rows * s->on.cols) - 1;
    for (int sample = 0; sample < SAMPLES; sample++) {
        uint32_t free = next_random(&s->seed) & all, wanted = next_random(&s->seed) % 5;
        assert(nimber_value(s->search, s->on.cols, free, 0) == values[free]);
        assert(nimber_equals(s->search, s->on.cols, free, 0, (int)wanted) == (values[free] == wanted));
        assert(nimber_plies(s->search, s->on.cols, free, 0) == plies[free]);
        line_follows_the_rules(s->table, s->on, free);
    }
    return NULL;
}

static void agrees_with_the_rules(board b, size_t bytes) {
    for (uint32_t free = 0; free < 1u << b.rows * b.cols; free++)
        evaluate(b, free);
    nimber_table *table = nimber_table_new(bytes);
    nimber_search *search = nimber_search_new(table);
    pthread_t threads[THREADS];
    sampling samplings[THREADS];
    for (int i = 0; i < THREADS; i++) {
        samplings[i] = (sampling){table, search, b, 2463534242u + (uint32_t)i};
        pthread_create(&threads[i], NULL, compare_samples, &samplings[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    nimber_search_free(search);
    nimber_table_free(table);
}

typedef struct {
    nimber_search *search;
    board on;
    int expected;
    atomic_int done, moves; /* how many threads have ended, and how long their lines were together */
} whole_board;

static uint64_t low_squares(board b) {
    int size = b.rows * b.cols;
    return size < 64 ? ((uint64_t)1 << size) - 1 : ~(uint64_t)0;
}

static uint64_t high_squares(board b) {
    int size = b.rows * b.cols;
    return size <= 64 ? 0 : size < 128 ? ((uint64_t)1 << (size - 64)) - 1 : ~(uint64_t)0;
}

static void *expect_value(void *argument) {
    whole_board *w = argument;
    int value = nimber_value(w->search, w->on.cols, low_squares(w->on), high_squares(w->on));
    assert(value == w->expected);
    return NULL;
}

static void *expect_plies(void *argument) {
    whole_board *w = argument;
    int plies = nimber_plies(w->search, w->on.cols, low_squares(w->on), high_squares(w->on));
    assert(plies == w->expected);
    return NULL;
}

/* The line of the 6×7 board, or as much of it as there was time for. */
static void *expect_line(void *argument) {
    static const uint8_t whole[] = {1, 14, 3, 18, 34, 5, 30, 16, 20, 28, 32};
    whole_board *w = argument;
    uint8_t line[42];
    int made = nimber_line(w->search, w->on.cols, low_squares(w->on), high_squares(w->on), line);
    assert(made <= (int)sizeof whole && memcmp(line, whole, (size_t)made) == 0);
    atomic_fetch_add(&w->moves, made);
    atomic_fetch_add(&w->done, 1);
    return NULL;
}

static void with_all_threads(whole_board *w, void *(*ask)(void *), int stop_after) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, ask, w);
    if (stop_after) {
        while (nimber_search_visited(w->search) < (uint64_t)stop_after && atomic_load(&w->done) < THREADS)
            continue;
        nimber_search_stop(w->search);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

static void knows_the_value(board b, int expected) {
    nimber_table *table = nimber_table_new(SOME_MEMORY);
    whole_board w = {.search = nimber_search_new(table), .on = b, .expected = expected};
    with_all_threads(&w, expect_value, 0);
    nimber_search_free(w.search);
    nimber_table_free(table);
}

/* The winner of 11×11 is told at sight, that of 10×12 as far away as anything else. */
static void can_be_stopped(board b, void *(*ask)(void *), int winner) {
    nimber_table *table = nimber_table_new(SOME_MEMORY);
    whole_board w = {.search = nimber_search_new(table), .on = b, .expected = NIMBER_STOPPED};
    with_all_threads(&w, ask, 100);
    assert(nimber_search_winner(w.search) == winner);
    nimber_search_free(w.search);
    nimber_table_free(table);
}

/* How many moves the threads find together before they are stopped. */
static int moves_found(int stop_after) {
    nimber_table *table = nimber_table_new(SOME_MEMORY);
    whole_board w = {.search = nimber_search_new(table), .on = {6, 7}};
    with_all_threads(&w, expect_line, stop_after);
    nimber_search_free(w.search);
    nimber_table_free(table);
    return w.moves;
}

static void walks_the_line_together_until_stopped(void) {
    int all = moves_found(0);
    assert(all == 11 * THREADS);
    for (int shapes = 1; moves_found(shapes) < all; shapes += 250)
        continue;
}

int main(void) {
    agrees_with_the_rules((board){1, 12}, SOME_MEMORY);
    agrees_with_the_rules((board){2, 9}, SOME_MEMORY);
    agrees_with_the_rules((board){3, 6}, HARDLY_ANY_MEMORY);
    agrees_with_the_rules((board){6, 3}, SOME_MEMORY);
    agrees_with_the_rules((board){4, 4}, SOME_MEMORY);
    knows_the_value((board){1, 128}, 1);
    knows_the_value((board){128, 1}, 1);
    knows_the_value((board){5, 7}, 5);
    knows_the_value((board){7, 7}, 1);
    can_be_stopped((board){11, 11}, expect_value, NIMBER_STOPPED);
    can_be_stopped((board){11, 11}, expect_plies, 1);
    can_be_stopped((board){10, 12}, expect_plies, NIMBER_STOPPED);
    walks_the_line_together_until_stopped();
    puts("nimbers: all as expected");
}
