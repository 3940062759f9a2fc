#include <freetype2/ft2build.h>
