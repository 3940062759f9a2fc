/// The look of a development: ``CIRAWFilter/look``.
public enum DevelopmentLook: String, Hashable, Sendable, CaseIterable {
  /// This library's look for all cameras.
  case neutral
  /// The camera's look, as far as it shows in the small picture beside its sensor's.
  case camera
}
