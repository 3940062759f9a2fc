#ifndef CHEADROOMLENS_H
#define CHEADROOMLENS_H

#include <stdbool.h>

// Lensfun's data on a lens: only numbers, nothing is corrected here.

/// Numbers of a lens at a focal length, aperture and distance, as Lensfun's header describes its models.
typedef struct {
  /// The camera and the lens that were found, as the data call them.
  char camera[128];
  char lens[256];
  /// Whether the lens cannot be taken from the camera.
  bool is_fixed;
  /// Diagonal of 35 mm film relative to the camera's sensor, and to that of the measurements, and the latter's longer side
  /// relative to its shorter one.
  float camera_crop, lens_crop, lens_aspect;
  /// 0 none, 1 poly3, 2 poly5, 3 ptlens.
  int distortion;
  float distortion_terms[3];
  /// 0 none, 1 linear, 2 poly3.
  int fringes;
  float fringe_terms[6];
  bool has_vignetting;
  float vignetting_terms[3];
} hr_lens_data;

/// Why Lensfun cannot be used here; NULL when it can.
const char *hr_lens_missing(void);

/// The best lens for a file's statements; `lens` may be empty for cameras whose lens is fixed.
///
/// `distance` is in metres, all numbers are above 0. Returns false where the camera or the lens is not known.
bool hr_lens_find(
    const char *make, const char *model, const char *lens, float focal_length, float aperture, float distance,
    hr_lens_data *data);

#endif
