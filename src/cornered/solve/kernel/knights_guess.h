/* A guess at who wins, for positions that no search has settled. */
#ifndef KNIGHTS_GUESS_H
#define KNIGHTS_GUESS_H

#include "knights_table.h"

/* The mover's chance to win, as a hundredfold logit: 0 is even, 100 means 73 %, 300 means 95 %. */
int knights_guess(const knights_board *board, const knights_question *question);

#endif
