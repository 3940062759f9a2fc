internal import Foundation
internal import HeadroomGraphics
internal import HeadroomImage

/// What an ``NSImage`` consists of.
struct NSImageParts {
  enum Origin {
    case picture(PictureContent, CGImagePropertyOrientation)
    case handler(HandlerDrawing)
    case representations
  }

  var size: CGSize
  var origin: Origin
  var isTemplate = false
  var backgroundColor: NSColor?
  private var known: [NSImageRep]?
  private var drawn: PictureContent?
  /// What is drawn into between ``NSImage/lockFocus()`` and ``NSImage/unlockFocus()``, the last one last.
  var focuses: [(context: CGContext, canvas: Canvas)?] = []

  init(size: CGSize, origin: Origin) {
    self.size = size
    self.origin = origin
  }

  var orientation: CGImagePropertyOrientation {
    if case .picture(_, let orientation) = origin { orientation } else { .up }
  }

  /// The picture: that of the first representation that has one.
  var content: PictureContent {
    mutating get {
      switch origin {
      case .picture(let content, _): return content
      case .handler(let drawing):
        let content = drawn ?? drawing.image.map { PictureContent(.pixels($0)) } ?? Self.nothing
        drawn = content
        return content
      case .representations: return (known ?? []).lazy.compactMap(\.content).first ?? Self.nothing
      }
    }
  }

  private static var nothing: PictureContent { PictureContent(.recipe(.empty())) }

  /// The representations; pictures that have none yet get one of their upright pixels.
  var representations: [NSImageRep] {
    mutating get {
      if let known { return known }
      guard let image = content.upright(orientation) else { return [] }
      let rep = NSBitmapImageRep(cgImage: image)
      rep.size = size
      known = [rep]
      return [rep]
    }
    set {
      known = newValue
      origin = .representations
    }
  }

  /// Forgets what a handler drew.
  mutating func forget() {
    guard case .handler = origin else { return }
    drawn = nil
    known = nil
  }
}

/// A picture that a handler draws.
struct HandlerDrawing {
  let size: CGSize
  let isFlipped: Bool
  let handler: (CGRect) -> Bool

  /// The pixels for the main screen; nil where there are none.
  var image: CGImage? {
    let canvas = Canvas(forImageOf: size)
    guard let context = canvas.makeContext(isFlipped: isFlipped) else { return nil }
    let isDrawn = CurrentContext(isFlipped: isFlipped) { context }.current { handler(canvas.bounds) }
    return isDrawn ? canvas.image(of: context) : nil
  }

  /// Draws into a rectangle of a context.
  func draw(in rect: CGRect, _ context: CGContext, isContextFlipped: Bool) -> Bool {
    let area = rect.standardized
    guard size.width > 0, size.height > 0, area.width > 0, area.height > 0, area.width.isFinite, area.height.isFinite
    else { return false }
    context.saveGState()
    defer { context.restoreGState() }
    context.clip(to: area)
    context.translateBy(x: area.minX, y: area.minY)
    context.scaleBy(x: area.width / size.width, y: area.height / size.height)
    if isContextFlipped != isFlipped {
      context.translateBy(x: 0, y: size.height)
      context.scaleBy(x: 1, y: -1)
    }
    return CurrentContext(isFlipped: isFlipped) { context }.current {
      handler(CGRect(origin: .zero, size: size))
    }
  }
}

extension Canvas {
  /// For an AppKit image of a size in points: the main screen's scale and range.
  init(forImageOf size: CGSize) {
    self.init(
      bounds: CGRect(origin: .zero, size: size), scale: MainScreen.scale, isOpaque: false,
      isExtended: MainScreen.headroom > 1)
  }
}
