#include "CHeadroomSystem.h"

// Defined in Swift by the module that has formats; absent from programs without it.
__attribute__((weak)) void headroom_formats_above(void);

void headroom_add_formats_above(void) {
  if (headroom_formats_above) headroom_formats_above();
}
