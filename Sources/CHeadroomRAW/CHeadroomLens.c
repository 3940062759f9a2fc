#include "CHeadroomLens.h"

#include <ctype.h>
#include <lensfun/lensfun.h>

#include "../CHeadroomCodecs/HeadroomLibrary.h"

// Structures differ in the next series of versions, whose library has another name.
#define FUNCTIONS(X)                                                                                      \
  X(lf_db_new) X(lf_db_load) X(lf_db_find_cameras_ext) X(lf_db_find_lenses_hd) X(lf_free)                 \
  X(lf_lens_interpolate_distortion) X(lf_lens_interpolate_tca) X(lf_lens_interpolate_vignetting)
HR_LIBRARY(FUNCTIONS, "liblensfun.so.1")

// A search writes scores into the data: one at a time.
static pthread_mutex_t data_lock = PTHREAD_MUTEX_INITIALIZER;
static lfDatabase *data;
static const char *data_error;

static const char *open_data(void) {
  if (missing_library()) return library_error;
  if (data || data_error) return data_error;
  lfDatabase *opened = library.lf_db_new();
  if (!opened || library.lf_db_load(opened) != LF_NO_ERROR)
    data_error = "its data are not installed (Debian: liblensfun-data-v1)";
  else
    data = opened;
  return data_error;
}

const char *hr_lens_missing(void) {
  pthread_mutex_lock(&data_lock);
  const char *error = open_data();
  pthread_mutex_unlock(&data_lock);
  return error;
}

static void copy_text(char *to, const char *from, size_t size) { snprintf(to, size, "%s", from ? from : ""); }

// Mounts of cameras with a lens of their own are written in lower case.
static bool is_fixed(const lfCamera *camera) { return camera->Mount && islower((unsigned char)camera->Mount[0]); }

static bool find(const char *make, const char *model, const char *lens, const lfCamera **camera, const lfLens **found) {
  if (open_data()) return false;
  const lfCamera **cameras = library.lf_db_find_cameras_ext(data, make, model, 0);
  if (!cameras) return false;
  *camera = cameras[0];
  library.lf_free(cameras);
  if (!*camera || (!lens[0] && !is_fixed(*camera))) return false;
  const char *name = is_fixed(*camera) ? NULL : lens;
  const lfLens **lenses = library.lf_db_find_lenses_hd(data, *camera, NULL, name, 0);
  if (!lenses) return false;
  *found = lenses[0];
  library.lf_free(lenses);
  return *found != NULL;
}

static void read_lens(
    const lfCamera *camera, const lfLens *lens, float focal_length, float aperture, float distance, hr_lens_data *out) {
  memset(out, 0, sizeof *out);
  copy_text(out->camera, camera->Model, sizeof out->camera);
  copy_text(out->lens, lens->Model, sizeof out->lens);
  out->is_fixed = is_fixed(camera);
  out->camera_crop = camera->CropFactor;
  out->lens_crop = lens->CropFactor;
  out->lens_aspect = lens->AspectRatio;
  lfLensCalibDistortion distortion;
  if (library.lf_lens_interpolate_distortion(lens, focal_length, &distortion)) {
    out->distortion = (int)distortion.Model;
    memcpy(out->distortion_terms, distortion.Terms, sizeof out->distortion_terms);
  }
  lfLensCalibTCA fringes;
  if (library.lf_lens_interpolate_tca(lens, focal_length, &fringes)) {
    out->fringes = (int)fringes.Model;
    memcpy(out->fringe_terms, fringes.Terms, sizeof out->fringe_terms);
  }
  lfLensCalibVignetting vignetting;
  if (library.lf_lens_interpolate_vignetting(lens, focal_length, aperture, distance, &vignetting)) {
    out->has_vignetting = vignetting.Model == LF_VIGNETTING_MODEL_PA;
    memcpy(out->vignetting_terms, vignetting.Terms, sizeof out->vignetting_terms);
  }
}

bool hr_lens_find(
    const char *make, const char *model, const char *lens, float focal_length, float aperture, float distance,
    hr_lens_data *out) {
  const lfCamera *camera = NULL;
  const lfLens *found = NULL;
  pthread_mutex_lock(&data_lock);
  // No lens of the data lies beside its axis; one that did would need another model here.
  bool is_found = find(make, model, lens, &camera, &found) && found->CenterX == 0 && found->CenterY == 0;
  if (is_found) read_lens(camera, found, focal_length, aperture, distance, out);
  pthread_mutex_unlock(&data_lock);
  return is_found;
}
