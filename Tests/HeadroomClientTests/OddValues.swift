import Foundation
import Headroom

/// What a client may hand over by mistake wherever the API takes `Any`.
enum OddValues {
  static let nan = CGFloat.nan
  static let infinity = CGFloat.infinity

  static func image() -> CIImage {
    CIImage(color: CIColor(red: 0.5, green: 0.4, blue: 0.3)).cropped(to: CGRect(x: 0, y: 0, width: 8, height: 6))
  }

  static var numbers: [(String, Any)] {
    [
      ("Int", 3), ("Int8", Int8(-3)), ("UInt64", UInt64.max), ("Int.min", Int.min), ("Int128", Int128.max),
      ("Bool", true), ("Float", Float(0.5)), ("NaN", Double.nan), ("infinity", Double.infinity),
      ("-infinity", -Float.infinity), ("1e300", 1e300), ("-1e300", -1e300), ("subnormal", Double.leastNonzeroMagnitude),
      ("NSNumber", NSNumber(value: 2)), ("Decimal", Decimal(2)),
    ]
  }

  static var nothings: [(String, Any)] {
    [
      ("NSNull", NSNull()), ("nil", Optional<Int>.none as Any), ("some", Optional<Double>.some(2) as Any),
      ("nested nil", Optional<CIImage?>.some(nil) as Any),
    ]
  }

  static var objects: [(String, Any)] {
    [
      ("text", "x"), ("no text", ""), ("image", image()), ("infinite image", CIImage(color: .red)),
      ("no image", CIImage.empty()), ("color", CIColor.red),
      ("NaN color", CIColor(red: nan, green: infinity, blue: -infinity, alpha: nan)),
      ("array", [1, 2, 3]), ("mixed array", [1, "x", NSNull()] as [Any]), ("dictionary", ["a": 1]),
      ("data", Data([1, 2, 3])), ("URL", URL(fileURLWithPath: "/")), ("set", Set([1])), ("tuple", (1, 2)),
      ("closure", { 1 } as () -> Int), ("filter", CIFilter.gaussianBlur()),
    ]
  }

  static var geometry: [(String, Any)] {
    [
      ("no numbers", CIVector([])), ("two", CIVector(x: 1, y: 2)), ("four", CIVector(x: 1, y: 2, z: 3, w: 4)),
      ("NaN vector", CIVector(x: nan, y: infinity, z: -infinity, w: nan)),
      ("huge vector", CIVector(x: 1e300, y: -1e300, z: 1e300, w: 1e300)),
      ("nine", CIVector([CGFloat](repeating: 1e30, count: 9))), ("point", CGPoint(x: nan, y: 1)),
      ("rectangle", CGRect(x: 0, y: 0, width: nan, height: infinity)),
      ("negative rectangle", CGRect(x: 3, y: 3, width: -2, height: -2)), ("size", CGSize(width: 1e300, height: 1)),
      ("flat transform", CGAffineTransform(scaleX: 0, y: 0)),
      ("NaN transform", CGAffineTransform(a: nan, b: 0, c: 0, d: infinity, tx: 1e300, ty: -1e300)),
      ("huge transform", CGAffineTransform(scaleX: 1e20, y: 1e-20)), ("AffineTransform", AffineTransform.identity),
    ]
  }

  static var all: [(String, Any)] { numbers + nothings + objects + geometry }

  static let rectangles = [
    CGRect.null, .infinite, .zero, CGRect(x: nan, y: 0, width: 1, height: 1),
    CGRect(x: 0, y: 0, width: nan, height: nan), CGRect(x: -infinity, y: -infinity, width: infinity, height: infinity),
    CGRect(x: 1e300, y: 1e300, width: 1, height: 1), CGRect(x: 0, y: 0, width: 1e300, height: 1e300),
    CGRect(x: 3, y: 3, width: -2, height: -2), CGRect(x: 0.5, y: 0.25, width: 3.1, height: 2.2),
    CGRect(x: -1e18, y: -1e18, width: 2e18, height: 2e18), CGRect(x: CGFloat(Int.max), y: 0, width: 5, height: 5),
  ]

  static let transforms = [
    CGAffineTransform.identity, CGAffineTransform(scaleX: 0, y: 0),
    CGAffineTransform(a: nan, b: 0, c: 0, d: 1, tx: 0, ty: 0),
    CGAffineTransform(a: infinity, b: 0, c: 0, d: 1, tx: 0, ty: 0), CGAffineTransform(translationX: 1e300, y: 0),
    CGAffineTransform(translationX: 9e15, y: -9e15), CGAffineTransform(scaleX: 1e12, y: 1e12),
    CGAffineTransform(scaleX: 1e-12, y: 1e-12), CGAffineTransform(rotationAngle: 1),
    CGAffineTransform(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0),
  ]

  /// Looks at everything an image says of itself, and renders its lower left corner.
  static func exercise(_ image: CIImage?) {
    guard let image else { return }
    _ = image.description + image.debugDescription
    _ = image.properties
    _ = CIContext().createCGImage(image, from: CGRect(x: 0, y: 0, width: 8, height: 6))
  }
}
