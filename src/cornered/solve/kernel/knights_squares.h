/* Sets of squares as bits: of one word, or of two where KNIGHTS_WIDE is defined. The kernel is compiled once
   for each, since boards that fit into a word are the ones most asked about, and take less than half as many instructions with one. */
#ifndef KNIGHTS_SQUARES_H
#define KNIGHTS_SQUARES_H

#include <stdbool.h>
#include <stdint.h>

#ifdef KNIGHTS_WIDE
__extension__ typedef unsigned __int128 squares;
enum { WORDS = 2, SQUARE_BITS = 7 };
#else
typedef uint64_t squares;
enum { WORDS = 1, SQUARE_BITS = 6 };
#endif

enum { WORD_BITS = 64, SQUARES = WORDS * WORD_BITS };

static inline squares bit(int square) { return (squares)1 << square; }
static inline bool holds(squares set, int square) { return set >> square & 1; }
static inline bool is_single(squares set) { return set && !(set & (set - 1)); }
static inline uint64_t word(squares set, int index) { return (uint64_t)(set >> WORD_BITS * index); }

/* How many there are. A compiler that builds for every machine of this kind may not use the instruction that
   counts, which all but the oldest have: so whether it is there is asked when the program starts. */
#if defined(__x86_64__) && !defined(__POPCNT__)
extern bool knights_machine_counts;

static inline int count_in_word(uint64_t word) {
    if (!knights_machine_counts)
        return __builtin_popcountll(word);
    uint64_t counted;
    __asm__("popcnt %1, %0" : "=r"(counted) : "r"(word) : "cc");
    return (int)counted;
}
#else
static inline int count_in_word(uint64_t word) { return __builtin_popcountll(word); }
#endif

/* The bits of a word from its last to its first. */
static inline uint64_t reversed_word(uint64_t word) {
    word = (word >> 1 & UINT64_C(0x5555555555555555)) | (word & UINT64_C(0x5555555555555555)) << 1;
    word = (word >> 2 & UINT64_C(0x3333333333333333)) | (word & UINT64_C(0x3333333333333333)) << 2;
    word = (word >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (word & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
    return __builtin_bswap64(word);
}

#ifdef KNIGHTS_WIDE
static inline squares from_words(uint64_t low, uint64_t high) { return (squares)high << WORD_BITS | low; }
static inline squares reversed(squares set) {
    return from_words(reversed_word(word(set, 1)), reversed_word(word(set, 0)));
}
static inline int count(squares set) { return count_in_word(word(set, 0)) + count_in_word(word(set, 1)); }
static inline int first(squares set) {
    return word(set, 0) ? __builtin_ctzll(word(set, 0)) : WORD_BITS + __builtin_ctzll(word(set, 1));
}
#else
static inline squares from_words(uint64_t low, uint64_t high) { return (void)high, low; }
static inline squares reversed(squares set) { return reversed_word(set); }
static inline int count(squares set) { return count_in_word(set); }
static inline int first(squares set) { return __builtin_ctzll(set); }
#endif

#endif
