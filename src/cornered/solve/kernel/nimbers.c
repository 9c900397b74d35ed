/* The nimber of a position is the exclusive or of the nimbers of its components, and that of a component is
   the smallest value that no move reaches. All rests on one question: does some move in this component
   reach a position of value v? After the move, the smaller components are evaluated in full and the
   largest is only asked whether it has the one value that is wanted: that answer often needs a
   fraction of the search that its value would need. (Lemoine and Viennot found this way of
   searching for the game of Sprouts.) */
#include "nimbers_search.h"
#include <stdlib.h>

/* The values below this are kept in the table; larger ones, should there be any, are found out anew. */
enum { KEPT_VALUES = NIMBER_FACT_BITS / 2 };

/* The squares around a mark fall apart into at most this many components: no two of them touch, and each
   has a square in the ring of sixteen around the nine that the mark takes. */
enum { MAX_PARTS = 8 };

/* A move in a component takes two squares or more. */
enum { MAX_DEPTH = MAX_SQUARES / 2, PARTS_OF_ALL_LEVELS = MAX_DEPTH * (MAX_DEPTH + 1) * MAX_PARTS };

/* No value is larger than the number of moves in a game, and 128 squares have room for 64 marks only in a single
   row, whose values are all less than ten. So a set of values is one integer. */
enum { MAX_VALUES = 64 };

/* So many moves are split before the first of them is looked up: by then its memory has been fetched. */
enum { AHEAD = 3 };

/* A move. The components whose values are known are together worth `settled`; the others are at `parts[first]`,
   the largest first. If there is but one, `known` is what the table tells of it. */
typedef struct {
    int first, parts, settled, effort;
    facts known;
} option;

/* A shape, which values are known to be reached by a move and to be missed by all of them, and the moves that may
   still tell more. To split the moves is most of the work, so it is done once for all questions. */
typedef struct {
    shape of;
    uint64_t reached, missed;
    int count, used;
    option options[MAX_SQUARES];
} opened;

static int value_of(worker *w, shape a);
static bool has_value(worker *w, shape a, int value);

static uint64_t bit(int value) {
    return (uint64_t)1 << value;
}

/* Facts: for each kept value, whether some move is known to reach it, and above those, whether none is. */
static uint64_t kept(uint64_t values) {
    return values & (bit(KEPT_VALUES) - 1);
}

static uint64_t reached_in(facts known) {
    return kept(known);
}

static uint64_t missed_in(facts known) {
    return kept(known >> KEPT_VALUES);
}

static int known_value(facts known) {
    int first = __builtin_ctzll(~reached_in(known));
    return missed_in(known) & bit(first) ? first : -1;
}

/* The value differs from every value reached and is no larger than any value missed. */
static bool is_ruled_out(uint64_t reached, uint64_t missed, int value) {
    return reached & bit(value) || missed & (bit(value) - 1);
}

/* Splits what a move leaves; values known at sight are settled, the rest goes onto the stack. */
static option option_leaving(worker *w, squares free, int cols) {
    option o = {.first = w->used};
    free = without_twins(free, cols);
    while (free) {
        squares component = first_component(free, cols);
        free &= ~component;
        shape a = cropped(component, cols);
        int value = value_at_sight(a);
        if (value >= 0) {
            o.settled ^= value;
            continue;
        }
        a = canonical(a);
        will_ask_about(w->search->table, a);
        w->parts[o.first + o.parts++] = a;
    }
    w->used += o.parts;
    return o;
}

/* Settles the components that the table knows by now. */
static void look_up(worker *w, option *o) {
    shape *parts = &w->parts[o->first];
    int count = o->parts;
    o->parts = 0;
    for (int i = 0; i < count; i++) {
        shape a = parts[i];
        facts known = facts_about(w->search->table, a);
        int value = known_value(known);
        if (value >= 0) {
            o->settled ^= value;
            continue;
        }
        o->known = known;
        parts[o->parts] = a;
        if (size_of(a.free) > size_of(parts[0].free)) {
            parts[o->parts] = parts[0];
            parts[0] = a;
        }
        o->parts++;
    }
}

/* Keeps the move as long as there is something to find out about it. */
static void add_move(worker *w, opened *a, option o) {
    look_up(w, &o);
    if (o.parts)
        a->options[a->count++] = o;
    else
        a->reached |= bit(o.settled);
}

