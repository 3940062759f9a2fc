#ifndef HEADROOM_MAPPING_GUARD_H
#define HEADROOM_MAPPING_GUARD_H

#include <stddef.h>

/* A mapped file whose end another process cuts off ends the reader with SIGBUS. A guarded mapping reads as zeros there
   instead, and says so afterwards. The signal goes to whoever handled it before where it is about other memory. */

/* Starts to guard a mapping: the number to ask and to stop with, or -1 where no more can be guarded. To be called before
   the mapping is read. */
int headroom_guard_mapping(const void *start, size_t length);

/* Whether something of the mapping was missing when it was read. */
int headroom_is_mapping_cut(int slot);

/* To be called before the memory is unmapped, when no thread reads it any more. */
void headroom_unguard_mapping(int slot);

#endif
