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

/* A move after which the components at `parts[first]`, the largest first, must together be worth `wanted`.
   If there is but one, `known` is what the table tells of it. */
typedef struct {
    int first, parts, wanted, effort;
    facts known;
} option;

static int value_of(worker *w, shape a);
static bool has_value(worker *w, shape a, int value);
static bool reaches(worker *w, shape a, int value);

/* Facts: for each kept value, whether some move is known to reach it or none is. */
static facts reached_bit(int value) {
    return value < KEPT_VALUES ? (facts)1 << value : 0;
}

static facts missed_bit(int value) {
    return reached_bit(value) << KEPT_VALUES;
}

static int known_value(facts known) {
    int first = __builtin_ctzll(~known);
    return first < KEPT_VALUES && known & missed_bit(first) ? first : -1;
}

/* The value differs from every value reached and is no larger than any value missed. */
static bool is_ruled_out(facts known, int value) {
    if (known & reached_bit(value))
        return true;
    for (int less = 0; less < value; less++)
        if (known & missed_bit(less))
            return true;
    return false;
}

/* The largest component counts most: it is what the search will go into. */
static int effort(const shape *parts, const option *o) {
    int rest = 0;
    for (int i = 1; i < o->parts; i++)
        rest += size_of(parts[i].free);
    return 8 * size_of(parts[0].free) + 4 * rest + o->wanted;
}

/* Splits what a move leaves; values known already go into `wanted`, the rest onto the stack. */
static option option_leaving(worker *w, squares free, int cols, int value) {
    option o = {.first = w->used, .wanted = value};
    shape *parts = &w->parts[o.first];
    while (free) {
        squares component = first_component(free, cols);
        free &= ~component;
        shape a = simplified(component, cols);
        facts known = 0;
        int part_value = value_at_sight(a);
        if (part_value < 0) {
            a = canonical(a);
            known = facts_about(w->search->table, a);
            part_value = known_value(known);
        }
        if (part_value >= 0) {
            o.wanted ^= part_value;
            continue;
        }
        o.known = known;
        parts[o.parts] = a;
        if (size_of(a.free) > size_of(parts[0].free)) {
            parts[o.parts] = parts[0];
            parts[0] = a;
        }
        o.parts++;
    }
    return o;
}

static bool is_hopeless(worker *w, const option *o) {
    shape a = w->parts[o->first];
    return o->parts == 1 &&
           (is_ruled_out(o->known, o->wanted) || moves_at_most(a, o->wanted) < o->wanted);
}

static bool option_fits(worker *w, const option *o) {
    int wanted = o->wanted;
    for (int i = 1; i < o->parts; i++)
        wanted ^= value_of(w, w->parts[o->first + i]);
    return has_value(w, w->parts[o->first], wanted);
}

static int by_effort(const void *a, const void *b) {
    return ((const option *)a)->effort - ((const option *)b)->effort;
}

static _Atomic uint64_t *busy_mark(const worker *w, uint64_t hash) {
    return &w->search->busy[hash % BUSY_SHAPES];
}

static bool is_busy(const worker *w, shape a) {
    uint64_t hash = shape_hash(a);
    return atomic_load_explicit(busy_mark(w, hash), memory_order_relaxed) == hash;
}

/* Tries the easiest options first. Those that another thread is searching are left for later: by then
   the table may know them. */
static bool some_option_fits(worker *w, option *options, int count) {
    int later = 0;
    qsort(options, (size_t)count, sizeof *options, by_effort);
    for (int i = 0; i < count; i++) {
        if (stopped(w))
            return false;
        if (is_busy(w, w->parts[options[i].first]))
            options[later++] = options[i];
        else if (option_fits(w, &options[i]))
            return true;
    }
    for (int i = 0; i < later; i++)
        if (stopped(w) || option_fits(w, &options[i]))
            return !stopped(w);
    return false;
}

static bool search_options(worker *w, shape a, int value) {
    option options[MAX_SQUARES];
    int count = 0, used = w->used;
    bool found = false;
    for (squares rest = a.free; rest && !found; rest &= rest - 1) {
        squares taken = with_neighbours(lowest_square(rest), a.cols);
        option o = option_leaving(w, a.free & ~taken, a.cols, value);
        if (o.parts == 0) {
            found = o.wanted == 0;
        } else if (!is_hopeless(w, &o)) {
            o.effort = effort(&w->parts[o.first], &o);
            options[count++] = o;
            w->used += o.parts;
        }
    }
    found = found || some_option_fits(w, options, count);
    w->used = used;
    return found;
}

/* Taking the centre of a symmetric shape leaves a shape where every move has its image for an answer. */
static bool centre_reaches_zero(shape a) {
    int box = rows_of(a) * a.cols;
    return box % 2 && a.free & only(box / 2) && is_half_turn_symmetric(a);
}

static bool reaches(worker *w, shape a, int value) {
    facts known = facts_about(w->search->table, a);
    if (known & (reached_bit(value) | missed_bit(value)))
        return known & reached_bit(value);
    if (value == 0 && centre_reaches_zero(a))
        return true;
    count_visit(w);
    uint64_t hash = shape_hash(a);
    atomic_store_explicit(busy_mark(w, hash), hash, memory_order_relaxed);
    bool found = search_options(w, a, value);
    atomic_store_explicit(busy_mark(w, hash), 0, memory_order_relaxed);
    if (!stopped(w))
        learn(w->search->table, a, 0, found ? reached_bit(value) : missed_bit(value));
    return found;
}

/* If the value is a larger one, a move reaches this one, and that shows soonest. */
static bool has_value(worker *w, shape a, int value) {
    facts known = facts_about(w->search->table, a);
    if (known_value(known) >= 0)
        return known_value(known) == value;
    if (is_ruled_out(known, value) || moves_at_most(a, value) < value || reaches(w, a, value))
        return false;
    for (int less = 0; less < value; less++)
        if (stopped(w) || !reaches(w, a, less))
            return false;
    return true;
}

static int value_of(worker *w, shape a) {
    int value = 0;
    while (!stopped(w) && reaches(w, a, value))
        value++;
    return value;
}

bool sum_equals(worker *w, squares free, int cols, int value) {
    int used = w->used;
    option o = option_leaving(w, free, cols, value);
    w->used += o.parts;
    bool equal = o.parts ? option_fits(w, &o) : o.wanted == 0;
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
    bool equal = sum_equals(&w, squares_from(low, high), cols, value);
    worker_end(&w);
    return stopped(&w) ? NIMBER_STOPPED : equal;
}
