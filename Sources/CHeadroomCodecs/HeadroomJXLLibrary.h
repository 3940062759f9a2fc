/* The functions of libjxl, loaded when first needed. Private to the HeadroomJXL files. */
#ifndef HEADROOM_JXL_LIBRARY_H
#define HEADROOM_JXL_LIBRARY_H

#include "HeadroomJXL.h"

#include <brotli/decode.h>
#include <jxl/decode.h>
#include <jxl/encode.h>
#include <jxl/parallel_runner.h>
#include <stdarg.h>
#include <stdio.h>

#define HR_JXL_FUNCTIONS(X)                                                                                             \
  X(JxlDecoderVersion) X(JxlDecoderCreate) X(JxlDecoderDestroy) X(JxlDecoderReset) X(JxlDecoderSetParallelRunner)       \
  X(JxlDecoderSubscribeEvents) X(JxlDecoderSetKeepOrientation) X(JxlDecoderSetUnpremultiplyAlpha)                       \
  X(JxlDecoderSetCoalescing) X(JxlDecoderSetInput) X(JxlDecoderProcessInput) X(JxlDecoderSkipFrames)                    \
  X(JxlDecoderGetBasicInfo) X(JxlDecoderGetExtraChannelInfo) X(JxlDecoderGetColorAsEncodedProfile)                      \
  X(JxlDecoderGetICCProfileSize) X(JxlDecoderGetColorAsICCProfile) X(JxlDecoderSetPreferredColorProfile)                \
  X(JxlDecoderGetFrameHeader) X(JxlDecoderImageOutBufferSize) X(JxlDecoderSetImageOutBuffer)                            \
  X(JxlDecoderExtraChannelBufferSize) X(JxlDecoderSetExtraChannelBuffer)                                                \
  X(JxlDecoderFlushImage) X(JxlEncoderCreate) X(JxlEncoderDestroy) X(JxlEncoderSetParallelRunner)                       \
  X(JxlEncoderGetError) X(JxlEncoderInitBasicInfo) X(JxlEncoderSetBasicInfo) X(JxlEncoderSetColorEncoding)              \
  X(JxlEncoderSetICCProfile) X(JxlEncoderGetRequiredCodestreamLevel) X(JxlEncoderSetCodestreamLevel)                    \
  X(JxlEncoderFrameSettingsCreate) X(JxlEncoderFrameSettingsSetOption) X(JxlEncoderSetFrameLossless)                    \
  X(JxlEncoderSetFrameDistance) X(JxlEncoderInitFrameHeader) X(JxlEncoderSetFrameHeader)                                \
  X(JxlEncoderSetExtraChannelBlendInfo) X(JxlEncoderAddImageFrame) X(JxlEncoderCloseInput) X(JxlEncoderProcessOutput)
#define HR_BROTLI_FUNCTIONS(X)                                                                                          \
  X(BrotliDecoderCreateInstance) X(BrotliDecoderDestroyInstance) X(BrotliDecoderDecompressStream)

typedef struct {
#define HR_JXL_FIELD(name) __typeof__(&name) name;
  HR_JXL_FUNCTIONS(HR_JXL_FIELD)
  HR_BROTLI_FUNCTIONS(HR_JXL_FIELD)
#undef HR_JXL_FIELD
} hr_jxl_library;

/* NULL when it cannot be loaded. */
const hr_jxl_library *hr_jxl_load(void);

/* Keeps the library loaded as `handle` from writing to standard error, and from ending the process inside hr_jxl_guarded. */
void hr_jxl_silence(void *handle);

/* Calls `body`, which calls the library; 0 where the library gave up in it permanently. Whatever `body` was about to free is its
   caller's, so it belongs into `context`. */
int hr_jxl_guarded(void (*body)(void *), void *context);
/* Gives up on behalf of the library: returns from this thread's innermost hr_jxl_guarded. Returns where there is none. */
void hr_jxl_leave(void);
/* The functions that the library calls as vfprintf, and as vfprintf with checks. */
int hr_jxl_hear(FILE *stream, const char *format, va_list arguments);
int hr_jxl_hear_checked(FILE *stream, int flag, const char *format, va_list arguments);

/* The argument that hr_jxl_run gets as the library's runner. */
typedef struct {
  hr_jxl_perform perform;
  uint32_t workers;
} hr_jxl_runner;

/* Runs the library's jobs on the caller's threads. */
JxlParallelRetCode hr_jxl_run(
    void *runner, void *library, JxlParallelRunInit init, JxlParallelRunFunction function, uint32_t start,
    uint32_t end);

JxlPixelFormat hr_jxl_pixel_format(uint32_t channels, uint32_t type);
JxlColorEncoding hr_jxl_to_library(const hr_jxl_color *color);
hr_jxl_color hr_jxl_from_library(const JxlColorEncoding *color);

#endif
