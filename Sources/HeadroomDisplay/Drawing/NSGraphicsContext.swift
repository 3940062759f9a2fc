public import Foundation
public import HeadroomGraphics

/// AppKit's object for a context to draw into, with the direction of its y axis.
///
/// `NSGraphicsContext.current` is what this thread draws into, under UIKit's names too. Use a context from one thread at
/// a time.
open class NSGraphicsContext: NSObject {
  /// The context.
  public final let cgContext: CGContext
  /// Whether y points down.
  public final let isFlipped: Bool

  /// An object for a context.
  ///
  /// - Parameters:
  ///   - graphicsPort: the context.
  ///   - initialFlippedState: whether y points down in it. Its transform is not changed.
  public init(cgContext graphicsPort: CGContext, flipped initialFlippedState: Bool) {
    cgContext = graphicsPort
    isFlipped = initialFlippedState
  }

  /// What this thread draws into; nil for nothing. Setting it replaces the current one until
  /// ``restoreGraphicsState()-swift.type.method``.
  public class var current: NSGraphicsContext? {
    get { CurrentContext.all.last?.graphics }
    set { CurrentContext.all = CurrentContext.all.dropLast() + [CurrentContext(newValue)] }
  }

  /// Saves which context is current, and that one's state.
  public class func saveGraphicsState() {
    current?.cgContext.saveGState()
    CurrentContext.all.append(CurrentContext.all.last ?? CurrentContext(nil))
  }

  /// Makes the context that was current at the last ``saveGraphicsState()-swift.type.method`` the current one again, in
  /// its state then. Without effect where nothing was saved.
  public class func restoreGraphicsState() {
    guard CurrentContext.all.popLast() != nil else { return }
    current?.cgContext.restoreGState()
  }

  /// Saves transform, clip, colours, alpha, blend mode and sampling.
  open func saveGraphicsState() { cgContext.saveGState() }

  /// Restores the state that was saved last.
  open func restoreGraphicsState() { cgContext.restoreGState() }

  /// Drawing into bitmaps is never delayed: nothing is left to do.
  open func flushGraphics() {}

  /// Whether the context shows its drawing on a screen at once: never here.
  open var isDrawingToScreen: Bool { false }

  /// How images are sampled.
  open var imageInterpolation: NSImageInterpolation {
    get { NSImageInterpolation(cgContext.interpolationQuality) }
    set { cgContext.interpolationQuality = newValue.quality }
  }

  /// Whether edges between pixels cover them in part. Default true.
  open var shouldAntialias = true {
    didSet { cgContext.setShouldAntialias(shouldAntialias) }
  }

  /// How drawing is combined with the existing pixels. Default ``NSCompositingOperation/sourceOver``. Operations that the
  /// context does not know leave it unchanged.
  open var compositingOperation = NSCompositingOperation.sourceOver {
    didSet { if let mode = compositingOperation.blendMode { cgContext.setBlendMode(mode) } }
  }
}

/// How AppKit samples images.
public enum NSImageInterpolation: UInt, Hashable, Sendable, CaseIterable {
  case `default` = 0
  /// The nearest pixel.
  case none = 1
  case low = 2
  case high = 3
  case medium = 4

  init(_ quality: CGInterpolationQuality) {
    switch quality {
    case .none: self = .none
    case .low: self = .low
    case .medium: self = .medium
    case .high: self = .high
    default: self = .default
    }
  }

  var quality: CGInterpolationQuality {
    switch self {
    case .default: .default
    case .none: .none
    case .low: .low
    case .medium: .medium
    case .high: .high
    }
  }
}
