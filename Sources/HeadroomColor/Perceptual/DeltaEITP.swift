/// The colour difference of BT.2124 for HDR: about 1 is just noticeable for a critical observer.
public enum DeltaEITP {
  /// The difference of two colours given as linear BT.2020 light in cd/m².
  ///
  /// ## Formula
  /// 720 sqrt(ΔI² + (ΔCt / 2)² + ΔCp²) on ``ICtCp`` for PQ.
  public static func difference(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    difference(ictcp: ICtCp.encodePQ(nits: a), ICtCp.encodePQ(nits: b))
  }

  /// The difference of two colours given in ICtCp for PQ.
  public static func difference(ictcp a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    let d = (a - b) * SIMD3(1, 0.5, 1)
    return 720 * (d * d).sum().squareRoot()
  }
}
