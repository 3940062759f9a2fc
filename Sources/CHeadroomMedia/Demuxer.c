#include "Demuxer.h"

#include <libavutil/dovi_meta.h>
#include <libavutil/intreadwrite.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MARK: - Bytes

static int read_bytes(void *opaque, uint8_t *buffer, int size) {
  hr_demuxer *demuxer = opaque;
  int64_t left = demuxer->count - demuxer->position;
  if (left < 0) demuxer->is_short = true;
  if (left <= 0) return AVERROR_EOF;
  int count = left < size ? (int)left : size;
  memcpy(buffer, demuxer->bytes + demuxer->position, (size_t)count);
  demuxer->position += count;
  return count;
}

static int64_t seek_bytes(void *opaque, int64_t offset, int whence) {
  hr_demuxer *demuxer = opaque;
  if (whence & AVSEEK_SIZE) return demuxer->count;
  int64_t target = offset;
  switch (whence & ~AVSEEK_FORCE) {
    case SEEK_SET: break;
    case SEEK_CUR: target += demuxer->position; break;
    case SEEK_END: target += demuxer->count; break;
    default: return AVERROR(EINVAL);
  }
  if (target < 0) return AVERROR(EINVAL);
  demuxer->position = target;
  return target;
}

// MARK: - Opening

static int open_format(hr_demuxer *demuxer, const char *format) {
  const AVInputFormat *input = ff.av_find_input_format(format);
  if (!input) return AVERROR_DEMUXER_NOT_FOUND;
  const int buffer_size = 64 << 10;
  uint8_t *buffer = ff.av_malloc(buffer_size);
  demuxer->packet = ff.av_packet_alloc();
  demuxer->context = ff.avformat_alloc_context();
  if (buffer) demuxer->io = ff.avio_alloc_context(buffer, buffer_size, 0, demuxer, read_bytes, NULL, seek_bytes);
  if (!demuxer->packet || !demuxer->context || !demuxer->io) {
    if (!demuxer->io) ff.av_free(buffer);
    return AVERROR(ENOMEM);
  }
  demuxer->context->pb = demuxer->io;
  demuxer->context->flags |= AVFMT_FLAG_CUSTOM_IO;
  demuxer->context->io_open = hr_open_nothing;
  AVDictionary *options = NULL;
  // Times and edits are the boxes'.
  if (strcmp(format, "mov") == 0) ff.av_dict_set(&options, "ignore_editlist", "1", 0);
  int code = ff.avformat_open_input(&demuxer->context, "", input, &options);
  ff.av_dict_free(&options);
  return code;
}

hr_demuxer *hr_demuxer_open(const void *bytes, size_t count, const char *format, hr_media_failure *failure) {
  const char *reason = hr_media_missing();
  if (reason) {
    hr_refuse_words(failure, reason);
    return NULL;
  }
  hr_demuxer *demuxer = calloc(1, sizeof *demuxer);
  if (!demuxer) {
    hr_refuse(failure, AVERROR(ENOMEM));
    return NULL;
  }
  demuxer->bytes = bytes;
  demuxer->count = (int64_t)count;
  hr_expect();
  int code = open_format(demuxer, format);
  // Boxes that reach beyond the end do no harm where no sample does.
  demuxer->is_short = false;
  if (code >= 0) return demuxer;
  hr_refuse(failure, code);
  hr_demuxer_close(demuxer);
  return NULL;
}

void hr_demuxer_close(hr_demuxer *demuxer) {
  ff.avformat_close_input(&demuxer->context);
  hr_close_io(&demuxer->io);
  ff.av_packet_free(&demuxer->packet);
  free(demuxer);
}

// MARK: - Facts

int32_t hr_demuxer_stream_count(const hr_demuxer *demuxer) { return (int32_t)demuxer->context->nb_streams; }

static hr_media_kind kind_of(enum AVMediaType type) {
  switch (type) {
    case AVMEDIA_TYPE_VIDEO: return HR_MEDIA_VIDEO;
    case AVMEDIA_TYPE_AUDIO: return HR_MEDIA_AUDIO;
    case AVMEDIA_TYPE_SUBTITLE: return HR_MEDIA_SUBTITLE;
    default: return HR_MEDIA_DATA;
  }
}

static int32_t field_order_of(enum AVFieldOrder order) {
  switch (order) {
    case AV_FIELD_PROGRESSIVE: return 1;
    case AV_FIELD_TT: case AV_FIELD_TB: return 2;
    case AV_FIELD_BB: case AV_FIELD_BT: return 3;
    default: return 0;
  }
}

