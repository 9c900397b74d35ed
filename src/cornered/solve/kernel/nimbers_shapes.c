#include "nimbers_shapes.h"
#include <pthread.h>

/* Shapes in a box of at most this many squares have their nimbers in a table of all subsets. */
enum { SMALL_BOX = 16, MAX_SMALL_ROWS = 4, MAX_SMALL_COLS = SMALL_BOX / 2 };

squares first_column[MAX_SQUARES + 1];
static uint8_t row_value[MAX_SQUARES + 1];
static uint8_t box_value[MAX_SMALL_ROWS + 1][MAX_SMALL_COLS + 1][1 << SMALL_BOX];

static void fill_first_columns(void) {
    for (int cols = 1; cols <= MAX_SQUARES; cols++)
        for (int square = 0; square < MAX_SQUARES; square += cols)
            first_column[cols] |= only(square);
}

static int at_least_none(int count) {
    return count > 0 ? count : 0;
}

static void fill_row_values(void) {
    for (int length = 1; length <= MAX_SQUARES; length++) {
        uint64_t reached = 0;
        for (int square = 0; square < length; square++) {
            int before = at_least_none(square - 1), after = at_least_none(length - square - 2);
            reached |= (uint64_t)1 << (row_value[before] ^ row_value[after]);
        }
        row_value[length] = (uint8_t)__builtin_ctzll(~reached);
    }
}

/* A subset is a smaller number than its superset, so ascending order meets every option in time. */
static void fill_box_values(int rows, int cols) {
    uint32_t taken[SMALL_BOX];
    for (int square = 0; square < rows * cols; square++)
        taken[square] = (uint32_t)(with_neighbours(only(square), cols) & first_squares(rows * cols));
    for (uint32_t free = 1; free < 1u << rows * cols; free++) {
        uint32_t reached = 0;
        for (uint32_t rest = free; rest; rest &= rest - 1)
            reached |= 1u << box_value[rows][cols][free & ~taken[__builtin_ctz(rest)]];
        box_value[rows][cols][free] = (uint8_t)__builtin_ctz(~reached);
    }
}

static void fill_tables(void) {
    fill_first_columns();
    fill_row_values();
    for (int rows = 2; rows <= MAX_SMALL_ROWS; rows++)
        for (int cols = rows; rows * cols <= SMALL_BOX; cols++)
            fill_box_values(rows, cols);
}

void shapes_prepare(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_tables);
}

int rows_of(shape a) {
    return highest(a.free) / a.cols + 1;
}

/* Two adjacent squares with the same free squares around them are twins: taking either leaves the
   same, and whatever takes one takes both, so one of them does for the two. The four steps look for
   a twin to the right, below, below right and below left, and drop the earlier of each pair: so the
   last of each family of twins stays. */
static squares without_twins(squares free, int cols) {
    squares tall = free | up(free, cols) | down(free, cols);
    squares apart = right(tall, cols) | left(left(tall, cols), cols);
    free &= ~(left(free, cols) & ~apart);

    squares wide = with_sides(free, cols);
    apart = down(wide, cols) | up(up(wide, cols), cols);
    free &= ~(up(free, cols) & ~apart);

    wide = with_sides(free, cols), tall = free | up(free, cols);
    apart = down(wide, cols) | right(tall, cols) | up(up(left(wide, cols), cols), cols) |
            left(left(tall, cols), cols);
    free &= ~(up(left(free, cols), cols) & ~apart);

    wide = with_sides(free, cols), tall = free | up(free, cols);
    apart = down(wide, cols) | left(tall, cols) | up(up(right(wide, cols), cols), cols) |
            right(right(tall, cols), cols);
    free &= ~(up(right(free, cols), cols) & ~apart);
    return free;
}

