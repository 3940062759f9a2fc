#ifndef HEADROOM_TEXT_H
#define HEADROOM_TEXT_H

#include "CHeadroomText.h"

// Declarations that the files of the libraries share.

const char *headroom_fontconfig_missing(void);
const char *headroom_freetype_missing(void);
const char *headroom_harfbuzz_missing(void);
const char *headroom_fribidi_missing(void);

/// HarfBuzz's view of an `FT_Face`.
typedef struct headroom_shaper headroom_shaper;
headroom_shaper *headroom_shaper_open(void *face);
void headroom_shaper_close(headroom_shaper *shaper);
const headroom_glyph *headroom_shaper_run(
    headroom_shaper *shaper, const uint32_t *paragraph, int length, int start, int count, bool is_right_to_left,
    uint32_t script, size_t *glyph_count);

#endif
