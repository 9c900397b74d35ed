/* Who wins, by proof numbers.

   Of every position it is estimated how much is still to be shown until the mover's win is certain, and how
   much until their loss is; the search always goes on where the least is lacking (depth-first proof-number
   search). The estimate of a fresh position compares how freely the two knights can move. What makes the
   search short is that many positions are settled on sight: the knights cannot meet any more, or one of them
   can walk on undisturbed for longer than the other can walk at all, or the position is symmetric. */
#include "knights_search.h"
#include "knights_sight.h"
#include <stddef.h>

typedef knights_worker worker;

/* ------------------------------------------------------------------ how much is still to be shown */

/* In how many places a knight may stand after three moves: a good measure of its freedom. */
static uint32_t freedom(const knights_board *board, int square, squares free) {
    squares once = board->leaps[square] & free, twice = leaps_from(board, once) & free;
    return (uint32_t)count(leaps_from(board, twice) & free);
}

static uint32_t effort_against(uint32_t freedom, int moves_of_prover) {
    return 1 + 4 * freedom * freedom / (uint32_t)(moves_of_prover + 2);
}

static knights_effort first_estimate(const knights_board *board, const knights_question *q) {
    int moves = count(knights_sensible_moves(board, q)), exits = count(board->leaps[q->other] & q->free);
    return (knights_effort){
        .to_win = effort_against(freedom(board, q->other, q->free), moves),
        .to_lose = effort_against(freedom(board, q->mover, q->free), exits),
    };
}

static const knights_effort WIN_SHOWN = {0, NEVER}, LOSS_SHOWN = {NEVER, 0};

static uint32_t umin(uint32_t a, uint32_t b) { return a < b ? a : b; }
static uint32_t umax(uint32_t a, uint32_t b) { return a > b ? a : b; }

static bool is_settled(knights_effort effort) { return !effort.to_win || !effort.to_lose; }

/* ------------------------------------------------------------------ the search */

typedef struct {
    knights_question question;
    knights_effort effort;
} reply;

typedef struct {
    reply of[MOST_MOVES];
    int count;
} replies;

static atomic_uint *busy_slot(const worker *w, const knights_question *q) {
    return &w->search->busy[knights_hash(q) % BUSY_SLOTS];
}

/* Whether the search was stopped, this thread has done its share, or another has found what it is after. */
static bool is_over(const worker *w) {
    return w->visited >= w->search->most_visits || knights_is_stopped(w->search) ||
           knights_plies_at_least(w->search) != w->plies_at_least;
}

static void count_visit(worker *w) {
    if (++w->visited % POSITIONS_BETWEEN_REPORTS == 0)
        knights_report(w->search, POSITIONS_BETWEEN_REPORTS);
}

static knights_question without_limit(const knights_question *q) {
    knights_question unlimited = *q;
    unlimited.limit = NO_LIMIT;
    unlimited.mover_is_chased = false;
    return unlimited;
}

static void expect(const worker *w, const knights_question *q) {
    knights_expect(w->table, q);
    if (q->limit != NO_LIMIT) {
        knights_question unlimited = without_limit(q);
        knights_expect(w->table, &unlimited);
    }
}

/* What was remembered of a question; an unlimited loss of the chaser settles the limited question too. */
static bool recall(const worker *w, const knights_question *q, knights_effort *effort) {
    if (q->limit != NO_LIMIT) {
        knights_question unlimited = without_limit(q);
        knights_effort known, chased_wins = q->mover_is_chased ? WIN_SHOWN : LOSS_SHOWN;
        if (knights_recall(w->table, &unlimited, &known) && known.to_win == chased_wins.to_win) {
            *effort = chased_wins;
            return true;
        }
    }
    return knights_recall(w->table, q, effort);
}

/* Lists the other player's questions after each move, without those that are settled against us; or tells
   that one is settled in our favour. */
static bool expand(worker *w, const knights_question *q, squares moves, replies *replies) {
    replies->count = 0;
    for (; moves; moves &= moves - 1) {
        reply *reply = &replies->of[replies->count];
        reply->question = knights_after(q, first(moves));
        count_visit(w);
        verdict found = knights_on_sight(w->table, &reply->question);
        if (found == LOST)
            return true;
        if (found == WON)
            continue;
        expect(w, &reply->question);
        reply->effort = first_estimate(w->board, &reply->question);
        replies->count++;
    }
    return false;
}

/* The reply to look into next, the effort that the next best one takes, and what all replies amount to. */
typedef struct {
    reply *best;
    uint32_t runner_up;
    int open;
    knights_effort effort;
} choice;

/* A reply that other threads look into seems the dearer, but never impossible: by a quarter for each of them, so
   that they part where replies cost about the same. Were it twice as dear, they would part near the top of the
   tree, one of them for nothing: on 7×9 two threads then took 240 million positions, not 153. */
static uint32_t effort_as_seen(const worker *w, const reply *reply) {
    unsigned threads = atomic_load_explicit(busy_slot(w, &reply->question), memory_order_relaxed);
    uint64_t seen = (uint64_t)reply->effort.to_lose * (4 + threads) / 4;
    return seen < NEVER ? (uint32_t)seen : NEVER - 1;
}

