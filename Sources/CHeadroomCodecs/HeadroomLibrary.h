#ifndef HEADROOM_LIBRARY_H
#define HEADROOM_LIBRARY_H

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// A library that is opened when it is first needed, so that rarely used ones do not slow the start.
//
// FUNCTIONS(X) is a list X(name) X(name) ... of its functions, which are then called as `library.name(...)`, with the
// types of the headers this was compiled with, after `missing_library()` has returned NULL. Otherwise it returns the reason.

#define HR_LIBRARY_FIELD(name) __typeof__(&name) name;
#define HR_LIBRARY_FIND(name) hr_library_find(handle, #name, &library.name, library_error, sizeof library_error);

static inline void hr_library_find(void *handle, const char *name, void *slot, char *error, size_t error_size) {
  void *symbol = dlsym(handle, name);
  if (!symbol) snprintf(error, error_size, "the library has no %s", name);
  memcpy(slot, &symbol, sizeof symbol);
}

#define HR_LIBRARY(FUNCTIONS, file)                                              \
  static struct {                                                                \
    FUNCTIONS(HR_LIBRARY_FIELD)                                                  \
  } library;                                                                     \
  static char library_error[256];                                                \
  static pthread_once_t library_once = PTHREAD_ONCE_INIT;                        \
  static void open_library(void) {                                               \
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);                          \
    if (!handle) {                                                               \
      snprintf(library_error, sizeof library_error, "%s", dlerror());            \
      return;                                                                    \
    }                                                                            \
    FUNCTIONS(HR_LIBRARY_FIND)                                                   \
  }                                                                              \
  static const char *missing_library(void) {                                     \
    pthread_once(&library_once, open_library);                                   \
    return library_error[0] ? library_error : NULL;                              \
  }

#endif
