#include "HeadroomJPEG.h"
#include "CHeadroomSystem.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

// More scans than any encoder makes. Each scan costs a pass over the whole picture, so a small file with thousands of
// them would keep a decoder busy for hours.
#define MAX_SCANS 500

typedef struct {
  struct jpeg_error_mgr manager;
  jmp_buf escape;
  int result;
  int code;
  char message[JMSG_LENGTH_MAX];
  char first_warning[JMSG_LENGTH_MAX];
  long warnings;
  int forgiving;
  int damaged;
  int hit_end;
} errors;

struct headroom_jpeg_decoder {
  // First, because the callbacks get it and cast it back.
  struct jpeg_decompress_struct cinfo;
  errors errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  int started;
};

struct headroom_jpeg_encoder {
  struct jpeg_compress_struct cinfo;
  errors errors;
  struct jpeg_destination_mgr destination;
  struct jpeg_progress_mgr progress;
  uint8_t *bytes;
  size_t count;
  size_t capacity;
};

static void fail(j_common_ptr cinfo, int result) {
  errors *state = (errors *)cinfo->err;
  state->result = result;
  state->code = state->manager.msg_code;
  state->manager.format_message(cinfo, state->message);
  longjmp(state->escape, 1);
}

static void on_error(j_common_ptr cinfo) {
  errors *state = (errors *)cinfo->err;
  int code = state->manager.msg_code;
  int result = HEADROOM_JPEG_FAILED;
  if (code == JERR_OUT_OF_MEMORY) result = HEADROOM_JPEG_NO_MEMORY;
  else if (code == JERR_INPUT_EOF || code == JERR_INPUT_EMPTY || state->hit_end) result = HEADROOM_JPEG_TRUNCATED;
  fail(cinfo, result);
}

// Level -1 is a warning: the library goes on with invented data. What the pixels cannot be trusted after ends the
// decode, unless the caller forgives; what only looks odd is counted.
static void on_message(j_common_ptr cinfo, int level) {
  if (level >= 0) return;
  errors *state = (errors *)cinfo->err;
  switch (state->manager.msg_code) {
  case JWRN_HIT_MARKER:
  case JWRN_HUFF_BAD_CODE:
  case JWRN_ARITH_BAD_CODE:
  case JWRN_MUST_RESYNC:
  case JWRN_NOT_SEQUENTIAL:
  case JWRN_BOGUS_PROGRESSION:
    if (!state->forgiving) fail(cinfo, state->hit_end ? HEADROOM_JPEG_TRUNCATED : HEADROOM_JPEG_DAMAGED);
    state->damaged = 1;
    break;
  default: break;
  }
  if (state->warnings++ == 0) state->manager.format_message(cinfo, state->first_warning);
}

static void no_output(j_common_ptr cinfo) { (void)cinfo; }

static void prepare(errors *state) {
  memset(state, 0, sizeof *state);
  jpeg_std_error(&state->manager);
  state->manager.error_exit = on_error;
  state->manager.emit_message = on_message;
  state->manager.output_message = no_output;
}

// MARK: - Decoding

static void source_ready(j_decompress_ptr cinfo) { (void)cinfo; }

// The bytes ran out. A made-up end marker lets a sequential picture of which only that marker is missing end well; if
// coefficients are missing, the library warns and on_message decides. A picture of several scans would lose whole ones
// without any warning, and arithmetic coding reads zeros behind its end by design, so these end here; so does a header.
static boolean source_ran_out(j_decompress_ptr cinfo) {
  static const JOCTET end[2] = {0xFF, JPEG_EOI};
  errors *state = (errors *)cinfo->err;
  int started = ((headroom_jpeg_decoder *)cinfo)->started;
  state->hit_end = 1;
  int is_silent = started && (cinfo->arith_code || jpeg_has_multiple_scans(cinfo));
  if (!started || (is_silent && !state->forgiving)) {
    cinfo->err->msg_code = JERR_INPUT_EOF;
    fail((j_common_ptr)cinfo, HEADROOM_JPEG_TRUNCATED);
  }
  if (is_silent) state->damaged = 1;
  cinfo->src->next_input_byte = end;
  cinfo->src->bytes_in_buffer = 2;
  return TRUE;
}

