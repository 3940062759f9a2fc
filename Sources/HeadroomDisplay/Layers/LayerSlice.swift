package import Foundation
internal import HeadroomGraphics

/// A part of a tree of layers in which some layers show something else, such as a film: what is drawn before, between and
/// after them, or the place of one.
package enum LayerSlice: Sendable {
  /// Light in all of the frame, over what comes before.
  case picture(LayerPicture)
  case place(Place)

  /// Where a layer shows something else than its contents.
  package struct Place: Sendable {
    /// The layer's bounds, in pixels of the frame from its top left corner, y down.
    package let rectangle: CGRect
    /// How something of another size fills them.
    package let gravity: CALayerContentsGravity
    /// What may be drawn into, in the same pixels; nil is the whole frame.
    package let mask: CGRect?
    /// Above 0 to 1.
    package let opacity: Double
  }

  /// Why a tree cannot be taken apart.
  package enum Failure: Error, Hashable {
    /// A layer that shows something else is not in the tree.
    case outside
    /// A layer fades together with sublayers, one of which shows something else or has something over it.
    case fading
    /// A layer with round corners clips one that shows something else, or has a border around it.
    case shape
    /// There is no memory for pictures of this size.
    case memory
  }

  /// A tree as a screen shows it that has as much headroom as layers want, one point for a pixel; the tree's bounds begin at the
  /// frame's top left corner.
  ///
  /// - Parameters:
  ///   - places: layers of the tree that show something else. Hidden ones are left out.
  ///   - width: of the frame in pixels.
  ///   - height: of the frame in pixels.
  package static func slices(
    of tree: CALayer, places: [CALayer], width: Int, height: Int
  ) throws(Failure) -> [LayerSlice] {
    guard places.allSatisfy({ tree.contains($0) }) else { throw .outside }
    let slicer = LayerSlicer(places: places, width: width, height: height)
    try slicer.draw(tree)
    try slicer.close()
    return slicer.slices
  }
}

/// Draws a tree of layers up to a place, then from there to the next.
private final class LayerSlicer {
  private let composition = LayerComposition(
    state: DisplayState(potentialHeadroom: .infinity, currentHeadroom: .infinity))
  private let places: Set<ObjectIdentifier>
  private let around: Set<ObjectIdentifier>
  private let width: Int
  private let height: Int
  private(set) var slices: [LayerSlice] = []
  /// What was drawn since the last place.
  private var open: LayerCanvas?

  init(places: [CALayer], width: Int, height: Int) {
    self.places = Set(places.map { ObjectIdentifier($0) })
    around = Set(places.flatMap(\.ancestors).map { ObjectIdentifier($0) })
    (self.width, self.height) = (width, height)
  }

  func draw(_ tree: CALayer) throws(LayerSlice.Failure) {
    guard tree.isSeen else { return }
    tree.displayIfNeeded()
    let place = CGAffineTransform(translationX: -tree.bounds.minX, y: -tree.bounds.minY)
    let own = tree.ownPicture(on: composition.state)
    try draw(LayerInPlace(layer: tree, own: own, bounds: tree.bounds, place: place), in: nil)
  }

  /// Ends the picture that is being drawn.
  func close() throws(LayerSlice.Failure) {
    guard let canvas = open else { return }
    guard let picture = canvas.picture else { throw .memory }
    slices.append(.picture(picture))
    open = nil
  }

  private func draw(_ part: LayerInPlace, in mask: CGRect?) throws(LayerSlice.Failure) {
    let layer = part.layer
    let (isPlace, isAround) = (places.contains(ObjectIdentifier(layer)), around.contains(ObjectIdentifier(layer)))
    guard isPlace || isAround else {
      let canvas = try canvas()
      return within(mask, canvas) { composition.draw(part, into: canvas) }
    }
    if layer.hasShape { throw .shape }
    if layer.visibility < 1, isAround || layer.hasSeenSublayers { throw .fading }
    let area = part.bounds.applying(part.place)
    let inside = layer.masksToBounds ? mask.map { $0.intersection(area) } ?? area : mask
    try drawOwn(part, in: inside, isPlace: isPlace)
    if isPlace {
      try close()
      slices.append(
        .place(
          LayerSlice.Place(
            rectangle: area, gravity: layer.contentsGravity, mask: inside, opacity: Double(layer.visibility))))
    }
    for child in layer.children where child.isSeen { try draw(composition.place(child, in: part), in: inside) }
  }

  private func drawOwn(_ part: LayerInPlace, in mask: CGRect?, isPlace: Bool) throws(LayerSlice.Failure) {
    let own = isPlace ? nil : part.own
    guard own != nil || part.layer.backgroundColor != nil else { return }
    let canvas = try canvas()
    within(mask, canvas) {
      composition.drawBackground(of: part, into: canvas, alpha: part.layer.visibility)
      if let own { canvas.draw(own, in: part.areaOfContents.applying(part.place), alpha: part.layer.visibility) }
    }
  }

  private func canvas() throws(LayerSlice.Failure) -> LayerCanvas {
    if let open { return open }
    guard let made = LayerCanvas(width: width, height: height) else { throw .memory }
    open = made
    return made
  }

  private func within(_ mask: CGRect?, _ canvas: LayerCanvas, _ body: () -> Void) {
    if let mask { canvas.masked(to: LayerShape(outside: mask), body) } else { body() }
  }
}

extension CALayer {
  fileprivate var ancestors: [CALayer] {
    var list: [CALayer] = []
    var next = superlayer
    while let layer = next {
      list.append(layer)
      next = layer.superlayer
    }
    return list
  }
}
