package import HeadroomColor
internal import HeadroomGraphics
package import HeadroomPixels

/// Converts pictures from one encoding and format to another, tone mapping on the way where asked.
///
/// Light passes through linear planar rows and is clamped only where the target's numbers end. Into a standard-range target,
/// colours outside its gamut are scaled to its peak and projected along constant luminance.
package struct PictureConverter: Sendable {
  private let source: ColorEncoding
  private let target: ColorEncoding
  private let toneMap: LightToneMap?
  private let peak: Double

  /// Rows of one part of the parallel job. Fixed, so that the split does not depend on the machine.
  private static let bandHeight = 16

  /// - Parameter toneCurve: applied in linear BT.2020 light.
  package init(from source: ColorEncoding, to target: ColorEncoding, toneCurve: ToneCurve? = nil) {
    self.source = source
    self.target = target
    toneMap = toneCurve.flatMap { LightToneMap($0) }
    peak = toneCurve?.targetHeadroom ?? 1
  }

  /// The picture in the target's encoding. Alpha becomes straight.
  package func convert(
    _ bitmap: PixelBitmap, to format: PixelFormat, dither: RowCodec.Dither = .none, pool: ThreadPool = .shared
  ) throws(ImageIOError) -> PixelBitmap {
    let out: PixelBitmap
    do throws(PixelError) {
      let keepsAlpha = format.hasAlpha && bitmap.alpha != .opaque
      out = try PixelBitmap(
        width: bitmap.width, height: bitmap.height, format: format, alpha: keepsAlpha ? .straight : .opaque)
    } catch {
      throw ImageIOError(error)
    }
    let endsAtWhite = !target.transfer.isHDR && !target.isExtended
    let reader = LightConverter(
      bitmap, encoding: source, primaries: target.primaries, toneMap: toneMap, target: endsAtWhite ? 1 : peak,
      projects: endsAtWhite || toneMap != nil)
    let encoder = LightEncoder(encoding: target, format: format)
    let count = bitmap.width
    let bands = (bitmap.height + Self.bandHeight - 1) / Self.bandHeight
    let makeScratch: @Sendable () -> RowBuffer = { RowBuffer(capacity: count) }
    pool.concurrentPerform(bands, scratch: makeScratch) { band, buffer in
      let rows = unsafe buffer.rows
      for row in band * Self.bandHeight..<min((band + 1) * Self.bandHeight, bitmap.height) {
        unsafe reader.read(row: row, x: 0, count: count, into: rows)
        unsafe encoder.encode(rows, count)
        unsafe RowCodec.pack(rows, count: count, into: out, row: row, x: 0, dither: dither)
      }
    }
    return out
  }
}

/// The light of a picture, measured.
package struct PictureLight: Sendable {
  /// The brightest component of any pixel in linear light.
  package let peak: Double
  /// The mean of each pixel's brightest component.
  package let mean: Double

  /// Measures a picture in its own primaries. What is not finite is left out; negative values count as 0.
  package init(_ bitmap: PixelBitmap, encoding: ColorEncoding, pool: ThreadPool = .shared) {
    let count = bitmap.width
    let reader = LightConverter(bitmap, encoding: encoding)
    let results = Results<(peak: Double, sum: Double)>(count: bitmap.height)
    let makeScratch: @Sendable () -> RowBuffer = { RowBuffer(capacity: count) }
    pool.concurrentPerform(bitmap.height, scratch: makeScratch) { row, buffer in
      let rows = unsafe buffer.rows
      unsafe reader.read(row: row, x: 0, count: count, into: rows)
      var (peak, sum) = (0.0, 0.0)
      for x in 0..<count {
        let largest = unsafe Double(max(rows.r[x], rows.g[x], rows.b[x]))
        guard largest.isFinite, largest > 0 else { continue }
        peak = max(peak, largest)
        sum += largest
      }
      results[row] = (peak, sum)
    }
    // Added up in the order of the rows, so that the sum does not depend on the number of workers.
    let rows = results.all.compactMap { $0 }
    peak = rows.reduce(0) { max($0, $1.peak) }
    mean = rows.reduce(0) { $0 + $1.sum } / Double(count * bitmap.height)
  }
}