static void source_skip(j_decompress_ptr cinfo, long count) {
  struct jpeg_source_mgr *source = cinfo->src;
  if (count <= 0) return;
  if ((size_t)count > source->bytes_in_buffer) {
    source->bytes_in_buffer = 0;
    source_ran_out(cinfo);
    return;
  }
  source->next_input_byte += count;
  source->bytes_in_buffer -= (size_t)count;
}

static void source_done(j_decompress_ptr cinfo) { (void)cinfo; }

// Called for each row of blocks of each pass, also while a picture of several scans is gone through as a whole.
static void stop_if_cancelled(j_common_ptr cinfo) {
  if (headroom_task_is_cancelled()) fail(cinfo, HEADROOM_JPEG_FAILED);
}

static void watch_scans(j_common_ptr cinfo) {
  stop_if_cancelled(cinfo);
  if (!cinfo->is_decompressor) return;
  if (((j_decompress_ptr)cinfo)->input_scan_number > MAX_SCANS) {
    cinfo->err->msg_code = JERR_BAD_PROGRESSION;
    fail(cinfo, HEADROOM_JPEG_FAILED);
  }
}

headroom_jpeg_decoder *headroom_jpeg_decoder_create(const uint8_t *bytes, size_t count) {
  headroom_jpeg_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return NULL;
  prepare(&decoder->errors);
  decoder->cinfo.err = &decoder->errors.manager;
  if (setjmp(decoder->errors.escape)) {
    jpeg_destroy_decompress(&decoder->cinfo);
    free(decoder);
    return NULL;
  }
  jpeg_create_decompress(&decoder->cinfo);
  decoder->source.init_source = source_ready;
  decoder->source.fill_input_buffer = source_ran_out;
  decoder->source.skip_input_data = source_skip;
  decoder->source.resync_to_restart = jpeg_resync_to_restart;
  decoder->source.term_source = source_done;
  decoder->source.next_input_byte = bytes;
  decoder->source.bytes_in_buffer = count;
  decoder->cinfo.src = &decoder->source;
  decoder->progress.progress_monitor = watch_scans;
  decoder->cinfo.progress = &decoder->progress;
  return decoder;
}

void headroom_jpeg_decoder_destroy(headroom_jpeg_decoder *decoder) {
  if (!decoder) return;
  jpeg_destroy_decompress(&decoder->cinfo);
  free(decoder);
}

int headroom_jpeg_decoder_read_header(headroom_jpeg_decoder *decoder, headroom_jpeg_header *header) {
  struct jpeg_decompress_struct *cinfo = &decoder->cinfo;
  if (setjmp(decoder->errors.escape)) return decoder->errors.result;
  if (jpeg_read_header(cinfo, TRUE) != JPEG_HEADER_OK) return HEADROOM_JPEG_TRUNCATED;
  memset(header, 0, sizeof *header);
  header->width = cinfo->image_width;
  header->height = cinfo->image_height;
  header->components = (uint8_t)cinfo->num_components;
  header->precision = (uint8_t)cinfo->data_precision;
  header->is_progressive = cinfo->progressive_mode != 0;
  header->is_arithmetic = cinfo->arith_code != 0;
  header->has_multiple_scans = jpeg_has_multiple_scans(cinfo) != 0;
  header->is_rgb = cinfo->jpeg_color_space == JCS_RGB;
  switch (cinfo->jpeg_color_space) {
  case JCS_GRAYSCALE:
    header->output_components = 1;
    cinfo->out_color_space = JCS_GRAYSCALE;
    break;
  case JCS_RGB:
  case JCS_YCbCr:
    header->output_components = 3;
    cinfo->out_color_space = JCS_RGB;
    break;
  case JCS_CMYK:
  case JCS_YCCK:
    header->output_components = 4;
    cinfo->out_color_space = JCS_CMYK;
    break;
  default: header->output_components = 0; break;
  }
  return HEADROOM_JPEG_OK;
}

