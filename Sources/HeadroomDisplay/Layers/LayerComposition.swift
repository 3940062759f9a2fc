internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomPixels

/// Composes the light of a layer and its sublayers for one state of a screen.
///
/// A single layer is emitted pixel by pixel, whatever its bounds. A layer with sublayers is drawn in its bounds times
/// scale pixels, with contents and sublayers in their places, mixed in linear light.
struct LayerComposition {
  let state: DisplayState

  /// The opaque light that the screen emits for a layer; nil where there is nothing to show.
  func emission(of layer: CALayer) -> CGImage? {
    guard layer.isSeen, let picture = picture(of: layer), let opaque = try? picture.overBlack() else { return nil }
    return opaque.image(headroom: state.usableHeadroom)
  }

  private func picture(of layer: CALayer) -> LayerPicture? {
    layer.displayIfNeeded()
    let own = layer.ownPicture(on: state)
    let isAlone = !layer.hasSeenSublayers
    if isAlone, layer.backgroundColor == nil, layer.visibility == 1, !layer.hasShape { return own }
    // One pixel of the canvas for each of the contents, if nothing else is placed in the layer's points.
    let takesContents = isAlone && own != nil || layer.bounds.isEmpty
    let (size, scale) = takesContents ? (own?.size, 1) : (layer.pixelSize, layer.pixelsPerPoint)
    guard let size, let canvas = LayerCanvas(width: size.width, height: size.height) else { return nil }
    let bounds = takesContents ? CGRect(x: 0, y: 0, width: size.width, height: size.height) : layer.bounds
    let toCanvas = CGAffineTransform(
      a: scale, b: 0, c: 0, d: scale, tx: -bounds.minX * scale, ty: -bounds.minY * scale)
    let unit = takesContents && !layer.bounds.isEmpty ? bounds.width / layer.bounds.width : 1
    draw(LayerInPlace(layer: layer, own: own, bounds: bounds, place: toCanvas, unit: unit), into: canvas)
    return canvas.picture
  }

  /// Draws a layer; one that fades together with its sublayers is first drawn into a separate canvas.
  func draw(_ part: LayerInPlace, into canvas: LayerCanvas) {
    let layer = part.layer
    guard layer.visibility < 1, layer.hasSeenSublayers else {
      return drawSingly(part, into: canvas, alpha: layer.visibility)
    }
    guard let group = LayerCanvas(width: canvas.context.width, height: canvas.context.height) else { return }
    drawSingly(part, into: group, alpha: 1)
    guard let picture = group.picture else { return }
    canvas.draw(picture, in: canvas.area, alpha: layer.visibility)
  }

  private func drawSingly(_ part: LayerInPlace, into canvas: LayerCanvas, alpha: CGFloat) {
    guard part.layer.masksToBounds else { return drawUnmasked(part, into: canvas, alpha: alpha) }
    canvas.masked(to: part.shape) { drawUnmasked(part, into: canvas, alpha: alpha) }
  }

  private func drawUnmasked(_ part: LayerInPlace, into canvas: LayerCanvas, alpha: CGFloat) {
    drawBackground(of: part, into: canvas, alpha: alpha)
    if let own = part.own { canvas.draw(own, in: part.areaOfContents.applying(part.place), alpha: alpha) }
    for child in part.layer.children where child.isSeen { draw(place(child, in: part), into: canvas) }
    drawBorder(of: part, into: canvas, alpha: alpha)
  }

  /// The line inside the edge, over everything.
  func drawBorder(of part: LayerInPlace, into canvas: LayerCanvas, alpha: CGFloat) {
    guard part.layer.borderWidth > 0, let color = part.layer.borderColor else { return }
    var shape = part.shape
    shape.edge = part.layer.borderWidth * part.pixels
    canvas.fill(shape, color, alpha: alpha, headroom: state.usableHeadroom)
  }

  func drawBackground(of part: LayerInPlace, into canvas: LayerCanvas, alpha: CGFloat) {
    if let color = part.layer.backgroundColor {
      canvas.fill(part.shape, color, alpha: alpha, headroom: state.usableHeadroom)
    }
  }

  /// A sublayer of a layer that has its place.
  func place(_ child: CALayer, in part: LayerInPlace) -> LayerInPlace {
    child.displayIfNeeded()
    let toParent = CGAffineTransform(
      translationX: child.frame.minX - child.bounds.minX, y: child.frame.minY - child.bounds.minY)
    return LayerInPlace(
      layer: child, own: child.ownPicture(on: state), bounds: child.bounds, place: toParent.concatenating(part.place))
  }
}

/// A layer with its place on the canvas.
struct LayerInPlace {
  let layer: CALayer
  let own: LayerPicture?
  /// The rectangle that it fills in its own coordinates.
  let bounds: CGRect
  /// The transform from those to pixels, rows from the top.
  let place: CGAffineTransform
  /// What one of the layer's points is in those coordinates.
  var unit: CGFloat = 1

  /// Pixels of a point.
  var pixels: CGFloat { unit * abs(place.a) }

  /// The layer's rectangle with its corners, in pixels.
  var shape: LayerShape {
    LayerShape(outside: bounds.applying(place), radius: max(layer.cornerRadius, 0) * pixels)
  }

  var areaOfContents: CGRect {
    guard let size = own?.size else { return .zero }
    let (width, height) = (CGFloat(size.width), CGFloat(size.height))
    if bounds.size == CGSize(width: width, height: height) { return bounds }
    let points = CGSize(width: width / layer.pixelsPerPoint, height: height / layer.pixelsPerPoint)
    return layer.contentsGravity.rectangle(of: points, in: bounds)
  }
}

extension CALayer {
  /// ``opacity`` as a share.
  var visibility: CGFloat { opacity > 0 ? CGFloat(min(opacity, 1)) : 0 }
  var isSeen: Bool { !isHidden && visibility > 0 }
  /// Whether corners or a border change what is shown.
  var hasShape: Bool { borderWidth > 0 && borderColor != nil || cornerRadius > 0 && masksToBounds }
  var hasSeenSublayers: Bool { children.contains { $0.isSeen } }
  var pixelsPerPoint: CGFloat { contentsScale > 0 && contentsScale.isFinite ? contentsScale : 1 }

  /// The bounds in pixels; nil for none or too many.
  var pixelSize: (width: Int, height: Int)? {
    let (width, height) = (
      (bounds.width * pixelsPerPoint).rounded(.up), (bounds.height * pixelsPerPoint).rounded(.up)
    )
    guard width >= 1, height >= 1, width < 1e6, height < 1e6 else { return nil }
    return (Int(width), Int(height))
  }
}
