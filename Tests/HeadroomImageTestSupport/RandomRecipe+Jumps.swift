internal import Foundation
internal import HeadroomEngine
internal import HeadroomFilters
internal import HeadroomGraphics
internal import HeadroomImage

extension RandomRecipe {
  /// What jumps from one value to another, at some number of the image or at some position: renderers that differ by a last bit
  /// land on different sides there. `JumpTests` holds them to the reference everywhere else.
  package static let jumpChanges: [(name: String, change: Change)] =
    toneJumps + screens + placeJumps + maskJumps + countJumps

  private static let toneJumps: [(name: String, change: Change)] = [
    filter("CIColorThreshold") { t in ["inputThreshold": t] },
    filter("CIColorThresholdOtsu") { _ in [:] },
    filter("CIColorPosterize") { t in ["inputLevels": 2 + (6 * t).rounded()] },
    ("hard mix", { image, other, _ in image.blended(.hardMix, with: other) }),
    ("darker colour", { image, other, _ in image.blended(.darkerColor, with: other) }),
    ("lighter colour", { image, other, _ in image.blended(.lighterColor, with: other) }),
    (
      "comparing kernel",
      { image, other, t in
        RandomKernels.compare.apply(extent: RandomKernels.bounds(image), arguments: [image, other, t]) ?? image
      }
    ),
    (
      "CIPaletteCentroid",
      { image, other, t in
        let palette = other.cropped(to: CGRect(x: 1, y: 2, width: 3 + (5 * t).rounded(), height: 1))
        return image.applyingFilter("CIPaletteCentroid", parameters: [kCIInputPaletteImageKey: palette]).spread
      }
    ),
    filter("CICannyEdgeDetector") { t in
      ["inputGaussianSigma": 0.5 + t, "inputThresholdHigh": 0.1 + t / 5, "inputThresholdLow": 0.05]
    },
    filter("CILineOverlay") { t in ["inputThreshold": t / 2, "inputContrast": 50.0] },
  ]

  private static let screens =
    ["CIDotScreen", "CILineScreen", "CIHatchedScreen", "CICircularScreen", "CICMYKHalftone"].map(hardScreen)

  private static func hardScreen(_ name: String) -> (name: String, change: Change) {
    filter(name) { t in
      ["inputWidth": 5 + 9 * t, "inputSharpness": 1.0, "inputCenter": CIVector(x: 12 + 5 * t, y: 9 - 3 * t)]
    }
  }

  private static let placeJumps: [(name: String, change: Change)] = [
    mixed("CICheckerboardGenerator") { t in hardPattern(t) },
    mixed("CIStripesGenerator") { t in hardPattern(t) },
    (
      "nearest",
      { image, _, t in
        let turned = CGAffineTransform(rotationAngle: t).scaledBy(x: 0.7 + t, y: 0.9)
        return image.samplingNearest().transformed(by: turned).samplingLinear()
      }
    ),
    (
      "kernel of nearest pixels",
      { image, other, t in
        let nearest = CISampler(image: other, options: [kCISamplerFilterMode: kCISamplerFilterNearest])
        return RandomKernels.echo.apply(
          extent: RandomKernels.bounds(image), roiCallback: { _, rect in rect.insetBy(dx: -6, dy: -6) },
          arguments: [image, nearest, 5 * t]) ?? image
      }
    ),
  ]

  private static func hardPattern(_ t: Double) -> [String: Any] {
    pattern(t).merging(["inputSharpness": 1.0, "inputCenter": CIVector(x: 15 * t, y: 4 * t)]) { $1 }
  }

  private static let maskJumps: [(name: String, change: Change)] = [
    (
      "masked by a threshold",
      { image, other, t in
        image.applyingFilter(
          "CIBlendWithMask",
          parameters: [
            kCIInputBackgroundImageKey: other,
            kCIInputMaskImageKey: other.applyingFilter("CIColorThreshold", parameters: ["inputThreshold": t]),
          ])
      }
    ),
    (
      "CIDistanceGradientFromRedMask",
      { image, _, t in
        image.part.applyingFilter("CIDistanceGradientFromRedMask", parameters: ["inputMaximumDistance": 2 + 9 * t])
          .part
      }
    ),
    (
      "CISignedDistanceGradientFromRedMask",
      { image, _, t in
        image.part.applyingFilter(
          "CISignedDistanceGradientFromRedMask", parameters: ["inputMaximumDistance": 2 + 9 * t]
        ).part
      }
    ),
    (
      "CIHeightFieldFromMask",
      { image, _, t in image.part.applyingFilter("CIHeightFieldFromMask", parameters: ["inputRadius": 2 + 6 * t]).part }
    ),
    (
      "CIDisintegrateWithMaskTransition",
      { image, other, t in
        image.applyingFilter(
          "CIDisintegrateWithMaskTransition",
          parameters: [
            kCIInputTargetImageKey: other, kCIInputMaskImageKey: other, "inputTime": t, "inputShadowRadius": 2 * t,
            "inputShadowOffset": CIVector(x: 1, y: -2),
          ])
      }
    ),
  ]

  /// Which bin a pixel counts in is a jump too.
  private static let countJumps: [(name: String, change: Change)] =
    ["CIAreaHistogram", "CIAreaAlphaWeightedHistogram", "CIAreaLogarithmicHistogram", "CIAreaBoundsRed"].map(count)

  private static func count(_ name: String) -> (name: String, change: Change) {
    (
      name,
      { image, _, t in
        var values: [String: Any] = ["inputExtent": CIVector(x: 2, y: 1, z: 12 + (9 * t).rounded(), w: 9)]
        if name != "CIAreaBoundsRed" { values["inputCount"] = 24 }
        return image.applyingFilter(name, parameters: values).spread
      }
    )
  }
}

extension CIImage {
  /// What lies in a rectangle that whole pictures can be made of.
  fileprivate var part: CIImage { cropped(to: extent.intersection(CGRect(x: 0, y: 0, width: 40, height: 30))) }
}
