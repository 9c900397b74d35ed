/* Shapes: what matters of a set of free squares, wherever and however it lies on the board. */
#ifndef NIMBERS_SHAPES_H
#define NIMBERS_SHAPES_H

#include "nimbers_squares.h"
#include <stdbool.h>

/* A set in its own bounding box, whose rows are counted from its highest square. Never empty. */
typedef struct {
    squares free;
    int cols;
} shape;

/* Fills the tables below; call it before anything else, from as many threads as you like. */
void shapes_prepare(void);

int rows_of(shape a);

/* The one form of all sets that are played alike because they are equal up to a shift, a turn or a
   reflection, and up to squares that are twins of others. */
shape canonical(squares free, int cols);

/* Whether the half turn of its box maps the shape onto itself. */
bool is_half_turn_symmetric(shape a);

/* The nimber of a canonical shape where a table or a theorem tells it at once, -1 elsewhere. */
int value_at_sight(shape a);

/* More moves than this cannot be made on these squares. */
int longest_play(squares free, int cols);

#endif
