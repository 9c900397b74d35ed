/* Games in which each player moves one piece. */
#include "rules.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    batch_rules base;
    squares steps[MOST_SQUARES];
    bool leaves_blocked, may_capture;
    int repetitions;
} walking;

static void walk(const batch_rules *rules, game *g, int square) {
    const walking *w = (const walking *)rules;
    squares moved = bit(square);
    if (w->leaves_blocked)
        g->blocked |= g->own;
    g->own = g->other & ~moved;
    g->other = moved;
    exchange_turn(g);
    if (!g->own)
        g->legal = 0; /* captured */
    else
        g->legal = w->steps[first(g->own)] & ~g->blocked & ~(w->may_capture ? 0 : moved);
}

/* How often each placement stood: first by the player to move, then by the square of the piece to move, then by that
   of the other piece. */
static uint8_t *stood_with(const walking *w, const game *g, int turn, int mover) {
    int size = w->base.squares;
    return g->stood + ((turn - 1) * size + mover) * size;
}

static void walk_without_repeating(const batch_rules *rules, game *g, int square) {
    const walking *w = (const walking *)rules;
    walk(rules, g, square);
    if (!g->own)
        return;
    stood_with(w, g, g->turn, first(g->own))[square]++;
    const uint8_t *stood = stood_with(w, g, 3 - g->turn, square);
    for (squares left = g->legal; left; left &= left - 1)
        if (stood[first(left)] + 1 >= w->repetitions)
            g->legal &= ~bit(first(left));
}

batch_rules *batch_walking(int squares_on_board, const uint64_t *steps, bool leaves_blocked, bool may_capture,
                           int repetitions) {
    walking *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->base = (batch_rules){
        .play = repetitions ? walk_without_repeating : walk,
        .squares = squares_on_board,
        .stood_bytes = repetitions ? 2 * (size_t)squares_on_board * (size_t)squares_on_board : 0,
    };
    memcpy(w->steps, steps, sizeof(squares) * (size_t)squares_on_board);
    w->leaves_blocked = leaves_blocked;
    w->may_capture = may_capture;
    w->repetitions = repetitions;
    return &w->base;
}
