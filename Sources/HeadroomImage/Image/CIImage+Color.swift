public import Foundation
package import HeadroomColor
internal import HeadroomContainers
package import HeadroomEngine
public import HeadroomGraphics

extension CIImage {
  // MARK: Alpha

  /// Colour times alpha. Numbers change, tags do not.
  public func premultiplyingAlpha() -> CIImage { converting(.premultiply) }

  /// Colour divided by alpha, 0 where alpha is 0. Numbers change, tags do not.
  public func unpremultiplyingAlpha() -> CIImage { converting(.unpremultiply) }

  /// Alpha 1 inside a rectangle and nothing outside; the unpremultiplied colour stays.
  public func settingAlphaOne(in extent: CGRect) -> CIImage {
    appending(.color(.alphaOne), extent: extent, keepsTags: true)
  }

  // MARK: Colour spaces

  /// Takes the numbers as `colorSpace`'s and matches them to the working space; nil unless RGB or monochrome.
  public func matchedToWorkingSpace(from colorSpace: CGColorSpace) -> CIImage? {
    guard colorSpace.isMatchable else { return nil }
    return appending(.color(.toWorkingSpace(from: colorSpace.encoding)), extent: extent)
  }

  /// Matches from the working space to `colorSpace`; the renderer still treats the numbers as working light.
  public func matchedFromWorkingSpace(to colorSpace: CGColorSpace) -> CIImage? {
    guard colorSpace.isMatchable else { return nil }
    return appending(.color(.fromWorkingSpace(to: colorSpace.encoding)), extent: extent)
  }

  /// CIE L*a*b* (D50): L 0 ... 100 in red, a and b in green and blue; alpha stays.
  public func convertingWorkingSpaceToLab() -> CIImage { appending(.color(.workingSpaceToLab), extent: extent) }

  /// The inverse of ``convertingWorkingSpaceToLab()``.
  public func convertingLabToWorkingSpace() -> CIImage { appending(.color(.labToWorkingSpace), extent: extent) }

  private func converting(_ conversion: HeadroomEngine.ColorConversion) -> CIImage {
    appending(.color(conversion), extent: extent, keepsTags: true)
  }

  // MARK: Headroom

  /// Replaces the content headroom: 0 unknown, 1 SDR, more than 1 HDR; other values mean unknown.
  ///
  /// Pixels are unchanged. Recipes as data keep the headroom.
  public func settingContentHeadroom(_ headroom: Float) -> CIImage {
    let known = headroom >= 1 && headroom.isFinite ? headroom : 0
    let origin = NodeOrigin(.method("settingContentHeadroom"), imageKeys: ["image"]) { [("headroom", known)] }
    return made(by: origin, from: [self]).retagged {
      $0.contentHeadroom = known
      $0.isHeadroomStated = known > 0
      $0.hdr.lightLevel = nil
    }
  }

  /// Replaces the average light level; 0 and below mean unknown.
  public func settingContentAverageLightLevel(_ level: Float) -> CIImage {
    retagged {
      $0.contentAverageLightLevel = level > 0 && level.isFinite ? level : 0
      $0.hdr.lightLevel = nil
    }
  }

  /// Light brought to a headroom. The source headroom is the image's own, which operations carry on where it follows;
  /// otherwise it is measured when the image is rendered (`LightMeter.contentHeadroom`, which ignores single hot
  /// pixels). It is never a bound of the values, which is loose and would darken the picture.
  ///
  /// The result never exceeds the target. A target at or above the content leaves the image as it is.
  package func toneMapped(
    to target: Double, from source: Double? = nil, toneMapOperator: ToneMapOperator = .rwtmo
  ) -> CIImage {
    guard target.isFinite else { return self }
    let known = source ?? (contentHeadroom > 0 ? Double(contentHeadroom) : nil)
    // Compared as floats, as which headrooms are stored, so that light is not brought to the same headroom twice.
    if let known, Float(known) <= Float(Swift.max(target, 1)) { return self }
    let request = ToneMapRequest(
      source: known.map { .known($0) } ?? .measured, targetHeadroom: Swift.max(target, 1),
      toneMapOperator: toneMapOperator)
    return toneMapped(request)
  }

  /// As ``toneMapped(to:from:toneMapOperator:)`` for a headroom that was measured (`LightMeter.contentHeadroom`): stray
  /// pixels beyond it end at the target as well.
  package func toneMapped(
    to target: Double, estimated content: Double, toneMapOperator: ToneMapOperator = .rwtmo
  ) -> CIImage {
    guard target.isFinite else { return self }
    return toneMapped(
      ToneMapRequest(
        source: .estimated(content), targetHeadroom: Swift.max(target, 1), toneMapOperator: toneMapOperator))
  }

  /// As ``toneMapped(to:from:toneMapOperator:)`` for a headroom given by a caller that sees more than this image, such
  /// as the meter of a stream: it may differ for each frame, be above or below the target, and is always applied the
  /// same way.
  package func toneMapped(
    to target: Double, given content: Double, toneMapOperator: ToneMapOperator = .rwtmo
  ) -> CIImage {
    guard target.isFinite else { return self }
    // NaN counts as no light.
    let content = content > 0 ? Swift.min(content, 1e9) : 0
    return toneMapped(
      ToneMapRequest(
        source: .given(content), targetHeadroom: Swift.max(target, 1), toneMapOperator: toneMapOperator))
  }

  /// Light brought to SDR by a curve that was measured from two renditions.
  package func toneMapped(by curve: MeasuredToneCurve) -> CIImage {
    toneMapped(ToneMapRequest(source: .ownCurve(curve), targetHeadroom: 1))
  }

  package func toneMapped(_ request: ToneMapRequest) -> CIImage {
    appending(.color(.toneMap(request)), extent: extent).retagged {
      $0.contentHeadroom = Float(request.targetHeadroom)
    }
  }

  /// A point where the pixels are stored instead of being computed again. Contexts keep them for later renders of equal
  /// images, unless their option ``CIContextOption/cacheIntermediates`` is false.
  public func insertingIntermediate() -> CIImage { storing(.context) }

  /// As ``insertingIntermediate()``.
  /// - Parameter cache: whether the pixels are kept for later renders, whatever the context's options; with false they
  ///   are freed with the render.
  public func insertingIntermediate(cache: Bool) -> CIImage { storing(cache ? .always : .render) }

  /// As ``insertingIntermediate(cache:)`` with true; pixels are computed and stored by tiles in any case.
  public func insertingTiledIntermediate() -> CIImage { storing(.always) }

  package func storing(_ retention: Retention) -> CIImage {
    appending(.intermediate(retention), extent: extent, keepsTags: true)
  }

  /// Replaces the metadata.
  public func settingProperties(_ properties: [String: Any]) -> CIImage {
    retagged { $0.properties = PropertyBox(properties) }
  }
}

extension CGColorSpace {
  /// Whether numbers of this space can be matched to and from a working space.
  var isMatchable: Bool { encoding.model == .rgb || encoding.model == .monochrome }
}
