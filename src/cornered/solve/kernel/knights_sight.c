#include "knights_sight.h"
#include "knights_walks.h"

/* ------------------------------------------------------------------ what the rules say */

squares knights_sensible_moves(const knights_board *board, const knights_question *q) {
    squares moves = board->leaps[q->mover] & q->free;
    return board->may_capture ? moves & ~board->leaps[q->other] : moves;
}

/* ------------------------------------------------------------------ what is settled on sight */

static squares half_turn(const knights_board *board, squares set) {
    return reversed(set) >> (SQUARES - board->rows * board->cols);
}

/* Whether the other player can answer every move with its image under the half turn, and so wins. */
static bool is_mirrored(const knights_board *board, const knights_question *q) {
    int last = board->rows * board->cols - 1;
    if (q->mover + q->other != last || half_turn(board, q->free) != q->free)
        return false;
    if (board->may_capture)
        return same_colour(board, q->mover, q->other);
    return last % 2 || !holds(q->free, last / 2);
}

/* Moves, captures and the last exit of the other knight: what the rules say without any counting. */
static verdict at_first_sight(const knights_board *board, const knights_question *q) {
    squares moves = board->leaps[q->mover] & q->free, exits = board->leaps[q->other] & q->free;
    if (board->may_capture && holds(board->leaps[q->mover], q->other))
        return WON;
    if (!moves)
        return LOST;
    if (q->mover_is_chased && q->limit == 0)
        return WON;
    moves = knights_sensible_moves(board, q);
    if (!moves)
        return LOST;
    if (!exits || (is_single(exits) && (moves & exits)))
        return WON;
    return OPEN;
}

/* A walk's length is known after fewer steps in all that was met on boards of up to 64 squares. Where it is not,
   the knights' moves are searched like any others: that is slower, but can be stopped. */
enum { STEPS_AT_MOST = 1 << 10 };

/* The knights cannot meet: each walks as long as it can. */
static verdict apart(const knights_board *board, const knights_question *q, squares movers, squares others) {
    int steps_left = STEPS_AT_MOST;
    if (q->limit != NO_LIMIT) {
        int chased = q->mover_is_chased ? q->mover : q->other;
        squares ground = q->mover_is_chased ? movers : others;
        if (knights_can_walk(board, chased, ground, q->limit + 1, &steps_left))
            return q->mover_is_chased ? WON : LOST;
    }
    bool mover_outwalks = knights_outwalks(board, q->mover, movers, q->other, others, &steps_left);
    return steps_left < 0 ? OPEN : mover_outwalks ? WON : LOST;
}

/* A knight that can walk on undisturbed until the other must have stopped, or until the limit, has won. A
   chaser under a limit gains nothing by walking on. */
static verdict by_walking_on(const knights_board *board, const knights_question *q, int mover_bound,
                             int other_bound) {
    bool limited = q->limit != NO_LIMIT, same = same_colour(board, q->mover, q->other);
    int mover_needs = limited ? least(other_bound, q->limit) + 1 : other_bound + 1;
    int other_needs = limited ? least(mover_bound, q->limit + 1) : mover_bound;
    /* A knight that is to be captured must also keep out of the answer's way. */
    int mover_lead = board->may_capture && same, other_lead = 1 + (board->may_capture && !same);
    if ((!limited || q->mover_is_chased) && mover_needs <= mover_bound &&
        knights_undisturbed_walk(board, q->mover, q->other, q->free, mover_lead, mover_needs) >= mover_needs)
        return WON;
    if ((!limited || !q->mover_is_chased) && other_needs <= other_bound &&
        knights_undisturbed_walk(board, q->other, q->mover, q->free, other_lead, other_needs) >= other_needs)
        return LOST;
    return OPEN;
}

verdict knights_on_sight(const knights_table *table, knights_question *q) {
    const knights_board *board = &table->board;
    verdict found = at_first_sight(board, q);
    if (found != OPEN)
        return found;
    squares movers = knights_reach(board, q->mover, q->free);
    squares others = knights_reach(board, q->other, q->free);
    q->free = movers | others;
    if (!(movers & others) && (found = apart(board, q, movers, others)) != OPEN)
        return found;
    int mover_bound = knights_longest_bound(board, q->mover, movers);
    int other_bound = knights_longest_bound(board, q->other, others);
    if (q->limit >= (q->mover_is_chased ? mover_bound : other_bound)) {
        q->limit = NO_LIMIT;
        q->mover_is_chased = false;
    }
    found = by_walking_on(board, q, mover_bound, other_bound);
    if (found != OPEN || !table->theorems || !is_mirrored(board, q))
        return found;
    bool theorem_tells = q->limit == NO_LIMIT || !q->mover_is_chased;
    return theorem_tells ? LOST : OPEN;
}
