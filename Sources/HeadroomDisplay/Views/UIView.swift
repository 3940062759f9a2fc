public import Foundation

/// A rectangle of a screen, with other rectangles in it.
///
/// Coordinates are points, the origin is the upper left corner, y points down. Views belong to no actor, so that clients in
/// Swift 5 and Swift 6 mode both compile; a tree of views is used by one thread at a time, as a `CGContext` is.
///
/// Numbers that are not finite count as 0 when a tree is shown.
open class UIView: NSObject {
  /// The rectangle in the superview's coordinates.
  open var frame: CGRect {
    get {
      CGRect(
        x: center.x - bounds.width / 2, y: center.y - bounds.height / 2, width: bounds.width, height: bounds.height)
    }
    set {
      let area = newValue.standardized
      bounds.size = area.size
      center = CGPoint(x: area.midX, y: area.midY)
    }
  }

  /// The rectangle in the view's own coordinates; its origin is the point that the upper left corner shows.
  open var bounds: CGRect {
    didSet { if bounds.size != oldValue.size { setNeedsLayout() } }
  }

  /// The middle of the view in the superview's coordinates.
  open var center: CGPoint

  /// The view that this one lies in; nil for the topmost.
  public final package(set) weak var superview: UIView?
  /// The views in this one, the rearmost first.
  public final package(set) var subviews: [UIView] = []

  /// Whether the view and what lies in it is left out.
  open var isHidden = false
  /// How much of the view and what lies in it covers what is behind: 0 nothing, 1 all. Values outside are brought to the
  /// nearer end when the view is shown.
  open var alpha: CGFloat = 1
  /// Whether what lies in the view is cut at its edges.
  open var clipsToBounds = false
  /// Whether the view covers all of its rectangle. A hint: what is shown does not depend on it.
  open var isOpaque = true
  /// What lies behind all else that the view shows; nil for nothing.
  open var backgroundColor: UIColor?
  /// A number for the program's own use.
  open var tag = 0

  private var ownScale: CGFloat?
  private var needsLayout = true
  private(set) final var needsDisplay = true

  /// Makes a view of a place and size, in the superview's coordinates.
  public init(frame: CGRect) {
    let area = frame.standardized
    bounds = CGRect(origin: .zero, size: area.size)
    center = CGPoint(x: area.midX, y: area.midY)
    super.init()
  }

  /// Makes a view without size.
  public override convenience init() { self.init(frame: .zero) }

  // MARK: Tree

  /// Puts a view in front of those that are in this one; it leaves the one it was in.
  ///
  /// Without effect for the view itself and for those that it lies in: a tree has no circles.
  open func addSubview(_ view: UIView) { insertSubview(view, at: subviews.count) }

  /// As ``addSubview(_:)``, behind the views from `index` on. An index outside counts as the nearer end.
  open func insertSubview(_ view: UIView, at index: Int) {
    guard !isDescendant(of: view) else { return }
    view.removeFromSuperview()
    subviews.insert(view, at: min(max(index, 0), subviews.count))
    view.superview = self
    view.didMoveToSuperview()
    setNeedsLayout()
  }

  /// Takes the view out of the one it lies in.
  open func removeFromSuperview() {
    guard let superview else { return }
    superview.subviews.removeAll { $0 === self }
    self.superview = nil
    didMoveToSuperview()
  }

  /// Whether this is `view` or lies in it.
  open func isDescendant(of view: UIView) -> Bool {
    sequence(first: self) { $0.superview }.contains { $0 === view }
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
    }
  }

  /// Says that ``draw(_:)`` has to be called before the view is shown.
  open func setNeedsDisplay() { needsDisplay = true }

  /// As ``setNeedsDisplay()``; all of the view is drawn anew, whatever the rectangle.
  open func setNeedsDisplay(_ rect: CGRect) { setNeedsDisplay() }

  /// Where subclasses draw, into `UIGraphicsGetCurrentContext()`: y points down, 1 is a point, numbers above 1 are light above
  /// reference white. Does nothing.
  open func draw(_ rect: CGRect) {}

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
