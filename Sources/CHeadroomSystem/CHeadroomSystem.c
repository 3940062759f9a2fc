#define _GNU_SOURCE
#include "CHeadroomSystem.h"

#include <sched.h>
#include <sys/mman.h>
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
