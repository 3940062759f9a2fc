internal import HeadroomContainers
internal import HeadroomPixels

extension DNG {
  /// Stores samples of strips and tiles in the picture's bitmap: cropped to its size, and reordered where the file
  /// stores alternate rows or columns separately.
  struct SampleTarget: Sendable {
    let bitmap: PixelBitmap
    private let picture: Picture
    /// The picture's pixel at the bitmap's corner.
    private let corner: (x: Int, y: Int)
    /// The picture's row for each stored row; empty where rows are in order.
    private let rows: [Int]
    private let columns: [Int]

    init(_ bitmap: PixelBitmap, _ picture: Picture, corner: (x: Int, y: Int) = (0, 0)) {
      self.bitmap = bitmap
      self.picture = picture
      self.corner = corner
      rows = Self.order(picture.height, fields: picture.rowInterleave)
      columns = Self.order(picture.width, fields: picture.columnInterleave)
    }

    /// Fields are stored one after the other; each has every n-th line from its own index on.
    private static func order(_ count: Int, fields: Int) -> [Int] {
      fields == 1 ? [] : (0..<fields).flatMap { Array(stride(from: $0, to: count, by: fields)) }
    }
  }
}

extension DNG.SampleTarget {
  /// Stores samples of a strip or tile in the bitmap, counted from its first one, row by row.
  func put<Sample>(
    _ samples: UnsafePointer<Sample>, count: Int, at first: Int, of place: DNG.SegmentPlace
  ) {
    let rowSamples = picture.rowSamples
    var done = 0
    while done < count {
      let (row, column) = (first + done).quotientAndRemainder(dividingBy: rowSamples)
      guard row < place.rows else { return }
      let length = min(count - done, rowSamples - column)
      unsafe put(samples + done, count: length, row: row, column: column, of: place)
      done += length
    }
  }

  /// Stores a part of one row; `column` counts samples.
  private func put<Sample>(
    _ samples: UnsafePointer<Sample>, count: Int, row: Int, column: Int, of place: DNG.SegmentPlace
  ) {
    let planes = picture.planesPerSegment
    let end = min(column + count, place.columns * planes)
    guard column < end else { return }
    let y = rows.isEmpty ? place.y + row : rows[place.y + row]
    let out = unsafe bitmap.rowAddress(y - corner.y).assumingMemoryBound(to: Sample.self)
    guard !columns.isEmpty || picture.isPlanar else {
      unsafe (out + (place.x - corner.x) * planes + column).update(from: samples, count: end - column)
      return
    }
    let step = picture.planes
    for index in column..<end {
      let (pixel, plane) = index.quotientAndRemainder(dividingBy: planes)
      let x = columns.isEmpty ? place.x + pixel : columns[place.x + pixel]
      unsafe out[(x - corner.x) * step + plane + place.plane] = samples[index - column]
    }
  }
}

extension DNG.Picture {
  /// The place of a strip or tile: its corner, its visible part, and its plane where planes are stored separately.
  func place(ofSegment index: Int) -> DNG.SegmentPlace {
    let (plane, inPlane) = (index / segments.perPlane, index % segments.perPlane)
    let (down, across) = (inPlane / segments.across, inPlane % segments.across)
    let (x, y) = (across * segments.width, down * segments.height)
    return DNG.SegmentPlace(
      x: x, y: y, columns: min(segments.width, width - x), rows: min(segments.height, height - y),
      storedRows: segments.rows(inRow: down), plane: plane)
  }
}

extension DNG {
  /// Where a strip or tile lies in the stored picture.
  struct SegmentPlace {
    let x: Int
    let y: Int
    /// The number of columns and rows inside the picture.
    let columns: Int
    let rows: Int
    /// The number of stored rows.
    let storedRows: Int
    let plane: Int
  }
}
