public import Foundation
internal import HeadroomGraphics
private import Synchronization

/// How an ``NSImageView`` fits its image.
public enum NSImageScaling: UInt, Hashable, Sendable, CaseIterable {
  /// Reduced if it does not fit, with its own proportions, in the middle.
  case scaleProportionallyDown = 0
  /// Stretched to the view.
  case scaleAxesIndependently = 1
  /// In its own size, in the middle.
  case scaleNone = 2
  /// As large as fits, with its own proportions, in the middle.
  case scaleProportionallyUpOrDown = 3
}

/// AppKit's image view. It is a ``UIView`` here, so that screens show both; its y points down like that of all views.
open class NSImageView: UIView {
  open override class var layerClass: AnyClass { ImageLayer.self }

  private static let defaultRange = Mutex(NSImage.DynamicRange.constrainedHigh)

  /// The default ``preferredImageDynamicRange`` of new views. Default ``ImageDynamicRange/constrainedHigh``.
  open class var defaultPreferredImageDynamicRange: NSImage.DynamicRange {
    get { defaultRange.withLock { $0 } }
    set { defaultRange.withLock { $0 = newValue } }
  }

  /// The image to show; nil for none.
  open var image: NSImage? {
    didSet { imageDidChange() }
  }

  /// How much of the screen's headroom the image may use; ``ImageDynamicRange/unspecified`` counts as
  /// ``ImageDynamicRange/constrainedHigh``.
  open var preferredImageDynamicRange = NSImageView.defaultPreferredImageDynamicRange {
    didSet { layer.preferredDynamicRange = preferredImageDynamicRange.range }
  }

  /// How the image is fitted. Default ``NSImageScaling/scaleProportionallyDown``.
  open var imageScaling = NSImageScaling.scaleProportionallyDown {
    didSet { updateGravity() }
  }

  /// A view without an image.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    layer.preferredDynamicRange = preferredImageDynamicRange.range
    updateGravity()
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    layer.preferredDynamicRange = preferredImageDynamicRange.range
    updateGravity()
  }

  /// A view of an image, with the image's size in points.
  public convenience init(image: NSImage) {
    self.init(frame: CGRect(origin: .zero, size: image.size))
    self.image = image
    imageDidChange()
  }

  /// The range in which the image is shown: ``ImageDynamicRange/standard`` for SDR images, the preferred one for HDR
  /// images; ``ImageDynamicRange/unspecified`` without an image.
  open var imageDynamicRange: NSImage.DynamicRange {
    guard let image else { return .unspecified }
    guard image.content.isHDR else { return .standard }
    return preferredImageDynamicRange == .unspecified ? .constrainedHigh : preferredImageDynamicRange
  }

  /// The image's size in points; zero without one.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? .zero }

  package override func sizeDidChange() { updateGravity() }

  package override var contentsScale: CGFloat {
    guard let image, image.size.width > 0 else { return contentScaleFactor }
    let pixels = image.orientation.swapsAxes ? image.content.size.height : image.content.size.width
    return pixels / image.size.width
  }

  private func imageDidChange() {
    (layer as? ImageLayer)?.show(image?.content, image?.orientation ?? .up)
    updateGravity()
  }

  private func updateGravity() {
    layer.contentsGravity =
      switch imageScaling {
      case .scaleAxesIndependently: .resize
      case .scaleNone: .center
      case .scaleProportionallyUpOrDown: .resizeAspect
      case .scaleProportionallyDown: fits ? .center : .resizeAspect
      }
  }

  private var fits: Bool {
    guard let size = image?.size else { return true }
    return size.width <= bounds.width && size.height <= bounds.height
  }
}
