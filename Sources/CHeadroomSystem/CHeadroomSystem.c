#define _GNU_SOURCE
#include "CHeadroomSystem.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int headroom_memory_descriptor(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int headroom_processor_count(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) {
    int count = CPU_COUNT(&set);
    if (count > 0) return count;
  }
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (int)online : 1;
}

int headroom_open_unnamed(const char *folder, unsigned mode) {
  return open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, (mode_t)mode);
}

int headroom_name_unnamed(int descriptor, const char *path) {
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  return linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

int headroom_try_lock(int descriptor) { return flock(descriptor, LOCK_EX | LOCK_NB); }
