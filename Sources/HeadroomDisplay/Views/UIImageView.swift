public import Foundation
internal import HeadroomGraphics

/// A view that shows an image within a preferred share of the screen's headroom.
///
/// ```swift
/// let view = UIImageView(image: UIImageReader.default.image(contentsOf: url))
/// view.preferredImageDynamicRange = .high
/// ```
///
/// A file with a gain map is shown with the map weighted for the headroom; every other HDR image is tone mapped to it
/// continuously.
open class UIImageView: UIView {
  open override class var layerClass: AnyClass { ImageLayer.self }

  /// The image to show; nil for none.
  open var image: UIImage? {
    didSet { imageDidChange() }
  }

  /// The image to show while ``isHighlighted`` is true; nil shows ``image``.
  open var highlightedImage: UIImage? {
    didSet { imageDidChange() }
  }

  /// Whether ``highlightedImage`` is shown. Default false.
  open var isHighlighted = false {
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

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    layer.preferredDynamicRange = imageDynamicRange.range
  }

  /// A view of an image and of another one for its highlighted state, with the image's size in points.
  public convenience init(image: UIImage?, highlightedImage: UIImage?) {
    self.init(image: image)
    self.highlightedImage = highlightedImage
  }

  /// A view of an image, with the image's size in points.
  public convenience init(image: UIImage?) {
    self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    self.image = image
    imageDidChange()
  }

  /// The resolved ``preferredImageDynamicRange``: ``ImageDynamicRange/constrainedHigh`` for unspecified, so that HDR is
  /// neither lost nor glaring.
  open var imageDynamicRange: UIImage.DynamicRange {
    preferredImageDynamicRange == .unspecified ? .constrainedHigh : preferredImageDynamicRange
  }

  /// The image's size in points; zero without one.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? .zero }

  package override var contentsScale: CGFloat {
    (isHighlighted ? highlightedImage ?? image : image)?.scale ?? contentScaleFactor
  }

  private var shownImage: UIImage? {
    let image = isHighlighted ? highlightedImage ?? image : image
    return image?.renderingMode == .alwaysTemplate ? image?.withTintColor(tintColor) : image
  }

  private func imageDidChange() {
    let image = shownImage
    (layer as? ImageLayer)?.show(image?.content, image?.imageOrientation.stored ?? .up)
  }

  open override func tintColorDidChange() {
    super.tintColorDidChange()
    imageDidChange()
  }

  open override func didMoveToSuperview() {
    super.didMoveToSuperview()
    if image?.renderingMode == .alwaysTemplate { imageDidChange() }
  }
}

extension ImageDynamicRange {
  /// The corresponding policy of layers.
  var range: CALayer.DynamicRange {
    switch self {
    case .standard: .standard
    case .constrainedHigh, .unspecified: .constrainedHigh
    case .high: .high
    }
  }
}
