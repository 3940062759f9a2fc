#include <errno.h>
#include <libavutil/intreadwrite.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "Demuxer.h"
#include "Encoder.h"

struct hr_muxer {
  AVFormatContext *context;
  AVIOContext *io;
  AVPacket *packet;
  int descriptor;
  /// The system's number for the first write that failed: what follows it says less.
  int failed;
};

// MARK: - Bytes

static int write_bytes(void *opaque, uint8_t *buffer, int size) {
  hr_muxer *muxer = opaque;
  int written = 0;
  while (written < size) {
    ssize_t count = write(muxer->descriptor, buffer + written, (size_t)(size - written));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      int reason = count < 0 ? errno : EIO;
      if (!muxer->failed) muxer->failed = reason;
      return AVERROR(reason);
    }
    written += (int)count;
  }
  return written;
}

static int64_t seek_bytes(void *opaque, int64_t offset, int whence) {
  hr_muxer *muxer = opaque;
  if (whence & AVSEEK_SIZE) {
    struct stat status;
    return fstat(muxer->descriptor, &status) == 0 ? status.st_size : AVERROR(errno);
  }
  int64_t position = lseek(muxer->descriptor, offset, whence & ~AVSEEK_FORCE);
  return position < 0 ? AVERROR(errno) : position;
}

static bool refuse(hr_muxer *muxer, int code, hr_media_failure *failure) {
  if (muxer->failed) {
    hr_refuse_words(failure, strerror(muxer->failed));
    failure->code = AVERROR(muxer->failed);
  } else {
    hr_refuse(failure, code);
  }
  return false;
}

// MARK: - Opening

static int open_format(hr_muxer *muxer, const char *format) {
  int code = ff.avformat_alloc_output_context2(&muxer->context, NULL, format, NULL);
  if (code < 0) return code;
  const int buffer_size = 256 << 10;
  uint8_t *buffer = ff.av_malloc(buffer_size);
  if (buffer) muxer->io = ff.avio_alloc_context(buffer, buffer_size, 1, muxer, NULL, write_bytes, seek_bytes);
  muxer->packet = ff.av_packet_alloc();
  if (!muxer->io || !muxer->packet) {
    if (!muxer->io) ff.av_free(buffer);
    return AVERROR(ENOMEM);
  }
  muxer->context->pb = muxer->io;
  muxer->context->flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT;
  muxer->context->io_open = hr_open_nothing;
  return 0;
}

hr_muxer *hr_muxer_open(int descriptor, const char *format, hr_media_failure *failure) {
  const char *reason = hr_media_missing();
  if (reason) {
    hr_refuse_words(failure, reason);
    return NULL;
  }
  hr_muxer *muxer = calloc(1, sizeof *muxer);
  if (!muxer) {
    hr_refuse(failure, AVERROR(ENOMEM));
    return NULL;
  }
  muxer->descriptor = descriptor;
  hr_expect();
  int code = open_format(muxer, format);
  if (code >= 0) return muxer;
  hr_refuse(failure, code);
  hr_muxer_close(muxer);
  return NULL;
}

void hr_muxer_close(hr_muxer *muxer) {
  ff.avformat_free_context(muxer->context);
  hr_close_io(&muxer->io);
  ff.av_packet_free(&muxer->packet);
  free(muxer);
}

bool hr_muxer_takes(const char *format, uint32_t codec_id) {
  const AVOutputFormat *output = hr_media_missing() ? NULL : ff.av_guess_format(format, NULL, NULL);
  return output && ff.avformat_query_codec(output, codec_id, FF_COMPLIANCE_NORMAL) == 1;
}

// MARK: - Streams

static int add_data(AVStream *stream, enum AVPacketSideDataType type, const void *value, size_t size) {
  uint8_t *copy = ff.av_mallocz(size);
  if (!copy) return AVERROR(ENOMEM);
  memcpy(copy, value, size);
  int code = ff.av_stream_add_side_data(stream, type, copy, size);
  if (code < 0) ff.av_free(copy);
  return code;
}

static int add_light(AVStream *stream, const hr_media_light *light) {
  int code = 0;
  if (light->has_mastering) {
    AVMasteringDisplayMetadata value = {.has_primaries = 1, .has_luminance = 1};
    for (int index = 0; index < 8; index++) {
      AVRational number = {light->chromaticities[index], 50000};
      if (index < 6) value.display_primaries[index / 2][index % 2] = number;
      else value.white_point[index % 2] = number;
    }
    value.max_luminance = (AVRational){(int)light->largest, 10000};
    value.min_luminance = (AVRational){(int)light->smallest, 10000};
    code = add_data(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, &value, sizeof value);
  }
  if (code >= 0 && light->has_light) {
    AVContentLightMetadata value = {.MaxCLL = light->largest_content, .MaxFALL = light->largest_average};
    code = add_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, &value, sizeof value);
  }
  return code;
}

