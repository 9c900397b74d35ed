/* Knight's Blockade and Knight's Duel, exactly: who wins, and how soon, on boards of up to 64 squares; where it is
   compiled with KNIGHTS_WIDE, of up to 128.

   A table remembers what was found out about the positions of one game on one board, for all searches of all
   threads that use it. A search is one question: threads that ask it together, with the same search, help
   each other. Squares are numbered row by row. The free squares of a position are those on which no knight
   stands or has stood. */
#ifndef KNIGHTS_H
#define KNIGHTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct knights_table knights_table;
typedef struct knights_search knights_search;

/* A set of squares as bits, from the first square on. */
typedef struct {
    uint64_t low, high;
} knights_set;

enum { KNIGHTS_STOPPED = -1, KNIGHTS_TOO_LARGE = -2 };

/* Both NULL where the memory cannot be had. The table must outlive its searches. In Knight's Duel knights may
   capture. `theorems` lets symmetric positions be settled without search. */
knights_table *knights_table_new(int rows, int cols, bool may_capture, bool theorems, size_t bytes);
knights_search *knights_search_new(knights_table *table);

void knights_table_free(knights_table *table);
void knights_search_free(knights_search *search);

/* Makes whoever is asking this search return KNIGHTS_STOPPED soon. */
void knights_search_stop(knights_search *search);

/* Lets each thread that asks this search look into so many positions at most; then it answers
   KNIGHTS_STOPPED, and can be asked again with another limit. To be called while nobody asks. */
void knights_search_limit(knights_search *search, uint64_t visits);

/* How many positions this search has looked into so far. */
uint64_t knights_search_visited(knights_search *search);

/* Whether the player to move wins, 1 or 0, as soon as this search has found out; KNIGHTS_STOPPED until then. */
int knights_search_winner(knights_search *search);

/* Whether the player to move wins, 1 or 0. */
int knights_wins(knights_search *search, knights_set free, int mover, int other);

/* How many moves are made when the winner hurries and the loser holds out. */
int knights_plies(knights_search *search, knights_set free, int mover, int other);

/* A line of best play, which at every turn makes the first move that keeps the length of the game. Each thread
   that asks has a `line` of its own, with room for as many moves as the board has squares. Returns the number
   of moves in it: where the search was stopped, those found by then. */
int knights_line(knights_search *search, knights_set free, int mover, int other, uint8_t *line);

typedef struct {
    uint64_t positions; /* all that can arise, the first and the finished ones included */
    uint64_t choices;   /* those with more than one legal move */
    uint64_t decisive;  /* those where the choice changes who wins */
    int plies;          /* the length of best play; odd exactly when the player to move wins */
} knights_graph;

/* Values every position that can arise from one. Returns 1 when done; KNIGHTS_TOO_LARGE when the graph does
   not fit into `bytes`, or the knights have more than 44 squares to play on (106 if KNIGHTS_WIDE is defined).
   The search's table is not used. */
int knights_enumerate(knights_search *search, knights_set free, int mover, int other, size_t bytes,
                      knights_graph *graph);

#endif
