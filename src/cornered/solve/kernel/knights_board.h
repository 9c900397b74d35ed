/* Where knights go on a board. */
#ifndef KNIGHTS_BOARD_H
#define KNIGHTS_BOARD_H

#include "knights_squares.h"

enum { MOST_MOVES = 8 };

/* The board lies so that it has no more columns than rows: then no shift below is as wide as a set. */
typedef struct {
    int rows, cols;
    bool transposed;
    bool may_capture;
    squares leaps[SQUARES];
    squares dark;
    squares has_left[3], has_right[3]; /* by a number of columns: the squares with at least that many beside them */
} knights_board;

static inline int least(int a, int b) { return a < b ? a : b; }
static inline int most(int a, int b) { return a > b ? a : b; }

static inline bool same_colour(const knights_board *board, int a, int b) {
    return holds(board->dark, a) == holds(board->dark, b);
}

/* The squares a knight's move away from any of these; those off the board's end are left to the caller to
   mask. */
static inline squares leaps_from(const knights_board *board, squares from) {
    squares one_aside = (from & board->has_left[1]) >> 1 | (from & board->has_right[1]) << 1;
    squares two_aside = (from & board->has_left[2]) >> 2 | (from & board->has_right[2]) << 2;
    int row = board->cols;
    return one_aside << 2 * row | one_aside >> 2 * row | two_aside << row | two_aside >> row;
}

/* None for a knight that was captured, which is when both stand on one square. */
static inline squares knights_legal_moves(const knights_board *board, squares free, int mover, int other) {
    if (mover == other)
        return 0;
    return board->leaps[mover] & (board->may_capture ? free | bit(other) : free);
}

void knights_board_lay(knights_board *board, int rows, int cols, bool may_capture);

/* From the numbering of the caller's board to that of the board as it lies, and a whole set likewise. */
int knights_board_square(const knights_board *board, int square);
squares knights_board_set(const knights_board *board, squares set);

#endif
