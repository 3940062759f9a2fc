public import Foundation
internal import HeadroomPixels

extension CGImage {
  /// The image with the alpha of a mask, which is stretched over it.
  ///
  /// The samples of a mask (``isMask``) are painted through where they are 0; those of a monochrome image are alpha
  /// itself. Colours keep their numbers, above 1 and below 0 too; alpha that the image has is multiplied.
  ///
  /// - Parameter mask: a mask, or an image of one component without alpha.
  /// - Returns: nil where this image is itself a mask, `mask` is of another kind, or there is no memory.
  public func masking(_ mask: CGImage) -> CGImage? {
    guard !isMask, let samples = MaskSamples(mask, width: width, height: height) else { return nil }
    let isPremultiplied = bitmap.alpha == .premultiplied
    return unsafe withAlpha(isPremultiplied ? .premultiplied : .straight) { row, count, rows in
      for x in 0..<count {
        let coverage = samples[x, row]
        unsafe rows.a[x] *= coverage
        guard isPremultiplied else { continue }
        unsafe rows.r[x] *= coverage
        unsafe rows.g[x] *= coverage
        unsafe rows.b[x] *= coverage
      }
    }
  }

  /// The image without the pixels of some colours, which become transparent.
  ///
  /// - Parameter components: the least and the greatest sample of each component: codes of 0...2^n-1 for n bits, in
  ///   floating-point images the numbers themselves. A pixel goes where all its components are inside.
  /// - Returns: nil for an image with alpha or a mask, for another number of components, and without memory.
  public func copy(maskingColorComponents components: [CGFloat]) -> CGImage? {
    let count = layout.colorComponents
    guard !isMask, count > 0, components.count == 2 * count, bitmap.alpha == .opaque else { return nil }
    let isFloat = layout.info.component == .float
    let most = isFloat ? 1 : Float(UInt64(1) << UInt64(min(layout.bitsPerComponent, 32)) - 1)
    let slack: Float = isFloat ? 0 : 0.5
    // Codes are compared as whole numbers.
    let ranges = (0..<count).map { index in
      (low: Float(components[2 * index]) - slack, high: Float(components[2 * index + 1]) + slack)
    }
    return unsafe withAlpha(.straight) { _, pixels, rows in
      let planes = unsafe [rows.r, rows.g, rows.b]
      for x in 0..<pixels {
        let isInside = (0..<count).allSatisfy { index in
          let sample = unsafe planes[index][x] * most
          return ranges[index].low <= sample && sample <= ranges[index].high
        }
        unsafe rows.a[x] = isInside ? 0 : 1
      }
    }
  }

  /// A copy in a format with alpha whose rows `change` works on.
  private func withAlpha(
    _ alpha: AlphaMode, _ change: @escaping @Sendable (_ row: Int, _ count: Int, _ rows: RowPointers) -> Void
  ) -> CGImage? {
    let (source, columns) = (bitmap, width)
    guard let target = try? PixelBitmap(width: width, height: height, format: formatWithAlpha, alpha: alpha) else {
      return nil
    }
    let makeBuffer: @Sendable () -> RowBuffer = { RowBuffer(capacity: columns) }
    ThreadPool.shared.concurrentPerform(height, scratch: makeBuffer) { row, buffer in
      let rows = unsafe buffer.rows
      unsafe RowCodec.unpack(source, row: row, x: 0, count: columns, into: rows)
      if source.alpha == .opaque { for x in 0..<columns { unsafe rows.a[x] = 1 } }
      unsafe change(row, columns, rows)
      unsafe RowCodec.pack(rows, count: columns, into: target, row: row, x: 0)
    }
    return CGImage(
      bitmap: target, colorSpace: colorSpace, contentHeadroom: headroomGiven,
      contentAverageLightLevel: averageLightLevelGiven, shouldInterpolate: shouldInterpolate)
  }

