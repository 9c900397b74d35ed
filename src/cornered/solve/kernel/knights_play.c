/* Looking ahead, by alpha-beta with a null window (principal variation search).

   The line that looked best at the last, shallower look is looked into first; all others only have to be
   shown to be no better. What is settled on sight, or was proven by the search for proofs, ends a line for
   good; a forced move costs no depth. */
#include "knights_play.h"
#include "knights_guess.h"
#include "knights_search.h"
#include "knights_sight.h"

enum {
    CERTAIN = 30000,     /* less the number of plies until it shows */
    PLIES_OF_PROOF = SQUARES, /* what is proven elsewhere shows after so many at most */
    BEYOND_ALL = 32000,
    NO_MOVE = SQUARES,
    LATE = 2,            /* moves from this place on are looked into less deeply at first, */
    DEEP_ENOUGH = 3,     /* if there are so many plies to go */
    WORTH_A_LOOK_UP = 2, /* plies to go from which the proofs are consulted */
};

/* One thread's part in looking ahead. */
typedef struct {
    knights_search *search;
    knights_table *table;
    const knights_board *board;
    uint64_t visited;
    bool over;
} looker;

typedef struct {
    knights_question question;
    int move, guess; /* the guess is the other player's */
} option;

typedef struct {
    option of[MOST_MOVES];
    int count;
} options;

/* ------------------------------------------------------------------ what is remembered of a look */

typedef enum { AT_LEAST = 1, AT_MOST = 2, EXACTLY = 3 } bound;

typedef struct {
    int score, depth, move;
    bound bound;
} look;

/* Looks are kept beside the proofs, under a limit that no proof is ever asked for. */
static knights_question as_look(const knights_question *q) {
    knights_question key = *q;
    key.limit = NO_LIMIT;
    key.mover_is_chased = true;
    return key;
}

static bool recall_look(const looker *l, const knights_question *q, look *found) {
    knights_question key = as_look(q);
    knights_effort packed;
    if (!knights_recall(l->table, &key, &packed))
        return false;
    found->score = (int)(packed.to_win & 0xffff) - BEYOND_ALL;
    found->bound = (bound)(packed.to_win >> 16);
    found->depth = (int)(packed.to_lose & 0xff);
    found->move = (int)(packed.to_lose >> 8);
    return true;
}

static void remember_look(looker *l, const knights_question *q, look found, uint64_t work) {
    knights_question key = as_look(q);
    knights_effort packed = {
        .to_win = (uint32_t)(found.score + BEYOND_ALL) | (uint32_t)found.bound << 16,
        .to_lose = (uint32_t)found.depth | (uint32_t)found.move << 8,
    };
    knights_remember(l->table, &key, packed, work);
}

/* ------------------------------------------------------------------ scores */

static bool is_certain(int score) { return score > KNIGHTS_PROVEN || score < -KNIGHTS_PROVEN; }

/* What a score of the other player's after a move means before it; what is certain is a ply further off. */
static int before(int score) {
    return score > KNIGHTS_PROVEN ? 1 - score : score < -KNIGHTS_PROVEN ? -1 - score : -score;
}

/* The score that a remembered look gives here, if that is enough. */
static bool suffices(const look *known, int depth, int low, int high) {
    if (known->depth < depth && !is_certain(known->score))
        return false;
    return known->bound == EXACTLY || (known->bound == AT_LEAST && known->score >= high) ||
           (known->bound == AT_MOST && known->score <= low);
}

static bool is_proven(const looker *l, const knights_question *q, int *score) {
    knights_effort effort;
    if (!knights_recall(l->table, q, &effort) || (effort.to_win && effort.to_lose))
        return false;
    *score = effort.to_win ? -(CERTAIN - PLIES_OF_PROOF) : CERTAIN - PLIES_OF_PROOF;
    return true;
}

/* ------------------------------------------------------------------ the look */

static void count_visit(looker *l) {
    if (++l->visited >= l->search->most_visits)
        l->over = true;
    if (l->visited % POSITIONS_BETWEEN_REPORTS)
        return;
    knights_report(l->search, POSITIONS_BETWEEN_REPORTS);
    l->over = l->over || knights_is_stopped(l->search);
}

/* Keeps the options in order, the worst for the other player first. */
static void insert(options *options, option added) {
    int place = options->count++;
    for (; place > 0 && options->of[place - 1].guess > added.guess; place--)
        options->of[place] = options->of[place - 1];
    options->of[place] = added;
}

/* Lists the moves that are not settled against us, or tells that one is settled in our favour. */
static bool expand(looker *l, const knights_question *q, int favourite, options *options) {
    options->count = 0;
    for (squares moves = knights_sensible_moves(l->board, q); moves; moves &= moves - 1) {
        option added = {.move = first(moves), .question = knights_after(q, first(moves))};
        count_visit(l);
        verdict found = knights_on_sight(l->table, &added.question);
        if (found == LOST)
            return true;
        if (found == WON)
            continue;
        added.guess = added.move == favourite ? -BEYOND_ALL : knights_guess(l->board, &added.question);
        insert(options, added);
    }
    return false;
}

static int look_into(looker *l, const knights_question *q, int depth, int low, int high);

static int score_of(looker *l, option *option, int depth, int low, int high) {
    if (depth > 0)
        return before(look_into(l, &option->question, depth, -high, -low));
    if (option->guess == -BEYOND_ALL)
        option->guess = knights_guess(l->board, &option->question);
    return -option->guess;
}

