#ifndef SCHEDULING_H
#define SCHEDULING_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// How the calling thread is scheduled, and which threads there are.
typedef struct {
  int policy;
  struct sched_param parameters;
  pid_t *threads;
  size_t count;
} hr_scheduling;

/// Takes down what is. Where there is no `/proc` it knows of no threads.
void hr_scheduling_hold(hr_scheduling *scheduling);
/// Gives the calling thread its scheduling back, and to threads that were made meanwhile and took over what it had got.
void hr_scheduling_restore(hr_scheduling *scheduling);

#endif
