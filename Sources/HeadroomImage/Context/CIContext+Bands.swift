internal import Foundation
package import HeadroomColor
package import HeadroomEngine
internal import HeadroomGraphics
package import HeadroomPixels

extension CIContext {
  /// Whether a picture and its result, together `byteCount` bytes, are too large to be held at once.
  package func exceedsMemoryLimit(_ byteCount: Int, _ passes: BandPasses = .one) -> Bool {
    byteCount > wholePictureLimit ?? min(settings.memoryLimit ?? .max, passes.usualLimit)
  }

  /// A render by bands, where the picture is too large to be decoded and rendered as a whole; nil where it is not, or
  /// where the recipe needs whole pictures.
  ///
  /// - Parameters:
  ///   - passes: how many renders by bands will read the same sources.
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
    let plan = plan(image, region: region, destination: destination)
    let bytes = region.area * format.bytesPerPixel + plan.decodedByteCount
    let isRepeated = passes + plan.measurements.count > 1
    guard isForced || exceedsMemoryLimit(bytes, isRepeated ? .several(isExpensive: plan.isExpensive) : .one) else {
      return nil
    }
    // Dither patterns are anchored at the picture's corner, which a band does not know.
    guard dither == .none else { return nil }
    return BandedRender(
      plan, renderer: tileRenderer(dither: dither, task: newTask(task)), format: format, alpha: mode,
      bandHeight: bandHeight)
  }
}
