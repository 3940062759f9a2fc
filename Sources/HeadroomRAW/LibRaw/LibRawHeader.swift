internal import CHeadroomRAW
internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomImageIO
internal import HeadroomPixels

/// LibRaw's data of a file as a raw header.
struct LibRawHeader {
  private let info: hr_raw_info
  let make: String
  let model: String

  init(_ info: hr_raw_info) {
    self.info = info
    make = Self.text(info.make)
    model = Self.text(info.model)
  }

  private var camera: String { [make, model].filter { !$0.isEmpty }.joined(separator: " ") }

  var rawWidth: Int { Int(info.raw_width) }
  var rawHeight: Int { Int(info.raw_height) }

  /// The part of the sensor that was exposed.
  var activeArea: PixelRect {
    PixelRect(x: Int(info.left), y: Int(info.top), width: Int(info.width), height: Int(info.height))
      .intersection(PixelRect(x: 0, y: 0, width: rawWidth, height: rawHeight))
  }

  /// The same in the unpacked samples, which may lack the margins.
  func activeArea(of samples: PixelBitmap) -> PixelRect {
    let whole = PixelRect(x: 0, y: 0, width: samples.width, height: samples.height)
    guard samples.width < rawWidth else { return activeArea.intersection(whole) }
    return PixelRect(x: 0, y: 0, width: activeArea.width, height: activeArea.height).intersection(whole)
  }

  func header(preview: FileBytes?) throws(ImageIOError) -> RAWHeader {
    try checkKind()
    guard !activeArea.isEmpty else { throw .malformed(part: "RAW", text: "no pixel saw light", offset: nil) }
    let profile = CameraProfile(name: camera, calibration: try calibration())
    var header = RAWHeader(
      width: activeArea.width, height: activeArea.height, bitDepth: info.bits > 0 ? Int(info.bits) : 16,
      planes: pattern == nil ? Int(info.colors) : 1, compression: Self.text(info.decoder), profiles: [profile],
      asShotWhite: asShotWhite, baselineExposure: 0)
    (header.make, header.model, header.uniqueModel) = (make, model, camera)
    header.pattern = pattern
    header.orientation = orientation
    if let preview { header.previews = [RAWPreview(width: previewWidth, height: previewHeight, bytes: preview)] }
    header.metadata = metadata(preview: preview)
    if isLumaChroma {
      header.warnings.append(
        "\(camera) stores colours of a display, which are taken for sRGB's: no more is known of them")
    }
    return header
  }

  private var previewWidth: Int { Int(info.preview_width) }
  private var previewHeight: Int { Int(info.preview_height) }

  private var orientation: CGImagePropertyOrientation {
    switch info.flip {
    case 3: .down
    case 5: .left
    case 6: .right
    default: .up
    }
  }

  // MARK: Sensor

  /// Refuses sensors whose pictures would be wrong; the error names the alternative.
  func checkKind() throws(ImageIOError) {
    let remedy = "converting it to DNG may help"
    if info.is_stacked { throw .unsupported(part: camera, text: "a stacked sensor; \(remedy)") }
    if info.is_turned { throw .unsupported(part: camera, text: "a sensor turned by 45 degrees; \(remedy)") }
    guard info.colors == 3 || info.colors == 1 else {
      throw .unsupported(part: camera, text: "a sensor of \(info.colors) colours; \(remedy)")
    }
    if info.colors == 3, info.pattern_rows > 0, pattern == nil {
      throw .unsupported(part: camera, text: "a pattern of colours that is not known; \(remedy)")
    }
  }

  /// LibRaw numbers the second green of a Bayer sensor as the fourth colour.
  var pattern: ColorFilterArray? {
    guard info.colors == 3, info.pattern_rows > 0 else { return nil }
    let (rows, columns) = (Int(info.pattern_rows), Int(info.pattern_columns))
    let planes = (0..<rows * columns).map { plane(ofColor: Self.element(info.pattern, $0, as: UInt8.self)) }
    // LibRaw repeats a Bayer pattern four times.
    if rows == 8, let short = ColorFilterArray(rows: 2, columns: 2, planes: Array(planes.prefix(4))),
      (0..<rows * columns).allSatisfy({ Int(planes[$0]) == short.plane(row: $0 / 2, column: $0 % 2) })
    {
      return short
    }
    return ColorFilterArray(rows: rows, columns: columns, planes: planes)
  }

  private func plane(ofColor index: UInt8) -> UInt8 { index == 3 ? 1 : index }

  var levels: SensorLevels {
    let pattern = pattern
    let rows = Self.leastCommonMultiple(pattern.map { min($0.rows, 6) } ?? 1, max(Int(info.black_rows), 1))
    let columns = Self.leastCommonMultiple(pattern?.columns ?? 1, max(Int(info.black_columns), 1))
    let planes = pattern == nil ? Int(info.colors) : 1
    var black: [Double] = []
    for place in 0..<rows * columns {
      for plane in 0..<planes { black.append(self.black(row: place / columns, column: place % columns, plane: plane)) }
    }
    return SensorLevels(black: black, blackRows: rows, blackColumns: columns, white: [Double(info.white)])
  }

