internal import Headroom

/// How much two pictures of the same size differ, as an observer of an HDR display would judge it.
struct PictureDifference: Sendable {
  /// Delta E ITP of BT.2124; 1 is about one just noticeable difference.
  var deltaEMean = 0.0
  var deltaE95 = 0.0
  var deltaE99 = 0.0
  var deltaEMax = 0.0
  /// Peak signal to noise ratio of the PU21 codes of R, G and B in dB; infinite for equal pictures.
  var psnr = Double.infinity
  /// Structural similarity of the PU21 codes of luminance; 1 for equal pictures.
  var ssim = 1.0
  /// Largest difference of a component in cd/m².
  var maxErrorNits = 0.0

  var members: [(key: String, value: JSONValue)] {
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
