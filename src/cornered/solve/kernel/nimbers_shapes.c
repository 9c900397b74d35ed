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

/* Two adjacent squares with the same free squares around them are twins: taking either leaves the
   same, and whatever takes one takes both, so one of them does for the two. The four steps look for
   a twin to the right, below, below right and below left, and drop the earlier of each pair: so the
   last of each family of twins stays. */
squares without_twins(squares free, int cols) {
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
    squares row = first_squares(cols);
    for (int i = 0; i < rows; i++, free = up(free, cols))
        flipped = down(flipped, cols) | (free & row);
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

/* The first `width` columns, which hold all the squares, packed. Only a box of several rows is narrowed, so that
   a row fits into half of the board's bits. */
static squares narrowed(squares free, int rows, int cols, int width) {
    uint64_t row = ((uint64_t)1 << width) - 1;
    squares packed = free & row;
    for (int i = 1; i < rows; i++) {
        free = up(free, cols);
        packed |= (squares)(low_half(free) & row) << i * width;
    }
    return packed;
}

shape cropped(squares free, int cols) {
    int top = lowest(free) / cols, rows = highest(free) / cols - top + 1, width = cols;
    free = back(free, top * cols);
    if (rows == 1) {
        free = back(free, lowest(free));
        return (shape){.free = free, .rows = 1, .cols = highest(free) + 1};
    }
    squares west = first_column[cols];
    for (; !(free & west); width--)
        free >>= 1;
    for (squares east = west << (width - 1); !(free & east); east >>= 1)
        width--;
    if (width < cols)
        free = narrowed(free, rows, cols, width);
    if (rows > width)
        return (shape){.free = transposed(free, rows, width), .rows = width, .cols = rows};
    return (shape){.free = free, .rows = rows, .cols = width};
}

shape simplified(squares free, int cols) {
    return cropped(without_twins(free, cols), cols);
}

static squares smaller(squares a, squares b) {
    return a < b ? a : b;
}

/* Of the four flips of a shape the one whose last row is the smallest number, and of two such the smaller. */
static squares smallest_flip(squares free, int rows, int cols) {
    int box = rows * cols;
    squares row = first_squares(cols), first = free & row, last = back(free, box - cols);
    squares first_turned = half_turned(first, cols), last_turned = half_turned(last, cols);
    squares least = smaller(smaller(first, first_turned), smaller(last, last_turned)), best = ~(squares)0;
    if (last == least)
        best = free;
    if (first_turned == least)
        best = smaller(best, half_turned(free, box));
    if (first != least && last_turned != least)
        return best;
    squares flipped = upside_down(free, rows, cols);
    if (first == least)
        best = smaller(best, flipped);
    if (last_turned == least)
        best = smaller(best, half_turned(flipped, box));
    return best;
}

static uint64_t mixed(uint64_t bits) {
    bits = (bits ^ bits >> 32) * 0xd6e8feb86659fd93;
    bits = (bits ^ bits >> 32) * 0xd6e8feb86659fd93;
    return bits ^ bits >> 32;
}

shape canonical(shape a) {
    squares best = smallest_flip(a.free, a.rows, a.cols);
    if (a.rows == a.cols)
        best = smaller(best, smallest_flip(transposed(a.free, a.rows, a.rows), a.rows, a.rows));
    uint64_t hash = mixed(low_half(best) ^ mixed(high_half(best) + (uint64_t)a.cols));
    return (shape){best, a.rows, a.cols, hash};
}

/* The first comparison says no for most shapes, and costs next to nothing. */
bool is_half_turn_symmetric(shape a) {
    int box = a.rows * a.cols;
    return lowest(a.free) + highest(a.free) == box - 1 && half_turned(a.free, box) == a.free;
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
    if (a.rows == 1 && a.free == first_squares(a.cols))
        return row_value[a.cols];
    if (a.rows > 1 && a.rows * a.cols <= SMALL_BOX)
        return box_value[a.rows][a.cols][low_half(a.free)];
    /* Every move can be answered by its image, so the player to move loses. */
    if (is_half_turn_symmetric(a) && !(a.free & middle(a.rows, a.cols)))
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
