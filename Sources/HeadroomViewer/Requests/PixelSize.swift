/// Width and height of an upright picture in pixels.
struct PixelSize: Hashable, Sendable {
  var width: Int
  var height: Int

  var longest: Int { max(width, height) }
  var pixels: Int { width * height }

  /// The size with the same proportions whose longer side has at most `side` pixels; never larger, and at least one
  /// pixel.
  func fitting(_ side: Int) -> PixelSize {
    guard longest > side else { return self }
    func scaled(_ length: Int) -> Int { max((length * side + longest / 2) / longest, 1) }
    return PixelSize(width: scaled(width), height: scaled(height))
  }
}
