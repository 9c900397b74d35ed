/* One search, and the threads that work on it. */
#ifndef KNIGHTS_SEARCH_H
#define KNIGHTS_SEARCH_H

#include "knights_table.h"

enum { BUSY_SLOTS = 1 << 12, POSITIONS_BETWEEN_REPORTS = 1 << 10, NOTHING_KNOWN = -1 };

struct knights_search {
    knights_table *table;
    atomic_bool stopped;
    atomic_uint_fast64_t visited;
    uint64_t most_visits; /* of each thread */
    atomic_int askers;    /* how many threads have asked so far */
    /* Best play is no shorter than this, and odd exactly if this is, which means that the mover wins. */
    atomic_int plies_at_least;
    /* How many threads are inside a position, by its hash: each prefers what no other is looking into. */
    atomic_uint busy[BUSY_SLOTS];
};

/* One thread's part in a search. */
typedef struct {
    knights_search *search;
    knights_table *table;
    const knights_board *board;
    uint64_t visited;
    int plies_at_least; /* what was certain when this thread set to work */
} knights_worker;

/* The question whether a player wins, as the caller numbers the squares. */
static inline knights_question knights_asked(const knights_board *board, knights_set free, int mover, int other) {
    return (knights_question){
        .free = knights_board_set(board, from_words(free.low, free.high)),
        .mover = (uint8_t)knights_board_square(board, mover),
        .other = (uint8_t)knights_board_square(board, other),
        .limit = NO_LIMIT,
    };
}

/* The other player's question after a move; the chased player's move counts towards the limit. */
static inline knights_question knights_after(const knights_question *q, int move) {
    return (knights_question){
        .free = q->free & ~bit(move),
        .mover = q->other,
        .other = (uint8_t)move,
        .limit = q->mover_is_chased ? q->limit - 1 : q->limit,
        .mover_is_chased = q->limit != NO_LIMIT && !q->mover_is_chased,
    };
}

/* Whether the player to move wins, 1 or 0; KNIGHTS_STOPPED where the search was stopped, or has come to know
   more than was certain when the worker asked. */
int knights_answer(knights_worker *w, knights_question q);

static inline bool knights_is_stopped(const knights_search *search) {
    return atomic_load_explicit(&search->stopped, memory_order_relaxed);
}

static inline int knights_plies_at_least(const knights_search *search) {
    return atomic_load_explicit(&search->plies_at_least, memory_order_relaxed);
}

static inline void knights_count(knights_search *search, uint64_t visited) {
    atomic_fetch_add_explicit(&search->visited, visited, memory_order_relaxed);
}

/* For searches that remember what they find out. */
static inline void knights_report(knights_search *search, uint64_t visited) {
    knights_count(search, visited);
    knights_table_prepare(search->table, visited);
}

#endif
