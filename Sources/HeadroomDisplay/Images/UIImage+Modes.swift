public import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImage

extension UIImage {
  /// Whether views show an image's own colours.
  public enum RenderingMode: Int, Hashable, Sendable, CaseIterable {
    /// As ``alwaysOriginal``: no view here takes images for templates by itself.
    case automatic = 0
    /// The image's own colours.
    case alwaysOriginal = 1
    /// The view's tint colour wherever the image is not transparent.
    case alwaysTemplate = 2
  }

  /// How the middle of a resizable image fills its place.
  public enum ResizingMode: Int, Hashable, Sendable, CaseIterable {
    /// Repeated.
    case tile = 0
    /// Stretched.
    case stretch = 1
  }

  /// Whether views show the image's own colours. Drawing always does.
  public var renderingMode: RenderingMode { traits.renderingMode }

  /// The image with another rendering mode.
  public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
    replacing { $0.renderingMode = renderingMode }
  }

  /// The image in one colour, with its own transparency and rendering mode; the image itself where it has no pixels.
  ///
  /// A colour above reference white makes an HDR image.
  public func withTintColor(_ color: UIColor) -> UIImage { withTintColor(color, renderingMode: renderingMode) }

  /// As ``withTintColor(_:)``, with a rendering mode.
  public func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
    guard let content = content.tinted(color.cgColor) else { return withRenderingMode(renderingMode) }
    return replacing(content).replacing { $0.renderingMode = renderingMode }
  }

  /// The image mirrored left to right, by its orientation alone.
  public func withHorizontallyFlippedOrientation() -> UIImage {
    UIImage(content, scale: scale, orientation: imageOrientation.mirrored, traits: traits)
  }

  /// An image that is to be mirrored where text runs from right to left, which views here do not do.
  public func imageFlippedForRightToLeftLayoutDirection() -> UIImage { replacing { $0.flipsForRightToLeft = true } }

  /// Whether the image is to be mirrored where text runs from right to left.
  public var flipsForRightToLeftLayoutDirection: Bool { traits.flipsForRightToLeft }

  /// The image with distances of its edges from what layouts align.
  public func withAlignmentRectInsets(_ alignmentInsets: UIEdgeInsets) -> UIImage {
    replacing { $0.alignmentRectInsets = alignmentInsets }
  }

  /// Distances of the edges from what layouts align.
  public var alignmentRectInsets: UIEdgeInsets { traits.alignmentRectInsets }

  /// Whether the image is one of the system's symbols: never, there are none here.
  public var isSymbolImage: Bool { false }

  // MARK: Caps

  /// An image whose edges keep their size when it is drawn at another one; the middle is repeated.
  ///
  /// - Parameter capInsets: the edges in points.
  public func resizableImage(withCapInsets capInsets: UIEdgeInsets) -> UIImage {
    resizableImage(withCapInsets: capInsets, resizingMode: .tile)
  }

  /// As ``resizableImage(withCapInsets:)``, with the middle repeated or stretched.
  public func resizableImage(withCapInsets capInsets: UIEdgeInsets, resizingMode: ResizingMode) -> UIImage {
    replacing {
      $0.capInsets = capInsets
      $0.resizingMode = resizingMode
      $0.isResizable = true
    }
  }

  /// The edges that keep their size, in points.
  public var capInsets: UIEdgeInsets { traits.capInsets }

  /// How the middle of a resizable image fills its place.
  public var resizingMode: ResizingMode { traits.resizingMode }

  // MARK: Animation

  /// The pictures of an animation; nil for a single picture.
  public var images: [UIImage]? { traits.images }

  /// Seconds of all pictures of an animation; 0 for a single picture.
  public var duration: TimeInterval { traits.duration }

  /// An image of several pictures; nil without any. Drawn, it is the first one.
  ///
  /// - Parameters:
  ///   - images: in their order.
  ///   - duration: seconds of all of them; 0 counts as 1/30 s for each.
  public class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
    guard let first = images.first else { return nil }
    return first.replacing {
      $0.images = images
      $0.duration = duration > 0 && duration.isFinite ? duration : Double(images.count) / 30
    }
  }

  // MARK: Formats

  /// The format for drawing into an image like this one: its scale, transparency and range.
  public var imageRendererFormat: UIGraphicsImageRendererFormat {
    let format = UIGraphicsImageRendererFormat(scale: scale)
    format.opaque = content.isOpaque
    format.preferredRange = isHighDynamicRange ? .extended : .standard
    return format
  }
}

extension UIImage.Orientation {
  /// Mirrored left to right as it is shown.
  fileprivate var mirrored: Self {
    switch self {
    case .up: .upMirrored
    case .upMirrored: .up
    case .down: .downMirrored
    case .downMirrored: .down
    case .left: .rightMirrored
    case .rightMirrored: .left
    case .right: .leftMirrored
    case .leftMirrored: .right
    }
  }
}
