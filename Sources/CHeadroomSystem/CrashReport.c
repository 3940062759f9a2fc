#define _GNU_SOURCE
#include "CrashReport.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { NO_MEMORY = 3, INTERNAL_ERROR = 70 };

static const char bug[] =
    "headroom: internal error; this is a bug, please report it (SWIFT_BACKTRACE=enable=yes tells where)\n";
static const char full[] = "headroom: no memory left in the address space that this process may have (ulimit -v)\n";

static rlim_t most_addresses = RLIM_INFINITY;
static long page_bytes = 4096;

/* Whether at least half of the addresses are taken that the process may have: what fails then fails for want of them. The
   language and C libraries have no other answer to that than to end the process. */
static int has_no_addresses(void) {
  if (most_addresses == RLIM_INFINITY) return 0;
  char text[32];
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  const ssize_t count = file < 0 ? -1 : read(file, text, sizeof text);
  rlim_t pages = 0;
  for (ssize_t i = 0; i < count && text[i] >= '0' && text[i] <= '9'; i++) pages = pages * 10 + (rlim_t)(text[i] - '0');
  return pages > most_addresses / 2 / (rlim_t)page_bytes;
}

/* Only what a signal handler may do: some system calls, and the end. */
static void report(int number) {
  (void)number;
  const int is_full = has_no_addresses();
  const char *line = is_full ? full : bug;
  (void)!write(2, line, strlen(line));
  _exit(is_full ? NO_MEMORY : INTERNAL_ERROR);
}

void headroom_report_crashes(void) {
  static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0) most_addresses = limit.rlim_cur;
  page_bytes = sysconf(_SC_PAGESIZE);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], report);
}

unsigned long long headroom_address_limit(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY ? limit.rlim_cur : ~0ull;
}

int headroom_use_large_stacks(size_t bytes) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= bytes) return 0;
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return 0;
  const int is_set =
      pthread_attr_setstacksize(&attributes, bytes) == 0 && pthread_setattr_default_np(&attributes) == 0;
  pthread_attr_destroy(&attributes);
  return is_set;
}
