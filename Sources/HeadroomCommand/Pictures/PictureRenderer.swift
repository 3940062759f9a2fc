internal import Foundation
internal import Headroom

/// Renders recipes for the command: into bitmaps of a known format, within the user's limits.
struct PictureRenderer {
  let common: CommonOptions

  init(common: CommonOptions) {
    self.common = common
    if let threads = common.threads { ThreadPool.shared.workerCount = threads }
  }

  /// Renders a rectangle of an image, the whole extent without one.
  ///
  /// - Parameters:
  ///   - encoding: what the result's numbers mean.
  ///   - gamutPeak: colours outside the encoding's gamut are projected along constant luminance to this peak; nil
  ///     keeps them, for formats without limits.
  func render(
    _ image: CIImage, region: CGRect? = nil, format: PixelFormat, encoding: ColorEncoding,
    alpha: AlphaMode = .premultiplied, gamutPeak: Double? = nil, dither: RowCodec.Dither = .none, file: String
  ) throws(CommandError) -> PixelBitmap {
    do {
      let rectangle = try Self.rectangle(region ?? image.extent, common.limits)
      let destination = PlanDestination(
        encoding: encoding, isPremultiplied: alpha == .premultiplied, gamutPeak: gamutPeak, isOpaque: !format.hasAlpha)
      let plan = try RenderPlanner.plan(
        image.node, region: rectangle, workingSpace: .default, destination: destination)
      let bitmap = try PixelBitmap(width: rectangle.width, height: rectangle.height, format: format, alpha: alpha)
      let renderer = TileRenderer(
        options: TileRenderer.Options(workers: common.threads, memoryLimit: common.maxMemory, dither: dither))
      try renderer.render(plan, into: bitmap)
      return bitmap
    } catch {
      throw CommandError(error, file: file)
    }
  }

  /// The picture as linear BT.2020 light.
  func linear(_ image: CIImage, file: String) throws(CommandError) -> LinearPicture {
    LinearPicture(
      bitmap: try render(image, format: .rgbaFloat, encoding: .extendedLinearITUR2020, file: file))
  }

  private static func rectangle(_ region: CGRect, _ limits: DecodeLimits) throws -> PixelRect {
    guard !region.isNull, !region.isEmpty else { throw RenderError.emptyExtent }
    guard !region.isInfinite else { throw RenderError.infiniteExtent }
    let rectangle = PixelRect(enclosing: region)
    try limits.check(width: UInt64(rectangle.width), height: UInt64(rectangle.height), part: "result")
    return rectangle
  }
}
