#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "HeadroomEXR.h"

// OpenEXR's C++ library costs more than a millisecond of every process that links it, and only DWAA and DWAB need it. Its
// C entries catch all exceptions and read files by name, which a block in memory has through its descriptor.

static struct {
  void *(*open)(const char *name);
  int (*close)(void *file);
  int (*set_frame_buffer)(void *file, void *base, size_t x_stride, size_t y_stride);
  int (*read_pixels)(void *file, int first, int last);
  const void *(*header)(const void *file);
  void (*data_window)(const void *header, int *x0, int *y0, int *x1, int *y1);
} library;

static int is_loaded = 0;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *const names[] = {"libOpenEXR-3_1.so.30", "libOpenEXR.so"};
  void *handle = NULL;
  for (size_t i = 0; handle == NULL && i < sizeof names / sizeof names[0]; i++) {
    handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  if (handle == NULL) return;
  *(void **)&library.open = dlsym(handle, "ImfOpenInputFile");
  *(void **)&library.close = dlsym(handle, "ImfCloseInputFile");
  *(void **)&library.set_frame_buffer = dlsym(handle, "ImfInputSetFrameBuffer");
  *(void **)&library.read_pixels = dlsym(handle, "ImfInputReadPixels");
  *(void **)&library.header = dlsym(handle, "ImfInputHeader");
  *(void **)&library.data_window = dlsym(handle, "ImfHeaderDataWindow");
  is_loaded = library.open && library.close && library.set_frame_buffer && library.read_pixels && library.header &&
              library.data_window;
}

static int read_all(void *file, uint32_t width, uint32_t height, uint16_t *rgba) {
  int x0, y0, x1, y1;
  library.data_window(library.header(file), &x0, &y0, &x1, &y1);
  if ((int64_t)x1 - x0 + 1 != width || (int64_t)y1 - y0 + 1 != height) return HEADROOM_EXR_DAMAGED;
  // The library wants the address that pixel (0, 0) would have, and counts strides in pixels of four halves.
  uint16_t *base = (uint16_t *)((intptr_t)rgba - ((intptr_t)x0 + (intptr_t)y0 * (intptr_t)width) * 8);
  if (!library.set_frame_buffer(file, base, 1, width)) return HEADROOM_EXR_DAMAGED;
  return library.read_pixels(file, y0, y1) ? HEADROOM_EXR_OK : HEADROOM_EXR_DAMAGED;
}

int headroom_exr_decode_rgba(const uint8_t *bytes, size_t size, uint32_t width, uint32_t height, uint16_t *rgba) {
  pthread_once(&once, load);
  if (!is_loaded) return HEADROOM_EXR_NO_LIBRARY;
  int descriptor = memfd_create("headroom-exr", MFD_CLOEXEC);
  if (descriptor < 0) return HEADROOM_EXR_NO_MEMORY;
  int result = HEADROOM_EXR_NO_MEMORY;
  size_t written = 0;
  while (written < size) {
    ssize_t count = write(descriptor, bytes + written, size - written);
    if (count <= 0) break;
    written += (size_t)count;
  }
  if (written == size) {
    char name[40];
    snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
    void *file = library.open(name);
    result = file == NULL ? HEADROOM_EXR_DAMAGED : read_all(file, width, height, rgba);
    if (file != NULL) library.close(file);
  }
  close(descriptor);
  return result;
}
