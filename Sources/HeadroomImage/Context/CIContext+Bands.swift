internal import Foundation
package import HeadroomColor
internal import HeadroomGraphics
package import HeadroomPixels

extension CIContext {
  /// The memory that sources and result of one render may take before a render by bands is chosen, where
  /// `CIContextOption.memoryLimit` does not say. Pictures of 24 megapixels and 16 bits are below it: a render at once
  /// keeps the decoded source for the next.
  private static let wholePictureLimit = 384 << 20

  /// Whether a picture and its result of so many bytes together are too large to be held at once.
  package func exceedsMemoryLimit(_ byteCount: Int) -> Bool {
    byteCount > settings.memoryLimit ?? Self.wholePictureLimit
  }

  /// A render by bands, where the picture is too large to be decoded and rendered as a whole; nil where it is not, or
  /// where the recipe needs whole pictures.
  ///
  /// - Parameters:
  ///   - isForced: whether to render by bands whatever the picture's size.
  ///   - bandHeight: rows of a band; nil chooses.
  package func bandedRender(
    _ image: CIImage, region: PixelRect, format: PixelFormat, encoding: ColorEncoding?, gamutPeak: Double? = nil,
    alpha: AlphaMode? = nil, dither: RowCodec.Dither = .none, isForced: Bool = false,
    bandHeight: Int? = nil, task: RenderTask = RenderTask()
  ) throws(RenderError) -> BandedRender? {
    guard !region.isEmpty, !region.isInfinite else { return nil }
    if let encoding { try Self.check(encoding, fits: format) }
    let mode = outputAlpha(format, alpha)
    let destination = PlanDestination(
      encoding: encoding, isPremultiplied: mode == .premultiplied, gamutPeak: gamutPeak, isOpaque: mode == .opaque)
    let plan = try plan(image, region: region, destination: destination)
    let bytes = plan.sources.reduce(region.area * format.bytesPerPixel) { $0 + $1.decodedByteCount }
    guard isForced || exceedsMemoryLimit(bytes) else { return nil }
    // Dither patterns are anchored at the picture's corner, which a band does not know.
    guard dither == .none else { return nil }
    return BandedRender(
      plan, renderer: tileRenderer(dither: dither, task: task), format: format, alpha: mode,
      bandHeight: bandHeight)
  }
}
