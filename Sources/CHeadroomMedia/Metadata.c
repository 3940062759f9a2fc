#include "Demuxer.h"

#include <math.h>

hr_media_color hr_color(int primaries, int transfer, int matrix, int range, int siting) {
  hr_media_color color = {(uint8_t)primaries, (uint8_t)transfer, (uint8_t)matrix, (uint8_t)range, (uint8_t)siting};
  return color;
}

/// A fraction in units of its field; containers reduce fractions, so that the units have to be found again.
static uint32_t units(AVRational value, double unit, double largest) {
  if (value.den == 0) return 0;
  double number = round(av_q2d(value) / unit);
  return number <= 0 ? 0 : number >= largest ? (uint32_t)largest : (uint32_t)number;
}

static void take_mastering(hr_media_light *light, const AVMasteringDisplayMetadata *mastering) {
  if (!mastering || !mastering->has_primaries || !mastering->has_luminance) return;
  light->has_mastering = true;
  for (int index = 0; index < 8; index++) {
    AVRational value =
        index < 6 ? mastering->display_primaries[index / 2][index % 2] : mastering->white_point[index % 2];
    light->chromaticities[index] = (uint16_t)units(value, 0.00002, 65535);
  }
  light->largest = units(mastering->max_luminance, 0.0001, 4294967295.0);
  light->smallest = units(mastering->min_luminance, 0.0001, 4294967295.0);
}

static void take_light(hr_media_light *light, const AVContentLightMetadata *level) {
  if (!level) return;
  light->has_light = true;
  light->largest_content = level->MaxCLL > 65535 ? 65535 : (uint16_t)level->MaxCLL;
  light->largest_average = level->MaxFALL > 65535 ? 65535 : (uint16_t)level->MaxFALL;
}

static const void *stream_data(const AVStream *stream, enum AVPacketSideDataType type, size_t least) {
  size_t size = 0;
  const uint8_t *data = ff.av_stream_get_side_data(stream, type, &size);
  return size >= least ? data : NULL;
}

hr_media_light hr_light_of_stream(const AVStream *stream) {
  hr_media_light light = {0};
  take_mastering(
      &light,
      stream_data(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, sizeof(AVMasteringDisplayMetadata)));
  take_light(&light, stream_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, sizeof(AVContentLightMetadata)));
  return light;
}

static const void *frame_data(const AVFrame *frame, enum AVFrameSideDataType type, size_t least) {
  const AVFrameSideData *data = ff.av_frame_get_side_data(frame, type);
  return data && data->size >= least ? data->data : NULL;
}

hr_media_light hr_light_of_frame(const AVFrame *frame) {
  hr_media_light light = {0};
  take_mastering(
      &light, frame_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, sizeof(AVMasteringDisplayMetadata)));
  take_light(&light, frame_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL, sizeof(AVContentLightMetadata)));
  return light;
}
