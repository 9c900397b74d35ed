/* Every position that can arise, each with the length of best play: a depth-first walk that remembers
   everything. */
#include "knights_search.h"
#include <stdlib.h>

/* A position and its value are one word: free squares, knights, plies. */
enum { PLIES_BITS = 8, SQUARE_BITS = 6, LARGEST_BOARD = 64 - PLIES_BITS - 2 * SQUARE_BITS };

enum { FIRST_SLOTS = 1 << 12 };

/* An open hash table, at most three quarters full; an empty slot is 0. */
typedef struct {
    uint64_t *slots;
    size_t size, used, most;
} memory;

typedef struct {
    knights_search *search;
    const knights_board *board;
    memory memory;
    knights_graph graph;
    int refusal; /* why the walk was given up, 0 while it goes on */
} walk;

/* Never 0. */
static uint64_t key_of(squares free, int mover, int other) {
    return ((free << SQUARE_BITS | (uint64_t)mover) << SQUARE_BITS | (uint64_t)other) + 1;
}

static uint64_t *slot_for(const memory *memory, uint64_t key) {
    uint64_t hash = key * UINT64_C(0x9E3779B97F4A7C15);
    size_t index = (hash ^ hash >> 32) * UINT64_C(0xD6E8FEB86659FD93) >> 20 & (memory->size - 1);
    while (memory->slots[index] && memory->slots[index] >> PLIES_BITS != key)
        index = (index + 1) & (memory->size - 1);
    return &memory->slots[index];
}

/* Makes room for one more; false when that would take more memory than is allowed. */
static bool grow_if_full(memory *memory) {
    if (4 * (memory->used + 1) <= 3 * memory->size)
        return true;
    struct { uint64_t *slots; size_t size; } old = {memory->slots, memory->size};
    size_t size = 4 * old.size;
    uint64_t *slots = size + old.size <= memory->most ? calloc(size, sizeof *slots) : NULL;
    if (!slots)
        return false;
    memory->slots = slots;
    memory->size = size;
    for (size_t i = 0; i < old.size; i++)
        if (old.slots[i])
            *slot_for(memory, old.slots[i] >> PLIES_BITS) = old.slots[i];
    free(old.slots);
    return true;
}

static void keep(walk *w, uint64_t key, int plies) {
    if (!grow_if_full(&w->memory)) {
        w->refusal = KNIGHTS_TOO_LARGE;
        return;
    }
    *slot_for(&w->memory, key) = key << PLIES_BITS | (uint64_t)plies;
    if (++w->memory.used % POSITIONS_BETWEEN_REPORTS)
        return;
    knights_count(w->search, POSITIONS_BETWEEN_REPORTS);
    if (knights_is_stopped(w->search))
        w->refusal = KNIGHTS_STOPPED;
}

static int plies_of(walk *w, squares free, int mover, int other);

/* The length of best play, by its definition: win soonest, lose latest. Odd lengths are wins. */
static int best_length(walk *w, squares free, int mover, int other) {
    squares moves = knights_legal_moves(w->board, free, mover, other);
    int soonest_win = 0, latest_loss = 0;
    for (squares left = moves; left && !w->refusal; left &= left - 1) {
        int plies = 1 + plies_of(w, free & ~(left & -left), other, first(left));
        if (plies % 2)
            soonest_win = soonest_win ? least(soonest_win, plies) : plies;
        else
            latest_loss = most(latest_loss, plies);
    }
    w->graph.choices += moves && !is_single(moves);
    w->graph.decisive += soonest_win && latest_loss;
    return soonest_win ? soonest_win : latest_loss;
}

static int plies_of(walk *w, squares free, int mover, int other) {
    uint64_t key = key_of(free, mover, other), known = *slot_for(&w->memory, key);
    if (known)
        return known & ((1 << PLIES_BITS) - 1);
    int plies = best_length(w, free, mover, other);
    if (!w->refusal)
        keep(w, key, plies);
    return plies;
}

int knights_enumerate(knights_search *search, uint64_t free_squares, int mover, int other, size_t bytes,
                      knights_graph *graph) {
    const knights_board *board = &search->table->board;
    walk w = {.search = search, .board = board};
    if (board->rows * board->cols > LARGEST_BOARD)
        return KNIGHTS_TOO_LARGE;
    w.memory = (memory){.size = FIRST_SLOTS, .most = bytes / sizeof(uint64_t)};
    w.memory.slots = calloc(FIRST_SLOTS, sizeof(uint64_t));
    if (!w.memory.slots)
        return KNIGHTS_TOO_LARGE;
    mover = knights_board_square(board, mover);
    other = knights_board_square(board, other);
    w.graph.plies = plies_of(&w, knights_board_set(board, free_squares), mover, other);
    w.graph.positions = w.memory.used;
    free(w.memory.slots);
    knights_count(search, w.memory.used % POSITIONS_BETWEEN_REPORTS);
    *graph = w.graph;
    return w.refusal ? w.refusal : 1;
}
