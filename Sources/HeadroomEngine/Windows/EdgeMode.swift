package import HeadroomPixels

/// What a neighbourhood reads beyond the input's extent.
package enum EdgeMode: Hashable, Sendable {
  /// Transparent black.
  case zero
  /// The nearest pixel of the extent, repeated infinitely.
  case clamp(PixelRect)

  package var fingerprint: [Double] {
    switch self {
    case .zero: [0]
    case .clamp(let extent): [1] + [extent.minX, extent.minY, extent.maxX, extent.maxY].map(Double.init)
    }
  }

  /// A pixel of the input, or its replacement beyond the extent.
  package func pixel(_ x: Int, _ y: Int, of input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    guard case .clamp(let extent) = self else { return input(x, y) }
    return input(
      min(max(x, extent.minX), extent.maxX - 1), min(max(y, extent.minY), extent.maxY - 1))
  }

  /// The pixels that stand for a rectangle: where edges are repeated, a rectangle beside the picture needs its edge.
  package func region(_ rect: PixelRect) -> PixelRect {
    guard case .clamp(let extent) = self else { return rect }
    var region = rect
    if rect.maxX <= extent.minX || rect.minX >= extent.maxX {
      (region.minX, region.maxX) = (rect.clamped(to: extent).minX, rect.clamped(to: extent).maxX)
    }
    if rect.maxY <= extent.minY || rect.minY >= extent.maxY {
      (region.minY, region.maxY) = (rect.clamped(to: extent).minY, rect.clamped(to: extent).maxY)
    }
    return region
  }

  /// The same edges of a picture whose extent has changed.
  package func moved(to extent: PixelRect) -> EdgeMode { self == .zero ? .zero : .clamp(extent) }
}

extension Tile {
  /// The tile, or a larger copy where it lacks pixels of a rectangle: it ends where the picture does.
  package func extended(to wanted: PixelRect, _ edge: EdgeMode, scratch: ScratchArena) -> Tile {
    if unsafe rect.contains(wanted) { return unsafe self }
    let copy = unsafe scratch.tile(wanted)
    for plane in 0..<4 {
      for y in wanted.minY..<wanted.maxY {
        let line = unsafe copy.row(plane, y: y)
        if unsafe edge == .zero && (y < rect.minY || y >= rect.maxY) {
          unsafe line.update(repeating: 0, count: wanted.width)
        } else {
          let clamped = unsafe min(max(y, rect.minY), rect.maxY - 1)
          unsafe Self.extend(row(plane, y: clamped), rect, edge, from: wanted.minX, count: wanted.width, line)
        }
      }
    }
    return unsafe copy
  }

  /// Copies `count` values of a row from column `first` on, filling in the columns outside `rect`, which the row does
  /// not have.
  package static func extend(
    _ row: UnsafePointer<Float>, _ rect: PixelRect, _ edge: EdgeMode, from first: Int, count: Int,
    _ line: UnsafeMutablePointer<Float>
  ) {
    // Three parts: before the row's columns, of them, after them.
    let before = min(max(rect.minX - first, 0), count)
    let after = max(min(max(rect.maxX - first, 0), count), before)
    let (left, right) = unsafe edge == .zero ? (0, 0) : (row[0], row[rect.width - 1])
    unsafe line.update(repeating: left, count: before)
    if after > before { unsafe (line + before).update(from: row + (first + before - rect.minX), count: after - before) }
    unsafe (line + after).update(repeating: right, count: count - after)
  }
}
