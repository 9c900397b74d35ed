/* What is known of positions, shared by all threads without locks. */
#ifndef KNIGHTS_TABLE_H
#define KNIGHTS_TABLE_H

#include "knights.h"
#include "knights_board.h"
#include <stdatomic.h>

enum { NO_LIMIT = SQUARES / 2 - 1 }; /* no knight makes more moves than this, with so many squares for each */

/* A question about a position: does the player to move win, within the limit if there is one? */
typedef struct {
    squares free;
    uint8_t mover, other;
    /* One player, the chased one, wins as well by making more moves than this. */
    uint8_t limit;
    bool mover_is_chased;
} knights_question;

/* How much is still to be shown, in positions, before the mover's win or loss is certain. */
typedef struct {
    uint32_t to_win, to_lose;
} knights_effort;

/* All but the free squares goes into one word: who moves where, within which limit, and what is known. */
enum {
    LIMIT_BITS = SQUARE_BITS - 1,
    IDENTITY_BITS = 2 * SQUARE_BITS + 1 + LIMIT_BITS,
    WORK_BITS = 4,
    EFFORT_BITS = (WORD_BITS - IDENTITY_BITS - WORK_BITS) / 2,
    NEVER = (1 << EFFORT_BITS) - 1,
};

typedef struct {
    _Atomic uint64_t free_scrambled[WORDS], rest;
} knights_entry;

enum {
    BYTES_PER_LINE = 64, /* of the cache */
    LINES_PER_BUCKET = WORDS,
    ENTRIES_PER_BUCKET = LINES_PER_BUCKET * BYTES_PER_LINE / sizeof(knights_entry),
};

typedef struct {
    _Alignas(LINES_PER_BUCKET * BYTES_PER_LINE) knights_entry entries[ENTRIES_PER_BUCKET];
} knights_bucket;

struct knights_table {
    knights_board board;
    bool theorems;
    size_t buckets;
    atomic_size_t buckets_in_use; /* more and more of them, as positions are visited */
    atomic_uint_fast64_t visited;
    atomic_flag growing;
    void *memory;
    knights_bucket *bucket; /* inside that memory */
};

/* A number that tells questions apart well, though not perfectly. */
uint64_t knights_hash(const knights_question *question);

/* Fetches from memory what is known of a question that will soon be asked. */
void knights_expect(const knights_table *table, const knights_question *question);

bool knights_recall(const knights_table *table, const knights_question *question, knights_effort *effort);

/* `work` tells how many positions it took to find out: what was dearest is kept longest. */
void knights_remember(knights_table *table, const knights_question *question, knights_effort effort,
                      uint64_t work);

/* Grows the table, within its memory, to hold what these further visits will find out. */
void knights_table_prepare(knights_table *table, uint64_t visits);

#endif