static shape cropped(squares free, int cols) {
    int top = lowest(free) / cols, rows = highest(free) / cols - top + 1;
    free = back(free, top * cols);
    squares columns = 0;
    for (int row = 0; row < rows; row++)
        columns |= back(free, row * cols);
    columns &= first_squares(cols);
    int west = lowest(columns), width = highest(columns) - west + 1;
    squares packed = 0;
    for (int row = 0; row < rows; row++)
        packed |= (back(free, row * cols + west) & first_squares(width)) << row * width;
    return (shape){packed, width};
}

static uint64_t bits_reversed(uint64_t bits) {
    bits = __builtin_bswap64(bits);
    bits = (bits >> 4 & 0x0f0f0f0f0f0f0f0f) | (bits & 0x0f0f0f0f0f0f0f0f) << 4;
    bits = (bits >> 2 & 0x3333333333333333) | (bits & 0x3333333333333333) << 2;
    return (bits >> 1 & 0x5555555555555555) | (bits & 0x5555555555555555) << 1;
}

static squares half_turned(squares free, int box) {
    squares reversed = squares_from(bits_reversed(high_half(free)), bits_reversed(low_half(free)));
    return reversed >> (MAX_SQUARES - box);
}

static squares upside_down(squares free, int rows, int cols) {
    squares flipped = 0;
    for (int row = 0; row < rows; row++)
        flipped = forth(flipped, cols) | (back(free, row * cols) & first_squares(cols));
    return flipped;
}

static squares transposed(squares free, int rows, int cols) {
    squares turned = 0;
    for (int row = 0; row < rows; row++) {
        squares rest = back(free, row * cols) & first_squares(cols);
        for (; rest; rest &= rest - 1)
            turned |= only(lowest(rest) * rows + row);
    }
    return turned;
}

static squares smaller(squares a, squares b) {
    return a < b ? a : b;
}

static squares smallest_flip(squares free, int rows, int cols) {
    squares flipped = upside_down(free, rows, cols);
    int box = rows * cols;
    return smaller(smaller(free, half_turned(free, box)),
                   smaller(flipped, half_turned(flipped, box)));
}

shape simplified(squares free, int cols) {
    shape a = cropped(without_twins(free, cols), cols);
    int rows = rows_of(a);
    return rows <= a.cols ? a : (shape){transposed(a.free, rows, a.cols), rows};
}

shape canonical(shape a) {
    int rows = rows_of(a);
    squares best = smallest_flip(a.free, rows, a.cols);
    if (rows == a.cols)
        best = smaller(best, smallest_flip(transposed(a.free, rows, rows), rows, rows));
    return (shape){best, a.cols};
}

bool is_half_turn_symmetric(shape a) {
    return half_turned(a.free, rows_of(a) * a.cols) == a.free;
}

/* The squares at the middle of the box that touch their own image under the half turn. */
static squares middle(int rows, int cols) {
    squares found = 0;
    for (int row = (rows - 1) / 2; row <= rows / 2; row++)
        for (int col = (cols - 1) / 2; col <= cols / 2; col++)
            found |= only(row * cols + col);
    return found;
}

int value_at_sight(shape a) {
    int rows = rows_of(a);
    if (rows == 1 && a.free == first_squares(a.cols))
        return row_value[a.cols];
    if (rows > 1 && rows * a.cols <= SMALL_BOX)
        return box_value[rows][a.cols][low_half(a.free)];
    /* Every move can be answered by its image, so the player to move loses. */
    if (!(a.free & middle(rows, a.cols)) && is_half_turn_symmetric(a))
        return 0;
    return -1;
}

int moves_at_most(shape a, int enough) {
    int blocks = 0;
    for (squares free = a.free; free && blocks < enough; blocks++) {
        squares corner = lowest_square(free);
        squares east = corner | right(corner, a.cols), west = corner | left(corner, a.cols);
        east |= down(east, a.cols), west |= down(west, a.cols);
        free &= size_of(free & west) > size_of(free & east) ? ~west : ~east;
    }
    return blocks;
}
