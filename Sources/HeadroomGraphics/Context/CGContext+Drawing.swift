public import Foundation
internal import HeadroomColor
internal import HeadroomPixels

extension CGContext {
  /// Fills a rectangle with the fill colour.
  ///
  /// A colour outside the range of the context's space is clamped to it, component by component.
  public func fill(_ rect: CGRect) {
    fill(rect, color: state.fillColor, mode: state.blendMode, alpha: state.alpha)
  }

  /// Fills rectangles with the fill colour.
  public func fill(_ rects: [CGRect]) {
    for rect in rects { fill(rect) }
  }

  /// Makes a rectangle transparent; black where there is no alpha.
  public func clear(_ rect: CGRect) {
    fill(rect, color: .clear, mode: .clear, alpha: 1)
  }

  /// Draws an image into a rectangle, scaled to it.
  ///
  /// HDR images are tone mapped where the context has less headroom; see ``CGContext``. An empty or infinite rectangle
  /// draws nothing.
  public func draw(_ image: CGImage, in rect: CGRect) {
    draw(image, in: rect, by: contentToneMappingInfo, limit: .infinity)
  }

  /// Draws an image with a tone mapping for this call.
  ///
  /// - Parameters:
  ///   - image: the image.
  ///   - rect: the destination.
  ///   - toneMapping: the method.
  ///   - options: ``kCGPreferredDynamicRange`` and the parameters of ``CGToneMapping/exrGamma``.
  /// - Returns: false, with nothing drawn, for ``CGToneMapping/imageSpecificLumaScaling``.
  @discardableResult
  public func draw(
    _ image: CGImage, in rect: CGRect, by toneMapping: CGToneMapping = .default, options: CFDictionary?
  ) -> Bool {
    guard let info = CGContentToneMappingInfo(method: toneMapping, options: options) else { return false }
    let limit: Double
    switch options?[kCGPreferredDynamicRange] as? String {
    case kCGDynamicRangeStandard: limit = 1
    case kCGDynamicRangeConstrained: limit = 2
    default: limit = .infinity
    }
    draw(image, in: rect, by: info, limit: limit)
    return true
  }

  /// The headroom that images are tone mapped to; infinite where they are not.
  private func targetHeadroom(limit: Double) -> Double {
    guard colorSpace?.isHDR() == true else { return 1 }
    return min(edrTargetHeadroom >= 1 ? Double(edrTargetHeadroom) : .infinity, limit)
  }

  private func draw(_ image: CGImage, in rect: CGRect, by info: CGContentToneMappingInfo, limit: Double) {
    let area = rect.standardized.sound
    guard area.width > 0, area.height > 0, !area.isInfinite else { return }
    let target = targetHeadroom(limit: limit)
    let content = Double(image.contentHeadroom)
    let mapsTones = image.shouldToneMap && content > target
    let toneMap = mapsTones ? LightToneMap(info, content: content, target: target) : nil
    // Rows of an image run down, drawing's coordinates up.
    let place = CGAffineTransform(
      a: area.width / CGFloat(image.width), b: 0, c: 0, d: -area.height / CGFloat(image.height), tx: area.minX,
      ty: area.maxY)
    ImagePainter(
      image: image, transform: place.concatenating(toPixels), quality: state.quality, toneMap: toneMap,
      target: target, compositor: compositor(for: area, mode: state.blendMode, alpha: state.alpha)
    ).draw()
  }

  private func compositor(for rect: CGRect, mode: CGBlendMode, alpha: CGFloat) -> RowCompositor {
    RowCompositor(pixels: pixels, mode: mode, alpha: Float(alpha), quads: state.clips + [quad(of: rect)])
  }

  private func fill(_ rect: CGRect, color: CGColor, mode: CGBlendMode, alpha: CGFloat) {
    let area = rect.standardized.sound
    guard area.width > 0, area.height > 0, let components = color.converted(to: pixels.encoding) else { return }
    let compositor = compositor(for: area, mode: mode, alpha: alpha)
    FillPainter(components: components, alpha: Float(color.alpha), compositor: compositor).draw()
  }
}

/// Fills the area of a compositor with one colour.
private struct FillPainter: Sendable {
  /// Numbers of the context's space.
  let components: SIMD3<Double>
  let alpha: Float
  let compositor: RowCompositor

  func draw() {
    let pixels = compositor.pixels
    let area = compositor.quads.reduce((0..<pixels.width, 0..<pixels.height)) { area, quad in
      let extent = quad.extent(width: pixels.width, height: pixels.height)
      return (area.0.clamped(to: extent.columns), area.1.clamped(to: extent.rows))
    }
    let (columns, rows) = area
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let count = columns.count
    let makeScratch: @Sendable () -> Scratch = { Scratch(width: count) }
    ThreadPool.shared.concurrentPerform(rows.count, scratch: makeScratch) { index, scratch in
      let source = unsafe scratch.source.rows
      unsafe source.r.update(repeating: Float(components.x), count: count)
      unsafe source.g.update(repeating: Float(components.y), count: count)
      unsafe source.b.update(repeating: Float(components.z), count: count)
      unsafe source.a.update(repeating: alpha, count: count)
      unsafe compositor.draw(
        source, isOpaque: alpha == 1, row: rows.lowerBound + index, columns: columns, scratch: scratch.target.rows,
        coverage: scratch.coverage.rows.r)
    }
  }

  private struct Scratch: ~Copyable {
    let source: RowBuffer
    let target: RowBuffer
    let coverage: RowBuffer

    init(width: Int) {
      source = RowBuffer(capacity: width)
      target = RowBuffer(capacity: width)
      coverage = RowBuffer(capacity: width)
    }
  }
}

/// Draws an image with a tone mapping for this call; see ``CGContext/draw(_:in:by:options:)``.
@discardableResult
public func CGContextDrawImageApplyingToneMapping(
  _ context: CGContext, _ rect: CGRect, _ image: CGImage, _ method: CGToneMapping, _ options: CFDictionary?
) -> Bool {
  context.draw(image, in: rect, by: method, options: options)
}

/// Sets how a context tone maps images.
public func CGContextSetContentToneMappingInfo(_ context: CGContext, _ info: CGContentToneMappingInfo) {
  context.contentToneMappingInfo = info
}

/// How a context tone maps images.
public func CGContextGetContentToneMappingInfo(_ context: CGContext) -> CGContentToneMappingInfo {
  context.contentToneMappingInfo
}
