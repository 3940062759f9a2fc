#define _GNU_SOURCE
#include "Scheduling.h"

#include <dirent.h>
#include <stdlib.h>

/// A growing list of the threads that there are; NULL where they cannot be listed.
static pid_t *list_threads(size_t *count) {
  *count = 0;
  DIR *folder = opendir("/proc/self/task");
  pid_t *threads = NULL;
  size_t room = 0;
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    pid_t thread = atoi(entry->d_name);
    if (thread <= 0) continue;
    if (*count == room) {
      pid_t *larger = realloc(threads, (room += 256) * sizeof *threads);
      if (!larger) break;
      threads = larger;
    }
    threads[(*count)++] = thread;
  }
  if (folder) closedir(folder);
  return threads;
}

static bool has(const hr_scheduling *scheduling, pid_t thread) {
  for (size_t index = 0; index < scheduling->count; index++) {
    if (scheduling->threads[index] == thread) return true;
  }
  return false;
}

void hr_scheduling_hold(hr_scheduling *scheduling) {
  scheduling->policy = sched_getscheduler(0);
  sched_getparam(0, &scheduling->parameters);
  scheduling->threads = list_threads(&scheduling->count);
}

void hr_scheduling_restore(hr_scheduling *scheduling) {
  int policy = sched_getscheduler(0);
  struct sched_param parameters = {0};
  sched_getparam(0, &parameters);
  bool is_same = policy == scheduling->policy && parameters.sched_priority == scheduling->parameters.sched_priority;
  if (!is_same && scheduling->policy >= 0) {
    size_t count;
    pid_t *threads = list_threads(&count);
    for (size_t index = 0; index < count; index++) {
      bool is_new = !has(scheduling, threads[index]) && sched_getscheduler(threads[index]) == policy;
      if (is_new) sched_setscheduler(threads[index], scheduling->policy, &scheduling->parameters);
    }
    free(threads);
    sched_setscheduler(0, scheduling->policy, &scheduling->parameters);
  }
  free(scheduling->threads);
}
