internal import HeadroomContainers

extension CameraProfile {
  /// Reads a profile from the first directory or from its own.
  init(_ fields: DNG.Fields, camera: DNG.Fields, isColor: Bool, _ warnings: inout [String]) {
    self.init(
      name: fields.text(DNG.Tag.profileName) ?? "",
      calibration: isColor ? CameraCalibration(fields, camera: camera, &warnings) : nil)
    readHueSatMaps(fields, &warnings)
    lookTable = HueSatMap(
      fields, dims: DNG.Tag.lookTableDims, data: DNG.Tag.lookTableData, encoding: DNG.Tag.lookTableEncoding, &warnings)
    toneCurve = Self.toneCurve(fields, &warnings)
    baselineExposureOffset = fields.number(DNG.Tag.baselineExposureOffset, in: -32...32, &warnings) ?? 0
    subtractsBlack = fields.integer(DNG.Tag.defaultBlackRender) != 1
    groupName = fields.text(DNG.Tag.groupName) ?? ""
    gainTableMap = GainTableMap.reading(fields, DNG.Tag.gainTableMap2, &warnings)
    readDynamicRange(fields, &warnings)
    colorTables = ColorTables.reading(fields, &warnings)
  }

  /// Reads a map for each light. Where some lights have none, the first one's map counts for all.
  private mutating func readHueSatMaps(_ fields: DNG.Fields, _ warnings: inout [String]) {
    var maps: [HueSatMap] = []
    for index in 0..<max(calibration?.lights.count ?? 1, 1) {
      let map = HueSatMap(
        fields, dims: DNG.Tag.hueSatMapDims, data: DNG.Tag.hueSatMapData[index], encoding: DNG.Tag.hueSatMapEncoding,
        &warnings)
      guard let map = map ?? maps.first else { return }
      maps.append(map)
    }
    hueSatMaps = maps
  }

  private static func toneCurve(_ fields: DNG.Fields, _ warnings: inout [String]) -> [SIMD2<Double>] {
    guard let field = fields[DNG.Tag.toneCurve] else { return [] }
    let values = fields.numbers(DNG.Tag.toneCurve, most: 65536) ?? []
    let points = stride(from: 0, to: values.count - 1, by: 2).map { SIMD2(values[$0], values[$0 + 1]) }
    let isRising = zip(points, points.dropFirst()).allSatisfy { $0.x < $1.x }
    guard points.count >= 2, values.count % 2 == 0, isRising, values.allSatisfy(\.isFinite) else {
      warnings.append(DNG.Fields.warning(field, "is no curve of rising points"))
      return []
    }
    return points
  }

  /// u16 version 1 | u16 0 for SDR, 1 for HDR | f32 hint.
  private mutating func readDynamicRange(_ fields: DNG.Fields, _ warnings: inout [String]) {
    guard var reader = fields.reader(DNG.Tag.dynamicRange, &warnings), let field = fields[DNG.Tag.dynamicRange] else {
      return
    }
    do throws(ImageIOError) {
      let (version, range) = (try reader.u16(), try reader.u16())
      let hint = Double(Float(bitPattern: try reader.u32()))
      guard version == 1, range <= 1 else {
        return warnings.append(DNG.Fields.warning(field, "is of version \(version) and range \(range)"))
      }
      isHDR = range == 1
      hintMaxOutput = hint.isFinite && hint > 0 ? hint : 0
    } catch {
      warnings.append("\(error); it is ignored")
    }
  }
}

extension HueSatMap {
  /// A generous limit for the divisions of an axis.
  private static let mostDivisions: UInt64 = 4096

  init?(_ fields: DNG.Fields, dims: UInt16, data: UInt16, encoding: UInt16, _ warnings: inout [String]) {
    guard let field = fields[data] else { return nil }
    var sizes = fields.integers(dims, limit: 3) ?? []
    if sizes.count == 2 { sizes.append(1) }
    guard sizes.count == 3, sizes.allSatisfy({ (1...Self.mostDivisions).contains($0) }), sizes[1] >= 2,
      field.count == sizes[0] * sizes[1] * sizes[2] * 3, let values = fields.numbers(data, most: Int(field.count)),
      values.count == Int(field.count), values.allSatisfy(\.isFinite)
    else {
      warnings.append(DNG.Fields.warning(field, "is no table of \(sizes.map(String.init).joined(separator: "x"))"))
      return nil
    }
    self.init(
      hues: Int(sizes[0]), saturations: Int(sizes[1]), values: Int(sizes[2]),
      isValueEncoded: fields.integer(encoding) == 1, entries: values.map { Float($0) })
  }
}
