#ifndef CHEADROOM_ICC_H
#define CHEADROOM_ICC_H

#include <stddef.h>
#include <stdint.h>

// Colour tables of ICC profiles, from a device's components to CIE L*a*b*, through littleCMS, which is opened when the
// first is asked for. Each transform has its own context: nothing is shared, and nothing is printed.

typedef struct hr_icc_transform hr_icc_transform;

// Why the library cannot be used; empty when it can.
const char *hr_icc_load_error(void);

// Makes the transform of a profile: relative colorimetric, without black point compensation. NULL where the library refuses,
// with its message in `reason`.
//
// channels: components of the device: 1 gray, 3 RGB, 4 CMYK.
// grid_points: points a side of the grid that is made of the profile's stages; its own number keeps its values. 0 runs
// the stages themselves for each pixel.
hr_icc_transform *hr_icc_transform_create(
    const uint8_t *profile, size_t count, int channels, int grid_points, char *reason, size_t reason_size);
void hr_icc_transform_destroy(hr_icc_transform *transform);

// Converts pixels of interleaved components of 16 bits, ink by its amount, to L*, a*, b* of 16 bits under D50: L* 100 is
// 65535, a* and b* are (code / 257) - 128. Several threads may use one transform at the same time.
void hr_icc_transform_run(const hr_icc_transform *transform, const uint16_t *components, uint16_t *lab, uint32_t count);

#endif
