/* One game in progress, and what the rules of a game do to it. */
#ifndef BATCH_RULES_H
#define BATCH_RULES_H

#include "batch.h"
#include <stddef.h>

enum { MOST_SQUARES = 64 };

typedef uint64_t squares;

typedef struct {
    squares own, other, blocked, legal;
    uint8_t *stood;
    int turn;
} game;

/* Each family of games begins its own struct with this one. */
struct batch_rules {
    void (*play)(const batch_rules *rules, game *g, int square); /* a legal move: it is not checked again */
    int squares;
    size_t stood_bytes; /* what a game remembers about placements */
};

static inline squares bit(int square) { return UINT64_C(1) << square; }
static inline bool holds(squares set, int square) { return set >> square & 1; }
static inline int first(squares set) { return __builtin_ctzll(set); }

/* Without the processor's own instruction, which not every build may assume, the built-in is a slow call. */
static inline unsigned count(squares set) {
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (unsigned)(set * UINT64_C(0x0101010101010101) >> 56);
}

static inline void exchange_turn(game *g) { g->turn = 3 - g->turn; }

void game_begin(game *g, const batch_rules *rules, const batch_position *start);

#endif
