package import Foundation
internal import HeadroomColor
package import HeadroomGraphics

/// Pixels to draw into for a rectangle of points, y down.
package struct Canvas {
  package let bounds: CGRect
  package let scale: CGFloat
  package let isOpaque: Bool
  /// Half floats in extended sRGB instead of 8 bits in sRGB.
  package let isExtended: Bool

  package init(bounds: CGRect, scale: CGFloat, isOpaque: Bool, isExtended: Bool) {
    self.bounds = bounds
    self.scale = scale > 0 && scale.isFinite ? scale : 1
    self.isOpaque = isOpaque
    self.isExtended = isExtended
  }

  /// The most pixels: 256 mebipixels, 2 gibibytes of half floats.
  private static let largestArea = CGFloat(1 << 28)

  /// Size in whole pixels; nil where it is empty or far too large.
  package var pixelSize: (width: Int, height: Int)? {
    let (width, height) = ((bounds.width * scale).rounded(.up), (bounds.height * scale).rounded(.up))
    guard width >= 1, height >= 1, width * height <= Self.largestArea, bounds.origin.isFinite else {
      return nil
    }
    return (Int(width), Int(height))
  }

  /// A context whose upper left corner is the rectangle's, or its lower left one where y points up; nil without memory.
  package func makeContext(isFlipped: Bool = true) -> CGContext? {
    guard let size = pixelSize else { return nil }
    let alpha: CGImageAlphaInfo = isOpaque ? .noneSkipLast : .premultipliedLast
    var info = CGBitmapInfo(rawValue: alpha.rawValue)
    if isExtended { info.formUnion([.floatComponents, .byteOrder16Little]) }
    let context = unsafe CGContext(
      data: nil, width: size.width, height: size.height, bitsPerComponent: isExtended ? 16 : 8, bytesPerRow: 0,
      space: CGColorSpace(encoding: isExtended ? .extendedSRGB : .sRGB), bitmapInfo: info)
    if isFlipped { context?.translateBy(x: 0, y: CGFloat(size.height)) }
    context?.scaleBy(x: scale, y: isFlipped ? -scale : scale)
    context?.translateBy(x: -bounds.minX, y: -bounds.minY)
    // Shadows fall in points, in the direction of the axes.
    context?.baseTransform = context?.ctm ?? .identity
    return context
  }

  /// An image of a context, with its headroom measured where it can be above 1.
  package func image(of context: CGContext) -> CGImage? {
    let image = context.makeImage()
    return isExtended ? image?.copyWithCalculatedHDRStats() : image
  }
}

extension CGPoint {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite }
}
