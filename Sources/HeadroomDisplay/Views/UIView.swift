public import Foundation

/// A rectangle of a screen, with other rectangles in it.
///
/// Coordinates are points, the origin is the upper left corner, y points down. A view is the handle of its ``layer``: place,
/// colour and transparency are the layer's, and subviews are shown by its sublayers. Views belong to no actor, so that clients
/// in Swift 5 and Swift 6 mode both compile; a tree of views is used by one thread at a time, as a `CGContext` is.
open class UIView: NSObject, CALayerDelegate {
  /// The class of the view's layer, a kind of ``CALayer``; others count as ``CALayer`` itself.
  open class var layerClass: AnyClass { CALayer.self }

  /// What shows the view.
  public final let layer: CALayer

  /// The view that this one lies in; nil for the topmost.
  public final private(set) weak var superview: UIView?
  /// The views in this one, the rearmost first.
  public final private(set) var subviews: [UIView] = []

  /// What lies behind all else that the view shows; nil for nothing.
  open var backgroundColor: UIColor? {
    didSet { layer.backgroundColor = backgroundColor?.cgColor }
  }
  /// Whether the view covers all of its rectangle. A hint: what is shown does not depend on it.
  open var isOpaque = true
  /// How contents of another size fill the view. Default ``ContentMode/scaleToFill``.
  open var contentMode = ContentMode.scaleToFill {
    didSet { layer.contentsGravity = contentMode.gravity }
  }
  /// A number for the program's own use.
  open var tag = 0

  private var ownScale: CGFloat?
  private var needsLayout = true

  /// Makes a view of a place and size, in the superview's coordinates.
  public init(frame: CGRect) {
    layer = (Self.layerClass as? CALayer.Type ?? CALayer.self).init()
    super.init()
    layer.frame = frame
    layer.delegate = self
    layer.setNeedsDisplay()
  }

  /// Makes a view without size.
  public override convenience init() { self.init(frame: .zero) }

  // MARK: Place

  /// The rectangle in the superview's coordinates.
  open var frame: CGRect {
    get { layer.frame }
    set { change { layer.frame = newValue } }
  }

  /// The rectangle in the view's own coordinates; its origin is the point that the upper left corner shows.
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
    setNeedsLayout()
    if contentMode == .redraw { setNeedsDisplay() }
    sizeDidChange()
  }

  /// Told after the view got another size. Does nothing.
  package func sizeDidChange() {}

  /// The size that suits the view best in a size that is offered: its own, unless a subclass knows better.
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

  /// Gives the view the size that suits it best; the upper left corner stays.
  open func sizeToFit() { frame.size = sizeThatFits(bounds.size) }

  // MARK: Tree

  /// Puts a view in front of those that are in this one; it leaves the one it was in.
  ///
  /// Without effect for the view itself and for those that it lies in: a tree has no circles.
  open func addSubview(_ view: UIView) { insertSubview(view, at: subviews.count) }

  /// As ``addSubview(_:)``, behind the views from `index` on. An index outside counts as the nearer end.
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

  /// Takes the view out of the one it lies in.
  open func removeFromSuperview() {
    guard let superview else { return }
    superview.subviews.removeAll { $0 === self }
    self.superview = nil
    layer.removeFromSuperlayer()
    didMoveToSuperview()
  }

  /// Told after the view has come to another superview, or to none. Does nothing.
  open func didMoveToSuperview() {}

  // MARK: Pixels

  /// Pixels per point. Unless set, that of the superview; 1 where there is none. Numbers of 0 and less unset it.
  open var contentScaleFactor: CGFloat {
    get { ownScale ?? superview?.contentScaleFactor ?? 1 }
    set {
      ownScale = newValue > 0 && newValue.isFinite ? newValue : nil
      setNeedsDisplay()
      sizeDidChange()
    }
  }

  /// Pixels per point of what the layer shows.
  package var contentsScale: CGFloat { contentScaleFactor }

  /// Says that ``draw(_:)`` has to be called before the view is shown.
  open func setNeedsDisplay() { layer.setNeedsDisplay() }

  /// As ``setNeedsDisplay()``; all of the view is drawn anew, whatever the rectangle.
  open func setNeedsDisplay(_ rect: CGRect) { setNeedsDisplay() }

  /// Where subclasses draw, into ``UIGraphicsGetCurrentContext()``: y points down, 1 is a point, numbers above 1 are light
  /// above reference white, which is shown as the layer's ``CALayer/preferredDynamicRange`` says. Does nothing.
  open func draw(_ rect: CGRect) {}

  /// Makes the layer's contents: what ``draw(_:)`` draws. Where it draws nothing they are left as they are.
  open func display(_ layer: CALayer) {
    let canvas = Canvas(bounds: bounds, scale: contentScaleFactor, isOpaque: false, isExtended: true)
    let drawing = CurrentContext { canvas.makeContext() }
    drawing.current { draw(bounds) }
    if let context = drawing.contextIfMade { layer.contents = canvas.image(of: context) }
  }

  // MARK: Layout

  /// Says that subviews have to be placed anew before the view is shown.
  open func setNeedsLayout() { needsLayout = true }

  /// Places subviews, of this view and of those in it, where that was asked for.
  open func layoutIfNeeded() {
    if needsLayout {
      needsLayout = false
      layoutSubviews()
    }
    for view in subviews { view.layoutIfNeeded() }
  }

  /// Where subclasses place their subviews. Does nothing.
  open func layoutSubviews() {}
}
