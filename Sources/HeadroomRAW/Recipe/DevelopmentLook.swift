/// How a sensor's light is made a picture: ``CIRAWFilter/look``.
public enum DevelopmentLook: String, Hashable, Sendable, CaseIterable {
  /// As this library does it for all cameras.
  case neutral
  /// As the camera did it, as far as the small picture shows that it stored beside its sensor's.
  case camera
}
