package import HeadroomContainers

/// How much two pictures of the same size differ, as an observer of an HDR display would judge it.
package struct PictureDifference: Sendable {
  /// Delta E ITP of BT.2124; 1 is about one just noticeable difference.
  package var deltaEMean = 0.0
  package var deltaE95 = 0.0
  package var deltaE99 = 0.0
  package var deltaEMax = 0.0
  /// Peak signal to noise ratio of the PU21 codes of R, G and B in dB; infinite for equal pictures.
  package var psnr = Double.infinity
  /// Structural similarity of the PU21 codes of luminance; 1 for equal pictures.
  package var ssim = 1.0
  /// Largest difference of a component in cd/m².
  package var maxErrorNits = 0.0

  package var members: [(key: String, value: JSONValue)] {
    [
      (
        "deltaEITP",
        [
          "mean": .number(deltaEMean), "p95": .number(deltaE95), "p99": .number(deltaE99), "max": .number(deltaEMax),
        ]
      ),
      ("pu21PSNR", .number(psnr)), ("pu21SSIM", .number(ssim)), ("maxErrorNits", .number(maxErrorNits)),
    ]
  }
}
