internal import Foundation

extension UIView {
  /// What of a view's place follows its superview's size; the rest stays.
  public struct AutoresizingMask: OptionSet, Hashable, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The distance from the left edge.
    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1 << 0)
    public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
    /// The distance from the right edge.
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 1 << 2)
    /// The distance from the upper edge.
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 1 << 3)
    public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
    /// The distance from the lower edge.
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 1 << 5)

    /// A frame after its superview's size has changed.
    func resized(_ frame: CGRect, from old: CGSize, to new: CGSize) -> CGRect {
      let across = Self.shared(
        [frame.minX, frame.width, old.width - frame.maxX], new.width - old.width,
        [contains(.flexibleLeftMargin), contains(.flexibleWidth), contains(.flexibleRightMargin)])
      let down = Self.shared(
        [frame.minY, frame.height, old.height - frame.maxY], new.height - old.height,
        [contains(.flexibleTopMargin), contains(.flexibleHeight), contains(.flexibleBottomMargin)])
      return CGRect(x: across.start, y: down.start, width: across.length, height: down.length)
    }

    /// The start and the length of an axis: what is gained is shared by the flexible parts in proportion, equally where
    /// all of them are 0.
    private static func shared(
      _ parts: [CGFloat], _ gain: CGFloat, _ isFlexible: [Bool]
    ) -> (start: CGFloat, length: CGFloat) {
      let flexible = isFlexible.indices.filter { isFlexible[$0] }
      let sum = flexible.reduce(0) { $0 + max(parts[$1], 0) }
      func part(_ index: Int) -> CGFloat {
        guard isFlexible[index] else { return parts[index] }
        let share = sum > 0 ? max(parts[index], 0) / sum : 1 / CGFloat(flexible.count)
        return parts[index] + gain * share
      }
      return (part(0), max(part(1), 0))
    }
  }

  /// Adds a view in front of one of the subviews; in front of all where that is none of them.
  public func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
    guard view !== siblingSubview else { return }
    view.removeFromSuperview()
    insertSubview(view, at: subviews.firstIndex { $0 === siblingSubview }.map { $0 + 1 } ?? subviews.count)
  }

  /// Adds a view behind one of the subviews; in front of all where that is none of them.
  public func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
    guard view !== siblingSubview else { return }
    view.removeFromSuperview()
    insertSubview(view, at: subviews.firstIndex { $0 === siblingSubview } ?? subviews.count)
  }

  /// Moves a subview in front of the others.
  public func bringSubviewToFront(_ view: UIView) {
    if view.superview === self { addSubview(view) }
  }

  /// Moves a subview behind the others.
  public func sendSubviewToBack(_ view: UIView) {
    if view.superview === self { insertSubview(view, at: 0) }
  }

  /// The view itself or the first view inside it that has a tag; nil where there is none.
  public func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    return subviews.lazy.compactMap { $0.viewWithTag(tag) }.first
  }
}
