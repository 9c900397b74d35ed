/* What has been found out about shapes: a table of fixed size that all threads share. */
#ifndef NIMBERS_TABLE_H
#define NIMBERS_TABLE_H

#include "nimbers.h"
#include "nimbers_shapes.h"

/* What the bits mean is up to the searches; no bits at all means that nothing is known. */
enum { FACT_BITS = 56 };
typedef uint64_t facts;

/* Has the memory fetched that `facts_about` will read, while the caller does something else. */
void will_ask_about(const nimber_table *table, shape a);

facts facts_about(nimber_table *table, shape a);

/* Puts these bits in the place of those in `outdated`. */
void learn(nimber_table *table, shape a, facts outdated, facts learnt);

#endif
