import Foundation
import HeadroomGraphics
import HeadroomImage
import HeadroomPictures

/// Small pictures whose light is known: gray of 0.2 with a brighter patch in the upper left quarter, red at the right edge.
enum TestPictures {
  static let size = CGSize(width: 96, height: 64)
  static let patch = CGRect(x: 0, y: 32, width: 48, height: 32)
  static let context = CIContext(options: [.cacheIntermediates: false])
  static let linear = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)!
  static let sRGB = CGColorSpace(name: CGColorSpace.sRGB)!

  static func color(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat) -> CIImage {
    CIImage(color: CIColor(red: red, green: green, blue: blue, alpha: 1, colorSpace: linear)!)
  }

  /// The recipe, whose patch has this light.
  static func light(peak: CGFloat) -> CIImage {
    let whole = CGRect(origin: .zero, size: size)
    let edge = color(0.5, 0.05, 0.05).cropped(to: CGRect(x: 80, y: 0, width: 16, height: 64))
    return color(peak, peak, peak).cropped(to: patch).composited(over: edge)
      .composited(over: color(0.2, 0.2, 0.2).cropped(to: whole))
  }

  /// Half floats of linear light.
  static func pixels(peak: CGFloat) -> CGImage {
    context.createCGImage(
      light(peak: peak), from: CGRect(origin: .zero, size: size), format: .RGBAh, colorSpace: linear, deferred: false,
      calculateHDRStats: true)!
  }

  /// A JPEG whose SDR picture has 0.8 where the HDR one has `peak`.
  static func gainMapJPEG(peak: CGFloat, properties: [String: Any] = [:]) -> Data {
    let base = light(peak: 0.8).settingProperties(properties)
    return context.jpegRepresentation(
      of: base, colorSpace: sRGB, options: [.hdrImage: light(peak: peak).settingContentHeadroom(Float(peak))])!
  }

  /// The same light in linear Display P3.
  static func inDisplayP3(_ image: CGImage) -> CGImage? {
    let bounds = CGRect(x: 0, y: 0, width: image.width, height: image.height)
    return CGColorSpace(name: CGColorSpace.extendedLinearDisplayP3).flatMap {
      context.createCGImage(CIImage(cgImage: image), from: bounds, format: .RGBAf, colorSpace: $0)
    }
  }

  /// Red, green and blue of linear light at a pixel from the upper left.
  static func light(of image: CGImage, _ column: Int, _ row: Int) -> SIMD3<Float> {
    let recipe = CIImage(cgImage: image)
    var values = [Float](repeating: 0, count: 4)
    let bounds = CGRect(x: column, y: image.height - 1 - row, width: 1, height: 1)
    unsafe values.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe context.render(
        recipe, toBitmap: base, rowBytes: 16, bounds: bounds, format: .RGBAf, colorSpace: linear)
    }
    return SIMD3(values[0], values[1], values[2])
  }
}

extension CGImage {
  /// The brightest component of linear light, which may be below 1.
  var peak: Float {
    var peak: Float = 0
    for row in stride(from: 0, to: height, by: 4) {
      for column in stride(from: 0, to: width, by: 4) {
        peak = max(peak, TestPictures.light(of: self, column, row).max())
      }
    }
    return peak
  }
}

/// Whether a number is within a share of another.
func isNear(_ number: Float?, _ other: Float, within share: Float) -> Bool {
  guard let number else { return false }
  return abs(number - other) <= share * other
}
