#include "HeadroomJXL.h"
#include "HeadroomJXLLibrary.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
// The version whose headers this was compiled with: other ones have other signatures.
#define VERSION_SUFFIX ".so." TEXT(JPEGXL_MAJOR_VERSION) "." TEXT(JPEGXL_MINOR_VERSION)

static hr_jxl_library library;
static char load_error[256];
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *open_library(const char *name) {
  void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!handle) snprintf(load_error, sizeof load_error, "%s", dlerror());
  return handle;
}

static int find(void *handle, const char *name, void *place) {
  void *symbol = dlsym(handle, name);
  if (!symbol) {
    snprintf(load_error, sizeof load_error, "libjxl has no %s", name);
    return 0;
  }
  memcpy(place, &symbol, sizeof symbol);
  return 1;
}

static void load(void) {
  void *codec = open_library("libjxl" VERSION_SUFFIX);
  void *brotli = codec ? open_library("libbrotlidec.so.1") : NULL;
  if (!brotli) return;
#define FROM(handle, name) if (!find(handle, #name, &library.name)) return;
#define FROM_CODEC(name) FROM(codec, name)
#define FROM_BROTLI(name) FROM(brotli, name)
  HR_JXL_FUNCTIONS(FROM_CODEC)
  HR_BROTLI_FUNCTIONS(FROM_BROTLI)
  hr_jxl_silence(codec);
  is_loaded = 1;
}

const hr_jxl_library *hr_jxl_load(void) {
  pthread_once(&once, load);
  return is_loaded ? &library : NULL;
}

const char *hr_jxl_load_error(void) {
  hr_jxl_load();
  return load_error;
}

uint32_t hr_jxl_version(void) {
  const hr_jxl_library *jxl = hr_jxl_load();
  return jxl ? jxl->JxlDecoderVersion() : 0;
}

typedef struct {
  void *library;
  JxlParallelRunFunction function;
  uint32_t start;
  atomic_int *has_left;
} job;

typedef struct {
  const job *job;
  uint32_t index;
  size_t worker;
} part;

static void call_part(void *of) {
  const part *part = of;
  part->job->function(part->job->library, part->job->start + part->index, part->worker);
}

static void run_part(const void *of, uint32_t index, size_t worker) {
  part part = {of, index, worker};
  if (!hr_jxl_guarded(call_part, &part)) atomic_store(part.job->has_left, 1);
}

JxlParallelRetCode hr_jxl_run(
    void *opaque, void *library, JxlParallelRunInit init, JxlParallelRunFunction function, uint32_t start,
    uint32_t end) {
  const hr_jxl_runner *runner = opaque;
  if (end <= start) return 0;
  JxlParallelRetCode refusal = init(library, runner->workers);
  if (refusal != 0) return refusal;
  atomic_int has_left = 0;
  const job job = {library, function, start, &has_left};
  runner->perform(&job, end - start, runner->workers, run_part);
  // The library goes on with what all parts have made: without one of them there is nothing to go on with.
  if (atomic_load(&has_left)) hr_jxl_leave();
  return 0;
}

JxlPixelFormat hr_jxl_pixel_format(uint32_t channels, uint32_t type) {
  static const JxlDataType types[] = {JXL_TYPE_UINT8, JXL_TYPE_UINT16, JXL_TYPE_FLOAT16, JXL_TYPE_FLOAT};
  return (JxlPixelFormat){channels, types[type & 3], JXL_NATIVE_ENDIAN, 64};
}

JxlColorEncoding hr_jxl_to_library(const hr_jxl_color *color) {
  JxlColorEncoding out;
  memset(&out, 0, sizeof out);
  out.color_space = (JxlColorSpace)color->space;
  out.white_point = (JxlWhitePoint)color->white;
  out.primaries = (JxlPrimaries)color->primaries;
  out.transfer_function = (JxlTransferFunction)color->transfer;
  out.rendering_intent = (JxlRenderingIntent)color->intent;
  memcpy(out.white_point_xy, color->white_xy, sizeof out.white_point_xy);
  memcpy(out.primaries_red_xy, color->red_xy, sizeof out.primaries_red_xy);
  memcpy(out.primaries_green_xy, color->green_xy, sizeof out.primaries_green_xy);
  memcpy(out.primaries_blue_xy, color->blue_xy, sizeof out.primaries_blue_xy);
  out.gamma = color->gamma;
  return out;
}

hr_jxl_color hr_jxl_from_library(const JxlColorEncoding *color) {
  hr_jxl_color out;
  memset(&out, 0, sizeof out);
  out.space = (uint8_t)color->color_space;
  out.white = (uint8_t)color->white_point;
  out.primaries = (uint8_t)color->primaries;
  out.intent = (uint8_t)color->rendering_intent;
  out.transfer = (uint32_t)color->transfer_function;
  memcpy(out.white_xy, color->white_point_xy, sizeof out.white_xy);
  memcpy(out.red_xy, color->primaries_red_xy, sizeof out.red_xy);
  memcpy(out.green_xy, color->primaries_green_xy, sizeof out.green_xy);
  memcpy(out.blue_xy, color->primaries_blue_xy, sizeof out.blue_xy);
  out.gamma = color->gamma;
  return out;
}
