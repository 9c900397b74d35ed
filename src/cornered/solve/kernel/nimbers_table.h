/* What has been found out about shapes: a table of fixed size that all threads share. */
#ifndef NIMBERS_TABLE_H
#define NIMBERS_TABLE_H

#include "nimbers_shapes.h"
#include <stddef.h>

/* What the bits mean is up to the searches; no bits at all means that nothing is known. */
enum { FACT_BITS = 56 };
typedef uint64_t facts;

typedef struct facts_table facts_table;

/* NULL where the memory cannot be had. */
facts_table *facts_table_new(size_t bytes);
void facts_table_free(facts_table *table);

facts facts_about(facts_table *table, shape a);

/* Puts these bits in the place of those in `outdated`. */
void learn(facts_table *table, shape a, facts outdated, facts learnt);

uint64_t shape_hash(shape a);

#endif
