#ifndef CHEADROOMRAW_H
#define CHEADROOMRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CHeadroomLens.h"

// Camera files, unpacked by LibRaw: stored numbers and the file's facts on them, nothing developed.

typedef struct hr_raw hr_raw;

/// The facts of an opened file; angles, colours and numbers as LibRaw gives them.
typedef struct {
  char make[64];
  char model[64];
  /// Of the stored picture, and the part of it that saw light.
  uint32_t raw_width, raw_height;
  uint32_t left, top, width, height;
  /// 0, 3 (turned by 180 degrees), 5 (counter-clockwise by 90), 6 (clockwise by 90).
  int32_t flip;
  /// Colours of the sensor: 3, or 4 for those of other cameras.
  int32_t colors;
  char color_names[5];
  /// The pattern over the part that saw light: its size, 0 for none, and its rows; 0 ... 3 are indices of `color_names`.
  uint32_t pattern_rows, pattern_columns;
  uint8_t pattern[64];
  /// Black for all, added for each of four colours, added by a pattern of at most 8 x 8 (0 for none).
  uint32_t black;
  uint32_t color_black[4];
  uint32_t black_rows, black_columns;
  uint32_t black_pattern[64];
  /// The largest number of a pixel that is not overexposed.
  uint32_t white;
  /// Bits of a sample; 0 where unknown.
  uint32_t bits;
  /// Multipliers of the camera's white balance for the four colours; 0 where unknown.
  float multipliers[4];
  /// From XYZ under D65 to the camera's colours; all 0 where the library does not know the camera.
  float xyz_to_camera[4][3];
  float iso, exposure_time, f_number, focal_length;
  /// Seconds since 1970; 0 where unknown.
  int64_t time;
  char lens[128];
  char artist[64];
  /// The embedded preview: its size where known, and whether it is a JPEG.
  uint32_t preview_width, preview_height;
  bool has_jpeg_preview;
  /// Sensors of other kinds: stacked, or turned by 45 degrees.
  bool is_stacked, is_turned;
  char decoder[64];
} hr_raw_info;

/// Why LibRaw cannot be used here; NULL when it can.
const char *hr_raw_missing(void);
/// Its version; NULL when it cannot be used.
const char *hr_raw_version(void);

/// Names of supported cameras, `count` of them.
const char *const *hr_raw_cameras(int *count);

/// Opens a file in memory, which has to stay until the picture is closed. Memory for pixels is limited to `megabytes`.
///
/// Returns NULL with LibRaw's number in `code`.
hr_raw *hr_raw_open(const void *bytes, size_t count, uint32_t megabytes, int *code);
void hr_raw_close(hr_raw *raw);
/// LibRaw's message for a number.
const char *hr_raw_text(int code);

void hr_raw_read_info(hr_raw *raw, hr_raw_info *info);

/// Unpacks the sensor's numbers. `damage` counts places where data were missing or wrong.
///
/// Returns 0, or LibRaw's number.
int hr_raw_unpack(hr_raw *raw, int *damage);
/// The first number of an unpacked mosaic and bytes from row to row; NULL where pixels have several colours.
const uint16_t *hr_raw_mosaic(hr_raw *raw, size_t *row_bytes);
/// The same for pixels of `components` colours, 3 or 4.
const uint16_t *hr_raw_colors(hr_raw *raw, size_t *row_bytes, int *components);

/// The bytes of the embedded JPEG, valid until the picture is closed; NULL for none.
const uint8_t *hr_raw_preview(hr_raw *raw, size_t *count);

#endif
