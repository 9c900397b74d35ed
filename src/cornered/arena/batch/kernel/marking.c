/* Games in which each move marks a square for good. */
#include "rules.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    batch_rules base;
    squares blocks[MOST_SQUARES], follows[MOST_SQUARES];
} marking;

static void mark(const batch_rules *rules, game *g, int square) {
    const marking *m = (const marking *)rules;
    squares marked = g->own | bit(square);
    g->own = g->other;
    g->other = marked;
    g->blocked |= m->blocks[square] & ~(g->own | g->other);
    g->legal = m->follows[square] & ~(g->own | g->other | g->blocked);
    exchange_turn(g);
}

batch_rules *batch_marking(int squares_on_board, const uint64_t *blocks, const uint64_t *follows) {
    marking *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->base = (batch_rules){.play = mark, .squares = squares_on_board};
    memcpy(m->blocks, blocks, sizeof(squares) * (size_t)squares_on_board);
    memcpy(m->follows, follows, sizeof(squares) * (size_t)squares_on_board);
    return &m->base;
}
