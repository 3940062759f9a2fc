#include "Decoder.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// MARK: - Memory of frames

static bool is_planar(const AVPixFmtDescriptor *format) {
  if (format->flags & (AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BAYER |
                       AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_BITSTREAM)) {
    return false;
  }
  if (format->nb_components == 2) return false;
  int depth = format->comp[0].depth;
  if (depth < 8 || depth > 16) return false;
  for (int index = 0; index < format->nb_components; index++) {
    const AVComponentDescriptor *component = &format->comp[index];
    bool is_alone = component->step == (depth > 8 ? 2 : 1) && component->offset == 0 && component->shift == 0;
    // Each component has a plane; those of RGB are G, B, R in this order.
    if (!is_alone || component->depth != depth) return false;
    for (int other = 0; other < index; other++) {
      if (format->comp[other].plane == component->plane) return false;
    }
  }
  return true;
}

/// Puts all planes of a frame into one block of the caller's memory, rows on multiples of 64 bytes.
static int lend_buffer(AVCodecContext *context, AVFrame *frame, int flags) {
  hr_decoder *decoder = context->opaque;
  const AVPixFmtDescriptor *format = ff.av_pix_fmt_desc_get(frame->format);
  if (!format || !is_planar(format)) return ff.avcodec_default_get_buffer2(context, frame, flags);
  int width = frame->width, height = frame->height;
  int alignments[AV_NUM_DATA_POINTERS];
  ff.avcodec_align_dimensions2(context, &width, &height, alignments);
  int row_bytes[4];
  int code = ff.av_image_fill_linesizes(row_bytes, frame->format, width);
  if (code < 0) return code;
  ptrdiff_t rows[4];
  for (int plane = 0; plane < 4; plane++) rows[plane] = row_bytes[plane] = (row_bytes[plane] + 63) & ~63;
  size_t sizes[4];
  code = ff.av_image_fill_plane_sizes(sizes, frame->format, height, rows);
  if (code < 0) return code;
  // Decoders write a little beyond a plane's end.
  const size_t margin = 128;
  size_t count = decoder->has_marks ? hr_marks_size : 0;
  for (int plane = 0; plane < 4; plane++) count += sizes[plane] ? sizes[plane] + margin : 0;
  void *object = NULL;
  uint8_t *block = decoder->memory.allocate(count, &object);
  if (!block) {
    atomic_store(&decoder->lacks_memory, true);
    return AVERROR(ENOMEM);
  }
  frame->buf[0] = hr_lend(block, count, object, decoder->memory.release, 0);
  if (!frame->buf[0]) return AVERROR(ENOMEM);
  frame->linesize[0] = row_bytes[0];
  if (decoder->has_marks) hr_marks_put(block, count, frame, format->comp[0].depth);
  for (int plane = 0; plane < 4; plane++) {
    frame->data[plane] = sizes[plane] ? block : NULL;
    frame->linesize[plane] = sizes[plane] ? row_bytes[plane] : 0;
    block += sizes[plane] ? sizes[plane] + margin : 0;
  }
  frame->extended_data = frame->data;
  return 0;
}

hr_decoder *hr_decoder_of(const AVCodecContext *context) {
  return context->get_buffer2 == lend_buffer ? context->opaque : NULL;
}

// MARK: - Opening

static int take_configuration(AVCodecContext *context, const hr_decoder_settings *settings) {
  size_t count = settings->configuration_count;
  if (!settings->configuration) return 0;
  if (count > INT_MAX - AV_INPUT_BUFFER_PADDING_SIZE) return AVERROR(EINVAL);
  uint8_t *bytes = ff.av_mallocz(count + AV_INPUT_BUFFER_PADDING_SIZE);
  if (!bytes) return AVERROR(ENOMEM);
  memcpy(bytes, settings->configuration, count);
  ff.av_freep(&context->extradata);
  context->extradata = bytes;
  context->extradata_size = (int)count;
  return 0;
}

