internal import Foundation
internal import Headroom
internal import HeadroomPictures

/// Renders the pictures of a gallery.
struct GalleryRenderer {
  private let renderer: PictureRenderer

  /// High enough that codec artefacts are not mistaken for a filter's effect.
  private static let quality = 92.0

  init(common: CommonOptions) { renderer = PictureRenderer(common.resources) }

  /// A picture as a WebP in sRGB, made darker by some stops, and the seconds that rendering took.
  func picture(
    of image: CIImage, over frame: CGRect, stops: Double
  ) throws(PictureError) -> (bytes: [UInt8], seconds: Double) {
    let shown =
      stops == 0 ? image : image.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: stops])
    let clock = ContinuousClock()
    let start = clock.now
    let bitmap = try renderer.render(
      shown, region: frame, format: .rgba8, encoding: .sRGB, alpha: .straight, file: "gallery")
    let duration = start.duration(to: clock.now).components
    do {
      let bytes = try TargetFormat(named: "webp").writer.encode(
        StillImage(base: bitmap, encoding: .sRGB), options: EncodeOptions(quality: Self.quality))
      return (bytes, Double(duration.seconds) + Double(duration.attoseconds) * 1e-18)
    } catch {
      throw PictureError(error, file: "gallery")
    }
  }

  /// An image with its pixels in memory.
  func decoded(_ image: CIImage) throws(PictureError) -> CIImage {
    let bitmap = try renderer.render(image, format: .rgbaFloat, encoding: .extendedLinearITUR2020, file: "gallery")
    var tags = ImageTags()
    tags.contentHeadroom = image.contentHeadroom
    return CIImage(
      bitmap: bitmap, encoding: .extendedLinearITUR2020, tags: tags, label: "photo", options: ReadOptions([:]))
  }
}
