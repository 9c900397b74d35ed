#include "knights_table.h"
#include <stdlib.h>

/* An entry is the free squares, in a word or two, and everything else packed into `rest`. Two threads may write
   the words of one entry at the same time; so the first is stored combined with `rest` and the second, if there
   is one, with the first as it is stored, and a mixture of two entries looks like neither (but for one chance in
   2^64). */
enum { IDENTITY_SHIFT = WORK_BITS + 2 * EFFORT_BITS };

static uint64_t identity(const knights_question *question) {
    return (uint64_t)question->mover << (SQUARE_BITS + 1 + LIMIT_BITS) |
           (uint64_t)question->other << (1 + LIMIT_BITS) |
           (uint64_t)question->mover_is_chased << LIMIT_BITS | question->limit;
}

static uint64_t pack(const knights_question *question, knights_effort effort, unsigned work) {
    return identity(question) << IDENTITY_SHIFT | (uint64_t)effort.to_win << (EFFORT_BITS + WORK_BITS) |
           (uint64_t)effort.to_lose << WORK_BITS | work;
}

static uint64_t scramble(uint64_t word) {
    word *= UINT64_C(0x9E3779B97F4A7C15);
    word ^= word >> 32;
    word *= UINT64_C(0xD6E8FEB86659FD93);
    return word ^ word >> 29;
}

static uint64_t hash_of(squares free, uint64_t identity) {
    uint64_t hash = scramble(identity + 1);
    for (int i = 0; i < WORDS; i++)
        hash = scramble(word(free, i) ^ hash);
    return hash;
}

uint64_t knights_hash(const knights_question *question) {
    return hash_of(question->free, identity(question));
}

static size_t place_of(uint64_t hash, size_t buckets) {
    return (size_t)((unsigned __int128)hash * buckets >> 64);
}

static knights_entry *entries_for(const knights_table *table, const knights_question *question) {
    size_t buckets = atomic_load_explicit(&table->buckets_in_use, memory_order_relaxed);
    return table->bucket[place_of(knights_hash(question), buckets)].entries;
}

void knights_expect(const knights_table *table, const knights_question *question) {
    const char *lines = (const char *)entries_for(table, question);
    for (int i = 0; i < LINES_PER_BUCKET; i++)
        __builtin_prefetch(lines + i * BYTES_PER_LINE);
}

static uint64_t rest_of(knights_entry *entry) {
    return atomic_load_explicit(&entry->rest, memory_order_relaxed);
}

/* The free squares of an entry with this rest. */
static squares free_of(knights_entry *entry, uint64_t rest) {
    uint64_t before = rest, words[2] = {0, 0};
    for (int i = 0; i < WORDS; i++) {
        uint64_t scrambled = atomic_load_explicit(&entry->free_scrambled[i], memory_order_relaxed);
        words[i] = scrambled ^ scramble(before);
        before = scrambled;
    }
    return from_words(words[0], words[1]);
}

static bool is_about(knights_entry *entry, uint64_t rest, const knights_question *question) {
    return rest >> IDENTITY_SHIFT == identity(question) && free_of(entry, rest) == question->free;
}

static void set(knights_entry *entry, squares free, uint64_t rest) {
    atomic_store_explicit(&entry->rest, rest, memory_order_relaxed);
    uint64_t scrambled = rest;
    for (int i = 0; i < WORDS; i++) {
        scrambled = word(free, i) ^ scramble(scrambled);
        atomic_store_explicit(&entry->free_scrambled[i], scrambled, memory_order_relaxed);
    }
}

bool knights_recall(const knights_table *table, const knights_question *question, knights_effort *effort) {
    knights_entry *entries = entries_for(table, question);
    for (int i = 0; i < ENTRIES_PER_BUCKET; i++) {
        uint64_t rest = rest_of(&entries[i]);
        if (!is_about(&entries[i], rest, question))
            continue;
        effort->to_win = rest >> (EFFORT_BITS + WORK_BITS) & NEVER;
        effort->to_lose = rest >> WORK_BITS & NEVER;
        return true;
    }
    return false;
}

