/* Shapes: what matters of a set of free squares, wherever and however it lies on the board. */
#ifndef NIMBERS_SHAPES_H
#define NIMBERS_SHAPES_H

#include "nimbers_squares.h"
#include <stdbool.h>

/* A set in its own bounding box. Never empty. Of a canonical shape there is a number that tells it apart from others
   well, though not perfectly. */
typedef struct {
    squares free;
    int rows, cols;
    uint64_t hash;
} shape;

/* Fills the tables below; call it before anything else, from as many threads as you like. */
void shapes_prepare(void);

/* The set without squares that are twins of others. It is played like the set itself. */
squares without_twins(squares free, int cols);

/* The set in its bounding box, which lies on its long side. */
shape cropped(squares free, int cols);

/* Both: any set as the searches want it. */
shape simplified(squares free, int cols);

/* The one form of all simplified shapes that are equal up to turns and reflections. */
shape canonical(shape a);

/* Whether the half turn of its box maps the shape onto itself. */
bool is_half_turn_symmetric(shape a);

/* The nimber of a simplified shape where a table or a theorem tells it at once, -1 elsewhere. */
int value_at_sight(shape a);

/* More moves than this cannot be made, for no two squares of a 2×2 block can both be marked; counted no
   further than `enough`. */
int moves_at_most(shape a, int enough);

#endif