static int open_codec(
    hr_decoder *decoder, const AVCodecParameters *stated, uint32_t codec_id, const hr_decoder_settings *settings) {
  enum AVCodecID id = codec_id ? codec_id : stated->codec_id;
  const AVCodec *codec = ff.avcodec_find_decoder(id);
  if (!codec) return AVERROR_DECODER_NOT_FOUND;
  AVCodecContext *context = decoder->context = ff.avcodec_alloc_context3(codec);
  decoder->packet = ff.av_packet_alloc();
  decoder->frame = ff.av_frame_alloc();
  if (!context || !decoder->packet || !decoder->frame) return AVERROR(ENOMEM);
  int code = ff.avcodec_parameters_to_context(context, stated);
  if (code >= 0) code = take_configuration(context, settings);
  if (code < 0) return code;
  context->codec_id = id;
  // What the container says of colour is known already; frames are to say what the coded pictures state.
  context->color_primaries = AVCOL_PRI_UNSPECIFIED;
  context->color_trc = AVCOL_TRC_UNSPECIFIED;
  context->colorspace = AVCOL_SPC_UNSPECIFIED;
  context->color_range = AVCOL_RANGE_UNSPECIFIED;
  context->opaque = decoder;
  decoder->has_marks = id == AV_CODEC_ID_HEVC || id == AV_CODEC_ID_H264;
  context->max_pixels = settings->largest_pixel_count;
  // H.264 need not say how long to wait for a frame that is shown earlier.
  if (context->has_b_frames < settings->reordered_count) context->has_b_frames = settings->reordered_count;
  context->thread_count = settings->threads;
  context->thread_type = settings->is_low_delay ? FF_THREAD_SLICE : FF_THREAD_FRAME | FF_THREAD_SLICE;
  // Other decoders would put frames out of order.
  bool is_dav1d = strcmp(codec->name, "libdav1d") == 0;
  if (settings->is_low_delay && is_dav1d) context->flags |= AV_CODEC_FLAG_LOW_DELAY;
  if (context->codec_type == AVMEDIA_TYPE_VIDEO) {
    context->get_buffer2 = lend_buffer;
    // What is wrong with a sample is wanted, not only what can be made of it.
    context->err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER;
  }
  // Who counts samples has to get all of them.
  if (context->codec_type == AVMEDIA_TYPE_AUDIO) context->flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL;
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
  context->thread_safe_callbacks = 1;
#pragma clang diagnostic pop
  return ff.avcodec_open2(context, codec, NULL);
}

hr_decoder *hr_decoder_open(
    const hr_demuxer *demuxer, int32_t stream, uint32_t codec_id, const hr_decoder_settings *settings,
    hr_media_failure *failure) {
  hr_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) {
    hr_refuse(failure, AVERROR(ENOMEM));
    return NULL;
  }
  decoder->memory = settings->memory;
  hr_damages_open(&decoder->damages);
  hr_expect();
  int code = open_codec(decoder, demuxer->context->streams[stream]->codecpar, codec_id, settings);
  if (code >= 0) return decoder;
  hr_refuse(failure, code);
  hr_decoder_close(decoder);
  return NULL;
}

static void drop_sound(hr_decoder *decoder) {
  for (int channel = 0; decoder->sound && channel < decoder->channels; channel++) free(decoder->sound[channel]);
  free(decoder->sound);
  decoder->sound = NULL;
  decoder->sound_capacity = 0;
}

void hr_decoder_close(hr_decoder *decoder) {
  ff.avcodec_free_context(&decoder->context);
  ff.av_packet_free(&decoder->packet);
  ff.av_frame_free(&decoder->frame);
  ff.swr_free(&decoder->resampler);
  drop_sound(decoder);
  hr_damages_close(&decoder->damages);
  free(decoder);
}

void hr_decoder_skip(hr_decoder *decoder, bool skips_unreferenced) {
  decoder->context->skip_frame = skips_unreferenced ? AVDISCARD_NONREF : AVDISCARD_DEFAULT;
}

void hr_decoder_flush(hr_decoder *decoder) {
  ff.avcodec_flush_buffers(decoder->context);
  hr_damages_clear(&decoder->damages);
  atomic_store(&decoder->lacks_memory, false);
}

bool hr_decoder_take_damage(hr_decoder *decoder, int64_t *token, hr_media_failure *failure) {
  return hr_damages_take(&decoder->damages, token, failure);
}

// MARK: - Packets

/// What the codec returned, or that memory ran out: codecs take that for damage, and go on.
static int judged(hr_decoder *decoder, int code) {
  return atomic_exchange(&decoder->lacks_memory, false) ? AVERROR(ENOMEM) : code;
}

static hr_media_result send(hr_decoder *decoder, const AVPacket *packet, hr_media_failure *failure) {
  hr_expect();
  // Threads get the number with the sample; one that is not taken leaves that of the sample before.
  int64_t before = decoder->context->reordered_opaque;
  if (packet) decoder->context->reordered_opaque = packet->pts;
  int code = judged(decoder, ff.avcodec_send_packet(decoder->context, packet));
  if (code == AVERROR(EAGAIN)) {
    decoder->context->reordered_opaque = before;
    return HR_MEDIA_STARVED;
  }
  if (code >= 0 || code == AVERROR_EOF) return HR_MEDIA_READY;
  hr_refuse(failure, code);
  return HR_MEDIA_FAILED;
}

