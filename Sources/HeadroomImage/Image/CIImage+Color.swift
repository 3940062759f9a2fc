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

  /// Matches from the working space to `colorSpace`; the renderer goes on taking the numbers for working light.
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
  /// Pixels stay what they are. Recipes as data keep it.
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

  /// Light brought to a headroom: by the image's own headroom, which operations carry on where it follows, else by the headroom
  /// that is measured when it is rendered (`LightMeter.contentHeadroom`: no single hot pixel decides). Never by a bound of the
  /// values, which is loose and would darken the picture.
  ///
  /// The result never exceeds the target. A target at or above the content leaves the image as it is.
  package func toneMapped(
    to target: Double, from source: Double? = nil, toneMapOperator: ToneMapOperator = .rwtmo
  ) -> CIImage {
    guard target.isFinite else { return self }
    let known = source ?? (contentHeadroom > 0 ? Double(contentHeadroom) : nil)
    // As floats: what has been brought to a headroom says so in one, and is not brought there a second time.
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

  /// As ``toneMapped(to:from:toneMapOperator:)`` for a headroom that somebody gives who sees more than this image, as the meter of
  /// a stream does: it may be another for each frame, above the target or below, and is applied the same way.
  package func toneMapped(
    to target: Double, given content: Double, toneMapOperator: ToneMapOperator = .rwtmo
  ) -> CIImage {
    guard target.isFinite else { return self }
    // NaN is no light.
    let content = content > 0 ? Swift.min(content, 1e9) : 0
    return toneMapped(
      ToneMapRequest(
        source: .given(content), targetHeadroom: Swift.max(target, 1), toneMapOperator: toneMapOperator))
  }

  /// Light brought to SDR by a curve that was looked up in two renditions.
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
  ///   live as long as the render.
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
