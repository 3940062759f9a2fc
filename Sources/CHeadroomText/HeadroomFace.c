#include "HeadroomText.h"
#include "../CHeadroomCodecs/HeadroomLibrary.h"

#include <stdlib.h>

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_TRUETYPE_TABLES_H

#define FUNCTIONS(X)                                                                                               \
  X(FT_Init_FreeType) X(FT_New_Face) X(FT_Done_Face) X(FT_Set_Char_Size) X(FT_Get_Char_Index) X(FT_Load_Glyph)     \
  X(FT_Outline_Translate) X(FT_Outline_Transform) X(FT_Outline_Get_CBox) X(FT_Render_Glyph) X(FT_Get_Sfnt_Table)       \
  X(FT_Get_Postscript_Name)

HR_LIBRARY(FUNCTIONS, "libfreetype.so.6")

const char *headroom_freetype_missing(void) { return missing_library(); }

const char *headroom_text_missing(void) {
  const char *(*const libraries[])(void) = {
      headroom_fontconfig_missing, headroom_freetype_missing, headroom_harfbuzz_missing, headroom_fribidi_missing};
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    const char *reason = libraries[i]();
    if (reason) return reason;
  }
  return NULL;
}

struct headroom_face {
  FT_Face face;
  headroom_shaper *shaper;
};

static FT_Library freetype(void) {
  static FT_Library instance;
  if (!instance && library.FT_Init_FreeType(&instance)) instance = NULL;
  return instance;
}

headroom_face *headroom_face_open(const char *file, int index, double size) {
  headroom_face *face = freetype() ? calloc(1, sizeof *face) : NULL;
  if (!face) return NULL;
  if (library.FT_New_Face(freetype(), file, index, &face->face)) face->face = NULL;
  // At 72 dots an inch points are pixels.
  bool is_open = face->face && FT_IS_SCALABLE(face->face) &&
                 !library.FT_Set_Char_Size(face->face, 0, (FT_F26Dot6)(size * 64 + 0.5), 72, 72);
  face->shaper = is_open ? headroom_shaper_open(face->face) : NULL;
  if (face->shaper) return face;
  headroom_face_close(face);
  return NULL;
}

void headroom_face_close(headroom_face *face) {
  if (!face) return;
  if (face->shaper) headroom_shaper_close(face->shaper);
  if (face->face) library.FT_Done_Face(face->face);
  free(face);
}

bool headroom_face_has(headroom_face *face, uint32_t character) {
  return library.FT_Get_Char_Index(face->face, character) != 0;
}

void headroom_face_metrics(headroom_face *face, double *ascent, double *descent, double *gap) {
  // The scaled metrics are rounded to pixels: from the font's own units instead.
  double scale = face->face->size->metrics.y_scale / 65536.0 / 64.0;
  *ascent = face->face->ascender * scale;
  *descent = -face->face->descender * scale;
  *gap = (face->face->height - face->face->ascender + face->face->descender) * scale;
}

void headroom_face_names(headroom_face *face, const char **postscript, const char **family) {
  *postscript = library.FT_Get_Postscript_Name(face->face);
  *family = face->face->family_name;
}

bool headroom_face_heights(headroom_face *face, double *capital, double *small) {
  const TT_OS2 *table = library.FT_Get_Sfnt_Table(face->face, FT_SFNT_OS2);
  // Earlier versions of the table have neither.
  if (!table || table->version == 0xFFFF || table->version < 2) return false;
  double scale = face->face->size->metrics.y_scale / 65536.0 / 64.0;
  *capital = table->sCapHeight * scale;
  *small = table->sxHeight * scale;
  return table->sCapHeight > 0 && table->sxHeight > 0;
}

void headroom_face_underline(headroom_face *face, double *position, double *thickness) {
  double scale = face->face->size->metrics.y_scale / 65536.0 / 64.0;
  *position = face->face->underline_position * scale;
  *thickness = face->face->underline_thickness * scale;
}

const headroom_glyph *headroom_face_shape(
    headroom_face *face, const uint32_t *paragraph, int length, int start, int count, bool is_right_to_left,
    uint32_t script, size_t *glyph_count) {
  return headroom_shaper_run(face->shaper, paragraph, length, start, count, is_right_to_left, script, glyph_count);
}

enum { LARGEST_SIDE = 16384 };

// The glyph's outline, turned where there is a matrix, and moved by 1/64 pixels; NULL where there is none. A broken font
// may claim any size.
static FT_GlyphSlot outline(
    headroom_face *face, uint32_t glyph, const FT_Matrix *matrix, FT_Pos dx, FT_Pos dy, FT_BBox *box) {
  if (library.FT_Load_Glyph(face->face, glyph, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)) return NULL;
  FT_GlyphSlot slot = face->face->glyph;
  if (slot->format != FT_GLYPH_FORMAT_OUTLINE || slot->outline.n_points == 0) return NULL;
  if (matrix) library.FT_Outline_Transform(&slot->outline, matrix);
  library.FT_Outline_Translate(&slot->outline, dx, dy);
  library.FT_Outline_Get_CBox(&slot->outline, box);
  bool is_small = (box->xMax - box->xMin) / 64 <= LARGEST_SIDE && (box->yMax - box->yMin) / 64 <= LARGEST_SIDE;
  return is_small ? slot : NULL;
}

bool headroom_face_bounds(headroom_face *face, uint32_t glyph, double box[4]) {
  FT_BBox found;
  if (!outline(face, glyph, NULL, 0, 0, &found)) return false;
  box[0] = found.xMin / 64.0;
  box[1] = found.yMin / 64.0;
  box[2] = found.xMax / 64.0;
  box[3] = found.yMax / 64.0;
  return true;
}

static bool draw(
    headroom_face *face, uint32_t glyph, const FT_Matrix *matrix, double dx, double dy,
    headroom_glyph_bitmap *bitmap) {
  FT_BBox box;
  FT_GlyphSlot slot = outline(face, glyph, matrix, (FT_Pos)(dx * 64), (FT_Pos)(dy * 64), &box);
  if (!slot || library.FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL)) return false;
  if (slot->bitmap.pixel_mode != FT_PIXEL_MODE_GRAY || slot->bitmap.pitch < 0) return false;
  *bitmap = (headroom_glyph_bitmap){
      slot->bitmap.buffer, slot->bitmap.pitch, (int)slot->bitmap.width, (int)slot->bitmap.rows, slot->bitmap_left,
      slot->bitmap_top};
  return true;
}

bool headroom_face_draw(headroom_face *face, uint32_t glyph, double dx, double dy, headroom_glyph_bitmap *bitmap) {
  return draw(face, glyph, NULL, dx, dy, bitmap);
}

bool headroom_face_draw_turned(
    headroom_face *face, uint32_t glyph, const double matrix[4], double dx, double dy, headroom_glyph_bitmap *bitmap) {
  FT_Matrix turned = {
      (FT_Fixed)(matrix[0] * 65536), (FT_Fixed)(matrix[1] * 65536), (FT_Fixed)(matrix[2] * 65536),
      (FT_Fixed)(matrix[3] * 65536)};
  return draw(face, glyph, &turned, dx, dy, bitmap);
}
