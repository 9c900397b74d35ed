/* Block Capture's kernel, for the sanitizers: every trail of small boards against the rules, known distances, and
   a search that another thread stops. */
#include "trails.h"
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { LARGEST_BOARD = 25 };

typedef struct {
    int rows, cols;
    uint8_t claimed[LARGEST_BOARD];
} trail;

static bool are_beside(const trail *t, int a, int b) {
    return abs(a / t->cols - b / t->cols) + abs(a % t->cols - b % t->cols) == 1;
}

static bool may_open(const trail *t, int block) {
    int row = block / t->cols, col = block % t->cols;
    return row == 0 || col == 0 || row == t->rows - 1 || col == t->cols - 1;
}

static int asked(const trail *t, int last) {
    trail_search *search = trail_search_new(t->rows, t->cols, t->claimed);
    int plies = last < 0 ? trail_opening_plies(search) : trail_plies(search, last);
    trail_search_free(search);
    return plies;
}

/* By the rules and nothing else; the kernel must say the same of each trail on the way. */
static int plies_by_the_rules(trail *t, int last) {
    int blocks = t->rows * t->cols, soonest_win = 0, latest_loss = 0;
    if (last == blocks / 2)
        return 0;
    for (int step = 0; step < blocks; step++) {
        if (t->claimed[step] || !(last < 0 ? may_open(t, step) : are_beside(t, last, step)))
            continue;
        t->claimed[step] = 1;
        int plies = 1 + plies_by_the_rules(t, step);
        t->claimed[step] = 0;
        if (plies % 2 && (soonest_win == 0 || plies < soonest_win))
            soonest_win = plies;
        if (plies > latest_loss)
            latest_loss = plies;
    }
    int plies = soonest_win ? soonest_win : latest_loss;
    assert(asked(t, last) == plies);
    return plies;
}

static void agrees_with_the_rules(int rows, int cols) {
    trail empty = {.rows = rows, .cols = cols};
    plies_by_the_rules(&empty, -1);
}

static void knows_the_opening(int rows, int cols, int expected) {
    uint8_t *claimed = calloc((size_t)(rows * cols), 1);
    trail_search *search = trail_search_new(rows, cols, claimed);
    assert(trail_opening_plies(search) == expected);
    assert(trail_search_visited(search) > 0);
    trail_search_free(search);
    free(claimed);
}

static void *expect_to_be_stopped(void *search) {
    assert(trail_opening_plies(search) == TRAIL_STOPPED);
    return NULL;
}

static void can_be_stopped(void) {
    uint8_t *claimed = calloc(101 * 101, 1);
    trail_search *search = trail_search_new(101, 101, claimed);
    pthread_t thread;
    pthread_create(&thread, NULL, expect_to_be_stopped, search);
    while (trail_search_visited(search) < 100000)
        continue;
    trail_search_stop(search);
    pthread_join(thread, NULL);
    trail_search_free(search);
    free(claimed);
}

int main(void) {
    agrees_with_the_rules(3, 3);
    agrees_with_the_rules(3, 5);
    agrees_with_the_rules(7, 3);
    knows_the_opening(5, 5, 5);
    knows_the_opening(7, 9, 27);
    knows_the_opening(9, 7, 27);
    knows_the_opening(9, 9, 21);
    can_be_stopped();
    puts("trails: all as expected");
}
