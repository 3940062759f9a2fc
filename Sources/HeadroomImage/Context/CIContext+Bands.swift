internal import Foundation
package import HeadroomColor
internal import HeadroomGraphics
package import HeadroomPixels

extension CIContext {
  /// The memory that sources and result may take before a render by bands is chosen, where `CIContextOption.memoryLimit`
  /// is not lower: where the sources are gone through once, and where bands would have them decoded twice. Pictures of 24
  /// megapixels and 16 bits are below the second.
  private static let (onePassLimit, twoPassLimit) = (64 << 20, 384 << 20)

  /// Whether a picture and its result of so many bytes together are too large to be held at once.
  ///
  /// - Parameter passes: how many times the picture is decoded when it is not held.
  package func exceedsMemoryLimit(_ byteCount: Int, passes: Int = 1) -> Bool {
    let usual = passes > 1 ? Self.twoPassLimit : Self.onePassLimit
    return byteCount > wholePictureLimit ?? min(settings.memoryLimit ?? .max, usual)
  }

  /// A render by bands, where the picture is too large to be decoded and rendered as a whole; nil where it is not, or
  /// where the recipe needs whole pictures.
  ///
  /// - Parameters:
  ///   - passes: how many renders by bands will go through the same sources.
  ///   - isForced: whether to render by bands whatever the picture's size.
  ///   - bandHeight: rows of a band; nil chooses.
  package func bandedRender(
    _ image: CIImage, region: PixelRect, format: PixelFormat, encoding: ColorEncoding?, gamutPeak: Double? = nil,
    alpha: AlphaMode? = nil, dither: RowCodec.Dither = .none, passes: Int = 1, isForced: Bool = false,
    bandHeight: Int? = nil, task: RenderTask? = nil
  ) throws(RenderError) -> BandedRender? {
    guard !region.isEmpty, !region.isInfinite else { return nil }
    if let encoding { try Self.check(encoding, fits: format) }
    let mode = outputAlpha(format, alpha)
    let destination = PlanDestination(
      encoding: encoding, isPremultiplied: mode == .premultiplied, gamutPeak: gamutPeak, isOpaque: mode == .opaque)
    let plan = try plan(image, region: region, destination: destination)
    let bytes = zip(plan.sources, plan.sourceRegions()).reduce(region.area * format.bytesPerPixel) {
      $0 + $1.0.decodedByteCount(of: $1.1)
    }
    let allPasses = passes + plan.measurements.count
    guard isForced || exceedsMemoryLimit(bytes, passes: allPasses) else { return nil }
    // Dither patterns are anchored at the picture's corner, which a band does not know.
    guard dither == .none else { return nil }
    return BandedRender(
      plan, renderer: tileRenderer(dither: dither, task: newTask(task)), format: format, alpha: mode,
      bandHeight: bandHeight)
  }
}
