package import HeadroomContainers
package import HeadroomPixels

/// A rectangle of a stored picture, rows counted from the top.
package struct PictureRegion: Hashable, Sendable {
  package var columns: Range<Int>
  package var rows: Range<Int>

  package init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// All of a picture.
  package init(width: Int, height: Int) { self.init(columns: 0..<width, rows: 0..<height) }

  package var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

  package func contains(_ other: PictureRegion) -> Bool {
    other.isEmpty || (columns.contains(other.columns) && rows.contains(other.rows))
  }

  package func clamped(to other: PictureRegion) -> PictureRegion {
    PictureRegion(columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
  }

  package func moved(x: Int, y: Int) -> PictureRegion {
    PictureRegion(
      columns: columns.lowerBound + x..<columns.upperBound + x, rows: rows.lowerBound + y..<rows.upperBound + y)
  }

  /// Grown by `margin` on each side.
  package func expanded(by margin: Int) -> PictureRegion {
    PictureRegion(
      columns: columns.lowerBound - margin..<columns.upperBound + margin,
      rows: rows.lowerBound - margin..<rows.upperBound + margin)
  }

  /// The region of a picture of another size that shows the same, rounded outwards.
  package func scaled(
    from size: (width: Int, height: Int), to other: (width: Int, height: Int)
  ) -> PictureRegion {
    func scaled(_ range: Range<Int>, _ from: Int, _ to: Int) -> Range<Int> {
      let factor = Double(to) / Double(max(from, 1))
      let start = (Double(range.lowerBound) * factor).rounded(.down)
      return Int(start)..<Int(max((Double(range.upperBound) * factor).rounded(.up), start))
    }
    return PictureRegion(
      columns: scaled(columns, size.width, other.width), rows: scaled(rows, size.height, other.height))
  }
}

extension PixelBitmap {
  /// A region of the picture; the same memory.
  ///
  /// - Throws: ``ImageIOError/internalError(_:)`` for a region that is empty or reaches outside.
  package func part(_ region: PictureRegion) throws(ImageIOError) -> PixelBitmap {
    if region == PictureRegion(width: width, height: height) { return self }
    let part = cropped(
      x: region.columns.lowerBound, y: region.rows.lowerBound, width: region.columns.count, height: region.rows.count)
    guard let part else { throw .internalError("the region \(region) is not inside the picture") }
    return part
  }
}
