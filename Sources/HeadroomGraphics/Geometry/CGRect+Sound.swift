package import Foundation

extension CGRect {
  /// The rectangle, or the null one where an edge is not a number: Foundation's `intersection` and `union` trap on those.
  ///
  /// A rectangle from minus infinity to plus infinity has such an edge too; it stands for `CGRect.infinite`.
  package var sound: CGRect {
    [minX, maxX, minY, maxY].contains { $0.isNaN } ? .null : self
  }
}
