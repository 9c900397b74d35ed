/* Random numbers as in stream.py, which must draw the same ones: splitmix64, begun at the mixed seed. */
#ifndef BATCH_STREAM_H
#define BATCH_STREAM_H

#include "rules.h"

static inline uint64_t mixed(uint64_t z) {
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static inline unsigned draw_below(uint64_t *stream, unsigned limit) {
    *stream += UINT64_C(0x9e3779b97f4a7c15);
    return (unsigned)((mixed(*stream) >> 32) * limit >> 32);
}

static inline int draw_square(uint64_t *stream, squares set) {
    for (unsigned skipped = draw_below(stream, count(set)); skipped; skipped--)
        set &= set - 1;
    return first(set);
}

#endif
