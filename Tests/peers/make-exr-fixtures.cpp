// Small OpenEXR files of the kinds that the Python package does not write: luminance and chroma, pyramids of tiles,
// scanlines from the bottom up, tiled DWAA. Beside each a file of what the library decodes, for make-exr-fixtures.py.
// c++ -std=c++17 make-exr-fixtures.cpp $(pkg-config --cflags --libs OpenEXR)

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfOutputFile.h>
#include <ImfRgbaFile.h>
#include <ImfTiledRgbaFile.h>

#include <cstdio>
#include <string>
#include <vector>

using namespace Imf;
using namespace Imath;

static std::vector<Rgba> picture(int width, int height, int seed) {
  std::vector<Rgba> pixels(width * height);
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      float a = (x + y) % 5 == 0 ? 0.5f : 1.0f;
      pixels[y * width + x] =
          Rgba((x * 3 + y + seed) / 40.0f * a, (y * 2 + 1) / 30.0f * a, ((x * y) % 17) / 9.0f * a, a);
    }
  }
  return pixels;
}

static void scanlines(const char *name, Header header, RgbaChannels channels) {
  Box2i window = header.dataWindow();
  int width = window.max.x - window.min.x + 1, height = window.max.y - window.min.y + 1;
  std::vector<Rgba> pixels = picture(width, height, 0);
  RgbaOutputFile file(name, header, channels, 0);
  file.setFrameBuffer(pixels.data() - window.min.x - window.min.y * width, 1, width);
  file.writePixels(height);
}

static void tiles(const char *name, LevelMode mode, Compression compression) {
  TiledRgbaOutputFile file(
      name, 26, 18, 16, 8, mode, ROUND_UP, WRITE_RGBA, 1, V2f(0, 0), 1, INCREASING_Y, compression, 0);
  for (int ly = 0; ly < file.numYLevels(); ly++) {
    for (int lx = 0; lx < file.numXLevels(); lx++) {
      if (!file.isValidLevel(lx, ly)) continue;
      int width = file.levelWidth(lx);
      std::vector<Rgba> pixels = picture(width, file.levelHeight(ly), lx + ly);
      file.setFrameBuffer(pixels.data(), 1, width);
      file.writeTiles(0, file.numXTiles(lx) - 1, 0, file.numYTiles(ly) - 1, lx, ly);
    }
  }
}

// Channels whose numbers B44 packs as they are instead of by their logarithm.
static void linear(const char *name) {
  Header header(26, 18, 1, V2f(0, 0), 1, INCREASING_Y, B44_COMPRESSION);
  std::vector<Rgba> pixels = picture(26, 18, 0);
  FrameBuffer frame;
  const char *names[3] = {"R", "G", "B"};
  half *first[3] = {&pixels[0].r, &pixels[0].g, &pixels[0].b};
  for (int channel = 0; channel < 3; channel++) {
    header.channels().insert(names[channel], Channel(HALF, 1, 1, true));
    frame.insert(names[channel], Slice(HALF, (char *)first[channel], sizeof(Rgba), 26 * sizeof(Rgba)));
  }
  OutputFile file(name, header, 0);
  file.setFrameBuffer(frame);
  file.writePixels(18);
}

static void dump(const std::string &name) {
  RgbaInputFile file((name + ".exr").c_str(), 0);
  Box2i window = file.dataWindow();
  int size[2] = {window.max.x - window.min.x + 1, window.max.y - window.min.y + 1};
  std::vector<Rgba> pixels(size[0] * size[1]);
  file.setFrameBuffer(pixels.data() - window.min.x - window.min.y * size[0], 1, size[0]);
  file.readPixels(window.min.y, window.max.y);
  FILE *out = fopen((name + ".rgba").c_str(), "wb");
  fwrite(size, 4, 2, out);
  fwrite(pixels.data(), 8, pixels.size(), out);
  fclose(out);
}

int main() {
  Header plain(26, 18, 1, V2f(0, 0), 1, INCREASING_Y, PIZ_COMPRESSION);
  scanlines("luminance-chroma-alpha.exr", plain, WRITE_YCA);
  Header moved(26, 18, 1, V2f(0, 0), 1, INCREASING_Y, ZIP_COMPRESSION);
  moved.dataWindow() = Box2i(V2i(-4, -6), V2i(21, 11));
  moved.displayWindow() = Box2i(V2i(0, 0), V2i(29, 9));
  scanlines("luminance-chroma.exr", moved, WRITE_YC);
  Header blocks(26, 18, 1, V2f(0, 0), 1, INCREASING_Y, B44A_COMPRESSION);
  scanlines("luminance-chroma-b44a.exr", blocks, WRITE_YC);
  linear("b44-linear.exr");
  scanlines("bottom-up.exr", Header(26, 18, 1, V2f(0, 0), 1, DECREASING_Y, ZIPS_COMPRESSION), WRITE_RGB);
  tiles("mipmap.exr", MIPMAP_LEVELS, ZIP_COMPRESSION);
  tiles("ripmap.exr", RIPMAP_LEVELS, RLE_COMPRESSION);
  tiles("tiled-dwaa.exr", ONE_LEVEL, DWAA_COMPRESSION);
  for (const char *name :
       {"luminance-chroma-alpha", "luminance-chroma", "luminance-chroma-b44a", "b44-linear", "bottom-up", "mipmap", "ripmap", "tiled-dwaa"}) {
    dump(name);
  }
}
