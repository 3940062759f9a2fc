package import HeadroomContainers
internal import HeadroomGraphics
package import HeadroomPixels

/// A DNG whose directories have been read.
package struct DNGFile: RAWFile {
  package let header: RAWHeader
  private let file: TIFF.File
  private let picture: DNG.Picture
  private let geometry: DNG.Geometry
  private let levels: SensorLevels
  private let pattern: ColorFilterArray?
  private let noise: [NoiseModel]
  private let masks: DNG.MaskReader
  private let opticalBlack: DNG.OpticalBlack?
  private let quarter: DNG.QuarterPlan?

  /// Whether the first directory of a TIFF file has DNGVersion.
  package static func recognizes(_ bytes: FileBytes) -> Bool {
    guard TIFF.header(bytes) != nil else { return false }
    // Only the first directory is needed.
    var limits = DecodeLimits.standard
    limits.maxFrames = 1
    guard let file = try? TIFF.File(bytes, limits: limits) else { return false }
    return file.directories.first?[DNG.Tag.version] != nil
  }

  package init(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) {
    let file = try TIFF.File(bytes, limits: limits)
    let directories = try DNG.Directories(file)
    let version = try Self.checkVersion(DNG.Fields(file, directories.first))
    let raw = DNG.Fields(file, directories.raw.directory, directories.first)
    let own = DNG.Fields(file, directories.raw.directory)
    var warnings = file.warnings
    let picture = try DNG.Picture(file, directories.raw.directory, part: directories.raw.part, version: version)
    let pattern = try ColorFilterArray.reading(own)
    let geometry = DNG.Geometry(own, width: picture.width, height: picture.height, &warnings)
    let levels = try SensorLevels(own, picture, activeArea: geometry.activeArea, &warnings)
    self.levels = levels
    opticalBlack =
      picture.planes == 1
      ? DNG.OpticalBlack(own, width: picture.width, height: picture.height, &warnings) : nil
    quarter =
      opticalBlack == nil && own[DNG.Tag.opcodeLists[0]] == nil && own[DNG.Tag.opcodeLists[1]] == nil
      ? DNG.QuarterPlan(picture, geometry, levels, pattern) : nil
    noise = NoiseModel.reading(raw, &warnings)
    self.file = file
    self.picture = picture
    self.geometry = geometry
    self.pattern = pattern
    masks = DNG.MaskReader(file: file, masks: directories.masks)
    var header = DNG.HeaderReader(
      file: file, directories: directories, picture: picture, pattern: pattern, crop: geometry.crop
    ).header(warnings)
    // A list that cannot be read becomes an error when pixels are requested.
    header.colorOpcodes = (try? DNG.OpcodeList.read(own, DNG.Tag.opcodeLists[2])) ?? []
    header.correctsShading = DNG.OpcodeList.correctsShading(own)
    header.activeArea = geometry.activeArea.offset(dx: -geometry.crop.minX, dy: -geometry.crop.minY)
    header.dngProperties = DNG.properties(first: DNG.Fields(file, directories.first), raw: raw)
    self.header = header
  }

  private static func checkVersion(_ first: DNG.Fields) throws(ImageIOError) -> [UInt64] {
    guard let version = first.integers(DNG.Tag.version, limit: 4), version.count == 4 else {
      throw .malformed(part: "DNGVersion", text: "no version", offset: first[DNG.Tag.version]?.offset)
    }
    let backward = first.integers(DNG.Tag.backwardVersion, limit: 4) ?? [version[0], version[1], 0, 0]
    guard !DNG.newestVersion.lexicographicallyPrecedes(backward) else {
      throw .unsupported(
        part: "DNGBackwardVersion",
        text: "the file needs DNG \(backward.map(String.init).joined(separator: ".")), 1.7.1 is known here")
    }
    return version
  }

  package func matte(_ matte: RAWMatte) throws(ImageIOError) -> PixelBitmap { try masks.bitmap(matte.index) }

  package func sensorImage(allowPartial: Bool) throws(ImageIOError) -> SensorImage {
    let fields = DNG.Fields(file, picture.directory)
    let opcodes = (
      try DNG.OpcodeList.read(fields, DNG.Tag.opcodeLists[0]), try DNG.OpcodeList.read(fields, DNG.Tag.opcodeLists[1]),
      try DNG.OpcodeList.read(fields, DNG.Tag.opcodeLists[2])
    )
    let decoder = DNG.PictureDecoder(file: file, picture: picture)
    let unpacked = try file.bytes.reading { () throws(ImageIOError) in try decoder.decode(allowPartial: allowPartial) }
    var levels = levels
    let area = geometry.activeArea
    opticalBlack?.measure(
      unpacked.bitmap, into: &levels, period: pattern?.kind == .bayer ? 2 : 1, corner: (area.minX, area.minY))
    var image = SensorImage(
      samples: unpacked.bitmap, pattern: pattern, levels: levels, activeArea: area, crop: geometry.crop,
      opcodes: opcodes, noise: noise, warnings: unpacked.warnings)
    // BaselineNoise is relative to a usual sensor.
    image.usualNoise = .usual(header.metadata, baseline: header.baselineNoise)
    return image
  }

  package var hasQuarterImage: Bool { quarter != nil }

  package func quarterImage(allowPartial: Bool) throws(ImageIOError) -> SensorImage {
    guard let quarter else { throw .internalError("a quarter of a picture that is only unpacked whole") }
    let color = try DNG.OpcodeList.read(DNG.Fields(file, picture.directory), DNG.Tag.opcodeLists[2])
    let decoder = DNG.PictureDecoder(file: file, picture: picture)
    let unpacked = try file.bytes.reading { () throws(ImageIOError) in
      try decoder.decodeQuarter(quarter, allowPartial: allowPartial)
    }
    var image = SensorImage(
      samples: unpacked.bitmap, pattern: nil, levels: quarter.levels, activeArea: quarter.activeArea,
      crop: quarter.crop, opcodes: ([], [], color), noise: noise, warnings: unpacked.warnings)
    image.usualNoise = .usual(header.metadata, baseline: header.baselineNoise)
    return image
  }
}

extension NoiseModel {
  fileprivate static func reading(_ fields: DNG.Fields, _ warnings: inout [String]) -> [NoiseModel] {
    guard let field = fields[DNG.Tag.noiseProfile] else { return [] }
    let values = fields.numbers(DNG.Tag.noiseProfile) ?? []
    let isSound = values.allSatisfy { $0.isFinite && $0 >= 0 && $0 < 1e6 }
    guard [2, 6].contains(values.count), isSound else {
      warnings.append(DNG.Fields.warning(field, "is no scale and offset for one plane or three"))
      return []
    }
    return stride(from: 0, to: values.count, by: 2).map { NoiseModel(scale: values[$0], offset: values[$0 + 1]) }
  }
}
