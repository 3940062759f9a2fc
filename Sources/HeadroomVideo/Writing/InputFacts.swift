/// What a client says of an input beside its settings.
struct InputFacts: Sendable {
  /// 0 leaves the choice.
  var mediaTimeScale: CMTimeScale = 0
  /// Three letters of ISO 639-2.
  var language: String?
  /// From pixels to the screen, origin at the top left: a, b, c, d, tx, ty.
  var transform: [Double] = [1, 0, 0, 1, 0, 0]
  var hint: CMFormatDescription?
}
