public import Foundation

/// A layer that is being drawn.
struct OpenLayer {
  /// What it will be drawn on.
  let below: DrawingTarget
  let state: GraphicsState
  let savedStates: [GraphicsState]
  /// Its place among the pixels below.
  let columns: Range<Int>
  let rows: Range<Int>
  /// False where nothing of it can be seen.
  let isShown: Bool
}

// Layers: what is drawn together is shaded, made transparent and mixed as one.
extension CGContext {
  /// Begins a layer: what follows is drawn together, and comes into the picture by ``endTransparencyLayer()`` with the
  /// present alpha, blend mode, shadow and clip. Within the layer there are none of these at first.
  ///
  /// Where there is no memory for the layer, nothing of it is drawn.
  ///
  /// - Parameter auxiliaryInfo: no keys are defined.
  public func beginTransparencyLayer(auxiliaryInfo: CFDictionary?) { beginLayer(area: visibleArea(state.shadow)) }

  /// As ``beginTransparencyLayer(auxiliaryInfo:)``, limited to a rectangle.
  public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: CFDictionary?) {
    let inside = quad(of: rect).extent(width: target.pixels.width, height: target.pixels.height)
    let visible = visibleArea(state.shadow)
    beginLayer(area: (visible.columns.clamped(to: inside.columns), visible.rows.clamped(to: inside.rows)))
  }

  /// Draws the layer that was begun last; without effect where there is none.
  public func endTransparencyLayer() {
    guard let layer = layers.popLast() else { return }
    let drawn = target.pixels
    (target, state, savedStates) = (layer.below, layer.state, layer.savedStates)
    guard layer.isShown else { return }
    let picture = LayerPaint(pixels: drawn, left: layer.columns.lowerBound, top: layer.rows.lowerBound)
    let compositor = compositor(DrawingClip(), mode: state.blendMode, alpha: state.alpha)
    if let shadow = state.shadow, let paint = shadowPaint(shadow, of: picture) {
      compositor.draw(paint, columns: paint.columns, rows: paint.rows)
    }
    compositor.draw(picture, columns: layer.columns, rows: layer.rows)
  }

  /// Draws something together with its shadow, where one is set.
  ///
  /// - Parameters:
  ///   - box: what is drawn lies in it, in the target's pixels; nil where that is not known.
  ///   - draw: draws it.
  func withShadow(of box: CGRect? = nil, _ draw: () -> Void) {
    guard let shadow = state.shadow else { return draw() }
    var area = visibleArea(shadow)
    if let box = box?.sound.insetBy(dx: -1, dy: -1), !box.isNull {
      area.columns = Self.cut(area.columns, box.minX, box.maxX)
      area.rows = Self.cut(area.rows, box.minY, box.maxY)
    }
    beginLayer(area: area)
    draw()
    endTransparencyLayer()
  }

  private static func cut(_ range: Range<Int>, _ low: CGFloat, _ high: CGFloat) -> Range<Int> {
    let (first, end) = (CGFloat(range.lowerBound), CGFloat(range.upperBound))
    let start = min(max(low.rounded(.down), first), end)
    return Int(start)..<Int(min(max(high.rounded(.up), start), end))
  }

  private func beginLayer(area: (columns: Range<Int>, rows: Range<Int>)) {
    let pixels = area.columns.isEmpty || area.rows.isEmpty ? nil : layerPixels(area.columns.count, area.rows.count)
    layers.append(
      OpenLayer(
        below: target, state: state, savedStates: savedStates, columns: area.columns, rows: area.rows,
        isShown: pixels != nil))
    savedStates = []
    state.alpha = 1
    state.blendMode = .normal
    state.shadow = nil
    state.clip = DrawingClip()
    guard let pixels else {
      state.clip = .nothing
      return
    }
    target = DrawingTarget(
      pixels: pixels, left: target.left + area.columns.lowerBound, top: target.top + area.rows.lowerBound)
  }

  private func layerPixels(_ width: Int, _ height: Int) -> ContextPixels? {
    ContextPixels.layer(width: width, height: height, encoding: pixels.encoding, isDeep: pixels.isDeep)
  }
}
