internal import Foundation
internal import HeadroomFilters
internal import HeadroomGraphics
package import HeadroomImage
internal import HeadroomPixels
internal import HeadroomTestSupport

extension RandomRecipe {
  package typealias Change = @Sendable (_ image: CIImage, _ other: CIImage, _ amount: Double) -> CIImage

  /// Filters that need no more than their name and some numbers that follow from the amount.
  package static let filterChanges: [(name: String, change: Change)] = [
    filter("CIDiscBlur") { t in ["inputRadius": 3 * t] },
    filter("CIBokehBlur") { t in ["inputRadius": 1 + 2 * t, "inputRingAmount": t, "inputRingSize": 0.2] },
    filter("CIMotionBlur") { t in ["inputRadius": 1 + 2 * t, "inputAngle": 6 * t] },
    filter("CIZoomBlur") { t in ["inputCenter": CIVector(x: 15, y: 9), "inputAmount": 100 * t - 50] },
    filter("CIMaskedVariableBlur", other: "inputMask") { t in ["inputRadius": 1.5 * t] },
    filter("CIBloom") { t in ["inputRadius": 1 + t, "inputIntensity": t] },
    filter("CIGloom") { t in ["inputRadius": 1 + t, "inputIntensity": t] },
    filter("CIDepthOfField") { t in
      ["inputPoint0": CIVector(x: 0, y: 9), "inputPoint1": CIVector(x: 30, y: 9 + 9 * t), "inputRadius": 1]
    },
    filter("CINoiseReduction") { t in ["inputNoiseLevel": 0.1 + t, "inputSharpness": t] },
  ]

  package static let geometryChanges = tileNames.map(tile) + mapChanges

  private static let tileNames = [
    "CIFourfoldTranslatedTile", "CIParallelogramTile", "CIFourfoldReflectedTile", "CIFourfoldRotatedTile",
    "CIGlideReflectedTile", "CIEightfoldReflectedTile", "CISixfoldReflectedTile", "CITwelvefoldReflectedTile",
    "CISixfoldRotatedTile", "CITriangleTile",
  ]

  private static func tile(_ name: String) -> (name: String, change: Change) {
    filter(name) { t in ["inputCenter": CIVector(x: 12, y: 7), "inputAngle": 3 * t, "inputWidth": 6 + 9 * t] }
  }

  private static let mapChanges: [(name: String, change: Change)] = [
    filter("CITriangleKaleidoscope") { t in
      ["inputPoint": CIVector(x: 12, y: 7), "inputRotation": 3 * t, "inputSize": 9 + 9 * t]
    },
    filter("CIBumpDistortion") { t in circle.merging(["inputRadius": 12, "inputScale": 2 * t - 1]) { $1 } },
    filter("CIBumpDistortionLinear") { t in circle.merging(["inputRadius": 9, "inputScale": t, "inputAngle": t]) { $1 }
    },
    filter("CIVortexDistortion") { t in circle.merging(["inputRadius": 12, "inputAngle": 20 * t]) { $1 } },
    filter("CIHoleDistortion") { t in circle.merging(["inputRadius": 1 + 4 * t]) { $1 } },
    filter("CICircleSplashDistortion") { t in circle.merging(["inputRadius": 3 + 9 * t]) { $1 } },
    filter("CILightTunnel") { t in circle.merging(["inputRadius": 3 + 9 * t, "inputRotation": t]) { $1 } },
    filter("CITorusLensDistortion") { t in circle.merging(["inputRadius": 11, "inputWidth": 3 + 5 * t]) { $1 } },
    filter("CICircularWrap") { t in circle.merging(["inputRadius": 3 + 5 * t, "inputAngle": t]) { $1 } },
    filter("CIDroste") { t in
      ["inputInsetPoint0": CIVector(x: 10, y: 8), "inputInsetPoint1": CIVector(x: 16, y: 12), "inputZoom": 0.5 + t]
    },
    filter("CINinePartStretched") { t in nineParts.merging(["inputGrowAmount": CIVector(x: 9 * t, y: 4)]) { $1 } },
    filter("CINinePartTiled") { t in nineParts.merging(["inputGrowAmount": CIVector(x: 9, y: 4 * t)]) { $1 } },
    filter("CIStretchCrop") { t in ["inputSize": CIVector(x: 30, y: 24), "inputCropAmount": t] },
    filter("CIPerspectiveTile") { t in quad(t) },
    filter("CIPerspectiveTransformWithExtent") { t in
      quad(t).merging(["inputExtent": CIVector(x: 2, y: 3, z: 20, w: 15)]) { $1 }
    },
    filter("CIPerspectiveCorrection") { t in quad(t).merging(["inputCrop": t < 0.5]) { $1 } },
    filter("CIPerspectiveRotate") { t in ["inputPitch": t / 4, "inputYaw": 0.2, "inputRoll": t] },
    filter("CIKeystoneCorrectionCombined") { t in quad(t) },
    filter("CIKeystoneCorrectionHorizontal") { t in quad(t) },
    filter("CIKeystoneCorrectionVertical") { t in quad(t) },
    filter("CIBicubicScaleTransform") { t in ["inputScale": 0.6 + t / 2, "inputAspectRatio": 1.1] },
    filter("CIMaximumScaleTransform") { t in ["inputScale": 0.5 + t / 2] },
    filter("CIStraightenFilter") { t in ["inputAngle": t - 0.5] },
  ]

  /// Statistics of the middle of an image, as a row that is spread over a rectangle.
  package static let reductionChanges =
    [
      "CIAreaMinimum", "CIAreaMaximum", "CIAreaMinMax", "CIAreaMinMaxRed", "CIAreaMaximumAlpha", "CIAreaMinimumAlpha",
      "CIAreaAverageMaximumRed", "CIColumnAverage", "CIRowAverage",
    ].map(statistics) + tableChanges

