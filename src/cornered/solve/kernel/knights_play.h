/* Good moves where nothing can be solved: looking ahead to a depth, and guessing from there.

   It uses the table and the searches of knights.h: what is proven there is not looked into again. */
#ifndef KNIGHTS_PLAY_H
#define KNIGHTS_PLAY_H

#include "knights.h"

enum { KNIGHTS_LONGEST_LINE = 128 };

/* Scores beyond this are proven: the player to move wins, or, below its negative, loses. */
enum { KNIGHTS_PROVEN = 29000 };

typedef struct {
    int move;  /* the best one found; negative where the time did not suffice for any */
    int score; /* as a hundredfold logit of the mover's chance to win, unless it is proven */
    int depth;
    int line[KNIGHTS_LONGEST_LINE]; /* how the game is expected to go on, this move included */
    int line_length;
} knights_estimate;

/* Looks so many plies ahead, and at each of a set of legal moves; of threads that ask together, every second
   looks a ply further. Returns 1 when done; where it returns KNIGHTS_STOPPED, the estimate tells what was
   found until then. */
int knights_look_ahead(knights_search *search, knights_set free, int mover, int other, knights_set among, int depth,
                       knights_estimate *estimate);

#endif
