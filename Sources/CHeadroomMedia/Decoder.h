#ifndef DECODER_H
#define DECODER_H

#include "Damage.h"
#include "Demuxer.h"

#include <stdatomic.h>

struct hr_decoder {
  AVCodecContext *context;
  AVPacket *packet;
  AVFrame *frame;
  SwrContext *resampler;
  /// The kind of sound that the resampler takes.
  int sample_format, sample_rate, channels;
  char layout[64];
  float **sound;
  int sound_capacity;
  hr_media_memory memory;
  /// Whether frames have marks before they are decoded.
  bool has_marks;
  /// Whether a frame was refused its memory since the last packet or frame; threads set it.
  atomic_bool lacks_memory;
  hr_damages damages;
};

/// The decoder that a context of FFmpeg's belongs to, also that of a thread; NULL for contexts of others, and of sound.
hr_decoder *hr_decoder_of(const AVCodecContext *context);

#endif