static void look_up_all(worker *w, opened *a) {
    int count = a->count;
    a->count = 0;
    for (int i = 0; i < count; i++)
        add_move(w, a, a->options[i]);
}

static _Atomic uint64_t *busy_mark(const worker *w, uint64_t hash) {
    return &w->search->busy[hash % BUSY_SHAPES];
}

static bool is_busy(const worker *w, shape a) {
    return atomic_load_explicit(busy_mark(w, a.hash), memory_order_relaxed) == a.hash;
}

static void learn_values(const worker *w, const opened *a) {
    if (!stopped(w))
        learn(w->search->table, a->of, 0, kept(a->reached) | kept(a->missed) << KEPT_VALUES);
}

/* Taking the centre of a symmetric shape leaves a shape where every move has its image for an answer. */
static bool centre_reaches_zero(shape a) {
    int box = a.rows * a.cols;
    return box % 2 && a.free & only(box / 2) && is_half_turn_symmetric(a);
}

/* Finds out at a glance what the moves reach, until that is one of the values in `enough`. */
static void split_moves(worker *w, opened *a, uint64_t enough) {
    option split[AHEAD];
    squares rest = a->of.free;
    int made = 0, added = 0;
    while ((rest || added < made) && !(a->reached & enough)) {
        if (rest) {
            squares taken = with_neighbours(lowest_square(rest), a->of.cols);
            split[made++ % AHEAD] = option_leaving(w, a->of.free & ~taken, a->of.cols);
            rest &= rest - 1;
        }
        if (!rest || made - added == AHEAD)
            add_move(w, a, split[added++ % AHEAD]);
    }
    if (!rest && added == made && a->count == 0)
        a->missed = ~a->reached;
}

static void open_shape(worker *w, opened *a, shape of, facts known, uint64_t enough) {
    a->of = of;
    a->reached = reached_in(known) | centre_reaches_zero(of), a->missed = missed_in(known);
    a->count = 0, a->used = w->used;
    count_visit(w);
    atomic_store_explicit(busy_mark(w, of.hash), of.hash, memory_order_relaxed);
    split_moves(w, a, enough);
    learn_values(w, a);
}

static void close_shape(worker *w, const opened *a) {
    atomic_store_explicit(busy_mark(w, a->of.hash), 0, memory_order_relaxed);
    w->used = a->used;
}

static bool is_hopeless(const worker *w, const option *o, int value) {
    int wanted = value ^ o->settled;
    return o->parts == 1 && (is_ruled_out(reached_in(o->known), missed_in(o->known), wanted) ||
                             moves_at_most(w->parts[o->first], wanted) < wanted);
}

static bool option_fits(worker *w, const option *o, int value) {
    int wanted = value ^ o->settled;
    for (int i = 1; i < o->parts; i++)
        wanted ^= value_of(w, w->parts[o->first + i]);
    return has_value(w, w->parts[o->first], wanted);
}

/* The largest component counts most: it is what the search will go into. */
static int effort(const worker *w, const option *o, int value) {
    const shape *parts = &w->parts[o->first];
    int rest = 0;
    for (int i = 1; i < o->parts; i++)
        rest += size_of(parts[i].free);
    return 8 * size_of(parts[0].free) + 4 * rest + (value ^ o->settled);
}

static int by_effort(const void *a, const void *b) {
    return ((const option *)a)->effort - ((const option *)b)->effort;
}

static void sort_by_effort(const worker *w, opened *a, int value) {
    for (int i = 0; i < a->count; i++)
        a->options[i].effort = effort(w, &a->options[i], value);
    qsort(a->options, (size_t)a->count, sizeof *a->options, by_effort);
}

/* Tries the easiest options first. Those that another thread is searching are left for later: by then
   the table may know them. */
static bool some_option_fits(worker *w, const opened *a, int value) {
    const option *later[MAX_SQUARES];
    int put_off = 0;
    for (int i = 0; i < a->count; i++) {
        const option *o = &a->options[i];
        if (stopped(w))
            return false;
        if (is_hopeless(w, o, value))
            continue;
        if (is_busy(w, w->parts[o->first]))
            later[put_off++] = o;
        else if (option_fits(w, o, value))
            return true;
    }
    for (int i = 0; i < put_off; i++)
        if (stopped(w) || option_fits(w, later[i], value))
            return !stopped(w);
    return false;
}

