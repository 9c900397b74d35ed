/* The batch's kernel for the sanitizers: every family of rules on boards of many sizes, each game watched from outside
   through the arrays alone. */
#include "batch.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 50, STEPS = 100, MOST_SQUARES = 64, PLANES = 4, OWN = 0, OTHER = 1, BLOCKED = 2, LEGAL = 3 };

typedef struct {
    int rows, cols;
} board;

typedef bool near(int down, int right);

static bool a_leap_away(int down, int right) { return abs(down * right) == 2; }
static bool beside(int down, int right) { return abs(down) + abs(right) == 1; }
static bool in_the_ring(int down, int right) { return abs(down) <= 1 && abs(right) <= 1 && (down || right); }
static bool anywhere(int down, int right) { return down || right; }
static bool further_up(int down, int right) { return down < 0 && right == 0; }

static void lay(uint64_t *table, board b, near *is_near) {
    for (int from = 0; from < b.rows * b.cols; from++) {
        table[from] = 0;
        for (int to = 0; to < b.rows * b.cols; to++)
            if (is_near(to / b.cols - from / b.cols, to % b.cols - from % b.cols))
                table[from] |= UINT64_C(1) << to;
    }
}

/* Arrays of exactly the promised length, so that a byte too far is seen. */
static batch_arrays arrays_for(int squares) {
    size_t planes = (size_t)(GAMES * PLANES * squares);
    return (batch_arrays){
        .planes = malloc(planes),
        .final = malloc(planes),
        .mask = malloc((size_t)(GAMES * squares)),
        .turn = malloc(GAMES),
        .winner = malloc(GAMES),
        .plies = malloc(GAMES * sizeof(int32_t)),
        .wins = calloc(GAMES * 2, sizeof(int64_t)),
    };
}

static void free_arrays(batch_arrays a) {
    free(a.planes), free(a.final), free(a.mask), free(a.turn), free(a.winner), free(a.plies), free(a.wins);
}

static int sum(const int8_t *bytes, int length) {
    int total = 0;
    for (int i = 0; i < length; i++) {
        assert(bytes[i] == 0 || bytes[i] == 1);
        total += bytes[i];
    }
    return total;
}

static void looks_right(batch_arrays a, int squares, int game) {
    const int8_t *planes = a.planes + game * PLANES * squares, *final = a.final + game * PLANES * squares;
    for (int square = 0; square < squares; square++)
        assert(planes[OWN * squares + square] + planes[OTHER * squares + square] +
                   planes[BLOCKED * squares + square] <= 1);
    assert(sum(planes + LEGAL * squares, squares) > 0);
    assert(memcmp(planes + LEGAL * squares, a.mask + game * squares, (size_t)squares) == 0);
    if (a.winner[game])
        assert(a.plies[game] == 0 && sum(final + LEGAL * squares, squares) == 0);
}

static int first_legal(batch_arrays a, int squares, int game) {
    return (int)((const int8_t *)memchr(a.mask + game * squares, 1, (size_t)squares) - a.mask) - game * squares;
}

static void refuses_what_is_illegal(batch *b, batch_arrays a, int squares) {
    int64_t actions[GAMES];
    for (int game = 0; game < GAMES; game++)
        actions[game] = BATCH_RANDOM - game % 3; /* and BATCH_WAIT, and BATCH_AGAIN */
    int64_t illegal[] = {squares, INT64_MAX, INT64_MIN, -4};
    for (int i = 0; i < 4; i++) {
        actions[GAMES - 1] = illegal[i];
        assert(batch_step(b, actions) == GAMES - 1);
    }
    actions[GAMES - 1] = first_legal(a, squares, GAMES - 1);
    assert(batch_step(b, actions) == GAMES);
}

static void plays(batch_rules *rules, batch_position start, int squares) {
    batch_arrays a = arrays_for(squares);
    batch *b = batch_new(rules, &start, GAMES, a);
    uint64_t seeds[GAMES];
    for (int game = 0; game < GAMES; game++)
        seeds[game] = (uint64_t)game * UINT64_MAX / GAMES;
    batch_begin(b, seeds);
    int64_t ended = 0;
    for (int step = 0; step < STEPS; step++) {
        batch_step_random(b, 1 + step % 3);
        refuses_what_is_illegal(b, a, squares);
        for (int game = 0; game < GAMES; game++)
            looks_right(a, squares, game);
    }
    for (int i = 0; i < 2 * GAMES; i++)
        ended += a.wins[i];
    assert(ended > 0);
    batch_begin(b, NULL);
    int8_t winners[GAMES];
    assert(batch_playouts(rules, &start, GAMES, UINT64_MAX - 3, 1 << 20, winners));
    for (int game = 0; game < GAMES; game++)
        assert(winners[game] == 1 || winners[game] == 2);
    batch_free(b);
    batch_rules_free(rules);
    free_arrays(a);
}

static void walks(board on, bool leaves_blocked, bool may_capture, int repetitions) {
    int squares = on.rows * on.cols;
    uint64_t steps[MOST_SQUARES];
    lay(steps, on, a_leap_away);
    uint8_t *stood = calloc(2, (size_t)(squares * squares));
    stood[squares - 1] = 1;
    uint64_t other = UINT64_C(1) << (squares - 1);
    batch_position start = {1, other, 0, steps[0] & ~(may_capture ? 0 : other), 1, stood};
    plays(batch_walking(squares, steps, leaves_blocked, may_capture, repetitions), start, squares);
    free(stood);
}

static void marks(board on, near *blocks_near, near *follows_near) {
    int squares = on.rows * on.cols;
    uint64_t blocks[MOST_SQUARES] = {0}, follows[MOST_SQUARES];
    if (blocks_near)
        lay(blocks, on, blocks_near);
    lay(follows, on, follows_near);
    uint64_t all = UINT64_MAX >> (MOST_SQUARES - squares);
    plays(batch_marking(squares, blocks, follows), (batch_position){.legal = all, .turn = 1}, squares);
}

int main(void) {
    board walked[] = {{3, 4}, {4, 4}, {5, 5}, {3, 21}, {8, 8}};
    for (int i = 0; i < 5; i++) {
        walks(walked[i], true, false, 0);
        walks(walked[i], true, true, 0);
        for (int repetitions = 2; repetitions <= 5; repetitions++)
            walks(walked[i], false, true, repetitions);
    }
    board marked[] = {{1, 1}, {1, 7}, {2, 4}, {3, 3}, {5, 5}, {1, 64}, {8, 8}};
    for (int i = 0; i < 7; i++) {
        marks(marked[i], in_the_ring, anywhere);
        marks(marked[i], NULL, beside);
        marks(marked[i], further_up, anywhere);
    }
    puts("batch: all as expected");
}
