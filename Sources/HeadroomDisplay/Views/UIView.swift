public import Foundation

/// A rectangle of a screen that may contain other views.
///
/// Coordinates are points, the origin is the upper left corner, y points down. A view is the handle of its ``layer``:
/// place, colour and transparency are the layer's, and its sublayers show the subviews. Views belong to no actor, so
/// that clients in Swift 5 and Swift 6 mode both compile; use a tree of views from one thread at a time, like a
/// `CGContext`.
open class UIView: NSObject, CALayerDelegate {
  /// The class of the view's layer, a subclass of ``CALayer``; other classes count as ``CALayer`` itself.
  open class var layerClass: AnyClass { CALayer.self }

  /// The layer that shows the view.
  public final let layer: CALayer

  /// The view that contains this one; nil for the root.
  public final private(set) weak var superview: UIView?
  /// The views inside this one, the rearmost first.
  public final private(set) var subviews: [UIView] = []

  /// The colour behind the view's contents; nil for none.
  open var backgroundColor: UIColor? {
    didSet { layer.backgroundColor = backgroundColor?.cgColor }
  }
  /// Whether the view covers all of its rectangle. A hint without effect on the result.
  open var isOpaque = true
  /// How contents of another size fill the view. Default ``ContentMode/scaleToFill``.
  open var contentMode = ContentMode.scaleToFill {
    didSet { layer.contentsGravity = contentMode.gravity }
  }
  /// A number for the program's own use.
  open var tag = 0
  /// What of the view's place follows its superview's size. Default none: distance from the upper left corner and size
  /// stay.
  open var autoresizingMask: AutoresizingMask = []
  /// Whether subviews follow the view's size by their ``autoresizingMask``. Default true.
  open var autoresizesSubviews = true
  /// The colour of template images of the view; nil takes the superview's, or ``UIColor/systemBlue`` without one.
  open var tintColor: UIColor! {
    get { ownTint ?? superview?.tintColor ?? .systemBlue }
    set {
      ownTint = newValue
      tintColorDidChange()
    }
  }
  private var ownTint: UIColor?

  private var ownScale: CGFloat?
  private var needsLayout = true

  /// Makes a view with a frame in the superview's coordinates.
  public init(frame: CGRect) {
    layer = (Self.layerClass as? CALayer.Type ?? CALayer.self).init()
    super.init()
    layer.frame = frame
    layer.delegate = self
    layer.setNeedsDisplay()
  }

  /// Makes a view without size.
  public override convenience init() { self.init(frame: .zero) }

  /// Makes a view without size, whatever the archive holds: there are no files of interfaces here. Subclasses call it as
  /// on Apple's systems.
  public required init?(coder: NSCoder) {
    layer = (Self.layerClass as? CALayer.Type ?? CALayer.self).init()
    super.init()
    layer.delegate = self
    layer.setNeedsDisplay()
  }

  // MARK: Place

  /// The rectangle in the superview's coordinates.
  open var frame: CGRect {
    get { layer.frame }
    set { change { layer.frame = newValue } }
  }

  /// The rectangle in the view's own coordinates; its origin is the coordinate of the upper left corner.
  open var bounds: CGRect {
    get { layer.bounds }
    set { change { layer.bounds = newValue } }
  }

  /// The middle of the view in the superview's coordinates.
  open var center: CGPoint {
    get { layer.position }
    set { layer.position = newValue }
  }

  private func change(_ place: () -> Void) {
    let size = layer.bounds.size
    place()
    guard layer.bounds.size != size else { return }
    if autoresizesSubviews {
      for view in subviews { view.resize(from: size, to: layer.bounds.size) }
    }
    setNeedsLayout()
    if contentMode == .redraw { setNeedsDisplay() }
    sizeDidChange()
  }

  private func resize(from old: CGSize, to new: CGSize) {
    if !autoresizingMask.isEmpty { frame = autoresizingMask.resized(frame, from: old, to: new) }
  }

  /// Called after the view's tint colour, or that of a view around it, has changed. Calls it for the subviews that have no
  /// colour of their own.
  open func tintColorDidChange() {
    for view in subviews where view.ownTint == nil { view.tintColorDidChange() }
  }

  /// Called after the view's size has changed. Does nothing.
  package func sizeDidChange() {}

  /// The best size of the view for an offered size: its own, unless a subclass overrides this.
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

  /// Gives the view its best size; the upper left corner stays.
  open func sizeToFit() { frame.size = sizeThatFits(bounds.size) }

  // MARK: Tree

  /// Adds a view in front of the other subviews, and removes it from its previous superview.
  ///
  /// Without effect for the view itself and its ancestors, so that there are no cycles.
  open func addSubview(_ view: UIView) { insertSubview(view, at: subviews.count) }

  /// As ``addSubview(_:)``, behind the views from `index` on. An index outside is clamped.
  open func insertSubview(_ view: UIView, at index: Int) {
    guard !isDescendant(of: view) else { return }
    view.removeFromSuperview()
    let index = min(max(index, 0), subviews.count)
    subviews.insert(view, at: index)
    view.superview = self
    layer.insertSublayer(view.layer, at: UInt32(index))
    view.didMoveToSuperview()
    setNeedsLayout()
  }

  /// Removes the view from its superview.
  open func removeFromSuperview() {
    guard let superview else { return }
    superview.subviews.removeAll { $0 === self }
    self.superview = nil
    layer.removeFromSuperlayer()
    didMoveToSuperview()
  }

  /// Called after the view has moved to another superview, or to none. Does nothing.
  open func didMoveToSuperview() {}

  // MARK: Pixels

  /// Pixels per point. Default: the superview's, or 1 without one. Numbers of 0 and less reset it.
  open var contentScaleFactor: CGFloat {
    get { ownScale ?? superview?.contentScaleFactor ?? 1 }
    set {
      ownScale = newValue > 0 && newValue.isFinite ? newValue : nil
      setNeedsDisplay()
      sizeDidChange()
    }
  }

  /// Pixels per point of the layer's contents.
  package var contentsScale: CGFloat { contentScaleFactor }

  /// Requests a call of ``draw(_:)`` before the view is shown.
  open func setNeedsDisplay() { layer.setNeedsDisplay() }

  /// As ``setNeedsDisplay()``; the whole view is redrawn, whatever the rectangle.
  open func setNeedsDisplay(_ rect: CGRect) { setNeedsDisplay() }

  /// Subclasses override this to draw into ``UIGraphicsGetCurrentContext()``: y points down, 1 is a point, numbers
  /// above 1 are light above reference white, which is shown according to the layer's
  /// ``CALayer/preferredDynamicRange``. Does nothing.
  open func draw(_ rect: CGRect) {}

  /// Makes the layer's contents by ``draw(_:)``. If that draws nothing, they stay unchanged.
  open func display(_ layer: CALayer) {
    let canvas = Canvas(bounds: bounds, scale: contentScaleFactor, isOpaque: false, isExtended: true)
    let drawing = CurrentContext { canvas.makeContext() }
    drawing.current { draw(bounds) }
    if let context = drawing.contextIfMade { layer.contents = canvas.image(of: context) }
  }

  // MARK: Layout

  /// Requests a layout of subviews before the view is shown.
  open func setNeedsLayout() { needsLayout = true }

  /// Lays out this view and its subviews where requested.
  open func layoutIfNeeded() {
    if needsLayout {
      needsLayout = false
      layoutSubviews()
    }
    for view in subviews { view.layoutIfNeeded() }
  }

  /// Subclasses override this to place their subviews. Does nothing.
  open func layoutSubviews() {}
}