static void take_picture(hr_media_stream *facts, const AVStream *stream) {
  const AVCodecParameters *codec = stream->codecpar;
  AVRational aspect = stream->sample_aspect_ratio.num ? stream->sample_aspect_ratio : codec->sample_aspect_ratio;
  facts->width = codec->width;
  facts->height = codec->height;
  facts->aspect_num = aspect.num;
  facts->aspect_den = aspect.den;
  facts->rate_num = stream->avg_frame_rate.num;
  facts->rate_den = stream->avg_frame_rate.den;
  facts->field_order = field_order_of(codec->field_order);
  facts->color = hr_color(
      codec->color_primaries, codec->color_trc, codec->color_space, codec->color_range, codec->chroma_location);
  facts->light = hr_light_of_stream(stream);
  size_t size = 0;
  const uint8_t *matrix = ff.av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  facts->has_matrix = matrix && size >= sizeof facts->matrix;
  if (facts->has_matrix) memcpy(facts->matrix, matrix, sizeof facts->matrix);
}

static void take_dovi(hr_media_stream *facts, const AVStream *stream) {
  size_t size = 0;
  const void *data = ff.av_stream_get_side_data(stream, AV_PKT_DATA_DOVI_CONF, &size);
  if (!data || size < sizeof(AVDOVIDecoderConfigurationRecord)) return;
  const AVDOVIDecoderConfigurationRecord *record = data;
  facts->has_dovi = true;
  facts->dovi_profile = record->dv_profile;
  facts->dovi_level = record->dv_level;
  facts->dovi_compatibility = record->dv_bl_signal_compatibility_id;
  facts->dovi_rpu = record->rpu_present_flag;
  facts->dovi_el = record->el_present_flag;
  facts->dovi_bl = record->bl_present_flag;
}

static void take_sound(hr_media_stream *facts, const AVCodecParameters *codec) {
  facts->channels = codec->ch_layout.nb_channels;
  facts->sample_rate = codec->sample_rate;
  facts->initial_padding = codec->initial_padding;
  AVChannelLayout layout = {0};
  if (codec->ch_layout.order == AV_CHANNEL_ORDER_UNSPEC) {
    ff.av_channel_layout_default(&layout, codec->ch_layout.nb_channels);
  } else {
    ff.av_channel_layout_copy(&layout, &codec->ch_layout);
  }
  ff.av_channel_layout_describe(&layout, facts->channel_layout, sizeof facts->channel_layout);
  ff.av_channel_layout_uninit(&layout);
}

static const char *text_of(const AVDictionary *words, const char *name) {
  const AVDictionaryEntry *found = ff.av_dict_get(words, name, NULL, 0);
  return found ? found->value : "";
}

/// What a track is meant for; what it is by its form is stated otherwise.
static const int kept_roles = AV_DISPOSITION_DUB | AV_DISPOSITION_ORIGINAL | AV_DISPOSITION_COMMENT |
    AV_DISPOSITION_LYRICS | AV_DISPOSITION_KARAOKE | AV_DISPOSITION_FORCED | AV_DISPOSITION_HEARING_IMPAIRED |
    AV_DISPOSITION_VISUAL_IMPAIRED | AV_DISPOSITION_CLEAN_EFFECTS | AV_DISPOSITION_CAPTIONS |
    AV_DISPOSITION_DESCRIPTIONS;

hr_media_stream hr_demuxer_stream(const hr_demuxer *demuxer, int32_t index) {
  const AVStream *stream = demuxer->context->streams[index];
  const AVCodecParameters *codec = stream->codecpar;
  hr_media_stream facts = {0};
  facts.kind = kind_of(codec->codec_type);
  facts.codec = codec->codec_id == AV_CODEC_ID_NONE ? "" : ff.avcodec_get_name(codec->codec_id);
  facts.codec_tag = codec->codec_tag;
  facts.id = stream->id;
  facts.duration = stream->duration > 0 ? stream->duration : 0;
  facts.time_base_num = stream->time_base.num;
  facts.time_base_den = stream->time_base.den;
  facts.is_default = (stream->disposition & AV_DISPOSITION_DEFAULT) != 0;
  facts.is_attached_picture = (stream->disposition & AV_DISPOSITION_ATTACHED_PIC) != 0;
  facts.configuration = codec->extradata;
  facts.configuration_count = codec->extradata && codec->extradata_size > 0 ? (size_t)codec->extradata_size : 0;
  facts.roles = stream->disposition & kept_roles;
  snprintf(facts.language, sizeof facts.language, "%s", text_of(stream->metadata, "language"));
  facts.title = text_of(stream->metadata, "title");
  facts.handler = text_of(stream->metadata, "handler_name");
  facts.timecode = text_of(stream->metadata, "timecode");
  if (facts.kind == HR_MEDIA_VIDEO) take_picture(&facts, stream);
  if (facts.kind == HR_MEDIA_VIDEO) take_dovi(&facts, stream);
  if (facts.kind == HR_MEDIA_AUDIO) take_sound(&facts, codec);
  return facts;
}

