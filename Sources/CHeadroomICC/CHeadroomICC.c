#include "CHeadroomICC.h"
#include "../CHeadroomCodecs/HeadroomLibrary.h"

#include <stdlib.h>

#include <lcms2.h>

#define FUNCTIONS(X)                                                                                                   \
  X(cmsCreateContext) X(cmsDeleteContext) X(cmsGetContextUserData) X(cmsSetLogErrorHandlerTHR)                         \
  X(cmsOpenProfileFromMemTHR) X(cmsCloseProfile) X(cmsCreateLab4ProfileTHR) X(cmsCreateTransformTHR)                   \
  X(cmsDeleteTransform) X(cmsDoTransform)

HR_LIBRARY(FUNCTIONS, "liblcms2.so.2")

struct hr_icc_transform {
  cmsContext context;
  cmsHTRANSFORM transform;
  // The library's first complaint, while the transform is made.
  char reason[256];
};

const char *hr_icc_load_error(void) {
  const char *reason = missing_library();
  return reason ? reason : "";
}

static void note(cmsContext context, cmsUInt32Number code, const char *text) {
  (void)code;
  hr_icc_transform *owner = library.cmsGetContextUserData(context);
  if (owner && !owner->reason[0]) snprintf(owner->reason, sizeof owner->reason, "%s", text);
}

static cmsUInt32Number device_format(int channels) {
  switch (channels) {
    case 1: return TYPE_GRAY_16;
    case 3: return TYPE_RGB_16;
    default: return TYPE_CMYK_16;
  }
}

// Without the cache of the last pixel, which threads would share. The profile's own curves stay in front of the grid, so
// that its values are those of the profile's where the number of points is.
static cmsUInt32Number flags(int grid_points) {
  if (grid_points == 0) return cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE;
  return cmsFLAGS_NOCACHE | cmsFLAGS_CLUT_PRE_LINEARIZATION | cmsFLAGS_GRIDPOINTS(grid_points);
}

static cmsHTRANSFORM make(cmsContext context, const uint8_t *bytes, size_t count, int channels, int grid_points) {
  cmsHPROFILE device = library.cmsOpenProfileFromMemTHR(context, bytes, (cmsUInt32Number)count);
  if (!device) return NULL;
  cmsHPROFILE lab = library.cmsCreateLab4ProfileTHR(context, NULL);
  cmsHTRANSFORM transform = NULL;
  if (lab) {
    transform = library.cmsCreateTransformTHR(
        context, device, device_format(channels), lab, TYPE_Lab_16, INTENT_RELATIVE_COLORIMETRIC, flags(grid_points));
    library.cmsCloseProfile(lab);
  }
  library.cmsCloseProfile(device);
  return transform;
}

hr_icc_transform *hr_icc_transform_create(
    const uint8_t *profile, size_t count, int channels, int grid_points, char *reason, size_t reason_size) {
  const char *missing = missing_library();
  if (missing) {
    snprintf(reason, reason_size, "littleCMS: %s", missing);
    return NULL;
  }
  hr_icc_transform *made = calloc(1, sizeof *made);
  if (made) made->context = library.cmsCreateContext(NULL, made);
  if (!made || !made->context) {
    snprintf(reason, reason_size, "littleCMS: no memory");
    free(made);
    return NULL;
  }
  library.cmsSetLogErrorHandlerTHR(made->context, note);
  made->transform = make(made->context, profile, count, channels, grid_points);
  if (made->transform) return made;
  snprintf(reason, reason_size, "littleCMS: %s", made->reason[0] ? made->reason : "no transform");
  library.cmsDeleteContext(made->context);
  free(made);
  return NULL;
}

void hr_icc_transform_destroy(hr_icc_transform *transform) {
  if (!transform) return;
  library.cmsDeleteTransform(transform->transform);
  library.cmsDeleteContext(transform->context);
  free(transform);
}

void hr_icc_transform_run(const hr_icc_transform *transform, const uint16_t *components, uint16_t *lab, uint32_t count) {
  library.cmsDoTransform(transform->transform, components, lab, count);
}
