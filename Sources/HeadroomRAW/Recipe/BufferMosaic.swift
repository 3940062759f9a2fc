internal import HeadroomColor
package import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomFilters
package import HeadroomGraphics
internal import HeadroomPixels

/// A sensor's mosaic in a pixel buffer, with the camera's data from its properties.
package struct BufferMosaic: RAWFile {
  package let header: RAWHeader
  private let buffer: CVPixelBuffer
  private let pattern: ColorFilterArray
  private let levels: SensorLevels
  private let noise: [NoiseModel]

  /// - Throws: an error for buffers of other formats, and where the camera's colours are not known.
  package init(_ buffer: CVPixelBuffer, properties: [AnyHashable: Any]) throws(ImageIOError) {
    guard let planes = Self.planes[CVPixelBufferGetPixelFormatType(buffer)],
      let pattern = ColorFilterArray(rows: 2, columns: 2, planes: planes)
    else { throw .unsupported(part: "CVPixelBuffer", text: "a format that is no mosaic of 14 bits") }
    let dng = MosaicProperties(properties)
    levels = try dng.levels()
    noise = dng.noise
    self.buffer = buffer
    self.pattern = pattern
    header = try dng.header(width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer), pattern)
  }

  private static let planes: [OSType: [UInt8]] = [
    kCVPixelFormatType_14Bayer_RGGB: [0, 1, 1, 2], kCVPixelFormatType_14Bayer_GRBG: [1, 0, 2, 1],
    kCVPixelFormatType_14Bayer_GBRG: [1, 2, 0, 1], kCVPixelFormatType_14Bayer_BGGR: [2, 1, 1, 0],
  ]

  package func sensorImage(allowPartial: Bool) throws(ImageIOError) -> SensorImage {
    let area = PixelRect(width: header.width, height: header.height)
    do throws(PixelError) {
      return SensorImage(
        samples: try buffer.readableBitmap(), pattern: pattern, levels: levels, activeArea: area, crop: area,
        noise: noise)
    } catch {
      throw ImageIOError(error)
    }
  }
}

/// The properties of a buffer, by the names of DNG's fields.
private struct MosaicProperties {
  private let dng: [String: Any]
  private let tiff: [String: Any]

  init(_ properties: [AnyHashable: Any]) {
    dng = OptionValues.dictionary(properties["{DNG}"]) ?? [:]
    tiff = OptionValues.dictionary(properties["{TIFF}"]) ?? [:]
  }

  /// The finite numbers of a field, which may also be a single number; nil for none.
  private func numbers(_ name: String) -> [Double]? {
    guard let all = OptionValues.numbers(OptionValues.present(dng[name])) else { return nil }
    return all.allSatisfy(\.isFinite) && !all.isEmpty ? all : nil
  }

  private func error(_ name: String, _ text: String) -> ImageIOError {
    .malformed(part: "{DNG} \(name)", text: text, offset: nil)
  }

  func levels() throws(ImageIOError) -> SensorLevels {
    let white = numbers("WhiteLevel") ?? [16383]
    let black = numbers("BlackLevel") ?? [0]
    guard black.count == 1 || black.count == 4 else { throw error("BlackLevel", "\(black.count) levels, not 1 or 4") }
    guard let top = white.min(), let floor = black.max(), floor >= 0, top > floor else {
      throw error("BlackLevel", "black \(black) is not between 0 and white \(white)")
    }
    let side = black.count == 4 ? 2 : 1
    return SensorLevels(black: black, blackRows: side, blackColumns: side, white: [top])
  }

  var noise: [NoiseModel] {
    guard let values = numbers("NoiseProfile"), [2, 6].contains(values.count),
      values.allSatisfy({ $0 >= 0 && $0 < 1e6 })
    else { return [] }
    return stride(from: 0, to: values.count, by: 2).map { NoiseModel(scale: values[$0], offset: values[$0 + 1]) }
  }

  func header(width: Int, height: Int, _ pattern: ColorFilterArray) throws(ImageIOError) -> RAWHeader {
    let name = [text("Make"), text("Model")].filter { !$0.isEmpty }.joined(separator: " ")
    let profile = CameraProfile(name: name, calibration: try calibration())
    var header = RAWHeader(
      width: width, height: height, bitDepth: 14, planes: 1, compression: "none", profiles: [profile],
      asShotWhite: asShotWhite, baselineExposure: numbers("BaselineExposure")?.first.map { min(max($0, -32), 32) } ?? 0)
    (header.make, header.model, header.uniqueModel) = (text("Make"), text("Model"), name)
    header.pattern = pattern
    if let turn = OptionValues.integer(tiff["Orientation"]), 1...8 ~= turn {
      header.orientation = CGImagePropertyOrientation(exifTag: turn)
    }
    return header
  }

  private func text(_ name: String) -> String { OptionValues.present(tiff[name]) as? String ?? "" }

  private var asShotWhite: AsShotWhite {
    guard let neutral = numbers("AsShotNeutral"), neutral.count == 3, neutral.allSatisfy({ $0 > 0 && $0 < 1e4 }) else {
      return .unknown
    }
    return .neutral(SIMD3(neutral[0], neutral[1], neutral[2]))
  }

  private func calibration() throws(ImageIOError) -> HeadroomRAW.CameraCalibration {
    var lights: [HeadroomRAW.CameraCalibration.Light] = []
    for index in 1...2 {
      guard let color = try matrix("ColorMatrix\(index)") else { break }
      let kind = OptionValues.integer(dng["CalibrationIlluminant\(index)"]).flatMap(UInt64.init(exactly:)) ?? 0
      lights.append(
        HeadroomRAW.CameraCalibration.Light(
          temperature: HeadroomRAW.CameraCalibration.temperature(ofIlluminant: kind), colorMatrix: color,
          forwardMatrix: try matrix("ForwardMatrix\(index)")))
    }
    guard !lights.isEmpty else { throw error("ColorMatrix1", "none; the camera's colours are not known") }
    return HeadroomRAW.CameraCalibration(lights: lights)
  }

  private func matrix(_ name: String) throws(ImageIOError) -> Matrix3x3? {
    guard OptionValues.present(dng[name]) != nil else { return nil }
    guard let m = numbers(name), m.count == 9, m.allSatisfy({ abs($0) < 1e4 }) else {
      throw error(name, "no matrix of 9 numbers")
    }
    return Matrix3x3(rows: SIMD3(m[0], m[1], m[2]), SIMD3(m[3], m[4], m[5]), SIMD3(m[6], m[7], m[8]))
  }
}
