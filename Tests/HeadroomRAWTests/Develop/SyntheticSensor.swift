import HeadroomPixels
import HeadroomRAW

/// Sensors made of formulas, and what development makes of them.
enum SyntheticSensor {
  static let bayer = [[0, 1, 1, 2], [1, 0, 2, 1], [1, 2, 0, 1], [2, 1, 1, 0]].map { planes in
    pattern(2, 2, planes.map(UInt8.init))
  }

  static let xTrans = pattern(
    6, 6,
    [
      1, 2, 1, 1, 0, 1, 0, 1, 0, 2, 1, 2, 1, 2, 1, 1, 0, 1, 1, 0, 1, 1, 2, 1, 2, 1, 2, 0, 1, 0, 1, 0, 1, 1, 2, 1,
    ])
  static let quad = pattern(4, 4, [0, 0, 1, 1, 0, 0, 1, 1, 1, 1, 2, 2, 1, 1, 2, 2])
  /// No camera's: with rows and columns that have all green, and not.
  static let others = [pattern(3, 2, [0, 1, 1, 2, 1, 1]), pattern(2, 2, [0, 2, 1, 1])]
  static var patterns: [ColorFilterArray] { bayer + [xTrans, quad] + others }

  static func pattern(_ rows: Int, _ columns: Int, _ planes: [UInt8]) -> ColorFilterArray {
    guard let pattern = ColorFilterArray(rows: rows, columns: columns, planes: planes) else {
      preconditionFailure("no pattern")
    }
    return pattern
  }

  /// A mosaic of floats: what `color` says of each pixel for the plane that lies over it.
  static func mosaic(
    width: Int, height: Int, pattern: ColorFilterArray, crop: PixelRect? = nil,
    _ color: (_ x: Int, _ y: Int, _ plane: Int) -> Float
  ) throws -> SensorImage {
    let bitmap = try PixelBitmap(width: width, height: height, format: .grayFloat)
    for y in 0..<height {
      let row = unsafe bitmap.rowAddress(y).assumingMemoryBound(to: Float.self)
      for x in 0..<width { unsafe row[x] = color(x, y, pattern.plane(row: y, column: x)) }
    }
    let all = PixelRect(width: width, height: height)
    return SensorImage(
      samples: bitmap, pattern: pattern, levels: SensorLevels(white: [1]), activeArea: all, crop: crop ?? all)
  }

  /// Stored 16-bit numbers.
  static func codes(
    width: Int, height: Int, planes: Int = 1, pattern: ColorFilterArray?, levels: SensorLevels,
    _ code: (_ x: Int, _ y: Int) -> UInt16
  ) throws -> SensorImage {
    let bitmap = try PixelBitmap(width: width, height: height, format: planes == 1 ? .gray16 : .rgb16)
    for y in 0..<height {
      let row = unsafe bitmap.rowAddress(y).assumingMemoryBound(to: UInt16.self)
      for x in 0..<width * planes { unsafe row[x] = code(x, y) }
    }
    let all = PixelRect(width: width, height: height)
    return SensorImage(samples: bitmap, pattern: pattern, levels: levels, activeArea: all, crop: all)
  }

  /// The three planes of the picture at half its size.
  static func halved(
    _ image: SensorImage, _ options: SensorDevelopment.Options = .init(whiteBalance: SIMD3(1, 1, 1)),
    rect: PixelRect? = nil
  ) throws -> [Float] {
    let development = try SensorDevelopment(image, options: options)
    let rect = rect ?? PixelRect(width: development.halfWidth, height: development.halfHeight)
    return unsafe planes(rect) { unsafe development.renderHalf(rect, into: $0) }
  }

  /// The three planes of the picture at a quarter of its size.
  static func quartered(_ image: SensorImage, quality: SensorDevelopment.Quality = .full) throws -> [Float] {
    let development = try SensorDevelopment(image, options: .init(whiteBalance: SIMD3(1, 1, 1)))
    let rect = PixelRect(width: development.quarterWidth, height: development.quarterHeight)
    return unsafe planes(rect) { unsafe development.renderQuarter(rect, into: $0, quality: quality) }
  }

  private static func planes(_ rect: PixelRect, _ render: (ColorPlanes) -> Void) -> [Float] {
    var result = [Float](repeating: .nan, count: rect.area * 3)
    unsafe result.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe render(
        ColorPlanes(red: base, green: base + rect.area, blue: base + 2 * rect.area, stride: rect.width))
    }
    return result
  }

  /// The three planes of a rectangle, one after the other; all of the picture where none is named.
  static func developed(
    _ image: SensorImage, _ options: SensorDevelopment.Options = .init(whiteBalance: SIMD3(1, 1, 1)),
    rect: PixelRect? = nil, quality: SensorDevelopment.Quality = .full
  ) throws -> [Float] {
    let development = try SensorDevelopment(image, options: options)
    let rect = rect ?? PixelRect(width: development.width, height: development.height)
    return unsafe planes(rect) { unsafe development.render(rect, into: $0, quality: quality) }
  }
}
