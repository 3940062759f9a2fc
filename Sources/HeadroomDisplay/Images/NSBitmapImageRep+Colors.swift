internal import HeadroomGraphics
public import HeadroomImage

extension NSBitmapImageRep {
  /// The same numbers in another space; nil where that has another number of components.
  public func retagging(with newSpace: NSColorSpace) -> NSBitmapImageRep? {
    guard let space = newSpace.cgColorSpace, let image = cgImage?.copy(colorSpace: space) else { return nil }
    return NSBitmapImageRep(cgImage: image)
  }

  /// The same colours in another space, of the same depth; nil for spaces that pixels cannot be converted to.
  public func converting(to targetSpace: NSColorSpace, renderingIntent: NSColorRenderingIntent) -> NSBitmapImageRep? {
    guard let space = targetSpace.cgColorSpace, space.supportsOutput, let image = cgImage else { return nil }
    return PictureRenderer.converted(image, to: space).map { NSBitmapImageRep(cgImage: $0) }
  }
}

/// How colours outside of a space are treated; conversion is colorimetric in any case.
public enum NSColorRenderingIntent: Int, Hashable, Sendable, CaseIterable {
  case `default` = 0
  case absoluteColorimetric = 1
  case relativeColorimetric = 2
  case perceptual = 3
  case saturation = 4
}

extension CIImage {
  /// An image of a representation's pixels as they are now; nil when there is no memory.
  public convenience init?(bitmapImageRep: NSBitmapImageRep) {
    guard let image = bitmapImageRep.cgImage else { return nil }
    self.init(cgImage: image)
  }
}
