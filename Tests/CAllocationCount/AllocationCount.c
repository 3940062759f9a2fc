#include "AllocationCount.h"

#include <stddef.h>

// The Swift runtime has no count of what it allocates, and glibc's hooks are gone: the program's own malloc stands in front of
// glibc's, which does the work.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

static __thread int is_counting;
static __thread long count;

void *malloc(size_t size) {
  if (is_counting) count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  if (is_counting) count++;
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  if (is_counting) count++;
  return __libc_realloc(memory, size);
}

void allocation_count_begin(void) {
  count = 0;
  is_counting = 1;
}

long allocation_count_end(void) {
  is_counting = 0;
  return count;
}

#else

void allocation_count_begin(void) {}
long allocation_count_end(void) { return -1; }

#endif