/* Half its logarithm: fine enough to tell what is worth keeping. */
static unsigned as_few_bits(uint64_t work) {
    unsigned half_logarithm = (63 - (unsigned)__builtin_clzll(work | 1)) / 2;
    return half_logarithm < (1 << WORK_BITS) ? half_logarithm : (1 << WORK_BITS) - 1;
}

void knights_remember(knights_table *table, const knights_question *question, knights_effort effort,
                      uint64_t work) {
    knights_entry *entries = entries_for(table, question), *cheapest = entries;
    unsigned cheapest_work = 1 << WORK_BITS;
    for (int i = 0; i < ENTRIES_PER_BUCKET; i++) {
        uint64_t rest = rest_of(&entries[i]);
        unsigned its_work = rest & ((1 << WORK_BITS) - 1);
        if (rest == 0 || is_about(&entries[i], rest, question)) {
            cheapest = &entries[i];
            break;
        }
        if (its_work < cheapest_work) {
            cheapest = &entries[i];
            cheapest_work = its_work;
        }
    }
    uint64_t rest = pack(question, effort, as_few_bits(work));
    set(cheapest, question->free, rest);
}

/* ------------------------------------------------------------------ a table that grows */

/* Only memory that is in use is ever touched, and touching it for the first time is what takes long. */
enum { FIRST_BUCKETS = 1 << 12, TIMES_AS_MANY = 4 };

static void move_entry(knights_table *table, knights_entry *from, size_t buckets) {
    uint64_t rest = rest_of(from);
    squares free = free_of(from, rest);
    knights_entry *to = table->bucket[place_of(hash_of(free, rest >> IDENTITY_SHIFT), buckets)].entries;
    set(from, 0, 0);
    for (int i = 0; i < ENTRIES_PER_BUCKET; i++)
        if (!rest_of(&to[i])) {
            set(&to[i], free, rest);
            return;
        }
}

/* From the last bucket to the first, entries move up, to places that were empty or have been emptied. What
   other threads write meanwhile may be lost, but is never mistaken for anything else. */
static void spread(knights_table *table, size_t buckets) {
    for (size_t at = atomic_load(&table->buckets_in_use); at-- > 0;)
        for (int i = 0; i < ENTRIES_PER_BUCKET; i++)
            if (rest_of(&table->bucket[at].entries[i]))
                move_entry(table, &table->bucket[at].entries[i], buckets);
    atomic_store(&table->buckets_in_use, buckets);
}

void knights_table_prepare(knights_table *table, uint64_t visits) {
    uint64_t visited = visits + atomic_fetch_add_explicit(&table->visited, visits, memory_order_relaxed);
    size_t buckets = atomic_load_explicit(&table->buckets_in_use, memory_order_relaxed);
    if (buckets == table->buckets || visited < buckets * ENTRIES_PER_BUCKET)
        return;
    if (atomic_flag_test_and_set(&table->growing))
        return;
    if (atomic_load(&table->buckets_in_use) == buckets)
        spread(table, buckets < table->buckets / TIMES_AS_MANY ? TIMES_AS_MANY * buckets : table->buckets);
    atomic_flag_clear(&table->growing);
}

static size_t most_buckets(size_t bytes) {
    size_t buckets = bytes / sizeof(knights_bucket);
    return buckets > 2 ? buckets - 1 : 1;
}

knights_table *knights_table_new(int rows, int cols, bool may_capture, bool theorems, size_t bytes) {
    knights_table *table = malloc(sizeof *table);
    if (!table)
        return NULL;
    knights_board_lay(&table->board, rows, cols, may_capture);
    table->theorems = theorems;
    table->buckets = most_buckets(bytes);
    table->buckets_in_use = table->buckets < FIRST_BUCKETS ? table->buckets : FIRST_BUCKETS;
    table->visited = 0;
    atomic_flag_clear(&table->growing);
    /* Memory that is zero without being touched, which only calloc gives, and one bucket more to align the
       rest. */
    table->memory = calloc(table->buckets + 1, sizeof(knights_bucket));
    if (!table->memory) {
        free(table);
        return NULL;
    }
    size_t line = sizeof(knights_bucket);
    table->bucket = (knights_bucket *)(((uintptr_t)table->memory + line - 1) / line * line);
    return table;
}

void knights_table_free(knights_table *table) {
    if (table)
        free(table->memory);
    free(table);
}
