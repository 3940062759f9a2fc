public import Foundation

extension CGContext {
  /// Fills a rectangle with the fill colour.
  ///
  /// A colour outside the range of the context's space is clamped to it, component by component.
  /// The current path is cleared.
  public func fill(_ rect: CGRect) {
    beginPath()
    withShadow(of: quad(of: rect).box) {
      fill(rect, color: state.fillColor, mode: state.blendMode, alpha: state.alpha)
    }
  }

  /// Fills rectangles with the fill colour.
  public func fill(_ rects: [CGRect]) {
    beginPath()
    withShadow {
      for rect in rects { fill(rect, color: state.fillColor, mode: state.blendMode, alpha: state.alpha) }
    }
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
    withShadow(of: quad(of: rect).box) { draw(image, in: rect, by: contentToneMappingInfo, limit: .infinity) }
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
    withShadow(of: quad(of: rect).box) { draw(image, in: rect, by: info, limit: limit) }
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
    let headroom = targetHeadroom(limit: limit)
    let content = Double(image.contentHeadroom)
    let mapsTones = image.shouldToneMap && content > headroom
    let toneMap = mapsTones ? LightToneMap(info, content: content, target: headroom) : nil
    // Rows of an image run down, drawing's coordinates up.
    let place = CGAffineTransform(
      a: area.width / CGFloat(image.width), b: 0, c: 0, d: -area.height / CGFloat(image.height), tx: area.minX,
      ty: area.maxY)
    ImagePainter(
      image: image, transform: place.concatenating(toPixels), quality: state.quality, toneMap: toneMap,
      target: headroom,
      compositor: compositor(DrawingClip(quads: [quad(of: area)]), mode: state.blendMode, alpha: state.alpha)
    ).draw()
  }

  private func fill(_ rect: CGRect, color: CGColor, mode: CGBlendMode, alpha: CGFloat) {
    let area = rect.standardized.sound
    guard area.width > 0, area.height > 0, let paint = SolidPaint(color, in: target.pixels) else { return }
    compositor(DrawingClip(quads: [quad(of: area)]), mode: mode, alpha: alpha).draw(paint)
  }

  /// Drawing of a shape within the clip.
  func compositor(_ shape: DrawingClip, mode: CGBlendMode, alpha: CGFloat) -> RowCompositor {
    RowCompositor(pixels: target.pixels, mode: mode, alpha: Float(alpha), clip: state.clip.joined(with: shape))
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
