/* Thousands of games of one kind, each move of all of them written into arrays that the caller owns.

   Sets of squares are bits of a word: a board has at most 64 squares. A player without a legal move has lost. */
#ifndef BATCH_H
#define BATCH_H

#include <stdbool.h>
#include <stdint.h>

typedef struct batch_rules batch_rules;
typedef struct batch batch;

/* Where a game begins: the pieces of the player to move and of the other one, the blocked and the legal squares. */
typedef struct {
    uint64_t own, other, blocked, legal;
    int turn;
    const uint8_t *stood; /* under a rule of repetition: how often each placement has stood, see walking.c */
} batch_position;

/* What the caller sees: for `size` games of `squares` squares each. */
typedef struct {
    int8_t *planes; /* [size][4][squares]: own, other, blocked, legal, for the player to move */
    int8_t *final;  /* the same for the position in which a game ended, written when it does */
    int8_t *mask;   /* [size][squares]: the legal squares once more */
    int8_t *turn;   /* [size]: the player to move, 1 or 2 */
    int8_t *winner; /* [size]: who won the game that ended in the last step, or 0 */
    int32_t *plies; /* [size]: moves made in the game that is going on */
    int64_t *wins;  /* [size][2]: games won by Player 1 and by Player 2 so far */
} batch_arrays;

/* Actions that are no squares: a random legal move, none at all, and the game begun again with nobody winning. */
enum { BATCH_RANDOM = -1, BATCH_WAIT = -2, BATCH_AGAIN = -3 };

/* Rules from tables, which are copied; NULL if there is no memory. */
batch_rules *batch_walking(int squares, const uint64_t *steps, bool leaves_blocked, bool may_capture, int repetitions);
batch_rules *batch_marking(int squares, const uint64_t *blocks, const uint64_t *follows);
void batch_rules_free(batch_rules *rules);

/* Rules and arrays must outlive the batch. NULL if there is no memory. Begins with batch_begin. */
batch *batch_new(const batch_rules *rules, const batch_position *start, int64_t size, batch_arrays arrays);
void batch_free(batch *b);

/* Every game from the start; with seeds, one a game, their random streams too. */
void batch_begin(batch *b, const uint64_t *seeds);

/* One action a game. Returns the size of the batch, or the first game whose action is not legal: then nothing was
   played in any. */
int64_t batch_step(batch *b, const int64_t *actions);

/* So many random moves in every game. */
void batch_step_random(batch *b, int64_t steps);

/* Random games from one position, game g with the stream of seed + g: who won each, or 0 if it had not ended after the
   longest permitted number of moves. False if there is no memory. */
bool batch_playouts(const batch_rules *rules, const batch_position *start, int64_t games, uint64_t seed,
                    int64_t longest, int8_t *winners);

#endif
