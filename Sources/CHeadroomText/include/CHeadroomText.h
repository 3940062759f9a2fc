#ifndef CHEADROOMTEXT_H
#define CHEADROOMTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Fonts, shaping and the directions of text. The libraries (FreeType, HarfBuzz, fontconfig, FriBidi) are opened when the first
// text is drawn. Callers take turns: none of this may be called from two threads at once.

/// Why text cannot be drawn; NULL where it can.
const char *headroom_text_missing(void);

// Fonts

/// The fonts of this machine in the order in which they suit a request.
typedef struct headroom_fonts headroom_fonts;

/// @param names families, the best first; NULL ends them
/// @param weight as in OpenType, 100...900
/// NULL without memory or fonts.
headroom_fonts *headroom_fonts_find(const char *const *names, int weight, bool is_italic, const char *language);
void headroom_fonts_free(headroom_fonts *fonts);
size_t headroom_fonts_count(const headroom_fonts *fonts);
/// The file of a font; NULL where it has none. Valid as long as the list.
const char *headroom_fonts_file(const headroom_fonts *fonts, size_t index, int *face);
bool headroom_fonts_have(const headroom_fonts *fonts, size_t index, uint32_t character);
/// The file of the font with a PostScript name or a full name; false where there is none.
bool headroom_fonts_named(const char *name, char *file, size_t capacity, int *face);
/// Whether there is a font of a family.
bool headroom_fonts_have_family(const char *name);

// Faces

typedef struct headroom_face headroom_face;

typedef struct {
  uint32_t index;
  /// The first character that it represents.
  uint32_t cluster;
  /// Pixels, x to the right and y up: where it is drawn, and how far the pen goes.
  double x, y, advance;
} headroom_glyph;

typedef struct {
  /// Coverage, rows from the top; valid until the next call.
  const uint8_t *rows;
  int stride, width, height;
  /// From the pen to the upper left pixel, y up.
  int left, top;
} headroom_glyph_bitmap;

/// @param size pixels of an em
headroom_face *headroom_face_open(const char *file, int face, double size);
void headroom_face_close(headroom_face *face);
bool headroom_face_has(headroom_face *face, uint32_t character);
/// Pixels above the baseline, below it (positive), and between lines.
void headroom_face_metrics(headroom_face *face, double *ascent, double *descent, double *gap);
/// The font's PostScript name and family; NULL where it states none. Valid as long as the face.
void headroom_face_names(headroom_face *face, const char **postscript, const char **family);
/// Pixels of capital letters and of small ones without ascender; false where the font does not state them.
bool headroom_face_heights(headroom_face *face, double *capital, double *small);
/// The middle of an underline in pixels above the baseline, usually negative, and its thickness.
void headroom_face_underline(headroom_face *face, double *position, double *thickness);
/// Shapes a part of a paragraph; the glyphs come in visual order and are valid until the next call.
/// @param script as headroom_text_script() gives it
const headroom_glyph *headroom_face_shape(
    headroom_face *face, const uint32_t *paragraph, int length, int start, int count, bool is_right_to_left,
    uint32_t script, size_t *glyph_count);
/// The box of a glyph, from the pen: left, bottom, right, top; false where it has no outline or is broken.
bool headroom_face_bounds(headroom_face *face, uint32_t glyph, double box[4]);
/// Draws a glyph, moved by a fraction of a pixel; false where it has no outline or is broken.
bool headroom_face_draw(headroom_face *face, uint32_t glyph, double dx, double dy, headroom_glyph_bitmap *bitmap);
/// As headroom_face_draw(), with the outline turned first.
/// @param matrix xx, xy, yx, yy, y up, each below 1,000
bool headroom_face_draw_turned(
    headroom_face *face, uint32_t glyph, const double matrix[4], double dx, double dy, headroom_glyph_bitmap *bitmap);

// Characters

/// The embedding level of each character (odd: right to left) by the Unicode Bidirectional Algorithm, and the paragraph's own.
/// False without memory.
bool headroom_text_levels(const uint32_t *paragraph, int length, int8_t *levels, int *paragraph_level);
/// The script of a character.
uint32_t headroom_text_script(uint32_t character);
/// Whether a script is not a real one, but stands for characters that several share.
bool headroom_text_script_is_shared(uint32_t script);

#endif
