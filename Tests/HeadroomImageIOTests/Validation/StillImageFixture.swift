import HeadroomColor
import HeadroomImageIO
import HeadroomPixels

enum StillImageFixture {
  /// A small picture of 8 bits.
  static var sRGB: StillImage {
    get throws {
      StillImage(base: try JPEGFixture.bitmap(8, 8, .rgb8) { x, y, _ in x * 8 + y }, encoding: .sRGB)
    }
  }
}
