#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

/// Begins to count what this thread allocates.
void allocation_count_begin(void);
/// Ends counting; how often this thread has allocated since it began. Below zero where nothing can be counted.
long allocation_count_end(void);

#endif
