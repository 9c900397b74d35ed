/* What the rules and a little counting tell of a position without search. */
#ifndef KNIGHTS_SIGHT_H
#define KNIGHTS_SIGHT_H

#include "knights_table.h"

typedef enum { LOST, WON, OPEN } verdict;

/* The moves that do not lose at once: in Knight's Duel, not onto an attacked square. */
squares knights_sensible_moves(const knights_board *board, const knights_question *question);

/* Settles the question if it can without search. If not, takes from it what does not matter: squares that no
   knight can come to, and a limit that cannot be exceeded; so more questions turn out to be the same. */
verdict knights_on_sight(const knights_table *table, knights_question *question);

#endif
