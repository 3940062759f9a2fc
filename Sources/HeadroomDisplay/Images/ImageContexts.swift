public import Foundation
internal import HeadroomGraphics

// The older way to make images by drawing: 8 bits of sRGB. UIGraphicsImageRenderer also holds light above reference
// white.

/// Begins an image of a size in points, one pixel for each, transparent at first; it is the current context until
/// ``UIGraphicsEndImageContext()``.
public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

/// Begins an image of a size in points.
///
/// - Parameters:
///   - size: points. An empty one gives a context that draws nothing and has no image.
///   - opaque: whether the pixels have no alpha; they then start as black.
///   - scale: pixels per point; 0 takes the main screen's.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
  let canvas = Canvas(
    bounds: CGRect(origin: .zero, size: size), scale: scale > 0 ? scale : MainScreen.scale, isOpaque: opaque,
    isExtended: false)
  CurrentContext.all.append(CurrentContext(canvas: canvas) { canvas.makeContext() })
}

/// The image of what has been drawn so far into the current context; nil where that is not an image's.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
  guard let current = CurrentContext.all.last, let canvas = current.canvas, let context = current.context else {
    return nil
  }
  return canvas.uiImage(of: context)
}

/// Ends the image that was begun last. Without effect where the current context is not an image's.
public func UIGraphicsEndImageContext() {
  if CurrentContext.all.last?.canvas != nil { UIGraphicsPopContext() }
}

/// The name before Swift 3.
@available(*, unavailable, message: "use image.pngData()")
public func UIImagePNGRepresentation(_ image: UIImage) -> Data? { nil }

/// The name before Swift 3.
@available(*, unavailable, message: "use image.jpegData(compressionQuality:)")
public func UIImageJPEGRepresentation(_ image: UIImage, _ compressionQuality: CGFloat) -> Data? { nil }

extension Canvas {
  /// The image of a context; nil without memory.
  func uiImage(of context: CGContext) -> UIImage? {
    image(of: context).map { UIImage(cgImage: $0, scale: scale, orientation: .up) }
  }
}
