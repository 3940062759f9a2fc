#ifndef HEADROOM_CRASH_REPORT_H
#define HEADROOM_CRASH_REPORT_H

#include <stddef.h>

/* For a command, which owns its process: ends it with a line on standard error, and 70 where it crashes, 3 where that is for want
   of addresses. */
void headroom_report_crashes(void);

/* Bytes of addresses that this process may have; all ones without a limit. */
unsigned long long headroom_address_limit(void);

/* Gives new threads, those of libraries too, stacks of so many bytes where the process's limit says fewer. Whether it did: then
   the main thread has a small stack as well. */
int headroom_use_large_stacks(size_t bytes);

#endif