void headroom_jpeg_decoder_keep_ycc(headroom_jpeg_decoder *decoder) {
  if (decoder->cinfo.jpeg_color_space == JCS_YCbCr) decoder->cinfo.out_color_space = JCS_YCbCr;
}

int headroom_jpeg_decoder_start(
    headroom_jpeg_decoder *decoder, int denominator, int forgiving, uint32_t *width, uint32_t *height) {
  struct jpeg_decompress_struct *cinfo = &decoder->cinfo;
  decoder->errors.forgiving = forgiving;
  if (setjmp(decoder->errors.escape)) return decoder->errors.result;
  cinfo->scale_num = 1;
  cinfo->scale_denom = (unsigned)denominator;
  cinfo->dct_method = JDCT_ISLOW;
  cinfo->do_fancy_upsampling = TRUE;
  decoder->started = 1;
  jpeg_start_decompress(cinfo);
  *width = cinfo->output_width;
  *height = cinfo->output_height;
  return HEADROOM_JPEG_OK;
}

int headroom_jpeg_decoder_read_rows(
    headroom_jpeg_decoder *decoder, uint8_t *rows, size_t row_bytes, uint32_t count, uint32_t *done) {
  struct jpeg_decompress_struct *cinfo = &decoder->cinfo;
  *done = 0;
  if (setjmp(decoder->errors.escape)) return decoder->errors.result;
  while (*done < count && cinfo->output_scanline < cinfo->output_height) {
    if (headroom_task_is_cancelled()) return HEADROOM_JPEG_FAILED;
    JSAMPROW batch[16];
    uint32_t wanted = count - *done < 16 ? count - *done : 16;
    for (uint32_t i = 0; i < wanted; i++) batch[i] = rows + (size_t)(*done + i) * row_bytes;
    JDIMENSION got = jpeg_read_scanlines(cinfo, batch, wanted);
    if (got == 0) return HEADROOM_JPEG_TRUNCATED;
    *done += got;
    // Forgiving: behind the end everything is grey; leave the rest of the caller's rows alone.
    if (decoder->errors.hit_end && decoder->errors.damaged && !jpeg_has_multiple_scans(cinfo)) break;
  }
  return HEADROOM_JPEG_OK;
}

int headroom_jpeg_decoder_skip_rows(headroom_jpeg_decoder *decoder, uint32_t count) {
  if (setjmp(decoder->errors.escape)) return decoder->errors.result;
  return jpeg_skip_scanlines(&decoder->cinfo, count) == count ? HEADROOM_JPEG_OK : HEADROOM_JPEG_TRUNCATED;
}

int headroom_jpeg_decoder_finish(headroom_jpeg_decoder *decoder) {
  if (setjmp(decoder->errors.escape)) return decoder->errors.result;
  decoder->errors.forgiving = 1;
  if (decoder->cinfo.output_scanline < decoder->cinfo.output_height) jpeg_abort_decompress(&decoder->cinfo);
  else jpeg_finish_decompress(&decoder->cinfo);
  return HEADROOM_JPEG_OK;
}

int headroom_jpeg_decoder_code(const headroom_jpeg_decoder *decoder) { return decoder->errors.code; }

const char *headroom_jpeg_decoder_message(const headroom_jpeg_decoder *decoder) {
  return decoder->errors.message[0] ? decoder->errors.message : decoder->errors.first_warning;
}

int headroom_jpeg_decoder_is_damaged(const headroom_jpeg_decoder *decoder) { return decoder->errors.damaged; }
long headroom_jpeg_decoder_warnings(const headroom_jpeg_decoder *decoder) { return decoder->errors.warnings; }

// MARK: - Encoding

static void destination_ready(j_compress_ptr cinfo) { (void)cinfo; }

