internal import HeadroomColor

/// How much of a screen's headroom an image may use: what image views are asked for, and what they resolved it to.
public enum ImageDynamicRange: Int, Hashable, Sendable, CaseIterable {
  /// Nothing is asked for, or nothing is known yet.
  case unspecified = -1
  /// Reference white at most.
  case standard = 0
  /// A little above reference white, so that HDR images go well with SDR ones beside them: a headroom of at most 2.
  case constrainedHigh = 1
  /// All that the screen has.
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

/// The room of SwiftUI's name for the policy; there is no view of this name here.
public enum Image {
  /// How much of a screen's headroom an image may use.
  public enum DynamicRange: Hashable, Sendable, CaseIterable {
    /// Reference white at most.
    case standard
    /// A headroom of at most 2, so that HDR images go well with SDR ones beside them.
    case constrainedHigh
    /// All that the screen has.
    case high
  }
}
