/* What can be asked: who wins, how soon, and by which moves.

   How soon is found out by asking for the winner again and again, each time with a limit: is the loser held to
   no move at all, to one, to two, ...? In the same way a best move is told from the others: the winner's
   leaves the loser no more moves than they had to have, and the loser's leaves them no fewer. */
#include "knights_search.h"
#include <stdlib.h>

typedef knights_worker worker;

/* Whether the game goes on for more than this many plies, though the player who won if it ended then hurries
   to win; it does as well if they cannot win at all. */
static int lasts_longer(worker *w, knights_question q, int plies) {
    bool mover_is_chased = plies % 2 == 0;
    q.limit = (uint8_t)(plies / 2);
    q.mover_is_chased = mover_is_chased && q.limit != NO_LIMIT;
    int mover_wins = knights_answer(w, q);
    return mover_wins == KNIGHTS_STOPPED ? KNIGHTS_STOPPED : mover_wins == mover_is_chased;
}

static void tell(worker *w, int plies_at_least) {
    int known = w->plies_at_least;
    atomic_compare_exchange_strong(&w->search->plies_at_least, &known, plies_at_least);
}

static int winner(worker *w, const knights_question *q) {
    int found = knights_answer(w, *q);
    if (found != KNIGHTS_STOPPED)
        tell(w, found);
    return knights_search_winner(w->search);
}

static int plies(worker *w, const knights_question *q) {
    if (winner(w, q) == KNIGHTS_STOPPED)
        return KNIGHTS_STOPPED;
    while (!knights_is_stopped(w->search) && w->visited < w->search->most_visits) {
        w->plies_at_least = knights_plies_at_least(w->search);
        int longer = lasts_longer(w, *q, w->plies_at_least);
        if (longer == 0)
            return w->plies_at_least;
        if (longer == 1)
            tell(w, w->plies_at_least + 2);
    }
    return KNIGHTS_STOPPED;
}

/* Whether a position is decided in exactly this many plies, where best play before the last move allows
   its loser no fewer and its winner no more. */
static int is_decided_in(worker *w, const knights_question *q, int plies) {
    if (plies == 1)
        return 1;
    bool mover_wins = plies % 2;
    int longer = lasts_longer(w, *q, mover_wins ? plies - 2 : plies);
    return longer == KNIGHTS_STOPPED ? KNIGHTS_STOPPED : longer == mover_wins;
}

/* The first move, in the order of the caller's board, that keeps what a position is worth. */
static int best_move(worker *w, const knights_question *q, int plies) {
    squares moves = knights_legal_moves(w->board, q->free, q->mover, q->other);
    for (int square = 0; square < w->board->rows * w->board->cols; square++) {
        int move = knights_board_square(w->board, square);
        if (!holds(moves, move))
            continue;
        knights_question after = knights_after(q, move);
        int keeps = is_decided_in(w, &after, plies - 1);
        if (keeps)
            return keeps == KNIGHTS_STOPPED ? KNIGHTS_STOPPED : square;
    }
    return KNIGHTS_STOPPED;
}

static int best_line(worker *w, knights_question q, uint8_t *line) {
    int made = 0;
    for (int left = plies(w, &q); left > 0; left--) {
        int square = best_move(w, &q, left);
        if (square == KNIGHTS_STOPPED)
            break;
        line[made++] = (uint8_t)square;
        q = knights_after(&q, knights_board_square(w->board, square));
    }
    return made;
}

static worker worker_for(knights_search *search) {
    return (worker){
        .search = search,
        .table = search->table,
        .board = &search->table->board,
        .plies_at_least = NOTHING_KNOWN,
    };
}

static int done(const worker *w, int found) {
    knights_report(w->search, w->visited % POSITIONS_BETWEEN_REPORTS);
    return found;
}

int knights_wins(knights_search *search, knights_set free, int mover, int other) {
    worker w = worker_for(search);
    knights_question q = knights_asked(w.board, free, mover, other);
    return done(&w, winner(&w, &q));
}

int knights_plies(knights_search *search, knights_set free, int mover, int other) {
    worker w = worker_for(search);
    knights_question q = knights_asked(w.board, free, mover, other);
    return done(&w, plies(&w, &q));
}

int knights_line(knights_search *search, knights_set free, int mover, int other, uint8_t *line) {
    worker w = worker_for(search);
    return done(&w, best_line(&w, knights_asked(w.board, free, mover, other), line));
}

knights_search *knights_search_new(knights_table *table) {
    knights_search *search = calloc(1, sizeof *search);
    if (search) {
        search->table = table;
        search->plies_at_least = NOTHING_KNOWN;
        search->most_visits = UINT64_MAX;
    }
    return search;
}

void knights_search_free(knights_search *search) { free(search); }

void knights_search_stop(knights_search *search) {
    atomic_store_explicit(&search->stopped, true, memory_order_relaxed);
}

void knights_search_limit(knights_search *search, uint64_t visits) { search->most_visits = visits; }

uint64_t knights_search_visited(knights_search *search) {
    return atomic_load_explicit(&search->visited, memory_order_relaxed);
}

int knights_search_winner(knights_search *search) {
    int known = knights_plies_at_least(search);
    return known == NOTHING_KNOWN ? KNIGHTS_STOPPED : known % 2;
}
