import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomPictures
import HeadroomPixels

/// A picture in half floats with a dark left and a bright right side, `peak` times white.
func makeHDRImage(
  width: Int = 64, height: Int = 48, peak: Float = 4, encoding: ColorEncoding = .extendedLinearDisplayP3
) throws -> CGImage {
  let bitmap = try PixelBitmap(width: width, height: height, format: .rgbxHalf)
  for row in 0..<height {
    let pixels = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: Float16.self)
    for x in 0..<width {
      let light = peak * pow(Float(x) / Float(width - 1), 2)
      unsafe pixels[4 * x] = Float16(light)
      unsafe pixels[4 * x + 1] = Float16(light * (0.5 + 0.5 * Float(row) / Float(height)))
      unsafe pixels[4 * x + 2] = Float16(light * 0.25)
      unsafe pixels[4 * x + 3] = 1
    }
  }
  return CGImage(bitmap: bitmap, colorSpace: CGColorSpace(encoding: encoding), contentHeadroom: peak)
}

/// The pixels of an image as floats, red, green, blue of each; codes as 0...1.
func floats(_ image: CGImage) -> [Float] {
  let bitmap = image.bitmap
  var result: [Float] = []
  let buffer = RowBuffer(capacity: bitmap.width)
  for row in 0..<bitmap.height {
    let rows = unsafe buffer.rows
    unsafe RowCodec.unpack(bitmap, row: row, x: 0, count: bitmap.width, into: rows)
    for x in 0..<bitmap.width { unsafe result += [rows.r[x], rows.g[x], rows.b[x]] }
  }
  return result
}

/// An 8-bit RGB picture that looks different from every side.
func makeAsymmetricImage(width: Int, height: Int, encoding: ColorEncoding = .sRGB) throws -> CGImage {
  let bitmap = try makeBitmap(width, height, .rgb8) { x, y, c in UInt16((x * 3 + y * 7 + c * 40) % 200 + 20) }
  return CGImage(bitmap: bitmap, colorSpace: CGColorSpace(encoding: encoding))
}

/// The bytes of a file with one image.
func encoded(_ image: CGImage, _ type: String, _ properties: CFDictionary = [:]) throws -> Data {
  let data = NSMutableData()
  let destination = try CGImageDestination(data: data, type: type)
  try destination.add(image, properties: properties)
  try destination.finalize()
  return data as Data
}

/// Pixels of three values each.
func triples(_ values: [Float]) -> [SIMD3<Double>] {
  stride(from: 0, to: values.count, by: 3).map {
    SIMD3(Double(values[$0]), Double(values[$0 + 1]), Double(values[$0 + 2]))
  }
}
