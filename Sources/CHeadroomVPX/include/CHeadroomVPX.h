#ifndef CHEADROOMVPX_H
#define CHEADROOMVPX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libvpx for pictures that are viewed while they are made. The library is opened when the first encoder is.

typedef struct hr_vpx hr_vpx;

/// Numbers of a stream: VP9 of profile 2, 10 bits, 4:2:0, narrow range, BT.2020.
typedef struct {
  uint32_t width;
  uint32_t height;
  /// Only for the rate: the container states when frames are shown.
  uint32_t frames_per_second;
  uint32_t kilobits_per_second;
  /// Frames from one that stands alone to the next, at most.
  uint32_t key_frame_distance;
  uint32_t threads;
} hr_vpx_settings;

/// Luma, Cb, Cr: 16-bit words in machine order, codes in the low 10 bits, and the words from one row to the next.
typedef struct {
  const uint16_t *planes[3];
  uint32_t row_samples[3];
} hr_vpx_picture;

/// A coded frame. The bytes are valid until the next frame is encoded.
typedef struct {
  const uint8_t *bytes;
  size_t count;
  bool is_key;
} hr_vpx_packet;

/// The reason for a failure.
typedef struct {
  char message[200];
} hr_vpx_failure;

/// NULL and a reason where the library is missing or refuses.
hr_vpx *hr_vpx_open(const hr_vpx_settings *settings, hr_vpx_failure *failure);
void hr_vpx_close(hr_vpx *encoder);

/// Encodes one frame, which never waits for others; false and a reason where that fails.
bool hr_vpx_encode(
    hr_vpx *encoder, const hr_vpx_picture *picture, bool is_key, hr_vpx_packet *packet, hr_vpx_failure *failure);

#endif
