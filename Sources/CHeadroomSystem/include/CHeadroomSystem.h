#ifndef HEADROOM_SYSTEM_H
#define HEADROOM_SYSTEM_H

#include "CrashReport.h"
#include "MappingGuard.h"

#include <stddef.h>

// System calls that Swift's Glibc module does not show, because it is built without the GNU extensions.

/// A descriptor of anonymous memory that other processes can map, or -1 with errno set. Closed on exec.
int headroom_memory_descriptor(const char *name);

/// The processors that this process may run on, at least 1: a container's CPU set counts, not the whole machine.
int headroom_processor_count(void);

/* A new file in a folder that has no name yet and goes when it is closed without one, or -1 with errno set; not every
   file system can. */
int headroom_open_unnamed(const char *folder, unsigned mode);

/* Gives such a file a name, which must not exist. 0, or -1 with errno set. */
int headroom_name_unnamed(int descriptor, const char *path);

/* Locks an open file for this process until it is closed. 0, or -1 with errno set: EWOULDBLOCK where another holds the
   lock. */
int headroom_try_lock(int descriptor);

/* A request to stop, seen by all threads. A flag that could not be made, NULL, is never raised. */
typedef struct headroom_stop_flag headroom_stop_flag;
headroom_stop_flag *headroom_stop_flag_create(void);
void headroom_stop_flag_destroy(headroom_stop_flag *flag);
void headroom_stop_flag_raise(headroom_stop_flag *flag);
int headroom_stop_flag_is_raised(const headroom_stop_flag *flag);

/* The work of this thread, for callees at any depth: set by the code that begins it, both NULL without. */
typedef struct {
  void *object;
  const headroom_stop_flag *flag;
} headroom_task_context;
headroom_task_context headroom_current_task_context(void);
void headroom_set_current_task_context(headroom_task_context context);

/* Whether this thread's work is to stop: for loops of codecs, between rows. */
int headroom_task_is_cancelled(void);

/* Memory of this thread, aligned to a cache line, until its next call or its end; NULL where there is none. The contents are
   left from the last use. For work that is begun many thousand times and needs some rows each time. */
void *headroom_thread_scratch(size_t bytes);

/* Lets modules above Image I/O add their formats, where such a module is part of the program: no code of a module
   runs before it is called, and Image I/O has no list of the modules above. */
void headroom_add_formats_above(void);

/* Gives this thread low priority, for as long as the thread lives. */
void headroom_lower_priority(void);
/* Whether this thread has low priority. */
int headroom_is_low_priority(void);

#endif
