internal import Foundation
public import HeadroomGraphics

/// One of this thread's stack of drawing contexts, the current one last; UIKit's and AppKit's names share the stack.
///
/// A context may be lazy: it is made when first used, so that views that draw nothing cost no memory.
final class CurrentContext {
  private let make: () -> CGContext?
  private var isMade = false
  private var made: CGContext?
  /// What the context was made from, where its drawing becomes an image.
  let canvas: Canvas?
  /// Whether y points down, as in all of UIKit's contexts.
  let isFlipped: Bool
  private var graphicsIfMade: NSGraphicsContext?

  init(canvas: Canvas? = nil, isFlipped: Bool = true, _ make: @escaping () -> CGContext?) {
    self.canvas = canvas
    self.isFlipped = isFlipped
    self.make = make
  }

  init(_ graphics: NSGraphicsContext?) {
    canvas = nil
    isFlipped = graphics?.isFlipped ?? false
    make = { graphics?.cgContext }
    graphicsIfMade = graphics
  }

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

  /// AppKit's object for the context.
  var graphics: NSGraphicsContext? {
    if graphicsIfMade == nil { graphicsIfMade = context.map { NSGraphicsContext(cgContext: $0, flipped: isFlipped) } }
    return graphicsIfMade
  }

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

/// Makes a context the one that this thread draws into. Text and images are upright in it where y points down.
public func UIGraphicsPushContext(_ context: CGContext) { CurrentContext.all.append(CurrentContext { context }) }

/// Goes back to the context before the last ``UIGraphicsPushContext(_:)``; without effect where there is none.
public func UIGraphicsPopContext() { _ = CurrentContext.all.popLast() }
