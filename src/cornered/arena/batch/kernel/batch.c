#include "rules.h"
#include "stream.h"
#include <stdlib.h>
#include <string.h>

enum { PLANES = 4 };

typedef struct {
    game game;
    uint64_t stream;
} seat;

struct batch {
    const batch_rules *rules;
    batch_position start;
    batch_arrays shown;
    int64_t size;
    seat *seats;
    uint8_t *stood; /* the start's, then each game's */
    uint64_t bytes_of[256];
};

void batch_rules_free(batch_rules *rules) { free(rules); }

void game_begin(game *g, const batch_rules *rules, const batch_position *start) {
    *g = (game){start->own, start->other, start->blocked, start->legal, g->stood, start->turn};
    if (rules->stood_bytes)
        memcpy(g->stood, start->stood, rules->stood_bytes);
}

/* Eight squares at a time, each a byte. */
static void lay_bytes(batch *b) {
    for (int set = 0; set < 256; set++) {
        uint8_t bytes[8];
        for (int square = 0; square < 8; square++)
            bytes[square] = (uint8_t)(set >> square & 1);
        memcpy(&b->bytes_of[set], bytes, 8);
    }
}

static void write_eight(const batch *b, int8_t *to, squares set, int from) {
    memcpy(to + from, &b->bytes_of[set >> from & 255], 8);
}

static void write_set(const batch *b, int8_t *to, squares set) {
    int size = b->rules->squares;
    if (size < 8) {
        for (int square = 0; square < size; square++)
            to[square] = holds(set, square);
        return;
    }
    for (int from = 0; from < size - 8; from += 8)
        write_eight(b, to, set, from);
    write_eight(b, to, set, size - 8); /* the last eight overlap those before: nothing is written past the end */
}

static void write_planes(const batch *b, int8_t *planes, const game *g) {
    int size = b->rules->squares;
    write_set(b, planes, g->own);
    write_set(b, planes + size, g->other);
    write_set(b, planes + 2 * size, g->blocked);
    write_set(b, planes + 3 * size, g->legal);
}

static void show(batch *b, int64_t i) {
    const game *g = &b->seats[i].game;
    write_planes(b, b->shown.planes + i * PLANES * b->rules->squares, g);
    write_set(b, b->shown.mask + i * b->rules->squares, g->legal);
    b->shown.turn[i] = (int8_t)g->turn;
}

static void begin(batch *b, int64_t i) {
    b->shown.plies[i] = 0;
    game_begin(&b->seats[i].game, b->rules, &b->start);
}

static void finish(batch *b, int64_t i) {
    game *g = &b->seats[i].game;
    int winner = 3 - g->turn;
    write_planes(b, b->shown.final + i * PLANES * b->rules->squares, g);
    b->shown.winner[i] = (int8_t)winner;
    b->shown.wins[2 * i + winner - 1]++;
    begin(b, i);
}

static void play(batch *b, int64_t i, int square) {
    game *g = &b->seats[i].game;
    b->rules->play(b->rules, g, square);
    b->shown.winner[i] = 0;
    b->shown.plies[i]++;
    if (!g->legal)
        finish(b, i);
}

static bool is_legal(const batch *b, int64_t i, int64_t action) {
    if (action < 0)
        return action >= BATCH_AGAIN;
    return action < b->rules->squares && holds(b->seats[i].game.legal, (int)action);
}

static void act(batch *b, int64_t i, int64_t action) {
    seat *s = &b->seats[i];
    b->shown.winner[i] = 0;
    if (action == BATCH_WAIT)
        return;
    if (action == BATCH_AGAIN)
        begin(b, i);
    else
        play(b, i, action == BATCH_RANDOM ? draw_square(&s->stream, s->game.legal) : (int)action);
    show(b, i);
}

int64_t batch_step(batch *b, const int64_t *actions) {
    for (int64_t i = 0; i < b->size; i++)
        if (!is_legal(b, i, actions[i]))
            return i;
    for (int64_t i = 0; i < b->size; i++)
        act(b, i, actions[i]);
    return b->size;
}

void batch_step_random(batch *b, int64_t steps) {
    for (int64_t i = 0; i < b->size; i++) {
        seat *s = &b->seats[i];
        for (int64_t step = 0; step < steps; step++)
            play(b, i, draw_square(&s->stream, s->game.legal));
        show(b, i);
    }
}

void batch_begin(batch *b, const uint64_t *seeds) {
    for (int64_t i = 0; i < b->size; i++) {
        seat *s = &b->seats[i];
        if (seeds)
            s->stream = mixed(seeds[i]);
        begin(b, i);
        b->shown.winner[i] = 0;
        show(b, i);
    }
}

static bool place_memories(batch *b) {
    size_t bytes = b->rules->stood_bytes;
    if (!bytes)
        return true;
    if ((size_t)b->size >= SIZE_MAX / bytes || !(b->stood = malloc(bytes * ((size_t)b->size + 1))))
        return false;
    memcpy(b->stood, b->start.stood, bytes);
    b->start.stood = b->stood;
    for (int64_t i = 0; i < b->size; i++)
        b->seats[i].game.stood = b->stood + bytes * ((size_t)i + 1);
    return true;
}

batch *batch_new(const batch_rules *rules, const batch_position *start, int64_t size, batch_arrays arrays) {
    batch *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    *b = (batch){.rules = rules, .start = *start, .shown = arrays, .size = size};
    b->seats = calloc((size_t)size, sizeof *b->seats);
    if (!b->seats || !place_memories(b)) {
        batch_free(b);
        return NULL;
    }
    lay_bytes(b);
    return b;
}

void batch_free(batch *b) {
    free(b->stood);
    free(b->seats);
    free(b);
}

static int play_out(const batch_rules *rules, game *g, uint64_t seed, int64_t longest) {
    uint64_t stream = mixed(seed);
    for (int64_t plies = 0; g->legal && plies < longest; plies++)
        rules->play(rules, g, draw_square(&stream, g->legal));
    return g->legal ? 0 : 3 - g->turn;
}

bool batch_playouts(const batch_rules *rules, const batch_position *start, int64_t games, uint64_t seed,
                    int64_t longest, int8_t *winners) {
    game g = {.stood = malloc(rules->stood_bytes + 1)};
    if (!g.stood)
        return false;
    for (int64_t i = 0; i < games; i++) {
        game_begin(&g, rules, start);
        winners[i] = (int8_t)play_out(rules, &g, seed + (uint64_t)i, longest);
    }
    free(g.stood);
    return true;
}
