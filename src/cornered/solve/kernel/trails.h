/* Block Capture's distances: how many plies a trail goes on under best play, on boards of any size.

   A search is one question, and belongs to one thread; any thread may stop it. Blocks are numbered row by
   row. */
#ifndef TRAILS_H
#define TRAILS_H

#include <stdint.h>

typedef struct trail_search trail_search;

enum { TRAIL_STOPPED = -1 };

/* `claimed` has a byte for each block, which is not 0 where the block is claimed. NULL where the memory cannot
   be had. */
trail_search *trail_search_new(int rows, int cols, const uint8_t *claimed);
void trail_search_free(trail_search *search);

/* Makes whoever is asking this search return TRAIL_STOPPED soon. */
void trail_search_stop(trail_search *search);

/* How many positions this search has looked into so far. */
uint64_t trail_search_visited(trail_search *search);

/* The plies to the end of a trail whose last block is this one, which is claimed and is not the centre: odd if
   the player to move wins, even if the other one does. */
int trail_plies(trail_search *search, int last);

/* The plies from the empty board, where Player 1 chooses the block of the edge that wins soonest. */
int trail_opening_plies(trail_search *search);

#endif