/* The first option in full; later ones are only looked into in full if they turn out to be better. */
static int score_in_turn(looker *l, options *options, int place, int depth, int low, int high) {
    option *option = &options->of[place];
    if (place == 0)
        return score_of(l, option, depth, low, high);
    int less = place >= LATE && depth >= DEEP_ENOUGH;
    int score = score_of(l, option, depth - less, low, low + 1);
    if (less && score > low)
        score = score_of(l, option, depth, low, low + 1);
    if (score > low && score < high)
        score = score_of(l, option, depth, low, high);
    return score;
}

static int best_of(looker *l, const knights_question *q, options *options, int depth, int low, int high) {
    uint64_t visited_before = l->visited;
    int next_depth = options->count == 1 ? depth : depth - 1, floor = low;
    look best = {.score = -BEYOND_ALL, .depth = depth, .move = NO_MOVE};
    for (int place = 0; place < options->count && best.score < high; place++) {
        int score = score_in_turn(l, options, place, next_depth, low, high);
        if (l->over)
            return 0;
        if (score > best.score) {
            best.score = score;
            best.move = options->of[place].move;
        }
        low = most(low, score);
    }
    best.bound = best.score >= high ? AT_LEAST : best.score <= floor ? AT_MOST : EXACTLY;
    remember_look(l, q, best, l->visited - visited_before);
    return best.score;
}

/* What a position that is open on sight is worth to the mover, exact between `low` and `high`. */
static int look_into(looker *l, const knights_question *q, int depth, int low, int high) {
    look known = {.move = NO_MOVE};
    if (l->over)
        return 0;
    if (recall_look(l, q, &known) && suffices(&known, depth, low, high))
        return known.score;
    int proven;
    if (depth >= WORTH_A_LOOK_UP && is_proven(l, q, &proven))
        return proven;
    options options;
    if (expand(l, q, known.move, &options))
        return CERTAIN - 1;
    if (!options.count)
        return -(CERTAIN - 2);
    return best_of(l, q, &options, depth, low, high);
}

/* ------------------------------------------------------------------ the first position */

static int callers_square(const knights_board *board, int square) {
    return board->transposed ? square % board->cols * board->rows + square / board->cols : square;
}

/* What one of the first moves is worth; a knight may be captured, or walk into its capture. */
static int first_score(looker *l, const knights_question *q, int move, int depth, int low) {
    if (move == q->other)
        return CERTAIN - 1;
    option option = {.question = knights_after(q, move), .move = move, .guess = -BEYOND_ALL};
    verdict found = knights_on_sight(l->table, &option.question);
    if (found != OPEN)
        return found == LOST ? CERTAIN - 1 : -(CERTAIN - 2);
    if (low == -BEYOND_ALL)
        return score_of(l, &option, depth - 1, low, BEYOND_ALL);
    int score = score_of(l, &option, depth - 1, low, low + 1);
    return score > low ? score_of(l, &option, depth - 1, low, BEYOND_ALL) : score;
}

/* Follows the best moves from here as far as they are remembered. */
static void tell_line(const looker *l, knights_question q, knights_estimate *estimate) {
    look known = {.move = knights_board_square(l->board, estimate->move)};
    estimate->line_length = 0;
    do {
        estimate->line[estimate->line_length++] = callers_square(l->board, known.move);
        if (known.move == q.other)
            return;
        q = knights_after(&q, known.move);
    } while (knights_on_sight(l->table, &q) == OPEN && recall_look(l, &q, &known) && known.move != NO_MOVE);
}

static void note(looker *l, const knights_question *q, int move, int score, int depth,
                 knights_estimate *best) {
    best->move = callers_square(l->board, move);
    best->score = score;
    best->depth = depth;
    remember_look(l, q, (look){.score = score, .depth = 0, .move = move, .bound = AT_LEAST}, l->visited);
    tell_line(l, *q, best);
}

/* Every first move in turn, the one that looked best at the last look first. */
static void look_at_all(looker *l, const knights_question *q, squares moves, int depth,
                        knights_estimate *best) {
    look last = {.move = NO_MOVE};
    recall_look(l, q, &last);
    int highest = -BEYOND_ALL;
    while (moves) {
        int move = last.move != NO_MOVE && holds(moves, last.move) ? last.move : first(moves);
        moves &= ~bit(move);
        int score = first_score(l, q, move, depth, highest);
        if (l->over)
            return;
        if (score > highest) {
            highest = score;
            note(l, q, move, score, depth, best);
        }
    }
}

int knights_look_ahead(knights_search *search, knights_set free, int mover, int other, knights_set among, int depth,
                       knights_estimate *estimate) {
    const knights_board *board = &search->table->board;
    looker l = {.search = search, .table = search->table, .board = board};
    knights_question q = knights_asked(board, free, mover, other);
    *estimate = (knights_estimate){.move = -1};
    /* Every second thread looks a ply deeper: what it leaves in the table helps this look and the next. */
    depth += atomic_fetch_add(&search->askers, 1) % 2;
    look_at_all(&l, &q, knights_board_set(board, from_words(among.low, among.high)), depth, estimate);
    knights_report(search, l.visited % POSITIONS_BETWEEN_REPORTS);
    return l.over ? KNIGHTS_STOPPED : 1;
}
