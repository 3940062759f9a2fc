#include "HeadroomText.h"
#include "../CHeadroomCodecs/HeadroomLibrary.h"

#include <stdlib.h>

#include <harfbuzz/hb-ft.h>
#include <harfbuzz/hb.h>

#define FUNCTIONS(X)                                                                                                  \
  X(hb_ft_font_create_referenced) X(hb_ft_font_set_load_flags) X(hb_font_destroy) X(hb_buffer_create)                 \
  X(hb_buffer_destroy) X(hb_buffer_clear_contents) X(hb_buffer_add_utf32) X(hb_buffer_set_direction)                  \
  X(hb_buffer_set_script) X(hb_buffer_set_language) X(hb_language_get_default) X(hb_buffer_allocation_successful)     \
  X(hb_shape) X(hb_buffer_get_glyph_infos) X(hb_buffer_get_glyph_positions) X(hb_unicode_funcs_get_default)           \
  X(hb_unicode_script)

HR_LIBRARY(FUNCTIONS, "libharfbuzz.so.0")

const char *headroom_harfbuzz_missing(void) { return missing_library(); }

struct headroom_shaper {
  hb_font_t *font;
  hb_buffer_t *buffer;
  headroom_glyph *glyphs;
  size_t capacity;
};

headroom_shaper *headroom_shaper_open(void *face) {
  headroom_shaper *shaper = calloc(1, sizeof *shaper);
  if (!shaper) return NULL;
  shaper->font = library.hb_ft_font_create_referenced((FT_Face)face);
  shaper->buffer = library.hb_buffer_create();
  // Advances of the outlines as they are, since that is how they are drawn.
  library.hb_ft_font_set_load_flags(shaper->font, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP);
  return shaper;
}

void headroom_shaper_close(headroom_shaper *shaper) {
  library.hb_buffer_destroy(shaper->buffer);
  library.hb_font_destroy(shaper->font);
  free(shaper->glyphs);
  free(shaper);
}

const headroom_glyph *headroom_shaper_run(
    headroom_shaper *shaper, const uint32_t *paragraph, int length, int start, int count, bool is_right_to_left,
    uint32_t script, size_t *glyph_count) {
  *glyph_count = 0;
  hb_buffer_t *buffer = shaper->buffer;
  library.hb_buffer_clear_contents(buffer);
  // With what stands around it: letters join those of other runs.
  library.hb_buffer_add_utf32(buffer, paragraph, length, (unsigned)start, count);
  library.hb_buffer_set_direction(buffer, is_right_to_left ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
  library.hb_buffer_set_script(buffer, (hb_script_t)script);
  library.hb_buffer_set_language(buffer, library.hb_language_get_default());
  library.hb_shape(shaper->font, buffer, NULL, 0);
  if (!library.hb_buffer_allocation_successful(buffer)) return NULL;
  unsigned found = 0;
  hb_glyph_info_t *infos = library.hb_buffer_get_glyph_infos(buffer, &found);
  hb_glyph_position_t *positions = library.hb_buffer_get_glyph_positions(buffer, &found);
  if (found > shaper->capacity) {
    headroom_glyph *glyphs = realloc(shaper->glyphs, found * sizeof *glyphs);
    if (!glyphs) return NULL;
    shaper->glyphs = glyphs;
    shaper->capacity = found;
  }
  for (unsigned i = 0; i < found; i++)
    shaper->glyphs[i] = (headroom_glyph){
        infos[i].codepoint, infos[i].cluster, positions[i].x_offset / 64.0, positions[i].y_offset / 64.0,
        positions[i].x_advance / 64.0};
  *glyph_count = found;
  return shaper->glyphs;
}

uint32_t headroom_text_script(uint32_t character) {
  return (uint32_t)library.hb_unicode_script(library.hb_unicode_funcs_get_default(), character);
}

bool headroom_text_script_is_shared(uint32_t script) {
  return script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED || script == HB_SCRIPT_UNKNOWN;
}