static choice choose(const worker *w, replies *replies) {
    choice c = {.best = NULL, .runner_up = NEVER, .effort = LOSS_SHOWN};
    uint32_t best_as_seen = NEVER;
    for (reply *reply = replies->of; reply < replies->of + replies->count; reply++) {
        recall(w, &reply->question, &reply->effort);
        if (!reply->effort.to_win)
            continue;
        c.open++;
        c.effort.to_win = umin(c.effort.to_win, reply->effort.to_lose);
        c.effort.to_lose = umax(c.effort.to_lose, reply->effort.to_win);
        uint32_t as_seen = effort_as_seen(w, reply);
        if (as_seen < best_as_seen) {
            c.runner_up = best_as_seen;
            best_as_seen = as_seen;
            c.best = reply;
        } else {
            c.runner_up = umin(c.runner_up, as_seen);
        }
    }
    /* All replies must be refuted, but refutations have much in common: a sum would count that twice. */
    if (c.open)
        c.effort.to_lose = c.effort.to_win ? umin(c.effort.to_lose + (uint32_t)c.open - 1, NEVER - 1) : NEVER;
    return c;
}

/* By how much a reply is clearly dearer than the runner-up. Turning away sooner means coming back more often,
   to what the table may have forgotten by then. From 4 to 7 all took as many positions, to one in 200, on 27
   questions about boards of 36 to 57 squares; 2 took a tenth more, and 1.5 a quarter. */
enum { TIMES_AS_DEAR = 6 };

/* How far to look into the best reply: until it is clearly dearer than the runner-up, or all is dear enough;
   but in any case further than before. */
static knights_effort enough_for(const choice *c, knights_effort enough) {
    uint32_t clearly_dearer = umin(TIMES_AS_DEAR * c->runner_up + 1, NEVER);
    return (knights_effort){
        .to_win = enough.to_lose == NEVER ? NEVER : enough.to_lose - (uint32_t)c->open + 1,
        .to_lose = umax(umin(enough.to_win, clearly_dearer), umin(c->best->effort.to_lose + 1, NEVER)),
    };
}

static knights_effort prove(worker *w, const knights_question *q, squares moves, knights_effort enough);

static knights_effort try_replies(worker *w, const knights_question *q, replies *replies,
                                  knights_effort enough) {
    for (;;) {
        knights_effort elsewhere;
        if (recall(w, q, &elsewhere) && is_settled(elsewhere))
            return elsewhere; /* by another thread */
        choice c = choose(w, replies);
        bool dear = c.effort.to_win >= enough.to_win || c.effort.to_lose >= enough.to_lose;
        if (is_settled(c.effort) || dear || is_over(w))
            return c.effort;
        squares answers = knights_sensible_moves(w->board, &c.best->question);
        c.best->effort = prove(w, &c.best->question, answers, enough_for(&c, enough));
    }
}

/* Looks into a question until it is settled, or known to take as much more effort as is said to be enough. */
static knights_effort prove(worker *w, const knights_question *q, squares moves, knights_effort enough) {
    uint64_t visited_before = w->visited;
    knights_effort effort = WIN_SHOWN;
    replies replies;
    if (!expand(w, q, moves, &replies)) {
        atomic_uint *busy = busy_slot(w, q);
        atomic_fetch_add_explicit(busy, 1, memory_order_relaxed);
        effort = try_replies(w, q, &replies, enough);
        atomic_fetch_sub_explicit(busy, 1, memory_order_relaxed);
    }
    knights_remember(w->table, q, effort, w->visited - visited_before);
    return effort;
}

/* ------------------------------------------------------------------ the first position */

/* Where a square goes under one of the board's eight symmetries; on oblong boards, one of the first four. */
static int image(const knights_board *board, int symmetry, int square) {
    int row = square / board->cols, col = square % board->cols;
    if (symmetry & 1)
        row = board->rows - 1 - row;
    if (symmetry & 2)
        col = board->cols - 1 - col;
    return symmetry & 4 ? col * board->cols + row : row * board->cols + col;
}

static squares image_of(const knights_board *board, int symmetry, squares set) {
    squares images = 0;
    for (; set; set &= set - 1)
        images |= bit(image(board, symmetry, first(set)));
    return images;
}

/* Of moves that are each other's images one will do. Deeper in the search this is too rare to look for. */
static squares distinct_moves(const knights_board *board, const knights_question *q) {
    squares moves = knights_sensible_moves(board, q);
    for (int symmetry = 1; symmetry < (board->rows == board->cols ? 8 : 4); symmetry++) {
        bool keeps_knights =
            image(board, symmetry, q->mover) == q->mover && image(board, symmetry, q->other) == q->other;
        if (!keeps_knights || image_of(board, symmetry, q->free) != q->free)
            continue;
        for (squares left = moves; left; left &= left - 1) {
            int twin = image(board, symmetry, first(left));
            if (twin > first(left))
                moves &= ~bit(twin);
        }
    }
    return moves;
}

int knights_answer(worker *w, knights_question q) {
    if (q.mover == q.other)
        return 0; /* captured */
    verdict found = knights_on_sight(w->table, &q);
    if (found != OPEN)
        return found == WON;
    knights_effort effort = prove(w, &q, distinct_moves(w->board, &q), (knights_effort){NEVER, NEVER});
    return is_settled(effort) ? !effort.to_win : KNIGHTS_STOPPED;
}

knights_effort knights_effort_for(const worker *w, knights_question q) {
    verdict found = q.mover == q.other ? LOST : knights_on_sight(w->table, &q);
    if (found != OPEN)
        return found == WON ? WIN_SHOWN : LOSS_SHOWN;
    knights_effort effort = first_estimate(w->board, &q);
    recall(w, &q, &effort);
    return effort;
}
