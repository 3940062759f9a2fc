#ifndef HEADROOM_CODECS_H
#define HEADROOM_CODECS_H

#include "HeadroomEXR.h"
#include "HeadroomJPEG.h"
#include "HeadroomJXL.h"
#include "aom_shim.h"
#include "av1_shim.h"
#include "hevc_shim.h"
#include "HeadroomTIFF.h"
#include "HeadroomWebP.h"
#include "png_shim.h"
#include "still_picture.h"
#include "x265_shim.h"

#endif
