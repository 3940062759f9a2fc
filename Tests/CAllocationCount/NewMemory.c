#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// New memory is zero on most days, and what reads it before it was written then looks right. In the tests the memory of pixels,
// which comes from `posix_memalign` and from mappings that are said to be large pages, is full of NaN.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)

extern void *__libc_memalign(size_t alignment, size_t size);

// Larger mappings would take longer to fill than some tests allow a render to take.
static const size_t most_filled = 32 << 20;

static void fill(void *memory, size_t size) {
  if (size <= most_filled) memset(memory, 0xFF, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *memory = __libc_memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  fill(memory, size);
  *result = memory;
  return 0;
}

int madvise(void *memory, size_t size, int advice) {
  if (advice == MADV_HUGEPAGE) fill(memory, size);
  return (int)syscall(SYS_madvise, memory, size, advice);
}

#endif