static boolean destination_full(j_compress_ptr cinfo) {
  headroom_jpeg_encoder *encoder = (headroom_jpeg_encoder *)cinfo->client_data;
  size_t filled = encoder->capacity;
  uint8_t *larger = realloc(encoder->bytes, encoder->capacity * 2);
  if (!larger) {
    cinfo->err->msg_code = JERR_OUT_OF_MEMORY;
    fail((j_common_ptr)cinfo, HEADROOM_JPEG_NO_MEMORY);
  }
  encoder->bytes = larger;
  encoder->capacity *= 2;
  encoder->destination.next_output_byte = larger + filled;
  encoder->destination.free_in_buffer = encoder->capacity - filled;
  return TRUE;
}

static void destination_done(j_compress_ptr cinfo) {
  headroom_jpeg_encoder *encoder = (headroom_jpeg_encoder *)cinfo->client_data;
  encoder->count = encoder->capacity - encoder->destination.free_in_buffer;
}

headroom_jpeg_encoder *headroom_jpeg_encoder_create(void) {
  headroom_jpeg_encoder *encoder = calloc(1, sizeof *encoder);
  if (!encoder) return NULL;
  prepare(&encoder->errors);
  encoder->cinfo.err = &encoder->errors.manager;
  if (setjmp(encoder->errors.escape)) {
    headroom_jpeg_encoder_destroy(encoder);
    return NULL;
  }
  jpeg_create_compress(&encoder->cinfo);
  encoder->cinfo.client_data = encoder;
  encoder->destination.init_destination = destination_ready;
  encoder->destination.empty_output_buffer = destination_full;
  encoder->destination.term_destination = destination_done;
  encoder->cinfo.dest = &encoder->destination;
  encoder->progress.progress_monitor = stop_if_cancelled;
  encoder->cinfo.progress = &encoder->progress;
  return encoder;
}

void headroom_jpeg_encoder_destroy(headroom_jpeg_encoder *encoder) {
  if (!encoder) return;
  jpeg_destroy_compress(&encoder->cinfo);
  free(encoder->bytes);
  free(encoder);
}

static void set_quantizers(struct jpeg_compress_struct *cinfo, const uint16_t *steps) {
  for (int index = 0; index < 2; index++) {
    unsigned table[DCTSIZE2];
    for (int i = 0; i < DCTSIZE2; i++) table[i] = steps[index * DCTSIZE2 + i];
    jpeg_add_quant_table(cinfo, index, table, 100, TRUE);
  }
}

int headroom_jpeg_encoder_start(
    headroom_jpeg_encoder *encoder, const headroom_jpeg_encoder_options *options, const uint16_t *quantizers) {
  static const J_COLOR_SPACE spaces[] = {
      JCS_GRAYSCALE, JCS_EXT_RGB, JCS_EXT_RGBX, JCS_EXT_BGRX, JCS_EXT_XRGB, JCS_EXT_XBGR};
  static const int components[] = {1, 3, 4, 4, 4, 4};
  struct jpeg_compress_struct *cinfo = &encoder->cinfo;
  if (setjmp(encoder->errors.escape)) return encoder->errors.result;
  // A guess that spares most pictures a second allocation: two bits per pixel.
  size_t guess = options->capacity ? options->capacity : (size_t)options->width * options->height / 4 + 4096;
  encoder->bytes = malloc(guess);
  if (!encoder->bytes) return HEADROOM_JPEG_NO_MEMORY;
  encoder->capacity = guess;
  encoder->destination.next_output_byte = encoder->bytes;
  encoder->destination.free_in_buffer = guess;
  cinfo->image_width = options->width;
  cinfo->image_height = options->height;
  cinfo->input_components = components[options->layout];
  cinfo->in_color_space = spaces[options->layout];
  jpeg_set_defaults(cinfo);
  jpeg_set_quality(cinfo, options->quality, TRUE);
  if (quantizers) set_quantizers(cinfo, quantizers);
  cinfo->dct_method = JDCT_ISLOW;
  cinfo->write_JFIF_header = FALSE;
  cinfo->write_Adobe_marker = FALSE;
  cinfo->comp_info[0].h_samp_factor = options->horizontal_sampling;
  cinfo->comp_info[0].v_samp_factor = options->vertical_sampling;
  cinfo->optimize_coding = options->optimizes_coding ? TRUE : FALSE;
  if (options->is_progressive) jpeg_simple_progression(cinfo);
  jpeg_start_compress(cinfo, TRUE);
  return HEADROOM_JPEG_OK;
}

