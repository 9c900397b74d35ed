/* Blockade, exactly: nimbers and distances of positions on boards of up to 128 squares.

   A table remembers what was found out about shapes, for all searches of all threads that use it. A search is
   one question: threads that ask it together, with the same search, help each other. Squares are
   numbered row by row; the free ones of a position are given as the bits of two integers. */
#ifndef NIMBERS_H
#define NIMBERS_H

#include <stddef.h>
#include <stdint.h>

typedef struct nimber_table nimber_table;
typedef struct nimber_search nimber_search;

enum { NIMBER_STOPPED = -1 };

/* Both NULL where the memory cannot be had. The table must outlive its searches. */
nimber_table *nimber_table_new(size_t bytes);
nimber_search *nimber_search_new(nimber_table *table);

void nimber_table_free(nimber_table *table);
void nimber_search_free(nimber_search *search);

/* Makes whoever is asking this search return NIMBER_STOPPED soon. */
void nimber_search_stop(nimber_search *search);

/* Lets this search look into so many shapes at most, all threads together; then it is stopped. */
void nimber_search_limit(nimber_search *search, uint64_t visits);

/* How many shapes this search has looked into so far. */
uint64_t nimber_search_visited(nimber_search *search);

/* Whether the player to move wins, 1 or 0, as soon as a search for a distance or a line has found out;
   NIMBER_STOPPED until then. */
int nimber_search_winner(nimber_search *search);

/* The Sprague-Grundy value of a position. */
int nimber_value(nimber_search *search, int cols, uint64_t low, uint64_t high);

/* Whether a position has this Sprague-Grundy value, 1 or 0: most often cheaper than the value. */
int nimber_equals(nimber_search *search, int cols, uint64_t low, uint64_t high, int value);

/* How many moves are made when the winner hurries and the loser holds out. */
int nimber_plies(nimber_search *search, int cols, uint64_t low, uint64_t high);

/* A line of best play, which at every turn makes the first move that keeps the length of the game. Each thread
   that asks has a `line` of its own, with room for as many moves as the board has squares. Returns the number
   of moves in it: where the search was stopped, those found by then. */
int nimber_line(nimber_search *search, int cols, uint64_t low, uint64_t high, uint8_t *line);

#endif
