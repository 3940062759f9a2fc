/// What a neighbourhood reads beyond the input's extent.
enum EdgeMode: Hashable, Sendable {
  /// Transparent black.
  case zero
  /// The nearest pixel of the extent, without end.
  case clamp(PixelRect)

  var fingerprint: [Double] {
    switch self {
    case .zero: [0]
    case .clamp(let extent): [1] + [extent.minX, extent.minY, extent.maxX, extent.maxY].map(Double.init)
    }
  }

  /// A pixel of the input, or what stands for it beyond the extent.
  func pixel(_ x: Int, _ y: Int, of input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    guard case .clamp(let extent) = self else { return input(x, y) }
    return input(
      min(max(x, extent.minX), extent.maxX - 1), min(max(y, extent.minY), extent.maxY - 1))
  }
}
