internal import Foundation
internal import HeadroomColor
internal import HeadroomImage
internal import HeadroomPixels

extension PictureJob {
  /// Why the requested tone mapping operator has no effect.
  func toneMapObjection(_ decision: JobDecision) throws(PictureError) -> String? {
    guard let choice = target.toneMap else { return nil }
    let subject = JobSubject(
      source: source, geometry: edit.geometry, filters: decision.filters, renderer: renderer, light: decision.light,
      ground: ground(of: source))
    let images = RenditionImages(of: subject, decision.plan, toneMap: choice)
    if let reason = try images.noToneMappingReason(measuring: { image throws(PictureError) in
      try measured(image, subject)
    }) {
      return "\(Setting.toneMap.mention(choice.rawValue)) has no effect: \(text(of: reason))"
    }
    guard choice == .bt2446a, let content = try contentHeadroom(of: subject), content > 10 else { return nil }
    let nits = ShortNumber.text(min(content, LightMeter.largestHeadroom) * ReferenceWhite.nits)
    return
      "\(Setting.toneMap.mention("bt2446a")) is made for masters of about 1000 cd/m²; one of \(nits) cd/m² gets dark "
      + "(bt2390 keeps white)"
  }

  /// The content headroom after the filters; nil where only a render can tell.
  private func contentHeadroom(of subject: JobSubject) throws(PictureError) -> Double? {
    let light = try subject.filtered(subject.reshaped(subject.source.image(headroom: .infinity)))
    if light.contentHeadroom > 0 { return Double(light.contentHeadroom) }
    guard !subject.filters.changesMoreThanExposure, let measured = subject.light else { return nil }
    return measured.contentHeadroom * exp2(subject.filters.exposure)
  }

  /// The measured headroom of an image that does not state it; takes a further render if the measured light is that of
  /// another image.
  private func measured(_ image: CIImage, _ subject: JobSubject) throws(PictureError) -> Double {
    if let light = subject.light, !subject.filters.changesMoreThanExposure, edit.geometry.isIdentity {
      return light.contentHeadroom * exp2(subject.filters.exposure)
    }
    return try renderer.light(image, file: subject.source.name).contentHeadroom
  }

  private func text(of reason: NoToneMappingReason) -> String {
    switch reason {
    case .inputIsSDR: "the input is SDR, and what filters brighten is cut at white"
    case .ownSDR: "the file's own SDR picture is kept"
    case .ownGainMap: "the file's own gain map says what less headroom shows"
    case .unlimited: "the result may be as bright as it is (\(Setting.headroom.mention) limits it)"
    case .fits(let headroom): "the picture fits into headroom \(ShortNumber.text(headroom))"
    }
  }
}
