public import Foundation
internal import HeadroomColor
internal import HeadroomPixels

// Limits of drawing: each one lies inside those before. Where their edges cover a pixel in part, its drawing is mixed by
// the product of all parts.
extension CGContext {
  /// Limits drawing to the inside of the current path and clears the path. An empty path changes nothing.
  public func clip(using rule: CGPathFillRule = .winding) {
    let limit = shape
    beginPath()
    guard !limit.isEmpty else { return }
    limitDrawing(to: rasterizer(deviceToPixels).fill(limit, rule: rule))
  }

  /// Limits drawing to a rectangle. The current path is cleared.
  public func clip(to rect: CGRect) {
    beginPath()
    state.clip.quads.append(quad(of: rect))
  }

  /// Limits drawing to what lies in at least one of some rectangles. The current path is cleared.
  public func clip(to rects: [CGRect]) {
    var union = PathData()
    for rect in rects { union.addRect(rect.standardized, ctm) }
    beginPath()
    limitDrawing(to: rasterizer(deviceToPixels).fill(union, rule: .winding))
  }

  /// Limits drawing to a rectangle and, inside it, by a picture.
  ///
  /// - Parameters:
  ///   - rect: where the picture lies.
  ///   - mask: its alpha is the share of each pixel that is drawn. A picture without alpha has its gray numbers for it: black
  ///     lets nothing through, white all.
  public func clip(to rect: CGRect, mask: CGImage) {
    beginPath()
    limitDrawing(to: coverage(of: mask, in: rect))
  }

  /// Takes away all limits of drawing.
  public func resetClip() { state.clip = DrawingClip() }

  /// The least rectangle, in drawing's coordinates, outside of which nothing is drawn; null where nothing is drawn at all.
  public var boundingBoxOfClipPath: CGRect {
    var box = CGRect(x: 0, y: 0, width: target.pixels.width, height: target.pixels.height)
    for quad in state.clip.quads { box = box.intersection(quad.box.sound) }
    for mask in state.clip.masks {
      let covered = mask.coveredBox
      box = box.intersection(
        CGRect(
          x: covered.columns.lowerBound, y: covered.rows.lowerBound, width: covered.columns.count,
          height: covered.rows.count))
    }
    return box.isEmpty ? .null : box.applying(toPixels.inverted())
  }

  /// Without memory for the mask nothing more is drawn.
  private func limitDrawing(to mask: CoverageMask?) {
    if let mask { state.clip.add(mask) } else { state.clip = .nothing }
  }

  private func coverage(of image: CGImage, in rect: CGRect) -> CoverageMask? {
    let whole = rasterizer(toPixels)
    let hasAlpha = image.bitmap.alpha != .opaque
    let space = hasAlpha ? nil : image.colorSpace?.encoding
    let encoding = space?.model == .monochrome ? space ?? .genericGrayGamma22 : .genericGrayGamma22
    guard !whole.columns.isEmpty, !whole.rows.isEmpty else { return .nothing }
    let layer = ContextPixels.layer(
      width: whole.columns.count, height: whole.rows.count, encoding: encoding, isDeep: true)
    guard let drawn = layer, let mask = CoverageMask(columns: whole.columns, rows: whole.rows) else { return nil }
    let place = DrawingTarget(
      pixels: drawn, left: target.left + whole.columns.lowerBound, top: target.top + whole.rows.lowerBound)
    drawPlainly(image, in: rect, on: place)
    mask.fill(from: drawn, alpha: hasAlpha)
    return mask
  }

  /// Draws an image on other pixels, without clip, alpha, mode or shadow.
  private func drawPlainly(_ image: CGImage, in rect: CGRect, on place: DrawingTarget) {
    let (state, target) = (state, target)
    self.target = place
    self.state.clip = DrawingClip()
    self.state.alpha = 1
    self.state.blendMode = .normal
    self.state.shadow = nil
    draw(image, in: rect)
    (self.state, self.target) = (state, target)
  }
}

extension CoverageMask {
  /// Takes the alpha, or the gray multiplied by alpha, of pixels that lie where the mask does.
  fileprivate func fill(from pixels: ContextPixels, alpha: Bool) {
    let buffer = RowBuffer(capacity: columns.count)
    let rows = unsafe buffer.rows
    for row in self.rows {
      unsafe pixels.read(row: row - self.rows.lowerBound, columns: 0..<columns.count, into: rows)
      guard let line = unsafe line(row) else { return }
      let shares = unsafe alpha ? rows.a : rows.r
      for x in 0..<columns.count {
        unsafe line[x] = UInt16(min(max(shares[x], 0), 1) * 65535 + 0.5)
      }
    }
  }
}
