/// How long viewers show a picture of an animation.
enum ShownDelay {
  /// They take 0.02 seconds and less for a mistake, and show the picture for 0.1.
  static func of(_ stated: Double) -> Double { stated > 0.02 ? stated : 0.1 }
}
