/// The settings of a conversion, named by their keys in a JSON request. The command's long options are the same words
/// in kebab case.
package enum Setting: String, CaseIterable, Sendable {
  // Target.
  case format, rendition, colorSpace, depth, headroom, quality, targetSize, lossless, speed, chroma, gainMap,
    gainMapScale
  case toneMap, measure, strip
  // Edit.
  case resize, crop, gravity, rotate, flip, exposure, background
  case filters, recipe, grow
  case overlay, at, overlaySize, overlayOpacity
  // The choice of the picture, and the development of a RAW file.
  case index, layer
  case edr, look, whiteBalance, temperature, tint, boost, shadows, localToneMap, highlights, noiseReduction
  case moireReduction, despeckle, lensCorrection, sharpness
  // What is refused.
  case strict, allowPartial

  /// Marks the setting in a message; its printed name depends on the place: see ``SettingWords``.
  package var mention: String { "\u{1}\(rawValue)\u{2}" }

  /// As ``mention``, with a value.
  package func mention(_ value: String) -> String { "\u{1}\(rawValue) \(value)\u{2}" }
}
