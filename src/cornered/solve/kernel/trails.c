/* The search looks one ply deeper at a time and remembers nothing: two ways to the same blocks are so rare
   that a table would not pay. What pays is the order, for a trail along the walls and along itself
   leaves the other player the fewest ways out. */
#include "trails.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { SIDES = 4, VISITS_BETWEEN_LOOKS = 1024 };

/* What a block is to whoever looks for a step: `MUST_NOT` marks those beside the centre, from where the other
   player takes it. The board is framed by blocks that nobody can claim. */
enum { CLOSED = 0, MAY = 1, MUST_NOT = 2 };

struct trail_search {
    atomic_bool stop;
    _Atomic uint64_t visited;
    bool stopped;
    uint64_t visits; /* of this thread, told now and then */
    int rows, cols, centre, sides[SIDES];
    uint8_t blocks[];
};

static int framed(const trail_search *search, int row, int col) {
    return (row + 1) * (search->cols + 2) + col + 1;
}

trail_search *trail_search_new(int rows, int cols, const uint8_t *claimed) {
    int width = cols + 2;
    trail_search *search = calloc(1, sizeof *search + (size_t)(rows + 2) * (size_t)width);
    if (!search)
        return NULL;
    search->rows = rows, search->cols = cols;
    search->centre = framed(search, rows / 2, cols / 2);
    search->sides[0] = -width, search->sides[1] = -1, search->sides[2] = 1, search->sides[3] = width;
    for (int block = 0; block < rows * cols; block++)
        search->blocks[framed(search, block / cols, block % cols)] = claimed[block] ? CLOSED : MAY;
    for (int i = 0; i < SIDES; i++)
        if (search->blocks[search->centre + search->sides[i]] == MAY)
            search->blocks[search->centre + search->sides[i]] = MUST_NOT;
    return search;
}

void trail_search_free(trail_search *search) {
    free(search);
}

void trail_search_stop(trail_search *search) {
    atomic_store(&search->stop, true);
}

uint64_t trail_search_visited(trail_search *search) {
    return atomic_load(&search->visited);
}

static void tell_visits(trail_search *search) {
    atomic_store_explicit(&search->visited, search->visits, memory_order_relaxed);
    search->stopped = atomic_load_explicit(&search->stop, memory_order_relaxed);
}

static bool is_beside_centre(const trail_search *search, int block) {
    for (int i = 0; i < SIDES; i++)
        if (block + search->sides[i] == search->centre)
            return true;
    return false;
}

static int ways_out(const trail_search *search, int block) {
    int count = 0;
    for (int i = 0; i < SIDES; i++)
        count += search->blocks[block + search->sides[i]] == MAY;
    return count;
}

/* The steps that do not hand over the centre, those with the fewest ways out first. */
static int sorted_steps(const trail_search *search, int last, int *steps) {
    int ways[SIDES], count = 0;
    for (int i = 0; i < SIDES; i++) {
        int step = last + search->sides[i], place = count;
        if (search->blocks[step] != MAY)
            continue;
        int out = ways_out(search, step);
        for (; place > 0 && ways[place - 1] > out; place--)
            ways[place] = ways[place - 1], steps[place] = steps[place - 1];
        ways[place] = out, steps[place] = step;
        count++;
    }
    return count;
}

static bool must_hand_over(const trail_search *search, int last) {
    for (int i = 0; i < SIDES; i++)
        if (search->blocks[last + search->sides[i]] == MUST_NOT)
            return true;
    return false;
}

/* Whether the player to move wins, if `plies` is odd, or loses, if it is even, within so many plies. The last
   block is not beside the centre. */
static bool ends_within(trail_search *search, int last, int plies) {
    bool wins = plies % 2;
    int steps[SIDES], count = sorted_steps(search, last, steps);
    if (count == 0)
        return !wins && plies >= (must_hand_over(search, last) ? 2 : 0);
    if (plies <= 0)
        return false;
    if (++search->visits % VISITS_BETWEEN_LOOKS == 0)
        tell_visits(search);
    for (int i = 0; i < count && !search->stopped; i++) {
        search->blocks[steps[i]] = CLOSED;
        bool ends = ends_within(search, steps[i], plies - 1);
        search->blocks[steps[i]] = MAY;
        if (ends == wins)
            return wins;
    }
    return !wins;
}

int trail_plies(trail_search *search, int last) {
    int plies = 0, block = framed(search, last / search->cols, last % search->cols);
    if (is_beside_centre(search, block))
        return 1;
    while (!ends_within(search, block, plies) && !search->stopped)
        plies++;
    tell_visits(search);
    return search->stopped ? TRAIL_STOPPED : plies;
}

/* Of the blocks that are alike by symmetry the one nearest to the first corner does for all. */
static bool some_opening_ends_within(trail_search *search, int plies) {
    bool square = search->rows == search->cols;
    for (int row = 0; row <= search->rows / 2; row++)
        for (int col = square ? row : 0; col <= search->cols / 2; col++) {
            int block = framed(search, row, col);
            if ((row > 0 && col > 0) || search->blocks[block] == MUST_NOT)
                continue;
            search->blocks[block] = CLOSED;
            bool ends = ends_within(search, block, plies);
            search->blocks[block] = MAY;
            if (ends || search->stopped)
                return true;
        }
    return false;
}

int trail_opening_plies(trail_search *search) {
    int plies = 0;
    while (!some_opening_ends_within(search, plies))
        plies += 2;
    tell_visits(search);
    return search->stopped ? TRAIL_STOPPED : plies + 1;
}
