/* A guess at who wins, for positions that no search has settled. */
#ifndef KNIGHTS_GUESS_H
#define KNIGHTS_GUESS_H

#include "knights_table.h"

/* What the guess is made from; each counts the mover's squares less the other player's. */
enum {
    TERRITORY,       /* those reached sooner */
    CONNECTIONS,     /* knight's moves inside that territory */
    WALK,            /* how long a walk inside it might be */
    EXITS,           /* places to go to now, */
    SECOND_EXITS,    /* in two moves, */
    THIRD_EXITS,     /* in three */
    TO_MOVE,         /* always 1 */
    FEATURES,
};

void knights_features(const knights_board *board, const knights_question *question, int feature[FEATURES]);

/* The mover's chance to win, as a hundredfold logit: 0 is even, 100 means 73 %, 300 means 95 %. */
int knights_guess(const knights_board *board, const knights_question *question);

#endif
