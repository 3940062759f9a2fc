internal import Foundation
internal import HeadroomFilters
internal import HeadroomGraphics
internal import HeadroomImage

extension RandomRecipe {
  /// Functions of colour, small neighbourhoods, and what else needs a name and a number.
  package static let plainChanges: [(name: String, change: Change)] =
    colorFunctions + tables + channels + neighbourhoods + places

  private static let colorFunctions: [(name: String, change: Change)] = [
    filter("CIHueAdjust") { t in ["inputAngle": 6 * t] },
    filter("CISepiaTone") { t in ["inputIntensity": t] },
    filter("CIColorMonochrome") { t in ["inputIntensity": t, "inputColor": CIColor(red: t, green: 0.5, blue: 0.25)] },
    filter("CIFalseColor") { t in ["inputColor0": CIColor(red: t, green: 0, blue: 0.5)] },
    filter("CITemperatureAndTint") { t in
      ["inputNeutral": CIVector(x: 4000 + 4000 * t, y: 20 * t), "inputTargetNeutral": CIVector(x: 6500, y: 0)]
    },
    filter("CIWhitePointAdjust") { t in [kCIInputColorKey: CIColor(red: 1, green: 0.5 + t / 2, blue: 0.75)] },
    filter("CIColorMatrix") { t in
      [
        "inputRVector": CIVector(x: t, y: 0.25, z: 0, w: 0.1), "inputAVector": CIVector(x: 0, y: 0, z: 0, w: 1 - t / 4),
        "inputBiasVector": CIVector(x: 0, y: t < 0.5 ? 0 : 0.25, z: 0, w: 0),
      ]
    },
    filter("CIColorClamp") { t in
      ["inputMinComponents": CIVector([0.1, 0, 0.1 * t, 0]), "inputMaxComponents": CIVector([1 - t / 2, 1, 4, 1])]
    },
    filter("CIColorPolynomial") { t in
      ["inputRedCoefficients": CIVector([0.1, 1 - t, t, 0]), "inputBlueCoefficients": CIVector([t / 4, 1, 0, 0])]
    },
    filter("CIColorCrossPolynomial") { t in
      ["inputRedCoefficients": CIVector([0.5, t, 0, 0.1, 0, 0.1 * t, 0, 0, 0.05, 0])]
    },
    filter("CIColorInvert") { _ in [:] },
    filter("CILinearToSRGBToneCurve") { _ in [:] },
    filter("CISRGBToneCurveToLinear") { _ in [:] },
    filter("CIConvertRGBtoLab") { _ in [:] },
    (
      "CILabDeltaE",
      { image, other, _ in
        // Distances are numbers up to a few hundred, whose last bits later nodes would make much of.
        image.applyingFilter("CILabDeltaE", parameters: ["inputImage2": other])
          .applyingFilter("CIExposureAdjust", parameters: ["inputEV": -7])
      }
    ),
    filter("CIToneMapHeadroom") { t in ["inputSourceHeadroom": 2 + 6 * t, "inputTargetHeadroom": 1 + t] },
    filter("CISystemToneMap") { t in ["inputDisplayHeadroom": 1 + 3 * t] },
    filter("CIVignetteEffect") { t in
      ["inputCenter": CIVector(x: 14, y: 9), "inputRadius": 2 + 12 * t, "inputIntensity": 2 * t - 1]
    },
  ]

  private static let tables: [(name: String, change: Change)] = [
    (
      "CIColorCubesMixedWithMask",
      { image, other, t in
        let (first, second) = (UInt64(t * 8), UInt64(t * 8) + 1)
        return image.applyingFilter(
          "CIColorCubesMixedWithMask",
          parameters: [
            kCIInputMaskImageKey: other, "inputCubeDimension": 3, "inputExtrapolate": t > 0.5,
            "inputCube0Data": TestPictures.table(4 * 27, seed: first),
            "inputCube1Data": TestPictures.table(4 * 27, seed: second),
          ])
      }
    ),
    (
      "CIColorCubeWithColorSpace",
      { image, _, t in
        image.applyingFilter(
          "CIColorCubeWithColorSpace",
          parameters: [
            "inputCubeDimension": 3, "inputCubeData": TestPictures.table(4 * 27, seed: UInt64(t * 8)),
            "inputColorSpace": CGColorSpace(name: t < 0.5 ? CGColorSpace.displayP3 : CGColorSpace.itur_2100_HLG)!,
          ])
      }
    ),
  ]

