#include "nimbers_table.h"
#include <stdatomic.h>
#include <stdlib.h>

/* Five entries fill two cache lines together with their lock. */
enum { ENTRIES = 5 };

enum { COLS_BITS = 64 - FACT_BITS, COLS_MASK = (1 << COLS_BITS) - 1 };

typedef struct {
    uint64_t low, high, known_and_cols;
} entry;

typedef struct {
    atomic_flag busy;
    entry entries[ENTRIES];
} bucket;

struct nimber_table {
    bucket *buckets;
    size_t count;
};

nimber_table *nimber_table_new(size_t bytes) {
    shapes_prepare();
    nimber_table *table = malloc(sizeof *table);
    if (!table)
        return NULL;
    table->count = bytes / sizeof(bucket) > 0 ? bytes / sizeof(bucket) : 1;
    table->buckets = calloc(table->count, sizeof(bucket));
    if (!table->buckets) {
        free(table);
        return NULL;
    }
    return table;
}

void nimber_table_free(nimber_table *table) {
    free(table->buckets);
    free(table);
}

static bucket *home_of(const nimber_table *table, shape a) {
    return &table->buckets[(squares)a.hash * table->count >> 64];
}

void will_ask_about(const nimber_table *table, shape a) {
    const entry *entries = home_of(table, a)->entries;
    __builtin_prefetch(&entries[0]);
    __builtin_prefetch(&entries[ENTRIES - 1]);
}

static bucket *locked_bucket(nimber_table *table, shape a) {
    bucket *found = home_of(table, a);
    while (atomic_flag_test_and_set_explicit(&found->busy, memory_order_acquire))
        continue;
    return found;
}

static void unlock(bucket *locked) {
    atomic_flag_clear_explicit(&locked->busy, memory_order_release);
}

static entry entry_about(shape a, facts known) {
    return (entry){low_half(a.free), high_half(a.free), known << COLS_BITS | (uint64_t)a.cols};
}

static bool is_about(const entry *e, shape a) {
    return e->low == low_half(a.free) && e->high == high_half(a.free) &&
           (e->known_and_cols & COLS_MASK) == (uint64_t)a.cols;
}

static int entry_size(const entry *e) {
    return size_of(squares_from(e->low, e->high));
}

facts facts_about(nimber_table *table, shape a) {
    bucket *home = locked_bucket(table, a);
    facts known = 0;
    for (int i = 0; i < ENTRIES; i++)
        if (is_about(&home->entries[i], a))
            known = home->entries[i].known_and_cols >> COLS_BITS;
    unlock(home);
    return known;
}

/* A full bucket forgets its smallest shape: that one is the cheapest to find out again. */
void learn(nimber_table *table, shape a, facts outdated, facts learnt) {
    bucket *home = locked_bucket(table, a);
    entry *place = &home->entries[0];
    for (int i = 0; i < ENTRIES; i++) {
        entry *e = &home->entries[i];
        if (is_about(e, a)) {
            place = e;
            break;
        }
        if (entry_size(e) < entry_size(place))
            place = e;
    }
    if (is_about(place, a))
        learnt |= place->known_and_cols >> COLS_BITS & ~outdated;
    *place = entry_about(a, learnt);
    unlock(home);
}
