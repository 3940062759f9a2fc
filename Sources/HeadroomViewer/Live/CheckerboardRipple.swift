internal import Foundation
internal import HeadroomColor
internal import HeadroomFilters
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomPictures
internal import HeadroomPixels

/// A checkerboard with a travelling wave whose crest is as bright as the display allows.
package struct CheckerboardRipple: RenderedLiveSource {
  /// Seconds from one wave to the next.
  private static let period = 3.0

  private let width: Int
  private let height: Int
  private let context = CIContext(options: [.cacheIntermediates: false], pool: .shared)

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  package func frame(headroom: Double, time: Double) throws -> LiveFrame {
    let image = picture(headroom: min(headroom, ShownFile.largestHeadroom), time: time)
    let bitmap = try context.bitmap(
      image, region: PixelRect(x: 0, y: 0, width: width, height: height), format: .rgb10a2, encoding: .itur2100PQ,
      alpha: .straight)
    return LiveFrame(width: width, height: height, format: .rgb10a2, pixels: bitmap.packedBytes)
  }

  private var extent: CGRect { CGRect(x: 0, y: 0, width: width, height: height) }

  /// Light of the recipe, 1.0 = reference white.
  func picture(headroom: Double, time: Double) -> CIImage {
    let phase = (time / Self.period).truncatingRemainder(dividingBy: 1)
    let wave = CIFilter(name: "CIRippleTransition")
    let board = checkerboard
    let parameters: [String: Any] = [
      "inputImage": board, "inputTargetImage": board, "inputShadingImage": shading(headroom),
      "inputCenter": CIVector(x: extent.midX, y: extent.midY), "inputExtent": CIVector(cgRect: extent),
      "inputTime": phase, "inputWidth": Double(height) / 5, "inputScale": Double(height) / 20,
    ]
    for (key, value) in parameters { wave?.setValue(value, forKey: key) }
    return wave?.outputImage ?? board
  }

  private var checkerboard: CIImage {
    let parameters: [String: Any] = [
      "inputCenter": CIVector(x: extent.midX, y: extent.midY), "inputWidth": Double(height) / 8,
      "inputColor0": CIColor(red: 0.05, green: 0.12, blue: 0.3),
      "inputColor1": CIColor(red: 0.5, green: 0.45, blue: 0.35),
    ]
    return (CIFilter(name: "CICheckerboardGenerator", parameters: parameters)?.outputImage ?? CIImage.black)
      .cropped(to: extent)
  }

  /// A sphere with the light that a wave reflects: a highlight of the display's headroom.
  private func shading(_ headroom: Double) -> CIImage {
    let space = CGColorSpace(encoding: .extendedLinearSRGB)
    let peak = CIColor(red: headroom, green: headroom, blue: headroom, alpha: 1, colorSpace: space) ?? CIColor.white
    let parameters: [String: Any] = [
      "inputCenter": CIVector(x: 128, y: 160), "inputRadius0": 4.0, "inputRadius1": 60.0, "inputColor0": peak,
      "inputColor1": CIColor.clear,
    ]
    return (CIFilter(name: "CIRadialGradient", parameters: parameters)?.outputImage ?? CIImage.clear)
      .cropped(to: CGRect(x: 0, y: 0, width: 256, height: 256))
  }
}
