#define _GNU_SOURCE
#include "CHeadroomSystem.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
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

struct headroom_stop_flag {
  atomic_int is_raised;
};

headroom_stop_flag *headroom_stop_flag_create(void) { return calloc(1, sizeof(headroom_stop_flag)); }
void headroom_stop_flag_destroy(headroom_stop_flag *flag) { free(flag); }
void headroom_stop_flag_raise(headroom_stop_flag *flag) {
  if (flag) atomic_store_explicit(&flag->is_raised, 1, memory_order_relaxed);
}
int headroom_stop_flag_is_raised(const headroom_stop_flag *flag) {
  return flag && atomic_load_explicit(&flag->is_raised, memory_order_relaxed);
}

static _Thread_local headroom_task_context current_context;

headroom_task_context headroom_current_task_context(void) { return current_context; }

void headroom_set_current_task_context(headroom_task_context context) { current_context = context; }

int headroom_task_is_cancelled(void) { return headroom_stop_flag_is_raised(current_context.flag); }

static _Thread_local void *scratch;
static _Thread_local size_t scratch_size;
static pthread_key_t scratch_key;
static pthread_once_t scratch_once = PTHREAD_ONCE_INIT;

// The key's only use is that its destructor runs when a thread ends.
static void make_scratch_key(void) { pthread_key_create(&scratch_key, free); }

void *headroom_thread_scratch(size_t bytes) {
  if (bytes <= scratch_size) return scratch;
  size_t size = (bytes + 4095) & ~(size_t)4095;
  pthread_once(&scratch_once, make_scratch_key);
  free(scratch);
  scratch = size < bytes ? NULL : aligned_alloc(64, size);
  scratch_size = scratch ? size : 0;
  pthread_setspecific(scratch_key, scratch);
  return scratch;
}

static _Thread_local int is_low;

// Linux keeps a value for each thread: 0 names the calling one. Who is nicer already stays so.
void headroom_lower_priority(void) {
  is_low = 1;
  if (getpriority(PRIO_PROCESS, 0) < 10) setpriority(PRIO_PROCESS, 0, 10);
}

int headroom_is_low_priority(void) { return is_low; }
