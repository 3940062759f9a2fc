internal import Foundation
internal import HeadroomEngine
internal import HeadroomFilters
internal import HeadroomGraphics
package import HeadroomImage
internal import HeadroomPixels
internal import HeadroomTestSupport

/// A recipe drawn at random over all kinds of nodes: shared parts, crops, clamps, turns, infinite extents, several sources.
package struct RandomRecipe {
  package let seed: UInt64
  package private(set) var image: CIImage
  /// What was done, for the message of a failing test.
  package private(set) var steps: [String] = []
  private var generator: SeededGenerator
  /// Draws the parameters instead, where other values of the same recipe are wanted.
  private var amounts: SeededGenerator?
  /// Images that later nodes may take as well.
  private var pool: [CIImage]
  private let changes: [(name: String, change: Change)]

  /// - Parameters:
  ///   - amounts: seed of the parameters, where other values of the same recipe are wanted.
  ///   - last: the same for those of the last steps.
  ///   - sources: in place of pictures of its own.
  ///   - jumps: whether some nodes jump at thresholds, where only a renderer's own bits are the same.
  package init(
    seed: UInt64, length: Int = 12, amounts: UInt64? = nil, last: UInt64? = nil, sources: [CIImage]? = nil,
    jumps: Bool = true
  ) {
    self.seed = seed
    changes = jumps ? Self.smoothChanges + Self.jumpChanges : Self.smoothChanges
    self.amounts = amounts.map { SeededGenerator(seed: $0) }
    generator = SeededGenerator(seed: seed)
    let sources = sources ?? Self.sources(seed: seed)
    pool = sources
    image = sources[0]
    for index in 0..<length {
      if let last, index == length - 3 { self.amounts = SeededGenerator(seed: last) }
      step()
    }
    // Blurs and turns grow a picture; the reference renderer looks at each pixel of it.
    if !PixelRect(enclosing: image.extent).isInfinite, PixelRect(enclosing: image.extent).area > 200 * 200 {
      image = image.cropped(to: CGRect(x: -10, y: -10, width: 90, height: 70))
      steps.append("cropped at the end")
    }
  }

  /// Two pictures of different sizes: of floats, the second opaque, or of files and bitmaps of all kinds.
  package static func sources(seed: UInt64) -> [CIImage] {
    if seed % 3 == 2 { return FilePictures.pair(Int(truncatingIfNeeded: seed / 3)) }
    return (0..<2).map { index in
      TestPictures.random(
        width: 31 + 7 * index, height: 23 - 4 * index, seed: seed &+ UInt64(index), isOpaque: index == 1)
    }
  }

  private mutating func step() {
    let index = Int.random(in: 0..<changes.count, using: &generator)
    let (name, change) = changes[index]
    let other = pool.randomElement(using: &generator) ?? image
    var amount = Double.random(in: 0...1, using: &generator)
    if amounts != nil { amount = Double.random(in: 0...1, using: &amounts!) }
    image = change(image, other, amount)
    steps.append("\(name) \(amount)")
    if Bool.random(using: &generator) { pool.append(image) }
    if Int.random(in: 0..<5, using: &generator) == 0 {
      image = pool.randomElement(using: &generator) ?? image
      steps.append("back to another")
    }
  }

  package static let smoothChanges =
    engineChanges + filterChanges + geometryChanges + reductionChanges + lookChanges + generatorChanges + plainChanges

  private static let engineChanges: [(name: String, change: Change)] = [
    ("exposure", { image, _, t in image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": t - 0.6]) }),
    ("vibrance", { image, _, t in image.applyingFilter("CIVibrance", parameters: ["inputAmount": t - 0.5]) }),
    ("gamma", { image, _, t in image.applyingFilter("CIGammaAdjust", parameters: ["inputPower": 1 + t / 4]) }),
    (
      "saturation", { image, _, t in image.applyingFilter("CIColorControls", parameters: ["inputSaturation": 0.5 + t]) }
    ),
    (
      "translation",
      { image, _, t in image.transformed(by: .init(translationX: (t * 20).rounded() - 10, y: (t * 8).rounded() - 4)) }
    ),
    ("turn", { image, _, t in image.isUnbounded ? image : image.oriented(t < 0.5 ? .right : .downMirrored) }),
    ("rotation", { image, _, t in image.transformed(by: .init(rotationAngle: t - 0.5)) }),
    ("scaling", { image, _, t in image.transformed(by: .init(scaleX: 0.7 + t / 2, y: 0.9 + t / 5)) }),
    (
      "crop",
      { image, _, t in
        let bounds = image.isUnbounded ? CGRect(x: 0, y: 0, width: 40, height: 30) : image.extent
        return image.cropped(to: bounds.insetBy(dx: bounds.width * t / 8, dy: 1).offsetBy(dx: t * 3, dy: 0))
      }
    ),
    ("clamp", { image, _, _ in image.clampedToExtent() }),
    ("over", { image, other, _ in image.composited(over: other) }),
    (
      "multiplied",
      { image, other, _ in
        image.applyingFilter("CIMultiplyCompositing", parameters: [kCIInputBackgroundImageKey: other])
      }
    ),
    (
      "blended",
      { image, other, t in
        // All but those that jump from one colour to another.
        let modes = BlendMode.allCases.filter { ![.hardMix, .darkerColor, .lighterColor].contains($0) }
        return image.blended(modes[Int(t * Double(modes.count - 1))], with: other)
      }
    ),
    (
      "cube",
      { image, _, t in
        let data = TestPictures.table(4 * 27, seed: UInt64(t * 8), isOpaque: t < 0.5)
        return image.applyingFilter(
          "CIColorCube", parameters: ["inputCubeDimension": 3, "inputCubeData": data, "inputExtrapolate": t > 0.25])
      }
    ),
    (
      "curves",
      { image, _, t in
        image.applyingFilter(
          "CIColorCurves",
          parameters: [
            "inputCurvesData": TestPictures.table(30, seed: UInt64(t * 8)),
            "inputCurvesDomain": CIVector(x: t - 1, y: 2),
            "inputColorSpace": CGColorSpace.extendedSRGB,
          ])
      }
    ),
    (
      "tiled",
      { image, _, t in
        let turned = CGAffineTransform(rotationAngle: t).scaledBy(x: 0.3 + t, y: 0.4 + t)
        return image.applyingFilter("CIAffineTile", parameters: [kCIInputTransformKey: turned])
      }
    ),
    (
      "kaleidoscope",
      { image, _, t in
        image.applyingFilter(
          "CIKaleidoscope",
          parameters: ["inputCenter": CIVector(x: 12 * t, y: 9), "inputCount": 3 + (4 * t).rounded(), "inputAngle": t])
      }
    ),
    (
      "glass",
      { image, other, t in
        image.applyingFilter(
          "CIGlassDistortion",
          parameters: ["inputTexture": other, "inputScale": 5 * t, "inputCenter": CIVector(x: 9, y: 4)])
      }
    ),
    (
      "shaded",
      { image, other, t in
        image.applyingFilter(
          "CIShadedMaterial",
          parameters: [
            "inputShadingImage": other.cropped(to: CGRect(x: 0, y: 0, width: 20, height: 16)), "inputScale": 0.5 + t,
          ])
      }
    ),
    (
      "ripple",
      { image, other, t in
        image.applyingFilter(
          "CIRippleTransition",
          parameters: [
            kCIInputTargetImageKey: other, "inputShadingImage": TestPictures.random(width: 9, height: 7),
            "inputTime": t, "inputCenter": CIVector(x: 11, y: 8), "inputWidth": 4 + 9 * t, "inputScale": 6 * t - 3,
            "inputExtent": CIVector(x: -3, y: -2, z: 40, w: 30),
          ])
      }
    ),
    (
      "cubic",
      { image, _, t in
        let quad = [CGPoint(x: 2, y: 1), CGPoint(x: 30, y: 4 * t), CGPoint(x: 25, y: 22), CGPoint(x: 4, y: 17 + t)]
        let corners = zip(["BottomLeft", "BottomRight", "TopRight", "TopLeft"], quad).map {
          ("input" + $0, CIVector(cgPoint: $1))
        }
        return image.cropped(to: CGRect(x: 0, y: 0, width: 31, height: 23)).samplingCubic()
          .applyingFilter("CIPerspectiveTransform", parameters: Dictionary(uniqueKeysWithValues: corners))
          .transformed(by: CGAffineTransform(rotationAngle: t / 3).scaledBy(x: 0.4 + t, y: 0.9)).samplingLinear()
      }
    ),
    ("blur", { image, _, t in image.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 0.3 + t]) }),
    ("box", { image, _, t in image.applyingFilter("CIBoxBlur", parameters: ["inputRadius": 1 + 2 * t]) }),
    (
      "sharpened",
      { image, _, t in image.applyingFilter("CIUnsharpMask", parameters: ["inputRadius": 1, "inputIntensity": t]) }
    ),
    (
      "averaged",
      { image, _, _ in
        let bounds = image.isUnbounded ? CGRect(x: 2, y: 1, width: 20, height: 20) : image.extent
        return image.applyingFilter("CIAreaAverage", parameters: ["inputExtent": CIVector(cgRect: bounds)])
          .clampedToExtent().cropped(to: CGRect(x: 0, y: 0, width: 24, height: 18))
      }
    ),
    (
      "checkerboard", { image, _, _ in image.composited(over: CIFilter(name: "CICheckerboardGenerator")!.outputImage!) }
    ),
    ("tone map", { image, _, t in image.settingContentHeadroom(16).toneMapped(to: 1 + t) }),
    (
      "masked",
      { image, other, t in
        image.applyingFilter(
          "CIBlendWithAlphaMask",
          parameters: [
            kCIInputBackgroundImageKey: other,
            kCIInputMaskImageKey: other.transformed(by: .init(translationX: (9 * t).rounded(), y: 2)),
          ])
      }
    ),
    (
      "dissolved",
      { image, other, t in
        image.applyingFilter("CIDissolveTransition", parameters: [kCIInputTargetImageKey: other, "inputTime": t])
      }
    ),
    ("vignette", { image, _, t in image.applyingFilter("CIVignette", parameters: ["inputIntensity": t]) }),
    (
      "difference",
      { image, other, _ in
        image.applyingFilter("CIColorAbsoluteDifference", parameters: ["inputImage2": other])
      }
    ),
    (
      "twirl",
      { image, _, t in
        image.applyingFilter(
          "CITwirlDistortion",
          parameters: ["inputCenter": CIVector(x: 14 + 5 * t, y: 9), "inputRadius": 12, "inputAngle": t])
      }
    ),
    (
      "displaced",
      { image, other, t in
        image.applyingFilter(
          "CIDisplacementDistortion", parameters: ["inputDisplacementImage": other, "inputScale": 6 * t])
      }
    ),
    (
      "kernel",
      { image, other, t in
        RandomKernels.mix.apply(extent: RandomKernels.bounds(image), arguments: [image, other, t]) ?? image
      }
    ),
    (
      "kernel by closure",
      { image, other, t in
        RandomKernels.mixByClosure.apply(extent: RandomKernels.bounds(image), arguments: [image, other, t]) ?? image
      }
    ),
    (
      "warp kernel",
      { image, _, t in
        RandomKernels.shear.apply(
          extent: RandomKernels.bounds(image),
          roiCallback: { _, rect in t < 0.5 && !image.isUnbounded ? .infinite : rect.insetBy(dx: -260, dy: 0) },
          image: image, arguments: [t])
          ?? image
      }
    ),
    (
      "sampler kernel",
      { image, other, t in
        RandomKernels.echo.apply(
          extent: RandomKernels.bounds(image), roiCallback: { _, rect in rect.insetBy(dx: -6, dy: -6) },
          arguments: [image, CISampler(image: other, options: [kCISamplerWrapMode: kCISamplerWrapClamp]), 5 * t])
          ?? image
      }
    ),
    (
      "processor",
      { image, _, _ in
        (try? RowProcessor.apply(
          withExtent: RandomKernels.bounds(image), inputs: [image], arguments: nil)) ?? image
      }
    ),
    ("kept", { image, _, _ in image.insertingIntermediate() }),
    ("alpha one", { image, _, _ in image.isUnbounded ? image : image.settingAlphaOne(in: image.extent) }),
  ]
}

extension CIImage {
  fileprivate var isUnbounded: Bool { PixelRect(enclosing: extent).isInfinite }
}
