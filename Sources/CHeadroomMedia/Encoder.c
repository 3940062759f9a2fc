#include "Demuxer.h"
#include "Encoder.h"
#include "Scheduling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MARK: - Opening

bool hr_encoder_exists(const char *codec) {
  return hr_media_missing() == NULL && ff.avcodec_find_encoder_by_name(codec) != NULL;
}

static int set_options(AVCodecContext *context, const char *const *options, char *unknown, size_t size) {
  for (; options && options[0]; options += 2) {
    int code = ff.av_opt_set(context, options[0], options[1], AV_OPT_SEARCH_CHILDREN);
    if (code >= 0) continue;
    snprintf(unknown, size, "%s does not take %s=%s", context->codec->name, options[0], options[1]);
    return code;
  }
  return 0;
}

static int set_picture(AVCodecContext *context, const hr_encoder_settings *settings) {
  context->width = settings->width;
  context->height = settings->height;
  context->pix_fmt = ff.av_get_pix_fmt(settings->format);
  if (context->pix_fmt == AV_PIX_FMT_NONE) return AVERROR(EINVAL);
  context->framerate = (AVRational){settings->rate_num, settings->rate_den};
  context->color_primaries = settings->color.primaries;
  context->color_trc = settings->color.transfer;
  context->colorspace = settings->color.matrix;
  context->color_range = settings->color.range;
  context->chroma_sample_location = settings->color.siting;
  context->sample_aspect_ratio = (AVRational){1, 1};
  return 0;
}

static int set_sound(AVCodecContext *context, const hr_encoder_settings *settings) {
  context->sample_fmt = ff.av_get_sample_fmt(settings->sample_format);
  if (context->sample_fmt == AV_SAMPLE_FMT_NONE) return AVERROR(EINVAL);
  context->sample_rate = settings->sample_rate;
  context->bit_rate = settings->bit_rate;
  ff.av_channel_layout_default(&context->ch_layout, settings->channels);
  return 0;
}

/// Floats in planes to what the encoder takes.
static int open_resampler(hr_encoder *encoder) {
  AVCodecContext *context = encoder->context;
  int code = ff.swr_alloc_set_opts2(
      &encoder->resampler, &context->ch_layout, context->sample_fmt, context->sample_rate, &context->ch_layout,
      AV_SAMPLE_FMT_FLTP, context->sample_rate, 0, NULL);
  return code < 0 ? code : ff.swr_init(encoder->resampler);
}

/// SVT-AV1 gives the thread that opens it, and all of its own, the highest real-time priority where it may: as root. Nothing
/// else on the machine would run beside an encoder that works.
static int open_scheduled(AVCodecContext *context, const AVCodec *codec) {
  hr_scheduling scheduling;
  hr_scheduling_hold(&scheduling);
  int code = ff.avcodec_open2(context, codec, NULL);
  hr_scheduling_restore(&scheduling);
  return code;
}

static int open_codec(hr_encoder *encoder, const hr_encoder_settings *settings, char *words, size_t size) {
  const AVCodec *codec = ff.avcodec_find_encoder_by_name(settings->codec);
  if (!codec) return AVERROR_ENCODER_NOT_FOUND;
  AVCodecContext *context = encoder->context = ff.avcodec_alloc_context3(codec);
  encoder->packet = ff.av_packet_alloc();
  if (!context || !encoder->packet) return AVERROR(ENOMEM);
  encoder->color = settings->color;
  context->time_base = (AVRational){settings->time_base_num, settings->time_base_den};
  context->thread_count = settings->threads;
  if (settings->has_global_header) context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  bool is_sound = codec->type == AVMEDIA_TYPE_AUDIO;
  int code = is_sound ? set_sound(context, settings) : set_picture(context, settings);
  if (code >= 0) code = set_options(context, settings->options, words, size);
  if (code >= 0) code = open_scheduled(context, codec);
  encoder->is_unused = code >= 0 && !is_sound;
  return code >= 0 && is_sound ? open_resampler(encoder) : code;
}

hr_encoder *hr_encoder_open(const hr_encoder_settings *settings, hr_media_failure *failure) {
  const char *reason = hr_media_missing();
  if (reason) {
    hr_refuse_words(failure, reason);
    return NULL;
  }
  hr_encoder *encoder = calloc(1, sizeof *encoder);
  if (!encoder) {
    hr_refuse(failure, AVERROR(ENOMEM));
    return NULL;
  }
  char words[200] = "";
  hr_expect();
  int code = open_codec(encoder, settings, words, sizeof words);
  if (code >= 0) return encoder;
  if (words[0]) hr_refuse_words(failure, words);
  else hr_refuse(failure, code);
  hr_encoder_close(encoder);
  return NULL;
}

/// SVT-AV1 waits for ever where it is closed before its first picture: it gets one that nobody sees.
static void send_nothing(hr_encoder *encoder) {
  AVFrame *frame = ff.av_frame_alloc();
  if (!frame) return;
  frame->width = encoder->context->width;
  frame->height = encoder->context->height;
  frame->format = encoder->context->pix_fmt;
  if (ff.av_frame_get_buffer(frame, 0) >= 0) ff.avcodec_send_frame(encoder->context, frame);
  ff.av_frame_free(&frame);
}

