#include <aom/aom_encoder.h>
