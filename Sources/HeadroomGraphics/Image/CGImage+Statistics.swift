internal import HeadroomColor
internal import HeadroomPixels

extension CGImage {
  /// The headroom measured in the pixels: the largest component of linear light, at least 1.
  public var calculatedContentHeadroom: Float { max(measuredLight().peak, 1) }

  /// The average light level measured in the pixels: the mean of the largest component of each, 1.0 = reference white.
  ///
  /// Components below 0 count as 0; pixels that are not finite are left out.
  public var calculatedContentAverageLightLevel: Float { measuredLight().mean }

  /// A copy with the headroom and average light level that are measured in the pixels.
  public func copyWithCalculatedHDRStats() -> CGImage? {
    let light = measuredLight()
    return copy(colorSpace: colorSpace, headroom: max(light.peak, 1), averageLightLevel: light.mean)
  }

  /// The largest and the mean of the pixels' largest components in linear light of the image's primaries.
  ///
  /// Sums are made row by row in a fixed order, so the result does not depend on the number of threads.
  private func measuredLight() -> (peak: Float, mean: Float) {
    guard bitmap.format.layout != .alpha else { return (0, 0) }
    let converter = LightConverter(bitmap, encoding: colorSpace?.encoding ?? .sRGB)
    let columns = width
    let rows = RowSums(count: height)
    let makeBuffer: @Sendable () -> RowBuffer = { RowBuffer(capacity: columns) }
    ThreadPool.shared.concurrentPerform(height, scratch: makeBuffer) { row, buffer in
      let pixels = unsafe buffer.rows
      unsafe converter.read(row: row, x: 0, count: columns, into: pixels)
      unsafe rows.set(row, Self.sum(pixels, columns))
    }
    let total = rows.total
    return (total.peak, total.count > 0 ? Float(total.sum / Double(total.count)) : 0)
  }

  private static func sum(_ rows: RowPointers, _ count: Int) -> LightSum {
    var result = LightSum()
    for x in 0..<count {
      let (r, g, b) = unsafe (rows.r[x], rows.g[x], rows.b[x])
      guard r.isFinite, g.isFinite, b.isFinite else { continue }
      let largest = max(r, g, b, 0)
      result.peak = max(result.peak, largest)
      result.sum += Double(largest)
      result.count += 1
    }
    return result
  }
}

/// The light of some pixels.
private struct LightSum {
  var peak: Float = 0
  var sum = 0.0
  var count = 0
}

/// The light of each row.
// Sendable: every worker writes rows of its own, and the total is taken when all are done.
@safe private final class RowSums: @unchecked Sendable {
  private let rows: UnsafeMutableBufferPointer<LightSum>

  init(count: Int) {
    unsafe rows = .allocate(capacity: count)
    unsafe rows.initialize(repeating: LightSum())
  }

  deinit { unsafe rows.deallocate() }

  func set(_ row: Int, _ sum: LightSum) { unsafe rows[row] = sum }

  var total: LightSum {
    unsafe rows.reduce(into: LightSum()) { total, row in
      total.peak = max(total.peak, row.peak)
      total.sum += row.sum
      total.count += row.count
    }
  }
}

/// The headroom measured in an image's pixels; see ``CGImage/calculatedContentHeadroom``.
public func CGImageCalculateContentHeadroom(_ image: CGImage) -> Float { image.calculatedContentHeadroom }

/// The average light level measured in an image's pixels; see ``CGImage/calculatedContentAverageLightLevel``.
public func CGImageCalculateContentAverageLightLevel(_ image: CGImage) -> Float {
  image.calculatedContentAverageLightLevel
}

/// The average light level of an image, 0 when unknown.
public func CGImageGetContentAverageLightLevel(_ image: CGImage) -> Float { image.contentAverageLightLevel }

/// A copy of an image with another average light level.
public func CGImageCreateCopyWithContentAverageLightLevel(_ image: CGImage, _ level: Float) -> CGImage? {
  image.copy(contentAverageLightLevel: level)
}

/// A copy of an image with the headroom and average light level that are measured in its pixels.
public func CGImageCreateCopyWithCalculatedHDRStats(_ image: CGImage) -> CGImage? { image.copyWithCalculatedHDRStats() }