  /// The nearest format that holds every number of the image, and alpha.
  private var formatWithAlpha: PixelFormat {
    let format = bitmap.format
    let isGray = format.isGray && colorSpace?.numberOfComponents == 1
    if format.isFloatingPoint {
      return .floating(isHalf: format.component == .half, isGray: isGray, hasAlpha: true)
    }
    return .integer(isDeep: format.component != .uint8, isGray: isGray, hasAlpha: true)
  }
}

/// The coverage of a mask at the pixels of an image of another size.
private struct MaskSamples: Sendable {
  private let values: [Float]
  private let width: Int
  private let height: Int
  private let columns: [MaskAxis.Tap]
  private let rows: [MaskAxis.Tap]

  init?(_ mask: CGImage, width: Int, height: Int) {
    guard let values = mask.maskValues else { return nil }
    self.values = values
    (self.width, self.height) = (mask.width, mask.height)
    columns = MaskAxis.taps(from: mask.width, to: width, interpolates: mask.shouldInterpolate)
    rows = MaskAxis.taps(from: mask.height, to: height, interpolates: mask.shouldInterpolate)
  }

  subscript(x: Int, y: Int) -> Float {
    let (column, row) = (columns[x], rows[y])
    func line(_ y: Int) -> Float {
      let first = values[y * width + column.first]
      return first + (values[y * width + column.second] - first) * column.weight
    }
    let upper = line(row.first)
    return row.weight == 0 ? upper : upper + (line(row.second) - upper) * row.weight
  }
}

/// Two samples of a row or column, and the weight of the second.
private enum MaskAxis {
  struct Tap: Sendable {
    let first: Int
    let second: Int
    let weight: Float
  }

  static func taps(from source: Int, to target: Int, interpolates: Bool) -> [Tap] {
    (0..<target).map { index in
      let place = (Double(index) + 0.5) * Double(source) / Double(target) - 0.5
      guard interpolates else {
        let nearest = min(max(Int(place.rounded()), 0), source - 1)
        return Tap(first: nearest, second: nearest, weight: 0)
      }
      let first = min(max(Int(place.rounded(.down)), 0), source - 1)
      return Tap(
        first: first, second: min(first + 1, source - 1), weight: Float(min(max(place - Double(first), 0), 1)))
    }
  }
}

extension CGImage {
  /// What share of each pixel passes when this image is used as a mask, rows from the top; nil for an image that
  /// cannot be used so.
  package var maskValues: [Float]? {
    let isAlpha = bitmap.format.layout == .alpha
    let isGray = bitmap.format.isGray && !bitmap.format.hasAlpha && layout.colorComponents == 1
    guard isAlpha || isGray else { return nil }
    var values = [Float](repeating: 0, count: width * height)
    let buffer = RowBuffer(capacity: width)
    for row in 0..<height {
      let rows = unsafe buffer.rows
      unsafe RowCodec.unpack(bitmap, row: row, x: 0, count: width, into: rows)
      for x in 0..<width {
        let value = unsafe isAlpha ? rows.a[x] : rows.r[x]
        // Not a number lets nothing through.
        values[row * width + x] = value > 0 ? min(value, 1) : 0
      }
    }
    return values
  }
}

extension PixelBitmap {
  /// What share passes the samples of a mask, as alpha.
  func coverageOfMask() throws(PixelError) -> PixelBitmap {
    let result = try PixelBitmap(width: width, height: height, format: .alpha8, alpha: .premultiplied)
    let buffer = RowBuffer(capacity: width)
    for row in 0..<height {
      let rows = unsafe buffer.rows
      unsafe RowCodec.unpack(self, row: row, x: 0, count: width, into: rows)
      for x in 0..<width { unsafe rows.a[x] = 1 - min(max(rows.r[x], 0), 1) }
      unsafe RowCodec.pack(rows, count: width, into: result, row: row, x: 0)
    }
    return result
  }
}
