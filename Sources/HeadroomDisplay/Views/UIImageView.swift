public import Foundation
internal import HeadroomGraphics

/// A view that shows an image, in as much of the screen's headroom as it is asked to.
///
/// ```swift
/// let view = UIImageView(image: UIImageReader.default.image(contentsOf: url))
/// view.preferredImageDynamicRange = .high
/// ```
///
/// A file with a gain map is shown as the map says for the headroom; every other HDR image is tone mapped to it without a break.
open class UIImageView: UIView {
  open override class var layerClass: AnyClass { ImageLayer.self }

  /// What is shown; nil for nothing.
  open var image: UIImage? {
    didSet { imageDidChange() }
  }

  /// How much of the screen's headroom the image may use. Default ``ImageDynamicRange/unspecified``.
  open var preferredImageDynamicRange = UIImage.DynamicRange.unspecified {
    didSet { layer.preferredDynamicRange = imageDynamicRange.range }
  }

  /// A view of no size.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    layer.preferredDynamicRange = imageDynamicRange.range
  }

  /// A view of an image, as large as that is in points.
  public convenience init(image: UIImage?) {
    self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    self.image = image
    imageDidChange()
  }

  /// What ``preferredImageDynamicRange`` comes to: where that is unspecified,
  /// ``ImageDynamicRange/constrainedHigh``, so that HDR is neither dropped nor glaring.
  open var imageDynamicRange: UIImage.DynamicRange {
    preferredImageDynamicRange == .unspecified ? .constrainedHigh : preferredImageDynamicRange
  }

  /// The image's size in points; zero without one.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? .zero }

  package override var contentsScale: CGFloat { image?.scale ?? contentScaleFactor }

  private func imageDidChange() {
    (layer as? ImageLayer)?.show(image?.content, image?.imageOrientation.stored ?? .up)
  }
}

extension ImageDynamicRange {
  /// The policy as layers have it.
  var range: CALayer.DynamicRange {
    switch self {
    case .standard: .standard
    case .constrainedHigh, .unspecified: .constrainedHigh
    case .high: .high
    }
  }
}
