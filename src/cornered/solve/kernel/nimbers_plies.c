/* How long a game lasts, and by which moves, does not follow from its components, so this is a search over
   whole positions. The nimbers tell it who wins: where the player to move does, only the moves to lost
   positions count. */
#include "nimbers_search.h"
#include <stdlib.h>

enum { BOUND_BITS = 7 };

static const facts AT_LEAST = (facts)((1 << BOUND_BITS) - 1) << NIMBER_FACT_BITS;
static const facts AT_MOST = (facts)((1 << BOUND_BITS) - 1) << (NIMBER_FACT_BITS + BOUND_BITS);

typedef struct {
    int at_least, at_most;
} bounds;

static bool decided_within(worker *w, shape a, bool mover_wins, int plies);

/* A mark takes nine squares at most. The winner makes the last move, so the parity is known. */
static bounds bounds_at_sight(shape a, bool mover_wins) {
    int odd = mover_wins ? 1 : 0;
    int at_least = (size_of(a.free) + 8) / 9, at_most = moves_at_most(a, MAX_SQUARES);
    return (bounds){at_least + ((at_least ^ odd) & 1), at_most - ((at_most ^ odd) & 1)};
}

static bounds known_bounds(worker *w, shape a, bool mover_wins) {
    facts known = facts_about(w->search->table, a);
    if (!(known & AT_MOST))
        return bounds_at_sight(a, mover_wins);
    return (bounds){(int)((known & AT_LEAST) >> NIMBER_FACT_BITS),
                    (int)((known & AT_MOST) >> (NIMBER_FACT_BITS + BOUND_BITS))};
}

static void learn_bounds(worker *w, shape a, bounds b) {
    learn(w->search->table, a, AT_LEAST | AT_MOST,
          (facts)b.at_least << NIMBER_FACT_BITS |
              (facts)b.at_most << (NIMBER_FACT_BITS + BOUND_BITS));
}

static int by_size(const void *a, const void *b) {
    return size_of(((const shape *)a)->free) - size_of(((const shape *)b)->free);
}

static bool equal_shapes(shape a, shape b) {
    return a.free == b.free && a.cols == b.cols;
}

/* The squares where moves differ: of components that are alike, however they lie, one is enough. */
static squares different_moves(shape a) {
    shape kinds[MAX_SQUARES];
    squares moves = first_component(a.free, a.cols);
    int count = 1;
    if (moves == a.free)
        return moves;
    kinds[0] = canonical(simplified(moves, a.cols));
    for (squares rest = a.free & ~moves; rest;) {
        squares component = first_component(rest, a.cols);
        rest &= ~component;
        kinds[count] = canonical(simplified(component, a.cols));
        int alike = 0;
        while (!equal_shapes(kinds[alike], kinds[count]))
            alike++;
        if (alike == count)
            moves |= component, count++;
    }
    return moves;
}

static bool wins_within(worker *w, shape a, int plies) {
    shape lost[MAX_SQUARES];
    int count = 0;
    for (squares rest = different_moves(a); rest && !stopped(w); rest &= rest - 1) {
        squares left_free = a.free & ~with_neighbours(lowest_square(rest), a.cols);
        if (!left_free)
            return true;
        if (sum_equals(w, left_free, a.cols, 0))
            lost[count++] = canonical(simplified(left_free, a.cols));
    }
    qsort(lost, (size_t)count, sizeof *lost, by_size);
    for (int i = 0; i < count && !stopped(w); i++)
        if (decided_within(w, lost[i], false, plies - 1))
            return true;
    return false;
}

/* The options with the most squares left hold out longest: they come first. */
static bool loses_within(worker *w, shape a, int plies) {
    shape options[MAX_SQUARES];
    int count = 0;
    for (squares rest = different_moves(a); rest; rest &= rest - 1)
        options[count++] =
            canonical(simplified(a.free & ~with_neighbours(lowest_square(rest), a.cols), a.cols));
    qsort(options, (size_t)count, sizeof *options, by_size);
    while (count-- && !stopped(w))
        if (!decided_within(w, options[count], true, plies - 1))
            return false;
    return true;
}

static bool decided_within(worker *w, shape a, bool mover_wins, int plies) {
    bounds b = known_bounds(w, a, mover_wins);
    if (plies >= b.at_most || plies < b.at_least)
        return plies >= b.at_most;
    count_visit(w);
    bool decided = mover_wins ? wins_within(w, a, plies) : loses_within(w, a, plies);
    b = known_bounds(w, a, mover_wins);
    if (decided && plies < b.at_most)
        b.at_most = plies;
    if (!decided && plies + 2 > b.at_least)
        b.at_least = plies + 2;
    if (!stopped(w))
        learn_bounds(w, a, b);
    return decided;
}

static int plies_of(worker *w, squares free, int cols) {
    bool mover_wins = !sum_equals(w, free, cols, 0);
    if (stopped(w))
        return NIMBER_STOPPED;
    atomic_store(&w->search->winner, mover_wins);
    if (!free)
        return 0;
    shape a = canonical(simplified(free, cols));
    int plies = bounds_at_sight(a, mover_wins).at_least;
    while (!stopped(w) && !decided_within(w, a, mover_wins, plies))
        plies += 2;
    return stopped(w) ? NIMBER_STOPPED : plies;
}

/* Whether a position is decided in exactly this many plies, where best play before the last move allows
   its loser no fewer and its winner no more. */
static bool is_decided_in(worker *w, squares free, int cols, int plies) {
    if (!free)
        return true;
    shape a = canonical(simplified(free, cols));
    if (plies % 2)
        return !decided_within(w, a, true, plies - 2);
    return sum_equals(w, free, cols, 0) && decided_within(w, a, false, plies);
}

/* The first move that keeps what a position is worth, and what it leaves free. */
static int best_move(worker *w, squares *free, int cols, int plies) {
    for (squares rest = *free; rest; rest &= rest - 1) {
        squares left_free = *free & ~with_neighbours(lowest_square(rest), cols);
        bool keeps = is_decided_in(w, left_free, cols, plies - 1);
        if (stopped(w))
            break;
        if (keeps) {
            *free = left_free;
            return lowest(rest);
        }
    }
    return NIMBER_STOPPED;
}

static int best_line(worker *w, squares free, int cols, uint8_t *line) {
    int made = 0;
    for (int left = plies_of(w, free, cols); left > 0; left--) {
        int square = best_move(w, &free, cols, left);
        if (square == NIMBER_STOPPED)
            break;
        line[made++] = (uint8_t)square;
    }
    return made;
}

int nimber_plies(nimber_search *search, int cols, uint64_t low, uint64_t high) {
    worker w;
    if (!worker_start(&w, search))
        return NIMBER_STOPPED;
    int plies = plies_of(&w, squares_from(low, high), cols);
    worker_end(&w);
    return plies;
}

int nimber_line(nimber_search *search, int cols, uint64_t low, uint64_t high, uint8_t *line) {
    worker w;
    if (!worker_start(&w, search))
        return 0;
    int made = best_line(&w, squares_from(low, high), cols, line);
    worker_end(&w);
    return made;
}
