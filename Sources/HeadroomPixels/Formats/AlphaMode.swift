/// The meaning of a bitmap's alpha component for its colour components.
public enum AlphaMode: UInt8, Hashable, Sendable, CaseIterable {
  /// Alpha is 1 everywhere: the format has no alpha component, or it is to be ignored.
  case opaque
  /// Colour components have been multiplied by alpha.
  case premultiplied
  /// Colour components have not been multiplied by alpha.
  case straight
}