int32_t hr_demuxer_chapter_count(const hr_demuxer *demuxer) { return (int32_t)demuxer->context->nb_chapters; }

hr_media_chapter hr_demuxer_chapter(const hr_demuxer *demuxer, int32_t index) {
  const AVChapter *chapter = demuxer->context->chapters[index];
  hr_media_chapter facts = {
      chapter->start, chapter->end, chapter->time_base.num, chapter->time_base.den,
      text_of(chapter->metadata, "title")};
  return facts;
}

hr_media_tag hr_demuxer_tag(const hr_demuxer *demuxer, int32_t index) {
  const AVDictionaryEntry *entry = NULL;
  do {
    entry = ff.av_dict_get(demuxer->context->metadata, "", entry, AV_DICT_IGNORE_SUFFIX);
  } while (entry && index-- > 0);
  hr_media_tag tag = {entry ? entry->key : NULL, entry ? entry->value : NULL};
  return tag;
}

// MARK: - Packets

void hr_take_hidden(hr_media_packet *packet, const AVPacket *source) {
  size_t size = 0;
  const uint8_t *data = ff.av_packet_get_side_data(source, AV_PKT_DATA_SKIP_SAMPLES, &size);
  bool is_there = data && size >= 8;
  packet->hidden_at_start = is_there ? AV_RL32(data) : 0;
  packet->hidden_at_end = is_there ? AV_RL32(data + 4) : 0;
}

hr_media_result hr_demuxer_read(hr_demuxer *demuxer, hr_media_packet *packet, hr_media_failure *failure) {
  ff.av_packet_unref(demuxer->packet);
  hr_expect();
  int code = ff.av_read_frame(demuxer->context, demuxer->packet);
  if (code == AVERROR_EOF) {
    hr_quote(failure);
    if (demuxer->is_short) hr_refuse_words(failure, "something lies behind its end");
    return HR_MEDIA_END;
  }
  if (code < 0) {
    hr_refuse(failure, code);
    return HR_MEDIA_FAILED;
  }
  hr_refuse_words(failure, "");
  if (hr_container_complained()) hr_quote(failure);
  const AVPacket *read = demuxer->packet;
  packet->stream = read->stream_index;
  packet->pts = read->pts;
  packet->dts = read->dts;
  packet->duration = read->duration;
  packet->is_key = (read->flags & AV_PKT_FLAG_KEY) != 0;
  packet->is_discarded = (read->flags & AV_PKT_FLAG_DISCARD) != 0;
  packet->is_cut = (read->flags & AV_PKT_FLAG_CORRUPT) != 0;
  hr_take_hidden(packet, read);
  packet->position = read->pos;
  packet->bytes = read->data;
  packet->count = (size_t)(read->size > 0 ? read->size : 0);
  return HR_MEDIA_READY;
}

void hr_demuxer_select(hr_demuxer *demuxer, int32_t stream) {
  for (unsigned index = 0; index < demuxer->context->nb_streams; index++) {
    bool is_chosen = index == (unsigned)stream;
    demuxer->context->streams[index]->discard = is_chosen ? AVDISCARD_DEFAULT : AVDISCARD_ALL;
  }
}

bool hr_demuxer_seek(hr_demuxer *demuxer, int32_t stream, int64_t time, hr_media_failure *failure) {
  hr_expect();
  int code = ff.av_seek_frame(demuxer->context, stream, time, AVSEEK_FLAG_BACKWARD);
  if (code < 0) hr_refuse(failure, code);
  return code >= 0;
}

bool hr_demuxer_rewind(hr_demuxer *demuxer, hr_media_failure *failure) {
  hr_expect();
  int code = ff.avformat_seek_file(demuxer->context, -1, INT64_MIN, INT64_MIN, INT64_MIN, 0);
  // Formats without an index are read again from the first byte.
  if (code < 0) code = ff.avformat_seek_file(demuxer->context, -1, INT64_MIN, 0, 0, AVSEEK_FLAG_BYTE);
  if (code < 0) hr_refuse(failure, code);
  return code >= 0;
}