  private static func statistics(_ name: String) -> (name: String, change: Change) {
    (
      name,
      { image, _, t in
        let area = CIVector(x: 2, y: 1, z: 12 + (9 * t).rounded(), w: 9)
        return image.applyingFilter(name, parameters: ["inputExtent": area]).spread
      }
    )
  }

  private static let tableChanges: [(name: String, change: Change)] = [
    (
      "CIKMeans",
      { image, _, t in
        image.applyingFilter(
          "CIKMeans",
          parameters: ["inputExtent": CIVector(x: 0, y: 0, z: 20, w: 15), "inputCount": 3 + (4 * t).rounded()]
        ).spread
      }
    ),
    (
      "CIPalettize",
      { image, other, t in
        let palette = other.cropped(to: CGRect(x: 1, y: 2, width: 3 + (5 * t).rounded(), height: 1))
        return image.applyingFilter("CIPalettize", parameters: [kCIInputPaletteImageKey: palette])
      }
    ),
    filter("CIHighlightShadowAdjust") { t in
      ["inputRadius": 2 * t, "inputShadowAmount": 2 * t - 1, "inputHighlightAmount": t]
    },
  ]

  /// Patterns over the image, transitions to another, cells and edges.
  package static let lookChanges: [(name: String, change: Change)] =
    ["CIStarShineGenerator"].map(generator) + lightChanges
    + ["CIDotScreen", "CILineScreen", "CIHatchedScreen", "CICircularScreen", "CICMYKHalftone"].map(screen)
    + stylizeChanges

  package static func generator(_ name: String) -> (name: String, change: Change) {
    (
      name,
      { image, _, t in
        CIFilter(name: name)!.outputImage!.applyingFilter(
          "CIMix",
          parameters: [
            kCIInputBackgroundImageKey: image, "inputAmount": t,
          ])
      }
    )
  }

  /// With soft edges, which forgive small differences of what they are given.
  private static func screen(_ name: String) -> (name: String, change: Change) {
    filter(name) { t in ["inputWidth": 5 + 9 * t, "inputSharpness": t / 2] }
  }

  private static let stylizeChanges: [(name: String, change: Change)] = [
    filter("CISwipeTransition", other: kCIInputTargetImageKey) { t in transition(t).merging(["inputWidth": 9]) { $1 } },
    filter("CICopyMachineTransition", other: kCIInputTargetImageKey) { t in transition(t) },
    filter("CIBarsSwipeTransition", other: kCIInputTargetImageKey) { t in ["inputTime": t, "inputWidth": 4] },
    filter("CIModTransition", other: kCIInputTargetImageKey) { t in ["inputTime": t, "inputRadius": 5] },
    filter("CIFlashTransition", other: kCIInputTargetImageKey) { t in transition(t) },
    filter("CISpotLight") { t in
      [
        "inputLightPosition": CIVector([20, 30 * t, 15]), "inputLightPointsAt": CIVector([9, 9, 0]),
        "inputConcentration": t,
      ]
    },
    filter("CIEdges") { t in ["inputIntensity": t] },
    filter("CIPixellate") { t in ["inputScale": 2 + 5 * t, "inputCenter": CIVector(x: 3, y: 4)] },
    filter("CIHexagonalPixellate") { t in ["inputScale": 2 + 5 * t, "inputCenter": CIVector(x: 3, y: 4)] },
    filter("CICrystallize") { t in ["inputRadius": 2 + 5 * t] },
    filter("CIConvolution5X5") { t in ["inputWeights": CIVector((0..<25).map { CGFloat(t * Double($0 % 4) / 20) })] },
    filter("CIConvolutionRGB9Vertical") { t in ["inputWeights": CIVector((0..<9).map { CGFloat(t * Double($0)) / 40 })]
    },
    filter("CIToneCurve") { t in
      [
        "inputPoint1": CIVector(x: 0.3, y: 0.2 + t / 4), "inputPoint3": CIVector(x: 0.7, y: 0.8),
        "inputExtrapolate": t < 0.5,
      ]
    },
    filter("CIDither") { t in ["inputIntensity": t] },
    filter("CIPointillize") { t in ["inputRadius": 2 + 5 * t] },
  ]

  private static func transition(_ t: Double) -> [String: Any] {
    ["inputTime": t, "inputExtent": CIVector(x: 1, y: 2, z: 30, w: 20), "inputAngle": 3 * t]
  }

  private static var circle: [String: Any] { ["inputCenter": CIVector(x: 14, y: 9)] }

  private static var nineParts: [String: Any] {
    ["inputBreakpoint0": CIVector(x: 4, y: 5), "inputBreakpoint1": CIVector(x: 12, y: 9)]
  }

  private static func quad(_ t: Double) -> [String: Any] {
    [
      "inputTopLeft": CIVector(x: 3 + 2 * t, y: 20), "inputTopRight": CIVector(x: 28, y: 18 + 2 * t),
      "inputBottomRight": CIVector(x: 25, y: 2), "inputBottomLeft": CIVector(x: 1, y: 3 * t),
    ]
  }

  /// - Parameter other: the key of a second image, where there is one.
  package static func filter(
    _ name: String, other key: String? = nil, _ parameters: @escaping @Sendable (Double) -> [String: Any]
  ) -> (name: String, change: Change) {
    (
      name,
      { image, other, t in
        var values = parameters(t)
        if let key { values[key] = other }
        return image.applyingFilter(name, parameters: values)
      }
    )
  }
}

extension CIImage {
  /// Repeated beyond its edges, and a part of that: what a small image is for the next node.
  package var spread: CIImage { clampedToExtent().cropped(to: CGRect(x: 0, y: 0, width: 24, height: 18)) }
}
