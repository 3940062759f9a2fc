/// How a drawn image is sampled where its pixels do not fall on those of the context.
public enum CGInterpolationQuality: Int32, CaseIterable, Sendable {
  /// As `medium`.
  case `default` = 0
  /// The nearest pixel.
  case none = 1
  /// Bilinear, without filtering where the image is made smaller.
  case low = 2
  /// Bilinear, averaging where the image is made smaller.
  case medium = 4
  /// Lanczos with three lobes, averaging where the image is made smaller, clamped between the least and the most light
  /// of the source within one pixel of the coarser grid; bilinear where it is turned.
  case high = 3
}
