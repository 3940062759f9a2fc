package import HeadroomPixels

/// The weight of a colour table at each position of the active area: 0 ... 1, and 0 beyond the stored part.
package struct ColorMask: Sendable {
  /// The position of a mask's stored part in the whole mask, which covers the active area (MaskSubArea).
  package struct Area: Hashable, Sendable {
    package var top: Int
    package var left: Int
    package var width: Int
    package var height: Int

    package init(top: Int = 0, left: Int = 0, width: Int, height: Int) {
      (self.top, self.left, self.width, self.height) = (top, left, width, height)
    }
  }

  private let bitmap: PixelBitmap
  private let area: Area

  /// - Parameter bitmap: `PixelFormat.gray16` or `PixelFormat.grayFloat`.
  package init(_ bitmap: PixelBitmap, area: Area) {
    precondition(bitmap.format == .gray16 || bitmap.format == .grayFloat)
    self.bitmap = bitmap
    self.area = area
  }

  /// Writes the weights of pixels of a row, bilinear between the middles of the mask's pixels.
  ///
  /// - Parameters:
  ///   - x: the first pixel's column in an active area of `width` by `height` pixels.
  ///   - y: the row in it.
  package func weights(
    x: Int, y: Int, width: Int, height: Int, _ count: Int, into target: UnsafeMutablePointer<Float>
  ) {
    let row = Self.place(y, of: height, in: area.height)
    for index in 0..<count {
      let column = Self.place(x + index, of: width, in: area.width)
      let upper = weight(column.first, row.first)
      let lower = weight(column.first, row.second)
      let top = upper + (weight(column.second, row.first) - upper) * column.fraction
      let bottom = lower + (weight(column.second, row.second) - lower) * column.fraction
      unsafe target[index] = top + (bottom - top) * row.fraction
    }
  }

  /// The two mask pixels on either side of the centre of a picture's pixel.
  private static func place(_ index: Int, of count: Int, in size: Int) -> (first: Int, second: Int, fraction: Float) {
    let middle = (Float(index) + 0.5) * Float(size) / Float(max(count, 1)) - 0.5
    let inside = min(max(middle, 0), Float(size - 1))
    let first = Int(inside)
    return (first, min(first + 1, size - 1), inside - Float(first))
  }

  private func weight(_ column: Int, _ row: Int) -> Float {
    let (x, y) = (column - area.left, row - area.top)
    guard 0..<bitmap.width ~= x, 0..<bitmap.height ~= y else { return 0 }
    let address = unsafe bitmap.rowAddress(y)
    guard bitmap.format == .grayFloat else {
      return Float(unsafe address.assumingMemoryBound(to: UInt16.self)[x]) / 65535
    }
    let weight = unsafe address.assumingMemoryBound(to: Float.self)[x]
    return weight > 0 ? min(weight, 1) : 0
  }
}
