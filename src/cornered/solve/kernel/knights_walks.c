#include "knights_walks.h"

squares knights_reach(const knights_board *board, int from, squares free) {
    squares reach = board->leaps[from] & free;
    for (squares edge = reach; edge; reach |= edge)
        edge = leaps_from(board, edge) & free & ~reach;
    return reach;
}

/* The squares where a walk over these must end: they have no second neighbour to go on to. */
static squares dead_ends(const knights_board *board, int from, squares reach) {
    squares all = reach | bit(from), once = 0, twice = 0;
    squares left_one = (all & board->has_left[1]) >> 1, right_one = (all & board->has_right[1]) << 1;
    squares left_two = (all & board->has_left[2]) >> 2, right_two = (all & board->has_right[2]) << 2;
    int row = board->cols;
    const squares neighbours[MOST_MOVES] = {
        left_one << 2 * row, left_one >> 2 * row, right_one << 2 * row, right_one >> 2 * row,
        left_two << row,     left_two >> row,     right_two << row,     right_two >> row,
    };
    for (int i = 0; i < MOST_MOVES; i++) {
        twice |= once & neighbours[i];
        once |= neighbours[i];
    }
    return reach & ~twice;
}

/* A knight changes colour with every move, and a dead end is at best its last square. */
int knights_longest_bound(const knights_board *board, int from, squares reach) {
    squares own = holds(board->dark, from) ? board->dark : ~board->dark;
    squares ends = dead_ends(board, from, reach), inner = reach & ~ends;
    int same = count(inner & own), opposite = count(inner & ~own);
    int ending_same = 2 * least(same + ((ends & own) != 0), opposite);
    int before_last = opposite + ((ends & ~own) != 0) - 1;
    int ending_opposite = before_last < 0 ? 0 : 2 * least(same, before_last) + 1;
    return most(ending_same, ending_opposite);
}

/* Lists squares so that those with the fewest ways on come first (Warnsdorff's rule): what is hard to visit
   later is visited now. */
static int in_warnsdorff_order(const knights_board *board, squares set, squares free, int *listed) {
    int ways[MOST_MOVES], length = 0;
    for (; set; set &= set - 1) {
        int square = first(set), ways_on = count(board->leaps[square] & free), place = length++;
        for (; place > 0 && ways[place - 1] > ways_on; place--) {
            ways[place] = ways[place - 1];
            listed[place] = listed[place - 1];
        }
        ways[place] = ways_on;
        listed[place] = square;
    }
    return length;
}

bool knights_can_walk(const knights_board *board, int from, squares free, int moves, int *steps_left) {
    squares near = board->leaps[from] & free;
    if (moves <= 1)
        return moves <= 0 || near;
    if (--*steps_left < 0)
        return false;
    squares reach = knights_reach(board, from, free);
    if (knights_longest_bound(board, from, reach) < moves)
        return false;
    int next[MOST_MOVES], choices = in_warnsdorff_order(board, near, reach, next);
    for (int i = 0; i < choices; i++)
        if (knights_can_walk(board, next[i], reach & ~bit(next[i]), moves - 1, steps_left))
            return true;
    return false;
}

/* A walk by Warnsdorff's rule: mostly close to the longest. */
static int some_walk(const knights_board *board, int from, squares free) {
    int moves = 0;
    for (squares near; (near = board->leaps[from] & free); moves++) {
        int next[MOST_MOVES], choices = in_warnsdorff_order(board, near, free, next), choice = 0;
        while (choice + 1 < choices && !(board->leaps[next[choice]] & free))
            choice++;
        from = next[choice];
        free &= ~bit(from);
    }
    return moves;
}

/* The longest walk, if it lies between these; else the nearer of the two. */
static int longest_walk(const knights_board *board, int from, squares reach, int low, int high, int *steps_left) {
    while (low < high && knights_can_walk(board, from, reach, low + 1, steps_left))
        low++;
    return low;
}

bool knights_outwalks(const knights_board *board, int mover, squares movers, int other, squares others,
                      int *steps_left) {
    int mover_high = knights_longest_bound(board, mover, movers), mover_low = some_walk(board, mover, movers);
    int other_high = knights_longest_bound(board, other, others), other_low = some_walk(board, other, others);
    if (mover_low > other_high)
        return true;
    if (other_low >= mover_high)
        return false;
    /* The exact length is found where it is easier; the other knight then only has to answer yes or no. */
    if (mover_high <= other_high) {
        int longest = longest_walk(board, mover, movers, most(mover_low, other_low), mover_high, steps_left);
        return longest > other_low && !knights_can_walk(board, other, others, longest, steps_left);
    }
    int longest = longest_walk(board, other, others, most(other_low, mover_low - 1), other_high, steps_left);
    return longest < mover_low || knights_can_walk(board, mover, movers, longest + 1, steps_left);
}

int knights_undisturbed_walk(const knights_board *board, int from, int rival, squares free, int lead,
                             int enough) {
    squares rivals = bit(rival), safe = free;
    int moves = 0;
    for (int i = 0; i < lead; i++) {
        rivals = leaps_from(board, rivals) & free;
        safe &= ~rivals;
    }
    for (squares near; moves < enough && (near = board->leaps[from] & safe); moves++) {
        rivals = leaps_from(board, rivals) & free;
        safe &= ~rivals;
        int next[MOST_MOVES], choices = in_warnsdorff_order(board, near, safe, next), choice = 0;
        while (choice + 1 < choices && !(board->leaps[next[choice]] & safe))
            choice++;
        from = next[choice];
        safe &= ~bit(from);
    }
    return moves;
}
