#ifndef ENCODER_H
#define ENCODER_H

#include "FFmpegLibrary.h"

struct hr_encoder {
  AVCodecContext *context;
  AVPacket *packet;
  SwrContext *resampler;
  hr_media_color color;
  /// Whether it waits for its first picture.
  bool is_unused;
};

#endif
