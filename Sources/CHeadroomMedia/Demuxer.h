#ifndef DEMUXER_H
#define DEMUXER_H

#include "FFmpegLibrary.h"

struct hr_demuxer {
  AVFormatContext *context;
  AVIOContext *io;
  AVPacket *packet;
  const uint8_t *bytes;
  int64_t count;
  int64_t position;
  /// Whether something behind the end was wanted.
  bool is_short;
};

/// Side data of a stream as static metadata.
hr_media_light hr_light_of_stream(const AVStream *stream);
/// Side data of a frame as static metadata.
hr_media_light hr_light_of_frame(const AVFrame *frame);

/// Reads which samples of sound a packet hides.
void hr_take_hidden(hr_media_packet *packet, const AVPacket *source);

hr_media_color hr_color(int primaries, int transfer, int matrix, int range, int siting);

#endif