static int add_words(AVStream *stream, const hr_muxer_stream *facts) {
  const char *const words[][2] = {
      {"language", facts->language},
      {"title", facts->title},
      {"handler_name", facts->handler},
      {"timecode", facts->timecode},
  };
  int code = 0;
  for (size_t index = 0; index < sizeof words / sizeof *words && code >= 0; index++) {
    const char *text = words[index][1];
    if (text && *text) code = ff.av_dict_set(&stream->metadata, words[index][0], text, 0);
  }
  return code;
}

static int describe(AVStream *stream, const hr_muxer_stream *facts) {
  AVCodecParameters *codec = stream->codecpar;
  codec->codec_tag = facts->codec_tag;
  stream->time_base = (AVRational){facts->time_base_num, facts->time_base_den};
  if (facts->rate_num) stream->avg_frame_rate = (AVRational){facts->rate_num, facts->rate_den};
  if (facts->aspect_num) {
    stream->sample_aspect_ratio = codec->sample_aspect_ratio = (AVRational){facts->aspect_num, facts->aspect_den};
  }
  stream->disposition |= facts->roles;
  if (facts->is_default) stream->disposition |= AV_DISPOSITION_DEFAULT;
  int code = add_words(stream, facts);
  if (code >= 0) code = add_light(stream, &facts->light);
  if (code >= 0 && facts->has_matrix) {
    code = add_data(stream, AV_PKT_DATA_DISPLAYMATRIX, facts->matrix, sizeof facts->matrix);
  }
  return code;
}

static int32_t finish_adding(
    hr_muxer *muxer, AVStream *stream, int code, const hr_muxer_stream *facts, hr_media_failure *failure) {
  if (code >= 0) code = describe(stream, facts);
  if (code >= 0) return stream->index;
  refuse(muxer, code, failure);
  return -1;
}

int32_t hr_muxer_add(
    hr_muxer *muxer, const hr_encoder *encoder, const hr_muxer_stream *facts, hr_media_failure *failure) {
  hr_expect();
  AVStream *stream = ff.avformat_new_stream(muxer->context, NULL);
  int code = stream ? ff.avcodec_parameters_from_context(stream->codecpar, encoder->context) : AVERROR(ENOMEM);
  return finish_adding(muxer, stream, code, facts, failure);
}

static int set_configuration(AVCodecParameters *codec, const hr_coded_stream *coded) {
  if (!coded->configuration_count) return 0;
  if (coded->configuration_count > INT_MAX - AV_INPUT_BUFFER_PADDING_SIZE) return AVERROR(EINVAL);
  codec->extradata = ff.av_mallocz(coded->configuration_count + AV_INPUT_BUFFER_PADDING_SIZE);
  if (!codec->extradata) return AVERROR(ENOMEM);
  memcpy(codec->extradata, coded->configuration, coded->configuration_count);
  codec->extradata_size = (int)coded->configuration_count;
  return 0;
}

static int set_coded(AVCodecParameters *codec, const hr_coded_stream *coded) {
  codec->codec_id = hr_media_codec_id(coded->codec);
  if (codec->codec_id == AV_CODEC_ID_NONE) return AVERROR(EINVAL);
  codec->codec_type = coded->kind == HR_MEDIA_VIDEO ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO;
  codec->width = coded->width;
  codec->height = coded->height;
  codec->color_primaries = coded->color.primaries;
  codec->color_trc = coded->color.transfer;
  codec->color_space = coded->color.matrix;
  codec->color_range = coded->color.range;
  codec->sample_rate = coded->sample_rate;
  codec->frame_size = coded->frame_size;
  codec->bits_per_coded_sample = coded->bits;
  codec->block_align = coded->channels * coded->bits / 8;
  if (coded->channels) ff.av_channel_layout_default(&codec->ch_layout, coded->channels);
  return set_configuration(codec, coded);
}

int32_t hr_muxer_add_coded(
    hr_muxer *muxer, const hr_coded_stream *coded, const hr_muxer_stream *facts, hr_media_failure *failure) {
  hr_expect();
  AVStream *stream = ff.avformat_new_stream(muxer->context, NULL);
  return finish_adding(muxer, stream, stream ? set_coded(stream->codecpar, coded) : AVERROR(ENOMEM), facts, failure);
}

int32_t hr_muxer_add_copy(
    hr_muxer *muxer, const hr_demuxer *demuxer, int32_t index, const hr_muxer_stream *facts,
    hr_media_failure *failure) {
  hr_expect();
  AVStream *stream = ff.avformat_new_stream(muxer->context, NULL);
  const AVCodecParameters *source = demuxer->context->streams[index]->codecpar;
  int code = stream ? ff.avcodec_parameters_copy(stream->codecpar, source) : AVERROR(ENOMEM);
  return finish_adding(muxer, stream, code, facts, failure);
}

// MARK: - The file as a whole

bool hr_muxer_set_tag(hr_muxer *muxer, const char *name, const char *text, hr_media_failure *failure) {
  int code = ff.av_dict_set(&muxer->context->metadata, name, text, 0);
  return code < 0 ? refuse(muxer, code, failure) : true;
}

