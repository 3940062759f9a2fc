#include "HeadroomText.h"
#include "../CHeadroomCodecs/HeadroomLibrary.h"

#include <stdlib.h>

#include <fontconfig/fontconfig.h>

#define FUNCTIONS(X)                                                                                                   \
  X(FcInitLoadConfigAndFonts) X(FcPatternCreate) X(FcPatternDestroy) X(FcPatternAddString) X(FcPatternAddInteger)      \
  X(FcPatternAddBool) X(FcConfigSubstitute) X(FcDefaultSubstitute) X(FcFontSort) X(FcFontSetDestroy)                   \
  X(FcPatternGetString) X(FcPatternGetInteger) X(FcPatternGetCharSet) X(FcCharSetHasChar) X(FcObjectSetBuild)          \
  X(FcObjectSetDestroy) X(FcFontList) X(FcWeightFromOpenType)

HR_LIBRARY(FUNCTIONS, "libfontconfig.so.1")

const char *headroom_fontconfig_missing(void) { return missing_library(); }

struct headroom_fonts {
  FcFontSet *set;
};

// Read once: it stays what it was when the first text was drawn.
static FcConfig *configuration(void) {
  static FcConfig *config;
  if (!config) config = library.FcInitLoadConfigAndFonts();
  return config;
}

headroom_fonts *headroom_fonts_find(const char *const *names, int weight, bool is_italic, const char *language) {
  FcConfig *config = configuration();
  FcPattern *pattern = config ? library.FcPatternCreate() : NULL;
  if (!pattern) return NULL;
  for (; *names; names++) library.FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)*names);
  if (language) library.FcPatternAddString(pattern, FC_LANG, (const FcChar8 *)language);
  library.FcPatternAddInteger(pattern, FC_WEIGHT, library.FcWeightFromOpenType(weight));
  library.FcPatternAddInteger(pattern, FC_SLANT, is_italic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN);
  library.FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
  library.FcConfigSubstitute(config, pattern, FcMatchPattern);
  library.FcDefaultSubstitute(pattern);
  FcResult result;
  FcFontSet *set = library.FcFontSort(config, pattern, FcFalse, NULL, &result);
  library.FcPatternDestroy(pattern);
  headroom_fonts *fonts = set && set->nfont > 0 ? malloc(sizeof *fonts) : NULL;
  if (fonts) fonts->set = set;
  else if (set) library.FcFontSetDestroy(set);
  return fonts;
}

void headroom_fonts_free(headroom_fonts *fonts) {
  if (!fonts) return;
  library.FcFontSetDestroy(fonts->set);
  free(fonts);
}

size_t headroom_fonts_count(const headroom_fonts *fonts) { return (size_t)fonts->set->nfont; }

static const char *file_of(FcPattern *font, int *face) {
  FcChar8 *file;
  if (library.FcPatternGetString(font, FC_FILE, 0, &file) != FcResultMatch) return NULL;
  if (library.FcPatternGetInteger(font, FC_INDEX, 0, face) != FcResultMatch) *face = 0;
  return (const char *)file;
}

const char *headroom_fonts_file(const headroom_fonts *fonts, size_t index, int *face) {
  return file_of(fonts->set->fonts[index], face);
}

bool headroom_fonts_have(const headroom_fonts *fonts, size_t index, uint32_t character) {
  FcCharSet *set;
  if (library.FcPatternGetCharSet(fonts->set->fonts[index], FC_CHARSET, 0, &set) != FcResultMatch) return false;
  return library.FcCharSetHasChar(set, character);
}

static bool named(const char *object, const char *name, char *file, size_t capacity, int *face) {
  FcConfig *config = configuration();
  FcPattern *pattern = config ? library.FcPatternCreate() : NULL;
  FcObjectSet *objects = pattern ? library.FcObjectSetBuild(FC_FILE, FC_INDEX, NULL) : NULL;
  FcFontSet *set = NULL;
  bool found = false;
  if (objects) {
    library.FcPatternAddString(pattern, object, (const FcChar8 *)name);
    library.FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
    set = library.FcFontList(config, pattern, objects);
  }
  if (set && set->nfont > 0) {
    const char *path = file_of(set->fonts[0], face);
    if (path && strlen(path) < capacity) {
      strcpy(file, path);
      found = true;
    }
  }
  if (set) library.FcFontSetDestroy(set);
  if (objects) library.FcObjectSetDestroy(objects);
  if (pattern) library.FcPatternDestroy(pattern);
  return found;
}

bool headroom_fonts_named(const char *name, char *file, size_t capacity, int *face) {
  return named(FC_POSTSCRIPT_NAME, name, file, capacity, face) || named(FC_FULLNAME, name, file, capacity, face);
}

bool headroom_fonts_have_family(const char *name) {
  char file[4096];
  int face;
  return named(FC_FAMILY, name, file, sizeof file, &face);
}
