internal import Foundation
internal import HeadroomGraphics
internal import HeadroomPixels

/// An answer that the planner got by looking at a value. A plan may be bound to another recipe if that gives the same
/// answers to all questions; otherwise the recipe belongs to another class and gets its own plan.
enum PlanGuard: Hashable, Sendable {
  case transform(Slot<CGAffineTransform>, TransformKind)
  /// How often the picture is halved before it is sampled.
  case halvings(Slot<CGAffineTransform>, Int)
  case rect(Slot<PixelRect>, RectKind)
  case covers(Slot<PixelRect>, Slot<PixelRect>, Bool)
  case matrix(Slot<ColorMatrix>, MatrixQuestion, Bool)
  /// For an operation that is a matrix, the slot that takes it records this: ``SlotValues/isComplete``.
  case hasNoMatrix(node: Int)

  enum TransformKind: Hashable, Sendable {
    case wholeTranslation
    /// Quarter turns and flips, by whole pixels.
    case pixelGrid
    /// Without an inverse: nothing is visible.
    case singular
    case general

    init(_ transform: CGAffineTransform) {
      if transform.isWholeTranslation {
        self = .wholeTranslation
      } else if transform.mapsPixelGridToItself {
        self = .pixelGrid
      } else {
        self = AffineMap(transform) == nil ? .singular : .general
      }
    }
  }

  enum RectKind: Hashable, Sendable {
    case empty, finite, infinite

    init(_ rect: PixelRect) { self = rect.isEmpty ? .empty : rect.isInfinite ? .infinite : .finite }
  }

  enum MatrixQuestion: Hashable, Sendable {
    case isIdentity, isHomogeneous, leavesAlphaAlone

    func answer(_ matrix: ColorMatrix) -> Bool {
      switch self {
      case .isIdentity: matrix.isIdentity
      case .isHomogeneous: matrix.isHomogeneous
      case .leavesAlphaAlone: matrix.leavesAlphaAlone
      }
    }
  }

  static func halvings(of transform: CGAffineTransform) -> Int { AffineMap(transform)?.halvings ?? 0 }

  func holds(for values: SlotValues) -> Bool {
    switch self {
    case .transform(let slot, let kind): TransformKind(values[slot]) == kind
    case .halvings(let slot, let count): Self.halvings(of: values[slot]) == count
    case .rect(let slot, let kind): RectKind(values[slot]) == kind
    case .covers(let outer, let inner, let covers): values[outer].contains(values[inner]) == covers
    case .matrix(let slot, let question, let answer): question.answer(values[slot]) == answer
    case .hasNoMatrix(let node): values.bindings?.matrix(of: node) == nil
    }
  }
}