hr_media_result hr_decoder_send(
    hr_decoder *decoder, const uint8_t *bytes, size_t count, bool is_key, int64_t token, hr_media_failure *failure) {
  if (!bytes) return send(decoder, NULL, failure);
  if (count > INT_MAX - AV_INPUT_BUFFER_PADDING_SIZE) {
    hr_refuse_words(failure, "a sample of more than two gigabytes");
    return HR_MEDIA_FAILED;
  }
  AVPacket *packet = decoder->packet;
  int code = ff.av_new_packet(packet, (int)count);
  if (code < 0) {
    hr_refuse(failure, code);
    return HR_MEDIA_FAILED;
  }
  memcpy(packet->data, bytes, count);
  packet->pts = packet->dts = token;
  if (is_key) packet->flags |= AV_PKT_FLAG_KEY;
  hr_media_result result = send(decoder, packet, failure);
  ff.av_packet_unref(packet);
  return result;
}

hr_media_result hr_decoder_send_read(
    hr_decoder *decoder, const hr_demuxer *demuxer, int64_t token, hr_media_failure *failure) {
  int code = ff.av_packet_ref(decoder->packet, demuxer->packet);
  if (code < 0) {
    hr_refuse(failure, code);
    return HR_MEDIA_FAILED;
  }
  decoder->packet->pts = decoder->packet->dts = token;
  decoder->packet->flags &= ~AV_PKT_FLAG_DISCARD;
  hr_media_result result = send(decoder, decoder->packet, failure);
  ff.av_packet_unref(decoder->packet);
  return result;
}

// MARK: - Frames

/// All planes of a frame in one block, or NULL.
static void find_block(hr_media_frame *out, const AVFrame *frame, const AVPixFmtDescriptor *format) {
  const AVBufferRef *buffer = frame->buf[0];
  if (!buffer) return;
  int planes = format->nb_components;
  for (int plane = 0; plane < planes; plane++) {
    bool is_chroma = plane == 1 || plane == 2;
    int rows = is_chroma ? -((-frame->height) >> format->log2_chroma_h) : frame->height;
    const uint8_t *start = frame->data[plane];
    if (frame->linesize[plane] <= 0 || start < buffer->data) return;
    if ((size_t)(start - buffer->data) + (size_t)frame->linesize[plane] * (size_t)rows > buffer->size) return;
  }
  out->block = buffer->data;
  out->block_count = buffer->size;
}

static void describe(hr_media_frame *out, AVFrame *frame, const AVCodecContext *context) {
  const AVPixFmtDescriptor *format = ff.av_pix_fmt_desc_get(frame->format);
  out->handle = frame;
  out->token = frame->pts;
  out->width = frame->width;
  out->height = frame->height;
  out->format = format ? format->name : "unknown";
  out->is_planar = format && is_planar(format);
  if (out->is_planar) {
    out->bit_depth = format->comp[0].depth;
    out->has_alpha = (format->flags & AV_PIX_FMT_FLAG_ALPHA) != 0;
    out->components = format->nb_components - out->has_alpha;
    out->chroma_across = format->log2_chroma_w;
    out->chroma_down = format->log2_chroma_h;
    out->is_rgb = (format->flags & AV_PIX_FMT_FLAG_RGB) != 0;
    for (int plane = 0; plane < 4; plane++) {
      out->planes[plane] = frame->data[plane];
      out->row_bytes[plane] = frame->linesize[plane];
    }
    find_block(out, frame, format);
  }
  out->color = hr_color(
      frame->color_primaries, frame->color_trc, frame->colorspace, frame->color_range, frame->chroma_location);
  // The deprecated names of full range.
  if (format && strncmp(format->name, "yuvj", 4) == 0) out->color.range = 2;
  out->light = hr_light_of_frame(frame);
  out->has_hdr10plus = ff.av_frame_get_side_data(frame, AV_FRAME_DATA_DYNAMIC_HDR_PLUS) != NULL;
  out->has_dovi = ff.av_frame_get_side_data(frame, AV_FRAME_DATA_DOVI_RPU_BUFFER) != NULL;
  out->is_interlaced = frame->interlaced_frame != 0;
  out->is_top_field_first = frame->top_field_first != 0;
  out->is_key = frame->key_frame != 0;
  out->aspect_num = frame->sample_aspect_ratio.num;
  out->aspect_den = frame->sample_aspect_ratio.den;
  out->rate_num = context->framerate.num;
  out->rate_den = context->framerate.den;
}

