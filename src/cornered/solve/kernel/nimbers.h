/* Blockade, exactly: nimbers and distances of positions on boards of up to 128 squares.

   Any number of threads may ask one search at the same time; they share what they find out, and threads
   that ask the same question help each other. Squares are numbered row by row; the free ones of a
   position are given as the bits of two integers. */
#ifndef NIMBERS_H
#define NIMBERS_H

#include <stddef.h>
#include <stdint.h>

typedef struct nimber_search nimber_search;

enum { NIMBER_STOPPED = -1 };

/* NULL where the memory cannot be had. */
nimber_search *nimber_search_new(size_t bytes);
void nimber_search_free(nimber_search *search);

/* Makes every question, those being answered and those to come, return NIMBER_STOPPED until resumed. */
void nimber_search_stop(nimber_search *search);
void nimber_search_resume(nimber_search *search);

/* How many shapes have been searched so far. */
uint64_t nimber_search_visited(nimber_search *search);

/* The Sprague-Grundy value of a position. */
int nimber_value(nimber_search *search, int cols, uint64_t low, uint64_t high);

/* Whether a position has this Sprague-Grundy value, 1 or 0: most often cheaper than the value. */
int nimber_equals(nimber_search *search, int cols, uint64_t low, uint64_t high, int value);

/* How many moves are made when the winner hurries and the loser holds out. */
int nimber_plies(nimber_search *search, int cols, uint64_t low, uint64_t high);

#endif
