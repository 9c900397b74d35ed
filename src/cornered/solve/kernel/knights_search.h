/* One question, and the threads that work on it. */
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

static inline bool knights_is_stopped(const knights_search *search) {
    return atomic_load_explicit(&search->stopped, memory_order_relaxed);
}

static inline int knights_plies_at_least(const knights_search *search) {
    return atomic_load_explicit(&search->plies_at_least, memory_order_relaxed);
}

static inline void knights_report(knights_search *search, uint64_t visited) {
    atomic_fetch_add_explicit(&search->visited, visited, memory_order_relaxed);
}

#endif