  private func black(row: Int, column: Int, plane: Int) -> Double {
    var color = plane
    if info.pattern_rows > 0 {
      let (rows, columns) = (Int(info.pattern_rows), Int(info.pattern_columns))
      color = Int(Self.element(info.pattern, row % rows * columns + column % columns, as: UInt8.self))
    }
    var black = Double(info.black) + Double(Self.element(info.color_black, color, as: UInt32.self))
    if info.black_rows > 0, info.black_columns > 0 {
      let place = row % Int(info.black_rows) * Int(info.black_columns) + column % Int(info.black_columns)
      black += Double(Self.element(info.black_pattern, place, as: UInt32.self))
    }
    return black
  }

  // MARK: Colour

  /// Whether the file stores luma and colour differences, as Kodak's YRGB does: its colours are then a display's,
  /// white-balanced by the camera.
  private var isLumaChroma: Bool { Self.text(info.decoder).hasPrefix("kodak_yrgb") }

  /// The library's matrix, which applies under D65.
  private func calibration() throws(ImageIOError) -> CameraCalibration? {
    if info.colors == 1 { return nil }
    if isLumaChroma {
      return CameraCalibration(lights: [.init(temperature: 6500, colorMatrix: ColorPrimaries.bt709.fromXYZ)])
    }
    let m = info.xyz_to_camera
    let rows = [m.0, m.1, m.2].map { row in SIMD3<Double>(Double(row.0), Double(row.1), Double(row.2)) }
    let matrix = Matrix3x3(rows: rows[0], rows[1], rows[2])
    guard rows.allSatisfy({ $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }), matrix.inverse != nil else {
      throw .unsupported(
        part: camera, text: "LibRaw does not know this camera's colours; converting the file to DNG helps")
    }
    return CameraCalibration(lights: [CameraCalibration.Light(temperature: 6500, colorMatrix: matrix)])
  }

  private var asShotWhite: AsShotWhite {
    if isLumaChroma { return .neutral(SIMD3(1, 1, 1)) }
    let m = info.multipliers
    let multipliers = SIMD3(Double(m.0), Double(m.1), Double(m.2))
    guard multipliers.min() > 0, multipliers.max().isFinite else { return .unknown }
    return .neutral(SIMD3(1 / multipliers.x, 1 / multipliers.y, 1 / multipliers.z))
  }

  // MARK: Helpers

  private static func leastCommonMultiple(_ a: Int, _ b: Int) -> Int {
    (1...b).first { a * $0 % b == 0 }.map { a * $0 } ?? a
  }

  /// A number of a C array; the first one where the index is out of range.
  private static func element<Numbers, Element>(_ numbers: Numbers, _ index: Int, as type: Element.Type) -> Element {
    unsafe withUnsafeBytes(of: numbers) { bytes in
      let numbers = unsafe bytes.bindMemory(to: type)
      return unsafe numbers[numbers.indices.contains(index) ? index : 0]
    }
  }

  private static func text<Array>(_ array: Array) -> String {
    unsafe withUnsafeBytes(of: array) { bytes in unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension LibRawHeader {
  /// The preview's EXIF where it has one, otherwise LibRaw's data.
  private func metadata(preview: FileBytes?) -> StillMetadata {
    if let preview, let stream = try? JPEGStream(preview, at: 0, limits: .standard) {
      let blocks = JPEGMetadataBlocks(stream, limits: .standard)
      if let exif = blocks.exif?.rest { return StillMetadata(exif: exif) }
    }
    return StillMetadata(exif: exif.serialized())
  }

  private var exif: EXIFBlock {
    var block = EXIFBlock()
    block.image[EXIFBlock.Tag.make] = .ascii(make)
    block.image[EXIFBlock.Tag.model] = .ascii(model)
    let artist = Self.text(info.artist)
    if !artist.isEmpty { block.image[0x013B] = .ascii(artist) }
    if info.exposure_time > 0 { block.exif[0x829A] = .rationals([.init(approximating: Double(info.exposure_time))]) }
    if info.f_number > 0 { block.exif[0x829D] = .rationals([.init(approximating: Double(info.f_number))]) }
    if info.iso > 0, info.iso <= 65535 { block.exif[0x8827] = .shorts([UInt16(info.iso)]) }
    if info.focal_length > 0 { block.exif[0x920A] = .rationals([.init(approximating: Double(info.focal_length))]) }
    let lens = Self.text(info.lens)
    if !lens.isEmpty { block.exif[0xA434] = .ascii(lens) }
    return block
  }
}
