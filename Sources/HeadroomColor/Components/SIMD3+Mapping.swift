extension SIMD3 where Scalar == Double {
  /// The vector of `transform` applied to each component.
  func mapped(_ transform: (Double) -> Double) -> SIMD3<Double> {
    SIMD3(transform(x), transform(y), transform(z))
  }
}
