#include "knights_board.h"
#include <stdlib.h>

#if defined(__x86_64__) && !defined(__POPCNT__)
bool knights_machine_counts = false;

__attribute__((constructor)) static void ask_the_machine(void) {
    __builtin_cpu_init();
    knights_machine_counts = __builtin_cpu_supports("popcnt");
}
#endif

static squares leaps_of(const knights_board *board, int row, int col) {
    squares reached = 0;
    for (int down = -2; down <= 2; down++)
        for (int right = -2; right <= 2; right++) {
            int to_row = row + down, to_col = col + right;
            bool on_board = to_row >= 0 && to_row < board->rows && to_col >= 0 && to_col < board->cols;
            if (abs(down * right) == 2 && on_board)
                reached |= bit(to_row * board->cols + to_col);
        }
    return reached;
}

static void lay_square(knights_board *board, int row, int col) {
    int square = row * board->cols + col;
    board->leaps[square] = leaps_of(board, row, col);
    if ((row + col) % 2)
        board->dark |= bit(square);
    for (int columns = 1; columns <= 2; columns++) {
        if (col >= columns)
            board->has_left[columns] |= bit(square);
        if (col + columns < board->cols)
            board->has_right[columns] |= bit(square);
    }
}

void knights_board_lay(knights_board *board, int rows, int cols, bool may_capture) {
    bool transposed = cols > rows;
    *board = (knights_board){
        .rows = transposed ? cols : rows,
        .cols = transposed ? rows : cols,
        .transposed = transposed,
        .may_capture = may_capture,
    };
    for (int row = 0; row < board->rows; row++)
        for (int col = 0; col < board->cols; col++)
            lay_square(board, row, col);
}

int knights_board_square(const knights_board *board, int square) {
    if (!board->transposed)
        return square;
    return square % board->rows * board->cols + square / board->rows;
}

squares knights_board_set(const knights_board *board, squares set) {
    squares image = 0;
    for (; set; set &= set - 1)
        image |= bit(knights_board_square(board, first(set)));
    return image;
}
