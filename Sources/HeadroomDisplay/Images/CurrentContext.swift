public import Foundation
public import HeadroomGraphics

/// This thread's stack of drawing contexts, the current one last.
///
/// A context may be lazy: it is made when first used, so that views that draw nothing cost no memory.
final class CurrentContext {
  private let make: () -> CGContext?
  private var isMade = false
  private var made: CGContext?

  init(_ make: @escaping () -> CGContext?) { self.make = make }

  /// The context; nil where it cannot be made.
  var context: CGContext? {
    if !isMade {
      isMade = true
      made = make()
    }
    return made
  }

  /// The context, if it has been made.
  var contextIfMade: CGContext? { made }

  private static let key = "HeadroomCurrentContexts"

  static var all: [CurrentContext] {
    get { Thread.current.threadDictionary[key] as? [CurrentContext] ?? [] }
    set { Thread.current.threadDictionary[key] = newValue }
  }

  /// Makes this one the current one while `body` runs.
  func current<Result>(_ body: () throws -> Result) rethrows -> Result {
    Self.all.append(self)
    defer { UIGraphicsPopContext() }
    return try body()
  }
}

/// The context that this thread draws into; nil outside of renderers and views that draw.
public func UIGraphicsGetCurrentContext() -> CGContext? { CurrentContext.all.last?.context }

/// Makes a context the one that this thread draws into.
public func UIGraphicsPushContext(_ context: CGContext) { CurrentContext.all.append(CurrentContext { context }) }

/// Goes back to the context before the last ``UIGraphicsPushContext(_:)``; without effect where there is none.
public func UIGraphicsPopContext() { _ = CurrentContext.all.popLast() }

extension UIColor {
  /// Makes this the colour that rectangles of the current context are filled with.
  public func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }

  /// As ``setFill()``.
  public func set() { setFill() }
}

/// Fills a rectangle of the current context with its fill colour.
public func UIRectFill(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.fill(rect) }
