package import HeadroomColor
package import HeadroomContainers
internal import HeadroomGraphics
package import HeadroomPixels

/// Converts pictures from one encoding and format to another, tone mapping on the way where requested.
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
    try pool.forEachPiece(bands, scratch: makeScratch) { band, buffer in
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

/// The light of a picture, measured in its own primaries.
package struct PictureLight: Sendable {
  package let meter: LightMeter

  /// The brightest component of any pixel in linear light.
  package var peak: Double { Double(meter.peak) }
  /// The mean of each pixel's brightest component.
  package var mean: Double { meter.mean }
  /// The headroom assumed for the picture; see ``LightMeter/contentHeadroom``.
  package var contentHeadroom: Double { meter.contentHeadroom }

  /// Measures a picture. Values that are not finite are left out; negative values count as 0.
  package init(_ bitmap: PixelBitmap, encoding: ColorEncoding, pool: ThreadPool = .shared) {
    let count = bitmap.width
    let reader = LightConverter(bitmap, encoding: encoding)
    meter = unsafe LightMeter.measuring(rows: bitmap.height, width: count, pool: pool) { row, light in
      unsafe reader.read(row: row, x: 0, count: count, into: light)
    }
  }

  /// MaxCLL and MaxFALL of the pixels, rounded up to whole cd/m²; at most PQ's 10 000.
  package var lightLevel: ContentLightLevel {
    func nits(_ light: Double) -> Double { min((light * ReferenceWhite.nits).rounded(.up), 10_000) }
    return ContentLightLevel(maxCLL: nits(peak), maxFALL: nits(mean))
  }
}
