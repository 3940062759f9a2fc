#define _GNU_SOURCE
#include "MappingGuard.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// The handler may run at any moment in any thread, so the table is of fixed size and of lock-free atomics only.
#define SLOT_COUNT 256

struct slot {
  atomic_int is_taken;
  // 0 while the slot guards nothing.
  atomic_uintptr_t start;
  atomic_uintptr_t end;
  atomic_int is_cut;
};

static struct slot slots[SLOT_COUNT];
static struct sigaction previous;
static uintptr_t page_size;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_installed;

static int mend(uintptr_t address) {
  for (int i = 0; i < SLOT_COUNT; i++) {
    uintptr_t start = atomic_load(&slots[i].start);
    uintptr_t end = atomic_load(&slots[i].end);
    if (start == 0 || address < start || address >= end) continue;
    uintptr_t page = address & ~(page_size - 1);
    // mmap is a bare system call, which makes it safe here though POSIX does not list it.
    void *mapped = mmap((void *)page, end - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (mapped == MAP_FAILED) return 0;
    atomic_store(&slots[i].is_cut, 1);
    return 1;
  }
  return 0;
}

static void on_bus_error(int number, siginfo_t *info, void *context) {
  int saved = errno;
  int is_mended = mend((uintptr_t)info->si_addr);
  errno = saved;
  if (is_mended) return;
  if (previous.sa_flags & SA_SIGINFO) {
    previous.sa_sigaction(number, info, context);
  } else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
    previous.sa_handler(number);
  } else {
    // The access is tried again and ends the process as it would have without this handler.
    signal(SIGBUS, SIG_DFL);
  }
}

static void install(void) {
  page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  struct sigaction action = {0};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  is_installed = sigaction(SIGBUS, &action, &previous) == 0;
}

int headroom_guard_mapping(const void *start, size_t length) {
  pthread_once(&once, install);
  if (!is_installed || length == 0) return -1;
  for (int i = 0; i < SLOT_COUNT; i++) {
    int expected = 0;
    if (!atomic_compare_exchange_strong(&slots[i].is_taken, &expected, 1)) continue;
    uintptr_t first = (uintptr_t)start;
    atomic_store(&slots[i].is_cut, 0);
    atomic_store(&slots[i].end, (first + length + page_size - 1) & ~(page_size - 1));
    atomic_store(&slots[i].start, first);
    return i;
  }
  return -1;
}

int headroom_is_mapping_cut(int slot) { return atomic_load(&slots[slot].is_cut); }

void headroom_unguard_mapping(int slot) {
  atomic_store(&slots[slot].start, 0);
  atomic_store(&slots[slot].is_taken, 0);
}
