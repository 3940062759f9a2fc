internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomImageIO
internal import HeadroomPictures
internal import HeadroomPixels
internal import HeadroomRAW

/// The values of one pixel of a file.
struct PixelFacts {
  let x: Int
  let y: Int
  /// The stored numbers; nil where the file's own pixels are not shown.
  let code: [Double]?
  /// Linear BT.2020 light, 1.0 = reference white.
  let light: SIMD3<Double>
  let alpha: Double

  private static let toSRGB = ColorPrimaries.bt2020.matrix(to: .bt709)

  var nits: Double { (ColorPrimaries.bt2020.luminanceWeights * light).sum() * ReferenceWhite.nits }

  var json: JSONValue {
    let inside = GamutTest().inside(SIMD3<Float>(light))
    let largest = light.max()
    return [
      "schema": 1, "x": .integer(x), "y": .integer(y),
      "code": code.map { .array($0.map { .number($0) }) } ?? .null, "linear": Self.list(light),
      "srgb": Self.list(Self.toSRGB.apply(light)), "alpha": .number(alpha), "nits": .number(nits),
      "stops": .number(orNull: largest > 0 ? log2(largest) : nil), "inSRGB": .bool(inside.x == 1),
      "inP3": .bool(inside.y == 1),
    ]
  }

  private static func list(_ color: SIMD3<Double>) -> JSONValue { .array((0..<3).map { .number(color[$0]) }) }
}

extension FileAnswers {
  func pixel() throws -> ViewerResponse { ViewerResponse(try pixelFacts().json) }

  /// The pixel that the request names, of the upright picture.
  func pixelFacts() throws -> PixelFacts {
    guard query["x"] != nil, query["y"] != nil else { throw ViewerError.badRequest("a pixel has x and y") }
    let x = try query.integer("x", in: 0...size.width - 1, default: 0)
    let y = try query.integer("y", in: 0...size.height - 1, default: 0)
    // The whole picture is decoded, because the next requested pixel will be elsewhere.
    let code = try storedCode(x, y)
    let image = try resampled(side: .max, rectangle: PixelRect(x: x, y: y, width: 1, height: 1)) { $0.light }
    let bitmap = try renderer.context.bitmap(
      image, region: PixelRect(enclosing: image.extent), format: .rgbaFloat, encoding: .extendedLinearITUR2020,
      alpha: .straight)
    let values = unsafe LinearPicture(bitmap: bitmap).withRow(0) { row in (0..<4).map { unsafe Double(row[$0]) }
    }
    return PixelFacts(
      x: x, y: y, code: code, light: SIMD3(values[0], values[1], values[2]), alpha: values[3])
  }

  private func storedCode(_ x: Int, _ y: Int) throws -> [Double]? {
    guard filters.isEmpty, file.reader.sensorFile == nil else { return nil }
    let still = try file.picture().still()
    let place = file.info.orientation.storedPixel(
      column: x, row: y, width: still.base.width, height: still.base.height)
    return still.base.code(column: place.column, row: place.row)
  }
}

extension PixelBitmap {
  /// The numbers of a pixel in memory, in the order of their names; nil for packed and planar formats.
  fileprivate func code(column: Int, row: Int) -> [Double]? {
    guard [.rgb, .rgba, .rgbx, .gray, .grayAlpha].contains(format.layout), (0..<width).contains(column),
      (0..<height).contains(row)
    else { return nil }
    let size = format.bytesPerComponent
    let count = format.layout == .rgbx ? 3 : format.channelCount
    let start = unsafe UnsafeRawPointer(rowAddress(row)) + column * format.bytesPerPixel
    return (0..<count).map { index in
      switch format.component {
      case .uint8: unsafe Double(start.load(fromByteOffset: index * size, as: UInt8.self))
      case .half: unsafe Double(Float16(bitPattern: start.loadUnaligned(fromByteOffset: index * size, as: UInt16.self)))
      case .float: unsafe Double(start.loadUnaligned(fromByteOffset: index * size, as: Float.self))
      default: unsafe Double(start.loadUnaligned(fromByteOffset: index * size, as: UInt16.self))
      }
    }
  }
}
