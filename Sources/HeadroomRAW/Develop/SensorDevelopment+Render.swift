package import HeadroomPixels

extension SensorDevelopment {
  /// Writes the colours of a rectangle, given in pixels of the crop from its top left corner. Pixels do not depend on
  /// the requested rectangle. A draft only differs for Bayer patterns.
  package func render(_ rect: PixelRect, into target: ColorPlanes, quality: Quality = .full) {
    precondition(PixelRect(width: width, height: height).contains(rect), "rectangle outside the picture")
    let area = rect.offset(dx: corner.x, dy: corner.y)
    switch kind {
    case .linearRaw(let pixels):
      unsafe Self.perform(area, height: 16, into: target) { part, planes in
        unsafe pixels.render(part, to: planes)
      }
    case .bayer(let bayer, _):
      unsafe Self.performTiles(area, bayer, isDraft: quality == .draft, into: target)
    case .cfa(let cfa, _):
      unsafe Self.performTiles(area, cfa, into: target)
    case .window(let window, _):
      unsafe Self.perform(area, height: 32, into: target) { part, planes in
        unsafe window.render(part, corner: (0, 0), to: planes)
      }
    }
  }

  /// The size in pixels of ``renderHalf(_:into:)``.
  package var halfWidth: Int { (width + 1) / 2 }
  package var halfHeight: Int { (height + 1) / 2 }

  /// Writes the colours of a rectangle of the picture at half its size.
  package func renderHalf(_ rect: PixelRect, into target: ColorPlanes) {
    precondition(PixelRect(width: halfWidth, height: halfHeight).contains(rect), "rectangle outside the picture")
    let corner = corner
    switch kind {
    case .linearRaw(let pixels):
      unsafe Self.perform(rect, height: 16, into: target) { part, planes in
        unsafe pixels.renderHalf(part, corner: corner, to: planes)
      }
    case .bayer(_, let half):
      unsafe Self.perform(rect, height: 32, into: target) { part, planes in
        unsafe half.render(part, corner: corner, to: planes)
      }
    case .cfa(_, let half), .window(_, let half):
      unsafe Self.perform(rect, height: 32, into: target) { part, planes in
        unsafe half.render(part, corner: corner, to: planes)
      }
    }
  }

  // MARK: Parts

  private static func performTiles(
    _ area: PixelRect, _ bayer: BayerDevelopment, isDraft: Bool, into target: ColorPlanes
  ) {
    let shared = unsafe SharedPlanes(planes: target)
    let parts = parts(area, width: BayerTile.insideWidth, height: BayerTile.insideHeight)
    @Sendable func develop(_ index: Int, _ tile: inout BayerTile) {
      guard !TaskContext.isCancelled else { return }
      let part = parts[index]
      let planes = unsafe shared.planes.moved(x: part.minX - area.minX, y: part.minY - area.minY)
      unsafe bayer.render(part, isDraft: isDraft, tile: tile, to: planes)
    }
    ThreadPool.shared.concurrentPerform(parts.count, scratch: BayerTile.init, develop)
  }

  private static func performTiles(_ area: PixelRect, _ cfa: CFADevelopment, into target: ColorPlanes) {
    let shared = unsafe SharedPlanes(planes: target)
    let parts = parts(area, width: CFATile.insideWidth, height: CFATile.insideHeight)
    @Sendable func develop(_ index: Int, _ tile: inout CFATile) {
      guard !TaskContext.isCancelled else { return }
      let part = parts[index]
      let planes = unsafe shared.planes.moved(x: part.minX - area.minX, y: part.minY - area.minY)
      unsafe cfa.render(part, tile: tile, to: planes)
    }
    ThreadPool.shared.concurrentPerform(parts.count, scratch: CFATile.init, develop)
  }

  static func perform(
    _ area: PixelRect, height: Int, into target: ColorPlanes, _ body: @Sendable (PixelRect, ColorPlanes) -> Void
  ) {
    let shared = unsafe SharedPlanes(planes: target)
    let parts = parts(area, width: 512, height: height)
    ThreadPool.shared.concurrentPerform(parts.count) { index in
      guard !TaskContext.isCancelled else { return }
      let part = parts[index]
      unsafe body(part, shared.planes.moved(x: part.minX - area.minX, y: part.minY - area.minY))
    }
  }

  private static func parts(_ area: PixelRect, width: Int, height: Int) -> [PixelRect] {
    guard !area.isEmpty else { return [] }
    return stride(from: area.minY, to: area.maxY, by: height).flatMap { y in
      stride(from: area.minX, to: area.maxX, by: width).map { x in
        PixelRect(minX: x, minY: y, maxX: min(x + width, area.maxX), maxY: min(y + height, area.maxY))
      }
    }
  }
}