static hr_media_result receive(hr_decoder *decoder, hr_media_failure *failure) {
  ff.av_frame_unref(decoder->frame);
  hr_expect();
  int code = judged(decoder, ff.avcodec_receive_frame(decoder->context, decoder->frame));
  if (code >= 0) return HR_MEDIA_READY;
  if (code == AVERROR(EAGAIN)) return HR_MEDIA_STARVED;
  if (code == AVERROR_EOF) return HR_MEDIA_END;
  hr_refuse(failure, code);
  return HR_MEDIA_FAILED;
}

/// Notes what a frame says of its own damage.
static void judge(hr_decoder *decoder, const AVFrame *frame) {
  if (decoder->has_marks && hr_marks_remain(frame)) {
    hr_damages_add(&decoder->damages, frame->pts, "a part of the picture is missing", false);
  } else if (frame->decode_error_flags != 0 || (frame->flags & AV_FRAME_FLAG_CORRUPT) != 0) {
    hr_damages_add(&decoder->damages, frame->pts, "a part of the picture is invented", false);
  }
}

hr_media_result hr_decoder_receive(hr_decoder *decoder, hr_media_frame *frame, hr_media_failure *failure) {
  memset(frame, 0, sizeof *frame);
  hr_media_result result = receive(decoder, failure);
  if (result != HR_MEDIA_READY) return result;
  AVFrame *kept = ff.av_frame_alloc();
  if (!kept) {
    hr_refuse(failure, AVERROR(ENOMEM));
    return HR_MEDIA_FAILED;
  }
  ff.av_frame_move_ref(kept, decoder->frame);
  describe(frame, kept, decoder->context);
  judge(decoder, kept);
  return HR_MEDIA_READY;
}

void hr_frame_release(void *handle) {
  AVFrame *frame = handle;
  ff.av_frame_free(&frame);
}

// MARK: - Sound

/// Prepares for sound of the frame's kind.
static int prepare_resampler(hr_decoder *decoder, const AVFrame *frame) {
  int channels = frame->ch_layout.nb_channels;
  if (decoder->resampler && decoder->sample_format == frame->format && decoder->sample_rate == frame->sample_rate &&
      decoder->channels == channels) {
    return 0;
  }
  drop_sound(decoder);
  AVChannelLayout layout = {0};
  int code = 0;
  if (frame->ch_layout.order == AV_CHANNEL_ORDER_UNSPEC) ff.av_channel_layout_default(&layout, channels);
  else code = ff.av_channel_layout_copy(&layout, &frame->ch_layout);
  if (code < 0) return code;
  ff.av_channel_layout_describe(&layout, decoder->layout, sizeof decoder->layout);
  code = ff.swr_alloc_set_opts2(
      &decoder->resampler, &layout, AV_SAMPLE_FMT_FLTP, frame->sample_rate, &layout, frame->format, frame->sample_rate,
      0, NULL);
  ff.av_channel_layout_uninit(&layout);
  if (code >= 0) code = ff.swr_init(decoder->resampler);
  decoder->sample_format = frame->format;
  decoder->sample_rate = frame->sample_rate;
  decoder->channels = channels;
  return code;
}

static int make_room(hr_decoder *decoder, int count) {
  if (decoder->sound && decoder->sound_capacity >= count) return 0;
  drop_sound(decoder);
  decoder->sound = calloc((size_t)decoder->channels, sizeof *decoder->sound);
  for (int channel = 0; decoder->sound && channel < decoder->channels; channel++) {
    decoder->sound[channel] = calloc((size_t)count, sizeof(float));
    if (!decoder->sound[channel]) return AVERROR(ENOMEM);
  }
  decoder->sound_capacity = count;
  return decoder->sound ? 0 : AVERROR(ENOMEM);
}

hr_media_result hr_decoder_receive_sound(hr_decoder *decoder, hr_media_sound *sound, hr_media_failure *failure) {
  hr_media_result result = receive(decoder, failure);
  if (result != HR_MEDIA_READY) return result;
  AVFrame *frame = decoder->frame;
  int code = prepare_resampler(decoder, frame);
  if (code >= 0) code = make_room(decoder, frame->nb_samples);
  int count = 0;
  if (code >= 0) {
    count = code = ff.swr_convert(
        decoder->resampler, (uint8_t **)decoder->sound, frame->nb_samples, (const uint8_t **)frame->extended_data,
        frame->nb_samples);
  }
  if (code < 0) {
    hr_refuse(failure, code);
    return HR_MEDIA_FAILED;
  }
  sound->token = frame->pts;
  sound->count = count;
  sound->channels = decoder->channels;
  sound->sample_rate = decoder->sample_rate;
  sound->planes = (const float *const *)decoder->sound;
  memcpy(sound->layout, decoder->layout, sizeof sound->layout);
  return HR_MEDIA_READY;
}
