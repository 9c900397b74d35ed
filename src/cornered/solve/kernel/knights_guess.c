/* The weights below were fitted, by logistic regression, to positions whose winner the search for proofs has
   found: 17,637 out of games on boards of 8 by 8 squares (Blockade) and 8 by 7 (Duel). They tell the winner
   of nine in ten positions of Knight's Blockade that were left out of the fit. Other counts add next to
   nothing: exits now and after two and three moves, bounds on the longest walk, how close the knights are. */
#include "knights_guess.h"

/* What the guess is made from; the first two count the mover's less the other player's. */
enum {
    TERRITORY,   /* squares reached sooner */
    CONNECTIONS, /* knight's moves inside that territory */
    TO_MOVE,     /* always 1 */
    COUNTS,
};

/* Each weight is a polynomial in the number of free squares, which runs from -1, none, to 0.5, very many. */
enum { DEGREES = 3, MANY_FREE = 48, FREE_UNIT = 32 };

/* By whether knights may capture, and whether the two stand on one colour: then it is the mover who can step
   into the other's way, and in Knight's Duel the other who can capture. */
static const int WEIGHTS[2][2][DEGREES][COUNTS] = {
    {
        {{-37, 43, -128}, {61, -98, -308}, {31, 41, -452}},
        {{-31, 39, 13}, {44, -85, 356}, {-36, 84, 538}},
    },
    {
        {{17, -5, 381}, {38, -38, 467}, {-53, 58, 506}},
        {{-13, 23, -234}, {78, -99, -395}, {-11, 92, -418}},
    },
};

typedef struct {
    squares movers, others;
} territories;

/* Both knights spread over the free squares, a leap at a time, and keep what they come to first. A square
   that both come to with as many leaps is the mover's, unless the mover would be captured there. */
static territories divide(const knights_board *board, const knights_question *q) {
    bool mover_yields = board->may_capture && same_colour(board, q->mover, q->other);
    squares free = q->free, mover_edge = bit(q->mover), other_edge = bit(q->other);
    territories found = {0, 0};
    while (mover_edge | other_edge) {
        mover_edge = leaps_from(board, mover_edge) & free;
        other_edge = leaps_from(board, other_edge) & free;
        squares both = mover_edge & other_edge;
        mover_edge ^= mover_yields ? both : 0;
        other_edge ^= mover_yields ? 0 : both;
        free &= ~(mover_edge | other_edge);
        found.movers |= mover_edge;
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

int knights_guess(const knights_board *board, const knights_question *q) {
    territories divided = divide(board, q);
    const int counted[COUNTS] = {
        [TERRITORY] = count(divided.movers) - count(divided.others),
        [CONNECTIONS] = connections(board, divided.movers) - connections(board, divided.others),
        [TO_MOVE] = 1,
    };
    int emptiness = least(count(q->free), MANY_FREE) - FREE_UNIT, sum = 0;
    const int(*weight)[COUNTS] = WEIGHTS[board->may_capture][same_colour(board, q->mover, q->other)];
    for (int i = 0; i < COUNTS; i++) {
        int slope = weight[1][i] + weight[2][i] * emptiness / FREE_UNIT;
        sum += (weight[0][i] + slope * emptiness / FREE_UNIT) * counted[i];
    }
    return sum;
}