static bool reaches(worker *w, opened *a, int value) {
    if (!((a->reached | a->missed) & bit(value)))
        look_up_all(w, a);
    if ((a->reached | a->missed) & bit(value))
        return a->reached & bit(value);
    sort_by_effort(w, a, value);
    bool found = some_option_fits(w, a, value);
    *(found ? &a->reached : &a->missed) |= bit(value);
    learn_values(w, a);
    return found;
}

/* If the value is a larger one, a move reaches this one, and that shows soonest. */
static bool opened_has_value(worker *w, opened *a, int value) {
    if (is_ruled_out(a->reached, a->missed, value) || reaches(w, a, value))
        return false;
    for (int less = 0; less < value; less++)
        if (stopped(w) || !reaches(w, a, less))
            return false;
    return true;
}

static bool has_value(worker *w, shape of, int value) {
    facts known = facts_about(w->search->table, of);
    if (known_value(known) >= 0)
        return known_value(known) == value;
    if (is_ruled_out(reached_in(known), missed_in(known), value) || moves_at_most(of, value) < value)
        return false;
    opened a;
    open_shape(w, &a, of, known, bit(value));
    bool equal = opened_has_value(w, &a, value);
    close_shape(w, &a);
    return equal;
}

static int value_of(worker *w, shape of) {
    facts known = facts_about(w->search->table, of);
    int value = known_value(known);
    if (value >= 0)
        return value;
    opened a;
    open_shape(w, &a, of, known, 0);
    value = 0;
    while (!stopped(w) && reaches(w, &a, value))
        value++;
    close_shape(w, &a);
    return value;
}

bool sum_equals(worker *w, squares free, int cols, int value) {
    int used = w->used;
    option o = option_leaving(w, free, cols);
    look_up(w, &o);
    bool equal = o.parts ? option_fits(w, &o, value) : o.settled == value;
    w->used = used;
    return equal;
}

bool stopped(const worker *w) {
    return atomic_load_explicit(&w->search->stop, memory_order_relaxed);
}

void count_visit(const worker *w) {
    if (atomic_fetch_add_explicit(&w->search->visited, 1, memory_order_relaxed) >= w->search->most_visits)
        nimber_search_stop(w->search);
}

bool worker_start(worker *w, nimber_search *search) {
    *w = (worker){search, malloc((PARTS_OF_ALL_LEVELS + MAX_SQUARES) * sizeof(shape)), 0};
    return w->parts;
}

void worker_end(worker *w) {
    free(w->parts);
}

nimber_search *nimber_search_new(nimber_table *table) {
    nimber_search *search = calloc(1, sizeof *search);
    if (search) {
        search->table = table;
        search->winner = NIMBER_STOPPED;
        search->most_visits = UINT64_MAX;
    }
    return search;
}

void nimber_search_free(nimber_search *search) {
    free(search);
}

void nimber_search_stop(nimber_search *search) {
    atomic_store(&search->stop, true);
}

void nimber_search_limit(nimber_search *search, uint64_t visits) {
    search->most_visits = visits;
}

uint64_t nimber_search_visited(nimber_search *search) {
    return atomic_load(&search->visited);
}

int nimber_search_winner(nimber_search *search) {
    return atomic_load(&search->winner);
}

int nimber_value(nimber_search *search, int cols, uint64_t low, uint64_t high) {
    worker w;
    if (!worker_start(&w, search))
        return NIMBER_STOPPED;
    int value = 0;
    for (squares free = squares_from(low, high); free;) {
        squares component = first_component(free, cols);
        free &= ~component;
        shape a = simplified(component, cols);
        int at_sight = value_at_sight(a);
        value ^= at_sight >= 0 ? at_sight : value_of(&w, canonical(a));
    }
    worker_end(&w);
    return stopped(&w) ? NIMBER_STOPPED : value;
}

int nimber_equals(nimber_search *search, int cols, uint64_t low, uint64_t high, int value) {
    worker w;
    if (!worker_start(&w, search))
        return NIMBER_STOPPED;
    bool equal = value < MAX_VALUES && sum_equals(&w, squares_from(low, high), cols, value);
    worker_end(&w);
    return stopped(&w) ? NIMBER_STOPPED : equal;
}