static int add_chapter(AVFormatContext *context, const hr_media_chapter *facts) {
  AVChapter *chapter = ff.av_mallocz(sizeof *chapter);
  if (!chapter) return AVERROR(ENOMEM);
  chapter->id = context->nb_chapters + 1;
  chapter->time_base = (AVRational){facts->time_base_num, facts->time_base_den};
  chapter->start = facts->start;
  chapter->end = facts->end;
  // The context frees what it has, also where the title has no memory.
  context->chapters[context->nb_chapters++] = chapter;
  return ff.av_dict_set(&chapter->metadata, "title", facts->title, 0);
}

bool hr_muxer_set_chapters(
    hr_muxer *muxer, const hr_media_chapter *chapters, int32_t count, hr_media_failure *failure) {
  AVFormatContext *context = muxer->context;
  context->chapters = ff.av_mallocz(sizeof *context->chapters * (size_t)(count > 0 ? count : 1));
  int code = context->chapters ? 0 : AVERROR(ENOMEM);
  for (int32_t index = 0; index < count && code >= 0; index++) code = add_chapter(context, &chapters[index]);
  return code < 0 ? refuse(muxer, code, failure) : true;
}

// MARK: - Writing

static int set_options(AVDictionary **target, const char *const *options) {
  int code = 0;
  for (; options && options[0] && code >= 0; options += 2) code = ff.av_dict_set(target, options[0], options[1], 0);
  return code;
}

bool hr_muxer_start(hr_muxer *muxer, const char *const *options, hr_media_failure *failure) {
  AVDictionary *dictionary = NULL;
  int code = set_options(&dictionary, options);
  hr_expect();
  if (code >= 0) code = ff.avformat_write_header(muxer->context, &dictionary);
  const AVDictionaryEntry *unknown = ff.av_dict_get(dictionary, "", NULL, AV_DICT_IGNORE_SUFFIX);
  if (code >= 0 && unknown) code = AVERROR_OPTION_NOT_FOUND;
  ff.av_dict_free(&dictionary);
  return code < 0 ? refuse(muxer, code, failure) : true;
}

/// The layout is FFmpeg's: two numbers of samples, and two reasons.
static int hide_samples(AVPacket *packet, const hr_media_packet *facts) {
  if (!facts->hidden_at_start && !facts->hidden_at_end) return 0;
  uint8_t *data = ff.av_packet_new_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, 10);
  if (!data) return AVERROR(ENOMEM);
  memset(data, 0, 10);
  AV_WL32(data, facts->hidden_at_start);
  AV_WL32(data + 4, facts->hidden_at_end);
  return 0;
}

/// Writes the muxer's packet, whose times are in a time base, and empties it.
static bool write_packet(hr_muxer *muxer, AVRational base, hr_media_failure *failure) {
  AVPacket *packet = muxer->packet;
  ff.av_packet_rescale_ts(packet, base, muxer->context->streams[packet->stream_index]->time_base);
  hr_expect();
  int code = ff.av_interleaved_write_frame(muxer->context, packet);
  ff.av_packet_unref(packet);
  if (code >= 0 && muxer->failed) code = AVERROR(muxer->failed);
  return code < 0 ? refuse(muxer, code, failure) : true;
}

bool hr_muxer_write(
    hr_muxer *muxer, int32_t stream, const hr_media_packet *packet, int32_t time_base_num, int32_t time_base_den,
    hr_media_failure *failure) {
  if (packet->count > INT_MAX - AV_INPUT_BUFFER_PADDING_SIZE) {
    hr_refuse_words(failure, "a sample of more than two gigabytes");
    return false;
  }
  int code = ff.av_new_packet(muxer->packet, (int)packet->count);
  if (code < 0) return refuse(muxer, code, failure);
  memcpy(muxer->packet->data, packet->bytes, packet->count);
  muxer->packet->stream_index = stream;
  muxer->packet->pts = packet->pts;
  muxer->packet->dts = packet->dts;
  muxer->packet->duration = packet->duration;
  if (packet->is_key) muxer->packet->flags |= AV_PKT_FLAG_KEY;
  code = hide_samples(muxer->packet, packet);
  if (code < 0) {
    ff.av_packet_unref(muxer->packet);
    return refuse(muxer, code, failure);
  }
  return write_packet(muxer, (AVRational){time_base_num, time_base_den}, failure);
}

bool hr_muxer_write_read(
    hr_muxer *muxer, int32_t stream, const hr_demuxer *demuxer, int64_t time, int64_t duration, int32_t time_base_num,
    int32_t time_base_den, hr_media_failure *failure) {
  int code = ff.av_packet_ref(muxer->packet, demuxer->packet);
  if (code < 0) return refuse(muxer, code, failure);
  muxer->packet->stream_index = stream;
  muxer->packet->pts = muxer->packet->dts = time;
  muxer->packet->duration = duration;
  muxer->packet->pos = -1;
  return write_packet(muxer, (AVRational){time_base_num, time_base_den}, failure);
}

bool hr_muxer_finish(hr_muxer *muxer, hr_media_failure *failure) {
  hr_expect();
  int code = ff.av_write_trailer(muxer->context);
  if (code >= 0) ff.avio_flush(muxer->io);
  if (code >= 0 && muxer->failed) code = AVERROR(muxer->failed);
  return code < 0 ? refuse(muxer, code, failure) : true;
}
