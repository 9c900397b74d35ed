/* What the searches for nimbers and for distances share. */
#ifndef NIMBERS_SEARCH_H
#define NIMBERS_SEARCH_H

#include "nimbers_table.h"
#include <stdatomic.h>

enum { BUSY_SHAPES = 1 << 10 };

/* The lowest bits of what is known of a shape tell of its nimber, those above them of distances. */
enum { NIMBER_FACT_BITS = 40 };

struct nimber_search {
    nimber_table *table;
    atomic_bool stop;
    _Atomic uint64_t visited;
    uint64_t most_visits;
    atomic_int winner; /* 1 if the player to move wins, 0 if not, NIMBER_STOPPED while that is not known */
    _Atomic uint64_t busy[BUSY_SHAPES];
};

/* One thread at work: its list of parts is used as a stack by the levels of the search. */
typedef struct {
    nimber_search *search;
    shape *parts;
    int used;
} worker;

/* False where the memory cannot be had. */
bool worker_start(worker *w, nimber_search *search);
void worker_end(worker *w);

/* Once this is true, whatever the functions of the search return means nothing. */
bool stopped(const worker *w);
void count_visit(const worker *w);

/* Whether the position made of these squares has this nimber. */
bool sum_equals(worker *w, squares free, int cols, int value);

#endif
