/* Sets of up to 128 squares of a grid, numbered row by row, as the bits of one integer. */
#ifndef NIMBERS_SQUARES_H
#define NIMBERS_SQUARES_H

#include <stdint.h>

enum { MAX_SQUARES = 128 };

__extension__ typedef unsigned __int128 squares;

/* The squares of the first column, for each number of columns. */
extern squares first_column[MAX_SQUARES + 1];

static inline squares squares_from(uint64_t low, uint64_t high) {
    return (squares)high << 64 | low;
}

static inline uint64_t low_half(squares s) {
    return (uint64_t)s;
}

static inline uint64_t high_half(squares s) {
    return (uint64_t)(s >> 64);
}

static inline squares only(int square) {
    return (squares)1 << square;
}

static inline squares first_squares(int count) {
    return count < MAX_SQUARES ? only(count) - 1 : ~(squares)0;
}

/* Counts in pairs, then fours, then bytes: without a processor's own instruction the fastest way. */
static inline int bits_in(uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (int)(bits * 0x0101010101010101 >> 56);
}

static inline int size_of(squares s) {
    return bits_in(low_half(s)) + bits_in(high_half(s));
}

static inline int lowest(squares s) {
    return low_half(s) ? __builtin_ctzll(low_half(s)) : 64 + __builtin_ctzll(high_half(s));
}

static inline int highest(squares s) {
    return high_half(s) ? 127 - __builtin_clzll(high_half(s)) : 63 - __builtin_clzll(low_half(s));
}

static inline squares lowest_square(squares s) {
    return s & -s;
}

/* A whole grid of 128 squares may be one row: moving by that much leaves nothing. */
static inline squares back(squares s, int steps) {
    return steps < MAX_SQUARES ? s >> steps : 0;
}

static inline squares forth(squares s, int steps) {
    return steps < MAX_SQUARES ? s << steps : 0;
}

/* By a number of steps that is hardly ever 64 or more: the compiler need not provide for that as it goes. */
static inline squares up(squares s, int cols) {
    if (cols >= 64)
        return back(s, cols);
    uint64_t high = high_half(s);
    return squares_from(low_half(s) >> cols | high << (64 - cols), high >> cols);
}

static inline squares down(squares s, int cols) {
    if (cols >= 64)
        return forth(s, cols);
    uint64_t low = low_half(s);
    return squares_from(low << cols, high_half(s) << cols | low >> (64 - cols));
}

static inline squares left(squares s, int cols) {
    return (s & ~first_column[cols]) >> 1;
}

static inline squares right(squares s, int cols) {
    return s << 1 & ~first_column[cols];
}

static inline squares with_sides(squares s, int cols) {
    return s | left(s, cols) | right(s, cols);
}

/* The squares themselves and all that touch them; below the grid it may hold squares too many. */
static inline squares with_neighbours(squares s, int cols) {
    squares wide = with_sides(s, cols);
    return wide | up(wide, cols) | down(wide, cols);
}

/* The part of `s` that hangs together with its lowest square. */
static inline squares first_component(squares s, int cols) {
    squares part = lowest_square(s);
    for (;;) {
        squares grown = with_neighbours(part, cols) & s;
        if (grown == part)
            return part;
        part = grown;
    }
}

#endif
