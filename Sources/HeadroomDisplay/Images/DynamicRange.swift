internal import HeadroomColor

/// How much of a screen's headroom an image may use, as requested of image views, and as they resolve it.
public enum ImageDynamicRange: Int, Hashable, Sendable, CaseIterable {
  /// Nothing is requested, or nothing is known yet.
  case unspecified = -1
  /// At most reference white.
  case standard = 0
  /// A little above reference white, so that HDR images fit in beside SDR ones: a headroom of at most 2.
  case constrainedHigh = 1
  /// All of the screen's headroom.
  case high = 2
}

extension UIImage {
  /// See ``ImageDynamicRange``.
  public typealias DynamicRange = ImageDynamicRange
}

extension NSImage {
  /// See ``ImageDynamicRange``.
  public typealias DynamicRange = ImageDynamicRange
}

/// A namespace for SwiftUI's name of the policy; there is no view of this name here.
public enum Image {
  /// How much of a screen's headroom an image may use.
  public enum DynamicRange: Hashable, Sendable, CaseIterable {
    /// At most reference white.
    case standard
    /// A headroom of at most 2, so that HDR images fit in beside SDR ones.
    case constrainedHigh
    /// All of the screen's headroom.
    case high
  }
}
