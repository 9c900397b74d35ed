/* The knights' kernel under two threads, for the sanitizers: against the rules on random positions, against
   known values, with hardly any memory, and stopped half way. */
#include "knights.h"
#include "knights_table.h"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 2, SAMPLES = 400, LARGEST_BOARD = 64, SOME_MEMORY = 1 << 20, HARDLY_ANY_MEMORY = 1 };

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
    int (*question)(knights_search *, knights_set, int, int);
    int answers[THREADS];
    uint8_t lines[THREADS][LARGEST_BOARD];
    atomic_int asking, done;
} together;

/* Asks the question, or for a line where there is none. */
static void *ask(void *argument) {
    together *t = argument;
    int thread = atomic_fetch_add(&t->asking, 1);
    knights_set free = {t->at.free, 0};
    t->answers[thread] = t->question
                             ? t->question(t->search, free, t->at.mover, t->at.other)
                             : knights_line(t->search, free, t->at.mover, t->at.other, t->lines[thread]);
    atomic_fetch_add(&t->done, 1);
    return NULL;
}

static void run_together(together *t, uint64_t stop_after) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, ask, t);
    if (stop_after) {
        while (knights_search_visited(t->search) < stop_after && atomic_load(&t->done) < THREADS)
            continue;
        knights_search_stop(t->search);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

/* What all threads answer, each to its own end. */
static int ask_together(together *t, uint64_t stop_after) {
    run_together(t, stop_after);
    for (int i = 1; i < THREADS; i++) {
        assert(t->answers[i] == t->answers[0]);
        assert(memcmp(t->lines[i], t->lines[0], LARGEST_BOARD) == 0);
    }
    return t->answers[0];
}

static int plies_by_search(knights_table *table, position at) {
    together wins = {.search = knights_search_new(table), .at = at, .question = knights_wins};
    together plies = {.search = knights_search_new(table), .at = at, .question = knights_plies};
    assert(knights_search_winner(plies.search) == KNIGHTS_STOPPED);
    int length = ask_together(&plies, 0);
    assert(knights_search_winner(plies.search) == length % 2);
    assert(ask_together(&wins, 0) == length % 2);
    knights_search_free(wins.search);
    knights_search_free(plies.search);
    return length;
}

static int plies_by_the_rules(knights_table *table, position at) {
    knights_search *search = knights_search_new(table);
    knights_graph graph;
    assert(knights_enumerate(search, (knights_set){at.free, 0}, at.mover, at.other, (size_t)1 << 30, &graph) == 1);
    knights_search_free(search);
    return graph.plies;
}

static bool is_legal(position at, int cols, bool may_capture, int square) {
    int down = abs(square / cols - at.mover / cols), aside = abs(square % cols - at.mover % cols);
    return down * aside == 2 && (at.free >> square & 1 || (may_capture && square == at.other));
}

static position after(position at, int square) {
    return (position){at.free & ~(UINT64_C(1) << square), at.other, square};
}

/* The first move that leaves so many plies, and there is one. */
static int best_move_by_the_rules(knights_table *table, position at, int cols, bool may_capture, int plies) {
    for (int square = 0;; square++)
        if (is_legal(at, cols, may_capture, square) && plies_by_the_rules(table, after(at, square)) == plies)
            return square;
}

static void line_follows_the_rules(knights_table *table, position at, int cols, bool may_capture) {
    together line = {.search = knights_search_new(table), .at = at};
    int plies = ask_together(&line, 0);
    assert(plies == plies_by_the_rules(table, at));
    assert(knights_search_winner(line.search) == plies % 2);
    for (int made = 0; made < plies; made++) {
        int square = line.lines[0][made];
        assert(square == best_move_by_the_rules(table, at, cols, may_capture, plies - made - 1));
        at = after(at, square);
    }
    knights_search_free(line.search);
}

static void agrees_with_the_rules(int rows, int cols, bool may_capture, bool theorems, size_t bytes) {
    knights_table *table = knights_table_new(rows, cols, may_capture, theorems, bytes);
    uint64_t seed = UINT64_C(88172645463325252);
    for (int sample = 0; sample < SAMPLES; sample++) {
        position at = random_position(rows * cols, &seed);
        line_follows_the_rules(table, at, cols, may_capture);
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
    assert(knights_enumerate(search, (knights_set){at.free, 0}, at.mover, at.other, 1 << 26, &graph) == 1);
    assert(graph.positions == positions && knights_search_visited(search) == positions);
    assert(knights_enumerate(search, (knights_set){at.free, 0}, at.mover, at.other, 1 << 16, &graph) == KNIGHTS_TOO_LARGE);
    knights_search_stop(search);
    assert(knights_enumerate(search, (knights_set){at.free, 0}, at.mover, at.other, 1 << 26, &graph) == KNIGHTS_STOPPED);
    knights_search_free(search);
    knights_table_free(table);
}

/* The knights in neighbouring corners: no theorem tells, and no search is done as soon as we stop it. */
static void can_be_stopped(void) {
    knights_table *table = knights_table_new(8, 8, false, false, SOME_MEMORY);
    position at = {~UINT64_C(1) & ~(UINT64_C(1) << 7), 0, 7};
    together t = {.search = knights_search_new(table), .at = at, .question = knights_plies};
    assert(ask_together(&t, 10000) == KNIGHTS_STOPPED);
    assert(knights_search_winner(t.search) == KNIGHTS_STOPPED);
    knights_search_free(t.search);
    knights_table_free(table);
}

/* A theorem tells who wins from opposite corners, and no search is done soon with the rest. */
static void knows_the_winner_when_stopped(void) {
    knights_table *table = knights_table_new(8, 8, false, true, SOME_MEMORY);
    together plies = {.search = knights_search_new(table), .at = start(64), .question = knights_plies};
    assert(ask_together(&plies, 10000) == KNIGHTS_STOPPED);
    assert(knights_search_winner(plies.search) == 0);
    together line = {.search = knights_search_new(table), .at = start(64)};
    assert(ask_together(&line, 10000) == 0);
    assert(knights_search_winner(line.search) == 0);
    knights_search_free(plies.search);
    knights_search_free(line.search);
    knights_table_free(table);
}

static together line_stopped_after(uint64_t positions) {
    knights_table *table = knights_table_new(6, 6, true, true, SOME_MEMORY);
    together line = {.search = knights_search_new(table), .at = start(36)};
    run_together(&line, positions);
    knights_search_free(line.search);
    knights_table_free(table);
    return line;
}

static void a_stopped_line_is_the_beginning_of_the_whole(void) {
    together whole = line_stopped_after(UINT64_MAX);
    int shortest = 0;
    for (uint64_t positions = 1; shortest < whole.answers[0]; positions += 500) {
        together line = line_stopped_after(positions);
        for (int i = 0; i < THREADS; i++)
            assert(memcmp(line.lines[i], whole.lines[0], (size_t)line.answers[i]) == 0);
        shortest = line.answers[0] < line.answers[1] ? line.answers[0] : line.answers[1];
    }
}

static void a_captured_knight_has_lost(void) {
    knights_table *table = knights_table_new(5, 5, true, true, SOME_MEMORY);
    position at = {UINT64_C(0x1ffffff) & ~UINT64_C(0x1001), 12, 12};
    assert(plies_by_search(table, at) == 0);
    line_follows_the_rules(table, at, 5, true);
    knights_table_free(table);
}

static knights_question random_question(uint64_t *seed) {
    position at = random_position(64, seed);
    return (knights_question){at.free, (uint8_t)at.mover, (uint8_t)at.other, NO_LIMIT, false};
}

/* A question that differs from a remembered one in any bit is another. */
static void no_question_is_taken_for_another(void) {
    knights_table *table = knights_table_new(8, 8, false, true, SOME_MEMORY);
    uint64_t seed = UINT64_C(88172645463325252);
    knights_effort effort;
    for (int sample = 0; sample < SAMPLES; sample++) {
        knights_question asked = random_question(&seed), other = asked;
        asked.limit = other.limit = (uint8_t)(next_random(&seed) % NO_LIMIT);
        knights_remember(table, &asked, (knights_effort){1, 2}, 1);
        assert(knights_recall(table, &asked, &effort) && effort.to_win == 1 && effort.to_lose == 2);
        for (int i = 0; i < SQUARES; i++, other.free = asked.free) {
            other.free ^= bit(i);
            assert(!knights_recall(table, &other, &effort));
        }
        for (int i = 0; i < SQUARE_BITS; i++, other = asked) {
            other.mover ^= (uint8_t)(1 << i);
            assert(!knights_recall(table, &other, &effort));
            other = asked;
            other.other ^= (uint8_t)(1 << i);
            assert(!knights_recall(table, &other, &effort));
        }
        for (int i = 0; i < LIMIT_BITS; i++, other = asked) {
            other.limit ^= (uint8_t)(1 << i);
            assert(!knights_recall(table, &other, &effort));
        }
        other.mover_is_chased = true;
        assert(!knights_recall(table, &other, &effort));
    }
    knights_table_free(table);
}

/* Each of many questions is remembered with an effort of its own; some push others out. */
static void nothing_is_forgotten_when_a_table_grows(void) {
    enum { QUESTIONS = 4000 };
    static knights_question question[QUESTIONS];
    static bool known_before[QUESTIONS];
    knights_effort effort;
    knights_table *table = knights_table_new(8, 8, false, true, SOME_MEMORY);
    size_t buckets_before = table->buckets_in_use;
    uint64_t seed = UINT64_C(88172645463325252);
    for (uint32_t i = 0; i < QUESTIONS; i++) {
        question[i] = random_question(&seed);
        knights_remember(table, &question[i], (knights_effort){i, i + 1}, 1);
    }
    for (int i = 0; i < QUESTIONS; i++)
        known_before[i] = knights_recall(table, &question[i], &effort);
    knights_table_prepare(table, UINT64_C(1) << 40);
    assert(table->buckets_in_use > buckets_before && table->buckets_in_use <= table->buckets);
    for (uint32_t i = 0; i < QUESTIONS; i++) {
        assert(knights_recall(table, &question[i], &effort) == known_before[i]);
        assert(!known_before[i] || (effort.to_win == i && effort.to_lose == i + 1));
    }
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
    knows_the_winner_when_stopped();
    a_stopped_line_is_the_beginning_of_the_whole();
    a_captured_knight_has_lost();
    no_question_is_taken_for_another();
    nothing_is_forgotten_when_a_table_grows();
    puts("knights: all well");
    return 0;
}
