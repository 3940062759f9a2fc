import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomPixels
import Testing

/// Pictures and values that the tests of this module share.
enum TestImages {
  static func space(_ name: String) throws -> CGColorSpace { try #require(CGColorSpace(name: name)) }

  /// Makes an image of bytes; nil where the description is refused.
  static func image(
    _ bytes: [UInt8], width: Int, height: Int, bits: Int, pixelBits: Int, rowBytes: Int? = nil, space: CGColorSpace,
    info: CGBitmapInfo, decode: [CGFloat]? = nil, headroom: Float = 0
  ) -> CGImage? {
    guard let provider = CGDataProvider(data: Data(bytes)) else { return nil }
    func make(_ values: UnsafePointer<CGFloat>?) -> CGImage? {
      unsafe CGImage(
        headroom: headroom, width: width, height: height, bitsPerComponent: bits, bitsPerPixel: pixelBits,
        bytesPerRow: rowBytes ?? (width * pixelBits + 7) / 8, space: space, bitmapInfo: info, provider: provider,
        decode: values, shouldInterpolate: true, intent: .defaultIntent)
    }
    guard let decode else { return make(nil) }
    return unsafe decode.withUnsafeBufferPointer { unsafe make($0.baseAddress) }
  }

  /// Makes an image of linear pixels: rows of (r, g, b, a) from the top.
  static func floatImage(
    _ pixels: [[SIMD4<Float>]], space: String, alpha: AlphaMode = .opaque, headroom: Float = 0
  ) throws -> CGImage {
    let bitmap = try PixelBitmap(
      width: pixels[0].count, height: pixels.count, format: .rgbaFloat, alpha: alpha)
    for (row, line) in pixels.enumerated() {
      let target = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: SIMD4<Float>.self)
      for (column, pixel) in line.enumerated() { unsafe target[column] = pixel }
    }
    return CGImage(bitmap: bitmap, colorSpace: try Self.space(space), contentHeadroom: headroom)
  }

  /// The numbers of a pixel: red, green, blue, alpha.
  static func numbers(_ bitmap: PixelBitmap, column: Int, row: Int) -> SIMD4<Float> {
    let buffer = RowBuffer(capacity: bitmap.width)
    let rows = unsafe buffer.rows
    unsafe RowCodec.unpack(bitmap, row: row, x: 0, count: bitmap.width, into: rows)
    return unsafe SIMD4(rows.r[column], rows.g[column], rows.b[column], rows.a[column])
  }

  static func numbers(_ image: CGImage, _ column: Int = 0, _ row: Int = 0) -> SIMD4<Float> {
    numbers(image.bitmap, column: column, row: row)
  }

  /// Makes a context with 8-bit components and premultiplied alpha.
  static func context(
    _ width: Int, _ height: Int, space: String = CGColorSpace.sRGB,
    info: CGBitmapInfo = CGBitmapInfo(alpha: .premultipliedLast), bits: Int = 8
  ) throws -> CGContext {
    let colors = try Self.space(space)
    let context = unsafe CGContext(
      data: nil, width: width, height: height, bitsPerComponent: bits, bytesPerRow: 0, space: colors, bitmapInfo: info)
    return try #require(context)
  }

  static func floatContext(_ width: Int, _ height: Int, space: String) throws -> CGContext {
    try context(
      width, height, space: space,
      info: CGBitmapInfo(alpha: .premultipliedLast, component: .float, byteOrder: .order32Little), bits: 32)
  }

  /// The numbers of a context's pixel, columns from the left and rows from the top.
  static func numbers(_ context: CGContext, _ column: Int, _ row: Int) throws -> SIMD4<Float> {
    numbers(try #require(context.makeImage()), column, row)
  }
}

/// Whether all components are within a tolerance.
func isNear(_ left: SIMD4<Float>, _ right: SIMD4<Float>, _ tolerance: Float = 1e-6) -> Bool {
  (0..<4).allSatisfy { abs(left[$0] - right[$0]) <= tolerance }
}
