internal import Foundation
internal import HeadroomFilters
internal import HeadroomGraphics
internal import HeadroomImage

extension RandomRecipe {
  /// What generators draw, mixed with the image or laid over it: patterns without end, shapes, codes, text.
  package static let generatorChanges: [(name: String, change: Change)] = mixedPatterns + drawnShapes + drawnCodes

  private static let mixedPatterns: [(name: String, change: Change)] = [
    mixed("CICheckerboardGenerator") { t in pattern(t) },
    mixed("CIStripesGenerator") { t in pattern(t) },
    mixed("CIConstantColorGenerator") { t in
      [kCIInputColorKey: CIColor(red: t, green: 1 - t, blue: 1, alpha: t)]
    },
    mixed("CIRandomGenerator") { _ in [:] },
    mixed("CISunbeamsGenerator") { t in ["inputCenter": CIVector(x: 15, y: 9), "inputSunRadius": 9 * t] },
    mixed("CILinearGradient") { t in line(t).merging(colors(t)) { $1 } },
    mixed("CISmoothLinearGradient") { t in line(t).merging(colors(t)) { $1 } },
    mixed("CIRadialGradient") { t in
      colors(t).merging(["inputCenter": CIVector(x: 9, y: 7), "inputRadius0": 4 * t, "inputRadius1": 12 + t]) { $1 }
    },
    mixed("CIGaussianGradient") { t in
      colors(t).merging(["inputCenter": CIVector(x: 14, y: 7), "inputRadius": 5 + 20 * t]) { $1 }
    },
  ]

  private static let drawnShapes: [(name: String, change: Change)] = [
    drawn("CIBlurredRectangleGenerator") { t in box(t).merging(["inputSigma": 4 * t]) { $1 } },
    drawn("CIRoundedRectangleGenerator") { t in box(t).merging(["inputRadius": 6 * t]) { $1 } },
    drawn("CIRoundedRectangleStrokeGenerator") { t in
      box(t).merging(["inputRadius": 6 * t, "inputWidth": 1 + 3 * t]) { $1 }
    },
  ]

  private static let drawnCodes: [(name: String, change: Change)] = [
    drawn("CIQRCodeGenerator") { t in message(t) }, drawn("CIAztecCodeGenerator") { t in message(t) },
    drawn("CICode128BarcodeGenerator") { t in message(t) }, drawn("CIPDF417BarcodeGenerator") { t in message(t) },
    drawn("CIRoundedQRCodeGenerator") { t in message(t).merging(["inputScale": 2 + (2 * t).rounded()]) { $1 } },
    drawn("CITextImageGenerator") { t in ["inputText": "hg", "inputFontSize": 8 + 9 * t] },
  ]

  /// Part of the way from the image to a pattern.
  package static func mixed(
    _ name: String, _ parameters: @escaping @Sendable (Double) -> [String: Any]
  ) -> (name: String, change: Change) {
    (
      name,
      { image, _, t in
        CIFilter(name: name, parameters: parameters(t))!.outputImage!.applyingFilter(
          "CIMix", parameters: [kCIInputBackgroundImageKey: image, "inputAmount": 0.2 + 0.7 * t])
      }
    )
  }

  /// A shape over the image.
  private static func drawn(
    _ name: String, _ parameters: @escaping @Sendable (Double) -> [String: Any]
  ) -> (name: String, change: Change) {
    (name, { image, _, t in CIFilter(name: name, parameters: parameters(t))!.outputImage!.composited(over: image) })
  }

  private static func colors(_ t: Double) -> [String: Any] {
    [
      "inputColor0": CIColor(red: 1, green: t, blue: 0, alpha: 1),
      "inputColor1": CIColor(red: 0, green: 0.5, blue: 1, alpha: t),
    ]
  }

  package static func pattern(_ t: Double) -> [String: Any] {
    colors(t).merging(["inputCenter": CIVector(x: 15 * t, y: 4), "inputWidth": 2 + 9 * t, "inputSharpness": t]) { $1 }
  }

  private static func line(_ t: Double) -> [String: Any] {
    ["inputPoint0": CIVector(x: 2, y: 3 + 9 * t), "inputPoint1": CIVector(x: 25, y: 17)]
  }

  private static func box(_ t: Double) -> [String: Any] {
    ["inputExtent": CIVector(x: 3, y: 2 + t, z: 9 + 12 * t, w: 13), "inputColor": CIColor(red: 0.5, green: 1, blue: t)]
  }

  private static func message(_ t: Double) -> [String: Any] {
    ["inputMessage": Data("headroom".utf8.prefix(1 + Int(7 * t)))]
  }
}
