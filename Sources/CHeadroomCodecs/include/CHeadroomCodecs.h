#ifndef HEADROOM_CODECS_H
#define HEADROOM_CODECS_H

#include "HeadroomJPEG.h"
#include "HeadroomJXL.h"
#include "png_shim.h"

#endif
