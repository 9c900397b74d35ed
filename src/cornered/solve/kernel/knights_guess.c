#include "knights_guess.h"
#include "knights_walks.h"

/* ------------------------------------------------------------------ what is counted */

typedef struct {
    squares movers, others;
} territories;

/* Both knights spread over the free squares, a leap at a time, and keep what they come to first. */
static territories divide(const knights_board *board, const knights_question *q) {
    squares free = q->free, mover_edge = bit(q->mover), other_edge = bit(q->other);
    territories found = {0, 0};
    while (mover_edge | other_edge) {
        mover_edge = leaps_from(board, mover_edge) & free;
        free &= ~mover_edge;
        found.movers |= mover_edge;
        other_edge = leaps_from(board, other_edge) & free;
        free &= ~other_edge;
        found.others |= other_edge;
    }
    return found;
}

static int connections(const knights_board *board, squares set) {
    squares left_one = (set & board->has_left[1]) >> 1, right_one = (set & board->has_right[1]) << 1;
    squares left_two = (set & board->has_left[2]) >> 2, right_two = (set & board->has_right[2]) << 2;
    int row = board->cols;
    return count(left_one << 2 * row & set) + count(right_one << 2 * row & set) +
           count(left_two << row & set) + count(right_two << row & set);
}

void knights_features(const knights_board *board, const knights_question *q, int feature[FEATURES]) {
    territories divided = divide(board, q);
    squares mine = board->leaps[q->mover] & q->free, theirs = board->leaps[q->other] & q->free;
    squares my_second = leaps_from(board, mine) & q->free, their_second = leaps_from(board, theirs) & q->free;
    squares my_third = leaps_from(board, my_second) & q->free;
    squares their_third = leaps_from(board, their_second) & q->free;
    feature[TERRITORY] = count(divided.movers) - count(divided.others);
    feature[CONNECTIONS] = connections(board, divided.movers) - connections(board, divided.others);
    feature[WALK] = knights_longest_bound(board, q->mover, divided.movers) -
                    knights_longest_bound(board, q->other, divided.others);
    feature[EXITS] = count(mine) - count(theirs);
    feature[SECOND_EXITS] = count(my_second) - count(their_second);
    feature[THIRD_EXITS] = count(my_third) - count(their_third);
    feature[TO_MOVE] = 1;
}

/* ------------------------------------------------------------------ what it is worth */

enum { PHASES = 4 };

/* By whether knights may capture, whether they stand on one colour, and how many squares are free. */
static const int16_t WEIGHTS[2][2][PHASES][FEATURES] = {
#include "weights.inc"
};

static int phase(squares free) {
    int squares_left = count(free);
    return squares_left >= 48 ? 3 : squares_left >= 36 ? 2 : squares_left >= 24 ? 1 : 0;
}

int knights_guess(const knights_board *board, const knights_question *q) {
    int feature[FEATURES], sum = 0;
    knights_features(board, q, feature);
    const int16_t *weight = WEIGHTS[board->may_capture][same_colour(board, q->mover, q->other)][phase(q->free)];
    for (int i = 0; i < FEATURES; i++)
        sum += weight[i] * feature[i];
    return sum;
}