  private static let channels: [(name: String, change: Change)] =
    ["CIMaximumComponent", "CIMinimumComponent", "CIMaskToAlpha"].map(plain)
    + ["CIBlendWithMask", "CIBlendWithRedMask", "CIBlendWithBlueMask"].map(masked)

  private static func plain(_ name: String) -> (name: String, change: Change) { filter(name) { _ in [:] } }

  private static func masked(_ name: String) -> (name: String, change: Change) {
    (
      name,
      { image, other, t in
        let mask = other.transformed(by: .init(translationX: (9 * t).rounded(), y: 2))
        return image.applyingFilter(
          name, parameters: [kCIInputBackgroundImageKey: other, kCIInputMaskImageKey: mask])
      }
    )
  }

  private static let neighbourhoods: [(name: String, change: Change)] = [
    filter("CIMedianFilter") { _ in [:] },
    filter("CIMorphologyMaximum") { t in ["inputRadius": 4 * t] },
    filter("CIMorphologyMinimum") { t in ["inputRadius": 4 * t] },
    filter("CIMorphologyGradient") { t in ["inputRadius": 1 + 2 * t] },
    filter("CIMorphologyRectangleMaximum") { t in ["inputWidth": 1 + 2 * (3 * t).rounded(), "inputHeight": 3] },
    filter("CIMorphologyRectangleMinimum") { t in ["inputWidth": 5, "inputHeight": 1 + 2 * (3 * t).rounded()] },
    filter("CISobelGradients") { _ in [:] },
    filter("CIGaborGradients") { _ in [:] },
    filter("CISharpenLuminance") { t in ["inputSharpness": t, "inputRadius": 0.5 + t] },
    filter("CIConvolution3X3") { t in
      ["inputWeights": CIVector((0..<9).map { CGFloat(t * Double($0 % 4) / 9) }), "inputBias": t < 0.5 ? 0 : 0.1]
    },
    filter("CIConvolutionRGB3X3") { t in ["inputWeights": CIVector((0..<9).map { CGFloat(t * Double($0) / 40) })] },
    filter("CIConvolution7X7") { t in ["inputWeights": CIVector((0..<49).map { CGFloat(t * Double($0 % 5) / 90) })] },
    filter("CIConvolution9Horizontal") { t in ["inputWeights": CIVector((0..<9).map { CGFloat(t * Double($0)) / 40 })]
    },
    ("applyingMedian", { image, _, t in image.applyingMedian(radius: 1 + Int(4 * t)) }),
  ]

  private static let places: [(name: String, change: Change)] = [
    filter("CIPinchDistortion") { t in
      ["inputCenter": CIVector(x: 14, y: 9), "inputRadius": 12, "inputScale": 1.5 * t]
    },
    filter("CIGlassLozenge") { t in
      [
        "inputPoint0": CIVector(x: 5, y: 6), "inputPoint1": CIVector(x: 22, y: 6 + 9 * t), "inputRadius": 5 + t,
        "inputRefraction": 1.2 + t,
      ]
    },
    filter("CILanczosScaleTransform") { t in ["inputScale": 0.5 + t, "inputAspectRatio": 1.2] },
    filter("CIPerspectiveTransform") { t in
      [
        "inputTopLeft": CIVector(x: 3 + 2 * t, y: 20), "inputTopRight": CIVector(x: 28, y: 18 + 2 * t),
        "inputBottomRight": CIVector(x: 25, y: 2), "inputBottomLeft": CIVector(x: 1, y: 3 * t),
      ]
    },
  ]
}