void hr_encoder_close(hr_encoder *encoder) {
  if (encoder->is_unused) send_nothing(encoder);
  ff.avcodec_free_context(&encoder->context);
  ff.av_packet_free(&encoder->packet);
  ff.swr_free(&encoder->resampler);
  free(encoder);
}

int32_t hr_encoder_frame_size(const hr_encoder *encoder) {
  bool is_free = (encoder->context->codec->capabilities & AV_CODEC_CAP_VARIABLE_FRAME_SIZE) != 0;
  return is_free ? 0 : encoder->context->frame_size;
}

// MARK: - Pictures

/// The picture's memory as a frame, which releases it.
static AVFrame *frame_of(const hr_encoder *encoder, const hr_encoder_picture *picture) {
  AVBufferRef *buffer = hr_lend(
      picture->block, picture->block_count, picture->object, picture->release, AV_BUFFER_FLAG_READONLY);
  AVFrame *frame = buffer ? ff.av_frame_alloc() : NULL;
  if (!frame) {
    ff.av_buffer_unref(&buffer);
    return NULL;
  }
  frame->buf[0] = buffer;
  for (int plane = 0; plane < 4; plane++) {
    frame->data[plane] = picture->planes[plane];
    frame->linesize[plane] = picture->row_bytes[plane];
  }
  const AVCodecContext *context = encoder->context;
  frame->extended_data = frame->data;
  frame->width = context->width;
  frame->height = context->height;
  frame->format = context->pix_fmt;
  frame->pts = picture->pts;
  frame->pkt_duration = picture->duration;
  frame->sample_aspect_ratio = context->sample_aspect_ratio;
  // Some encoders read the colour here and not from the context.
  frame->color_primaries = encoder->color.primaries;
  frame->color_trc = encoder->color.transfer;
  frame->colorspace = encoder->color.matrix;
  frame->color_range = encoder->color.range;
  frame->chroma_location = encoder->color.siting;
  return frame;
}

static hr_media_result send(hr_encoder *encoder, const AVFrame *frame, hr_media_failure *failure) {
  hr_expect();
  int code = ff.avcodec_send_frame(encoder->context, frame);
  if (code >= 0 && frame) encoder->is_unused = false;
  if (code >= 0) return HR_MEDIA_READY;
  hr_refuse(failure, code);
  return HR_MEDIA_FAILED;
}

hr_media_result hr_encoder_send(hr_encoder *encoder, const hr_encoder_picture *picture, hr_media_failure *failure) {
  if (!picture) return send(encoder, NULL, failure);
  AVFrame *frame = frame_of(encoder, picture);
  if (!frame) {
    hr_refuse(failure, AVERROR(ENOMEM));
    return HR_MEDIA_FAILED;
  }
  hr_media_result result = send(encoder, frame, failure);
  ff.av_frame_free(&frame);
  return result;
}

// MARK: - Sound

static int send_sound(hr_encoder *encoder, const float *const *planes, int32_t count, int64_t pts) {
  AVFrame *frame = ff.av_frame_alloc();
  if (!frame) return AVERROR(ENOMEM);
  const AVCodecContext *context = encoder->context;
  frame->nb_samples = count;
  frame->format = context->sample_fmt;
  frame->sample_rate = context->sample_rate;
  frame->pts = pts;
  int code = ff.av_channel_layout_copy(&frame->ch_layout, &context->ch_layout);
  if (code >= 0) code = ff.av_frame_get_buffer(frame, 0);
  if (code >= 0) {
    code = ff.swr_convert(encoder->resampler, frame->extended_data, count, (const uint8_t **)(uintptr_t)planes, count);
  }
  if (code >= 0) code = ff.avcodec_send_frame(encoder->context, frame);
  ff.av_frame_free(&frame);
  return code;
}

hr_media_result hr_encoder_send_sound(
    hr_encoder *encoder, const float *const *planes, int32_t count, int64_t pts, hr_media_failure *failure) {
  if (count == 0) return send(encoder, NULL, failure);
  hr_expect();
  int code = send_sound(encoder, planes, count, pts);
  if (code >= 0) return HR_MEDIA_READY;
  hr_refuse(failure, code);
  return HR_MEDIA_FAILED;
}

// MARK: - Packets

hr_media_result hr_encoder_receive(hr_encoder *encoder, hr_media_packet *packet, hr_media_failure *failure) {
  ff.av_packet_unref(encoder->packet);
  hr_expect();
  int code = ff.avcodec_receive_packet(encoder->context, encoder->packet);
  if (code == AVERROR(EAGAIN)) return HR_MEDIA_STARVED;
  if (code == AVERROR_EOF) return HR_MEDIA_END;
  if (code < 0) {
    hr_refuse(failure, code);
    return HR_MEDIA_FAILED;
  }
  const AVPacket *made = encoder->packet;
  packet->stream = 0;
  packet->pts = made->pts;
  packet->dts = made->dts;
  packet->duration = made->duration;
  packet->is_key = (made->flags & AV_PKT_FLAG_KEY) != 0;
  packet->is_discarded = false;
  hr_take_hidden(packet, made);
  packet->bytes = made->data;
  packet->count = (size_t)made->size;
  return HR_MEDIA_READY;
}