int headroom_jpeg_encoder_write_rows(
    headroom_jpeg_encoder *encoder, const uint8_t *rows, size_t row_bytes, uint32_t count) {
  if (setjmp(encoder->errors.escape)) return encoder->errors.result;
  uint32_t done = 0;
  while (done < count) {
    if (headroom_task_is_cancelled()) return HEADROOM_JPEG_FAILED;
    JSAMPROW batch[16];
    uint32_t wanted = count - done < 16 ? count - done : 16;
    for (uint32_t i = 0; i < wanted; i++) batch[i] = (JSAMPROW)(rows + (size_t)(done + i) * row_bytes);
    JDIMENSION written = jpeg_write_scanlines(&encoder->cinfo, batch, wanted);
    if (written == 0) return HEADROOM_JPEG_FAILED;
    done += written;
  }
  return HEADROOM_JPEG_OK;
}

void headroom_jpeg_encoder_take(headroom_jpeg_encoder *encoder, const uint8_t **bytes, size_t *count) {
  *bytes = encoder->bytes;
  *count = encoder->capacity - encoder->destination.free_in_buffer;
  encoder->destination.next_output_byte = encoder->bytes;
  encoder->destination.free_in_buffer = encoder->capacity;
}

int headroom_jpeg_encoder_finish(headroom_jpeg_encoder *encoder, const uint8_t **bytes, size_t *count) {
  if (setjmp(encoder->errors.escape)) return encoder->errors.result;
  jpeg_finish_compress(&encoder->cinfo);
  *bytes = encoder->bytes;
  *count = encoder->count;
  return HEADROOM_JPEG_OK;
}

int headroom_jpeg_encoder_code(const headroom_jpeg_encoder *encoder) { return encoder->errors.code; }
const char *headroom_jpeg_encoder_message(const headroom_jpeg_encoder *encoder) { return encoder->errors.message; }

// MARK: - Turning

// The block of a mirrored and transposed picture: odd frequencies along a mirrored axis change their sign.
static void turn_block(const JCOEF *from, JCOEF *to, const headroom_jpeg_turn *turn) {
  for (int v = 0; v < DCTSIZE; v++) {
    for (int u = 0; u < DCTSIZE; u++) {
      int negative = (turn->mirrors_columns && (u & 1)) != (turn->mirrors_rows && (v & 1));
      JCOEF value = from[v * DCTSIZE + u];
      to[turn->transposes ? u * DCTSIZE + v : v * DCTSIZE + u] = negative ? (JCOEF)-value : value;
    }
  }
}

// Before the coefficients are read: the library lays all arrays out at once. Units at the edges are filled up with zeros.
static jvirt_barray_ptr request_blocks(struct jpeg_decompress_struct *from, int index, int transposes) {
  const jpeg_component_info *component = &from->comp_info[index];
  JDIMENSION across = transposes ? component->height_in_blocks : component->width_in_blocks;
  JDIMENSION down = transposes ? component->width_in_blocks : component->height_in_blocks;
  JDIMENSION h = (JDIMENSION)(transposes ? component->v_samp_factor : component->h_samp_factor);
  JDIMENSION v = (JDIMENSION)(transposes ? component->h_samp_factor : component->v_samp_factor);
  return from->mem->request_virt_barray(
      (j_common_ptr)from, JPOOL_IMAGE, TRUE, (across + h - 1) / h * h, (down + v - 1) / v * v, v);
}

