/* Every position that can arise, each with the length of best play: a depth-first walk that remembers
   everything. */
#include "knights_search.h"
#include "knights_walks.h"
#include <stdlib.h>

/* A position and its value fit into as many bits as a set of squares: free squares, knights, plies. So only the
   squares that the knights can come to are numbered, and there must not be too many of them. */
enum { PLIES_BITS = 8, MOST_IN_PLAY = SQUARES - PLIES_BITS - 2 * SQUARE_BITS };

typedef squares slot;

enum { FIRST_SLOTS = 1 << 12 };

/* An open hash table, at most three quarters full; an empty slot is 0. */
typedef struct {
    slot *slots;
    size_t size, used, most;
} memory;

typedef struct {
    knights_search *search;
    const knights_board *board; /* as the squares in play are numbered */
    memory memory;
    knights_graph graph;
    int refusal; /* why the walk was given up, 0 while it goes on */
} walk;

/* Never 0. */
static slot key_of(squares free, int mover, int other) {
    return ((free << SQUARE_BITS | (unsigned)mover) << SQUARE_BITS | (unsigned)other) + 1;
}

static size_t hash_of(slot key) {
    uint64_t hash = 0;
    for (int i = 0; i < WORDS; i++) {
        hash = (hash ^ word(key, i)) * UINT64_C(0x9E3779B97F4A7C15);
        hash = (hash ^ hash >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    }
    return (size_t)(hash >> 20);
}

static slot *slot_for(const memory *memory, slot key) {
    size_t index = hash_of(key) & (memory->size - 1);
    while (memory->slots[index] && memory->slots[index] >> PLIES_BITS != key)
        index = (index + 1) & (memory->size - 1);
    return &memory->slots[index];
}

/* Makes room for one more; false when that would take more memory than is allowed. */
static bool grow_if_full(memory *memory) {
    if (4 * (memory->used + 1) <= 3 * memory->size)
        return true;
    struct { slot *slots; size_t size; } old = {memory->slots, memory->size};
    size_t size = 4 * old.size;
    slot *slots = size + old.size <= memory->most ? calloc(size, sizeof *slots) : NULL;
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

static void keep(walk *w, slot key, int plies) {
    if (!grow_if_full(&w->memory)) {
        w->refusal = KNIGHTS_TOO_LARGE;
        return;
    }
    *slot_for(&w->memory, key) = key << PLIES_BITS | (unsigned)plies;
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
    slot key = key_of(free, mover, other), known = *slot_for(&w->memory, key);
    if (known)
        return (int)(known & ((1 << PLIES_BITS) - 1));
    int plies = best_length(w, free, mover, other);
    if (!w->refusal)
        keep(w, key, plies);
    return plies;
}

static int number_among(squares in_play, int square) { return count(in_play & (bit(square) - 1)); }

static squares set_among(squares in_play, squares set) {
    squares numbered = 0;
    for (set &= in_play; set; set &= set - 1)
        numbered |= bit(number_among(in_play, first(set)));
    return numbered;
}

/* A board of these squares alone; it knows a knight's leaps, and nothing of rows and columns. */
static knights_board board_of(const knights_board *board, squares in_play) {
    knights_board numbered = {.may_capture = board->may_capture};
    for (squares left = in_play; left; left &= left - 1)
        numbered.leaps[number_among(in_play, first(left))] = set_among(in_play, board->leaps[first(left)]);
    return numbered;
}

static int walk_from(walk *w, squares in_play, const knights_question *q, size_t bytes) {
    knights_board board = board_of(w->board, in_play);
    w->board = &board;
    w->memory = (memory){.size = FIRST_SLOTS, .most = bytes / sizeof(slot)};
    w->memory.slots = calloc(FIRST_SLOTS, sizeof(slot));
    if (!w->memory.slots)
        return KNIGHTS_TOO_LARGE;
    squares free_squares = set_among(in_play, q->free);
    w->graph.plies =
        plies_of(w, free_squares, number_among(in_play, q->mover), number_among(in_play, q->other));
    w->graph.positions = w->memory.used;
    free(w->memory.slots);
    knights_count(w->search, w->memory.used % POSITIONS_BETWEEN_REPORTS);
    return w->refusal ? w->refusal : 1;
}

int knights_enumerate(knights_search *search, knights_set free, int mover, int other, size_t bytes,
                      knights_graph *graph) {
    const knights_board *board = &search->table->board;
    walk w = {.search = search, .board = board};
    knights_question q = knights_asked(board, free, mover, other);
    squares in_play = knights_reach(board, q.mover, q.free) | knights_reach(board, q.other, q.free) |
                      bit(q.mover) | bit(q.other);
    if (count(in_play) > MOST_IN_PLAY)
        return KNIGHTS_TOO_LARGE;
    int answer = walk_from(&w, in_play, &q, bytes);
    *graph = w.graph;
    return answer;
}
