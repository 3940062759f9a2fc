#include <vpx/vpx_encoder.h>
