#ifndef HEADROOM_SYSTEM_H
#define HEADROOM_SYSTEM_H

#include "MappingGuard.h"

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

#endif
