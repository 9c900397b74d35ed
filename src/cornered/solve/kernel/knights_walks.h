/* How long one knight can go on walking: what decides the game once the knights cannot meet any more, and
   bounds it before. A walk is counted in moves and never comes to a square twice. */
#ifndef KNIGHTS_WALKS_H
#define KNIGHTS_WALKS_H

#include "knights_board.h"

/* The free squares that a knight can come to. */
squares knights_reach(const knights_board *board, int from, squares free);

/* No walk is longer than this; `reach` is what knights_reach gave. */
int knights_longest_bound(const knights_board *board, int from, squares reach);

/* Whether there is a walk of this many moves. To be sure that there is none can take for ever on open ground: where
   the steps that are left do not suffice they become negative, and a walk that was not found may exist. */
bool knights_can_walk(const knights_board *board, int from, squares free, int moves, int *steps_left);

/* Whether, on grounds of their own, the first knight to move walks longer than the other; it means nothing where
   the steps that are left have become negative. */
bool knights_outwalks(const knights_board *board, int mover, squares movers, int other, squares others,
                      int *steps_left);

/* How far a knight comes, up to `enough` moves, on a walk that a rival cannot disturb whatever they do: a
   square serves only while the rival cannot have been there. `lead` tells by how many moves the
   rival is ahead when the knight makes its first: one that it has made, or one with which it can still answer. */
int knights_undisturbed_walk(const knights_board *board, int from, int rival, squares free, int lead,
                             int enough);

#endif
