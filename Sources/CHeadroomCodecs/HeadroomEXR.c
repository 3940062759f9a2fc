#include "HeadroomEXR.h"

#include <OpenEXR/openexr.h>
#include <limits.h>
#include <string.h>
#include <zlib.h>

// ZIP, ZIPS and RLE store a block's even bytes, then its odd ones, each as the difference to the one before.

static void undo_differences(uint8_t *bytes, size_t size, uint8_t *out) {
  uint8_t value = size > 0 ? bytes[0] : 0;
  for (size_t i = 1; i < size; i++) {
    value = (uint8_t)(value + bytes[i] - 128);
    bytes[i] = value;
  }
  const uint8_t *even = bytes, *odd = bytes + (size + 1) / 2;
  for (size_t i = 0; i < size / 2; i++) {
    out[2 * i] = even[i];
    out[2 * i + 1] = odd[i];
  }
  if (size % 2 != 0) out[size - 1] = even[size / 2];
}

static void make_differences(const uint8_t *block, size_t size, uint8_t *out) {
  uint8_t *even = out, *odd = out + (size + 1) / 2;
  for (size_t i = 0; i < size / 2; i++) {
    even[i] = block[2 * i];
    odd[i] = block[2 * i + 1];
  }
  if (size % 2 != 0) even[size / 2] = block[size - 1];
  uint8_t before = size > 0 ? out[0] : 0;
  for (size_t i = 1; i < size; i++) {
    uint8_t value = out[i];
    out[i] = (uint8_t)(value - before + 128);
    before = value;
  }
}

int headroom_exr_unzip(
    const uint8_t *packed, size_t packed_size, uint8_t *out, size_t out_size, uint8_t *scratch) {
  uLongf produced = out_size;
  int code = uncompress(scratch, &produced, packed, packed_size);
  if (code == Z_MEM_ERROR) return HEADROOM_EXR_NO_MEMORY;
  if (code != Z_OK || produced != out_size) return HEADROOM_EXR_DAMAGED;
  undo_differences(scratch, out_size, out);
  return HEADROOM_EXR_OK;
}

int headroom_exr_unrle(
    const uint8_t *packed, size_t packed_size, uint8_t *out, size_t out_size, uint8_t *scratch) {
  size_t read = 0, written = 0;
  while (read < packed_size) {
    int code = (int8_t)packed[read++];
    size_t count = code < 0 ? (size_t)-code : (size_t)code + 1;
    size_t needed = code < 0 ? count : 1;
    if (count > out_size - written || needed > packed_size - read) return HEADROOM_EXR_DAMAGED;
    if (code < 0) {
      memcpy(scratch + written, packed + read, count);
    } else {
      memset(scratch + written, packed[read], count);
    }
    read += needed;
    written += count;
  }
  if (written != out_size) return HEADROOM_EXR_DAMAGED;
  undo_differences(scratch, out_size, out);
  return HEADROOM_EXR_OK;
}

size_t headroom_exr_zip_bound(size_t size) { return compressBound(size); }

int headroom_exr_zip(
    const uint8_t *block, size_t size, int level, uint8_t *out, size_t capacity, size_t *produced, uint8_t *scratch) {
  make_differences(block, size, scratch);
  uLongf length = capacity;
  int code = compress2(out, &length, scratch, size, level);
  *produced = length;
  return code == Z_OK ? HEADROOM_EXR_OK : HEADROOM_EXR_NO_MEMORY;
}

// The library reads from memory and says nothing.

struct memory {
  const uint8_t *bytes;
  size_t size;
};

static int64_t read_memory(
    exr_const_context_t context, void *user, void *buffer, uint64_t size, uint64_t offset,
    exr_stream_error_func_ptr_t error) {
  (void)context;
  (void)error;
  const struct memory *memory = user;
  if (offset > memory->size) return -1;
  uint64_t count = size < memory->size - offset ? size : memory->size - offset;
  memcpy(buffer, memory->bytes + offset, count);
  return (int64_t)count;
}

static int64_t memory_size(exr_const_context_t context, void *user) {
  (void)context;
  return (int64_t)((const struct memory *)user)->size;
}

static void say_nothing(exr_const_context_t context, exr_result_t code, const char *message) {
  (void)context;
  (void)code;
  (void)message;
}

static exr_result_t run(
    exr_context_t context, int is_tiled, int32_t y, uint8_t *out, size_t out_size) {
  exr_chunk_info_t chunk;
  memset(&chunk, 0, sizeof chunk);
  exr_result_t code = is_tiled ? exr_read_tile_chunk_info(context, 0, 0, 0, 0, 0, &chunk)
                               : exr_read_scanline_chunk_info(context, 0, y, &chunk);
  if (code != EXR_ERR_SUCCESS) return code;
  if (chunk.unpacked_size != out_size) return EXR_ERR_BAD_CHUNK_LEADER;
  exr_decode_pipeline_t pipeline = EXR_DECODE_PIPELINE_INITIALIZER;
  code = exr_decoding_initialize(context, 0, &chunk, &pipeline);
  if (code != EXR_ERR_SUCCESS) return code;
  code = exr_decoding_choose_default_routines(context, 0, &pipeline);
  if (code != EXR_ERR_SUCCESS) {
    exr_decoding_destroy(context, &pipeline);
    return code;
  }
  // The block is wanted as it is, and where the caller says.
  pipeline.unpack_and_convert_fn = NULL;
  pipeline.unpacked_buffer = out;
  pipeline.unpacked_alloc_size = out_size;
  code = exr_decoding_run(context, 0, &pipeline);
  if (code == EXR_ERR_SUCCESS && pipeline.unpacked_buffer != out) {
    if (pipeline.unpacked_buffer != NULL) {
      memcpy(out, pipeline.unpacked_buffer, out_size);
    } else {
      code = EXR_ERR_CORRUPT_CHUNK;
    }
  }
  if (pipeline.unpacked_buffer == out) {
    pipeline.unpacked_buffer = NULL;
    pipeline.unpacked_alloc_size = 0;
  }
  exr_decoding_destroy(context, &pipeline);
  return code;
}

int headroom_exr_decode_block(
    const uint8_t *file, size_t size, int is_tiled, int32_t y, uint8_t *out, size_t out_size, int *code) {
  struct memory memory = {file, size};
  exr_context_initializer_t setup = EXR_DEFAULT_CONTEXT_INITIALIZER;
  setup.error_handler_fn = say_nothing;
  setup.user_data = &memory;
  setup.read_fn = read_memory;
  setup.size_fn = memory_size;
  exr_context_t context = NULL;
  exr_result_t result = exr_start_read(&context, "block", &setup);
  if (result == EXR_ERR_SUCCESS) {
    result = run(context, is_tiled, y, out, out_size);
    exr_finish(&context);
  }
  *code = (int)result;
  switch (result) {
    case EXR_ERR_SUCCESS: return HEADROOM_EXR_OK;
    case EXR_ERR_OUT_OF_MEMORY: return HEADROOM_EXR_NO_MEMORY;
    case EXR_ERR_FEATURE_NOT_IMPLEMENTED: return HEADROOM_EXR_NO_LIBRARY;
    default: return HEADROOM_EXR_DAMAGED;
  }
}

int headroom_exr_unpacks_dwa(void) {
  int major = 0, minor = 0, patch = 0;
  exr_get_library_version(&major, &minor, &patch, NULL);
  return major > 3 || (major == 3 && minor >= 2);
}
