/// The treatment of colours outside a destination's gamut, as ICC names it.
///
/// Conversions here are always colorimetric with black kept; the value is carried for files that record it.
public enum CGColorRenderingIntent: Int32, CaseIterable, Sendable {
  /// The intent that suits the drawing: relative colorimetric here.
  case defaultIntent = 0
  /// Keep colours as they are, white included.
  case absoluteColorimetric = 1
  /// Keep colours relative to the white point.
  case relativeColorimetric = 2
  /// Keep relations between colours.
  case perceptual = 3
  /// Keep saturation.
  case saturation = 4
}
