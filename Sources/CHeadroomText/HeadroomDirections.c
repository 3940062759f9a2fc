#include "HeadroomText.h"
#include "../CHeadroomCodecs/HeadroomLibrary.h"

#include <stdlib.h>

#include <fribidi/fribidi.h>

#define FUNCTIONS(X) \
  X(fribidi_get_bidi_types) X(fribidi_get_bracket_types) X(fribidi_get_par_embedding_levels_ex)

HR_LIBRARY(FUNCTIONS, "libfribidi.so.0")

const char *headroom_fribidi_missing(void) { return missing_library(); }

bool headroom_text_levels(const uint32_t *paragraph, int length, int8_t *levels, int *paragraph_level) {
  FriBidiCharType *types = malloc((size_t)length * sizeof *types);
  FriBidiBracketType *brackets = malloc((size_t)length * sizeof *brackets);
  bool is_done = false;
  if (types && brackets) {
    library.fribidi_get_bidi_types(paragraph, length, types);
    library.fribidi_get_bracket_types(paragraph, length, types, brackets);
    FriBidiParType direction = FRIBIDI_PAR_ON;
    is_done = library.fribidi_get_par_embedding_levels_ex(types, brackets, length, &direction, (FriBidiLevel *)levels);
    *paragraph_level = FRIBIDI_IS_RTL(direction) ? 1 : 0;
  }
  free(types);
  free(brackets);
  return is_done;
}
