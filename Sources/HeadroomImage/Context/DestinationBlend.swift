internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomPixels

/// How a destination lays pictures over what it holds.
struct DestinationBlend: Sendable {
  private let kernel: CIBlendKernel
  /// Nil blends linear light.
  private let blendSpace: CGColorSpace?
  private let encoding: ColorEncoding?
  private let alphaMode: CIRenderDestinationAlphaMode

  /// Nil where the destination replaces what it holds.
  init?(_ destination: CIRenderDestination) {
    guard let kernel = destination.blendKernel else { return nil }
    self.kernel = kernel
    encoding = destination.colorSpace?.encoding
    blendSpace = destination.blendsInDestinationColorSpace ? destination.colorSpace : nil
    alphaMode = destination.alphaMode
  }

  /// The blended pixels of a region, computed before the first of them is overwritten.
  ///
  /// - Parameters:
  ///   - image: in the coordinates of the bitmap.
  ///   - bitmap: what the destination holds.
  func picture(
    of image: CIImage, over bitmap: PixelBitmap, _ region: PixelRect, in context: CIContext
  ) throws -> CIImage {
    let held = CIImage(
      bitmap: bitmap.reading(alpha: alpha(of: bitmap)), encoding: encoding, tags: ImageTags(), label: "destination",
      options: ReadOptions([:]), isConstant: false)
    let blended =
      blendSpace.map { kernel.apply(foreground: image, background: held, colorSpace: $0) }
      ?? kernel.apply(foreground: image, background: held)
    guard let blended else { throw RenderError.unsupportedColorSpace("\(blendSpace.map { "\($0)" } ?? "none")") }
    let pixels = try context.bitmap(blended, region: region, format: .rgbaFloat, encoding: nil, alpha: .premultiplied)
    let light = CIImage(
      bitmap: pixels, encoding: nil, tags: ImageTags(), label: "blended", options: ReadOptions([:]), isConstant: false)
    return light.transformed(by: CGAffineTransform(translationX: CGFloat(region.minX), y: CGFloat(region.minY)))
  }

  private func alpha(of bitmap: PixelBitmap) -> AlphaMode {
    guard bitmap.format.hasAlpha else { return .opaque }
    return switch alphaMode {
    case .none: .opaque
    case .premultiplied: .premultiplied
    case .unpremultiplied: .straight
    }
  }
}
