public import Foundation

extension CGContext {
  /// Draws an image into a rectangle, or again and again over the whole clip.
  ///
  /// - Parameters:
  ///   - image: the image.
  ///   - rect: where it lies, scaled to it.
  ///   - byTiling: whether copies of the same size continue it on all sides. More than a million copies are not drawn: the clip
  ///     then stays as it is.
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool) {
    let tile = rect.standardized.sound
    guard byTiling, tile.width > 0, tile.height > 0, !tile.isInfinite else { return draw(image, in: rect) }
    let visible = boundingBoxOfClipPath
    guard !visible.isNull else { return }
    let across = Self.steps(from: tile.minX, by: tile.width, over: visible.minX, visible.maxX)
    let up = Self.steps(from: tile.minY, by: tile.height, over: visible.minY, visible.maxY)
    guard let across, let up, across.count * up.count <= 1_000_000 else { return }
    withShadow {
      for row in up {
        for column in across {
          draw(image, in: tile.offsetBy(dx: CGFloat(column) * tile.width, dy: CGFloat(row) * tile.height))
        }
      }
    }
  }

  /// The steps whose tiles touch a range; nil where there are more than can be counted.
  private static func steps(from: CGFloat, by size: CGFloat, over low: CGFloat, _ high: CGFloat) -> Range<Int>? {
    let (first, end) = (((low - from) / size).rounded(.down), ((high - from) / size).rounded(.up))
    guard abs(first) < 1e6, abs(end) < 1e6, first <= end else { return nil }
    return Int(first)..<Int(end)
  }
}