static void turn_blocks(
    struct jpeg_decompress_struct *from, jvirt_barray_ptr source, jvirt_barray_ptr target, int index,
    const headroom_jpeg_turn *turn) {
  const jpeg_component_info *component = &from->comp_info[index];
  JDIMENSION width = component->width_in_blocks, height = component->height_in_blocks;
  JDIMENSION rows = turn->transposes ? width : height, columns = turn->transposes ? height : width;
  for (JDIMENSION row = 0; row < rows; row++) {
    stop_if_cancelled((j_common_ptr)from);
    JBLOCKROW out = from->mem->access_virt_barray((j_common_ptr)from, target, row, 1, TRUE)[0];
    for (JDIMENSION column = 0; column < columns; column++) {
      JDIMENSION y = turn->transposes ? column : row, x = turn->transposes ? row : column;
      if (turn->mirrors_rows) y = height - 1 - y;
      if (turn->mirrors_columns) x = width - 1 - x;
      JBLOCKROW in = from->mem->access_virt_barray((j_common_ptr)from, source, y, 1, FALSE)[0];
      turn_block(in[x], out[column], turn);
    }
  }
}

static void transpose_parameters(struct jpeg_compress_struct *to) {
  JDIMENSION width = to->image_width;
  to->image_width = to->image_height;
  to->image_height = width;
  for (int i = 0; i < to->num_components; i++) {
    jpeg_component_info *component = &to->comp_info[i];
    int h = component->h_samp_factor;
    component->h_samp_factor = component->v_samp_factor;
    component->v_samp_factor = h;
  }
  for (int i = 0; i < NUM_QUANT_TBLS; i++) {
    JQUANT_TBL *table = to->quant_tbl_ptrs[i];
    if (!table) continue;
    for (int v = 0; v < DCTSIZE; v++) {
      for (int u = 0; u < v; u++) {
        UINT16 step = table->quantval[v * DCTSIZE + u];
        table->quantval[v * DCTSIZE + u] = table->quantval[u * DCTSIZE + v];
        table->quantval[u * DCTSIZE + v] = step;
      }
    }
  }
}

int headroom_jpeg_encoder_turn(
    headroom_jpeg_encoder *encoder, headroom_jpeg_decoder *decoder, const headroom_jpeg_turn *turn,
    const uint8_t **bytes, size_t *count) {
  struct jpeg_decompress_struct *from = &decoder->cinfo;
  struct jpeg_compress_struct *to = &encoder->cinfo;
  jvirt_barray_ptr targets[MAX_COMPONENTS];
  if (setjmp(decoder->errors.escape)) return decoder->errors.result;
  if (setjmp(encoder->errors.escape)) return encoder->errors.result;
  encoder->capacity = decoder->source.bytes_in_buffer + 65536;
  encoder->bytes = malloc(encoder->capacity);
  if (!encoder->bytes) return HEADROOM_JPEG_NO_MEMORY;
  encoder->destination.next_output_byte = encoder->bytes;
  encoder->destination.free_in_buffer = encoder->capacity;
  for (int i = 0; i < from->num_components; i++) targets[i] = request_blocks(from, i, turn->transposes);
  decoder->started = 1;
  jvirt_barray_ptr *sources = jpeg_read_coefficients(from);
  jpeg_copy_critical_parameters(from, to);
  if (turn->transposes) transpose_parameters(to);
  for (int i = 0; i < from->num_components; i++) turn_blocks(from, sources[i], targets[i], i, turn);
  to->write_JFIF_header = FALSE;
  to->write_Adobe_marker = FALSE;
  to->arith_code = from->arith_code;
  to->optimize_coding = !from->arith_code;
  if (from->progressive_mode) jpeg_simple_progression(to);
  jpeg_write_coefficients(to, targets);
  jpeg_finish_compress(to);
  *bytes = encoder->bytes;
  *count = encoder->count;
  return HEADROOM_JPEG_OK;
}
