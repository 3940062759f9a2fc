internal import HeadroomContainers
internal import HeadroomPixels

/// The levels that map stored numbers to linear ones, and the visible pixels (DNG 1.7.1, chapters 4 and 5).
extension DNG {
  struct Geometry {
    let activeArea: PixelRect
    let crop: PixelRect
  }
}

extension DNG.Geometry {
  init(_ fields: DNG.Fields, width: Int, height: Int, _ warnings: inout [String]) {
    activeArea = Self.activeArea(fields, PixelRect(x: 0, y: 0, width: width, height: height), &warnings)
    crop = Self.userCrop(fields, Self.crop(fields, activeArea, &warnings), &warnings)
    if let scale = fields.finite(DNG.Tag.defaultScale, count: 2, &warnings), abs(scale[0] - scale[1]) > 1e-3 {
      warnings.append("DefaultScale: pixels are not square (\(scale[0]) by \(scale[1])); they are shown as stored")
    }
  }

  private static func activeArea(
    _ fields: DNG.Fields, _ whole: PixelRect, _ warnings: inout [String]
  ) -> PixelRect {
    guard let field = fields[DNG.Tag.activeArea] else { return whole }
    guard let edges = fields.integers(DNG.Tag.activeArea, limit: 4), edges.count == 4, edges[0] < edges[2],
      edges[1] < edges[3], edges[2] <= UInt64(whole.height), edges[3] <= UInt64(whole.width)
    else {
      warnings.append(DNG.Fields.warning(field, "is no part of the picture"))
      return whole
    }
    return PixelRect(minX: Int(edges[1]), minY: Int(edges[0]), maxX: Int(edges[3]), maxY: Int(edges[2]))
  }

  /// The photographer's crop, as fractions of the default crop: top, left, bottom, right.
  private static func userCrop(_ fields: DNG.Fields, _ crop: PixelRect, _ warnings: inout [String]) -> PixelRect {
    guard let field = fields[DNG.Tag.defaultUserCrop],
      let edges = fields.finite(DNG.Tag.defaultUserCrop, count: 4, &warnings)
    else { return crop }
    guard edges.allSatisfy({ 0...1 ~= $0 }), edges[0] < edges[2], edges[1] < edges[3] else {
      warnings.append(DNG.Fields.warning(field, "is no part of the picture"))
      return crop
    }
    func place(_ part: Double, _ start: Int, _ length: Int) -> Int { start + Int((part * Double(length)).rounded()) }
    let framed = PixelRect(
      minX: place(edges[1], crop.minX, crop.width), minY: place(edges[0], crop.minY, crop.height),
      maxX: place(edges[3], crop.minX, crop.width), maxY: place(edges[2], crop.minY, crop.height))
    return framed.isEmpty ? crop : framed
  }

  /// Positions may lie between pixels; pixels whose larger part is inside are shown.
  private static func crop(_ fields: DNG.Fields, _ active: PixelRect, _ warnings: inout [String]) -> PixelRect {
    guard let field = fields[DNG.Tag.defaultCropSize],
      let size = fields.finite(DNG.Tag.defaultCropSize, count: 2, &warnings)
    else { return active }
    let origin = fields.finite(DNG.Tag.defaultCropOrigin, count: 2, &warnings) ?? [0, 0]
    func place(_ start: Double, _ length: Double, _ available: Int) -> Range<Int>? {
      guard start >= 0, length >= 1, start + length <= Double(available) + 0.5 else { return nil }
      let first = Int(start.rounded())
      let end = min(Int((start + length).rounded()), available)
      return first < end ? first..<end : nil
    }
    guard let columns = place(origin[0], size[0], active.width), let rows = place(origin[1], size[1], active.height)
    else {
      warnings.append(DNG.Fields.warning(field, "is no part of the active area"))
      return active
    }
    return PixelRect(
      minX: active.minX + columns.lowerBound, minY: active.minY + rows.lowerBound,
      maxX: active.minX + columns.upperBound, maxY: active.minY + rows.upperBound)
  }
}

extension SensorLevels {
  /// - Throws: an error where white is not a number above black: no pixel would have a meaning.
  init(
    _ fields: DNG.Fields, _ picture: DNG.Picture, activeArea: PixelRect, _ warnings: inout [String]
  ) throws(ImageIOError) {
    self.init(white: try Self.white(fields, picture))
    linearization = Self.table(fields, &warnings)
    if let dims = fields.integers(DNG.Tag.blackLevelRepeatDim, limit: 2), dims.count == 2 {
      guard (1...64).contains(dims[0]), (1...64).contains(dims[1]) else {
        throw .malformed(
          part: "BlackLevelRepeatDim", text: "a pattern of \(dims[0])x\(dims[1])",
          offset: fields[DNG.Tag.blackLevelRepeatDim]?.offset)
      }
      (blackRows, blackColumns) = (Int(dims[0]), Int(dims[1]))
    }
    black = try Self.black(fields, count: blackRows * blackColumns * picture.planes)
    blackDeltaH = Self.delta(DNG.Tag.blackLevelDeltaH, fields, count: activeArea.width, &warnings)
    blackDeltaV = Self.delta(DNG.Tag.blackLevelDeltaV, fields, count: activeArea.height, &warnings)
    try checkOrder(planes: picture.planes, fields)
  }

  private static func white(_ fields: DNG.Fields, _ picture: DNG.Picture) throws(ImageIOError) -> [Double] {
    let full = picture.isFloat ? 1 : Double(UInt64(1) << UInt64(picture.bits) - 1)
    guard let field = fields[DNG.Tag.whiteLevel] else { return [full] }
    guard let values = fields.numbers(DNG.Tag.whiteLevel), let first = values.first,
      values.allSatisfy({ $0.isFinite && $0 > 0 })
    else { throw .malformed(part: "WhiteLevel", text: "no number above zero", offset: field.offset) }
    return values.count >= picture.planes ? Array(values.prefix(picture.planes)) : [first]
  }

  private static func table(_ fields: DNG.Fields, _ warnings: inout [String]) -> [UInt16] {
    guard let field = fields[DNG.Tag.linearizationTable] else { return [] }
    guard field.type == 3, (1...65536).contains(field.count),
      case .shorts(let values)? = fields.file.value(field, limit: 2 * 65536)
    else {
      warnings.append(DNG.Fields.warning(field, "is no table of 16-bit numbers"))
      return []
    }
    return values
  }

  private static func black(_ fields: DNG.Fields, count: Int) throws(ImageIOError) -> [Double] {
    guard let field = fields[DNG.Tag.blackLevel] else { return [Double](repeating: 0, count: count) }
    guard let values = fields.numbers(DNG.Tag.blackLevel, most: 4 * count), !values.isEmpty,
      values.allSatisfy(\.isFinite),
      values.count >= count || values.count == 1
    else {
      throw .malformed(
        part: "BlackLevel", text: "\(field.count) levels where \(count) are needed", offset: field.offset)
    }
    return values.count >= count ? Array(values.prefix(count)) : [Double](repeating: values[0], count: count)
  }

  private static func delta(
    _ tag: UInt16, _ fields: DNG.Fields, count: Int, _ warnings: inout [String]
  ) -> [Double] {
    guard let field = fields[tag] else { return [] }
    guard let values = fields.numbers(tag, most: count), values.count == count, values.allSatisfy(\.isFinite) else {
      warnings.append(DNG.Fields.warning(field, "has \(field.count) numbers where the active area has \(count) lines"))
      return []
    }
    return values
  }

  /// White must be above the highest black.
  private func checkOrder(planes: Int, _ fields: DNG.Fields) throws(ImageIOError) {
    let delta = max(blackDeltaH.max() ?? 0, 0) + max(blackDeltaV.max() ?? 0, 0)
    for plane in 0..<planes {
      let highest = stride(from: plane, to: black.count, by: planes).map { black[$0] }.max() ?? 0
      let white = self.white[min(plane, self.white.count - 1)]
      guard highest + delta < white else {
        throw .malformed(
          part: "BlackLevel", text: "black of \(highest + delta) is not below white of \(white)",
          offset: fields[DNG.Tag.blackLevel]?.offset)
      }
    }
  }
}

extension ColorFilterArray {
  /// The mosaic of a directory; nil for pictures without one.
  static func reading(_ fields: DNG.Fields) throws(ImageIOError) -> ColorFilterArray? {
    guard fields.integer(TIFF.Tag.photometric) == UInt64(TIFF.Photometric.colorFilterArray.rawValue) else { return nil }
    let layout = fields.integer(DNG.Tag.cfaLayout) ?? 1
    guard layout == 1 else {
      throw .unsupported(part: "CFALayout", text: "a staggered mosaic (layout \(layout)); rectangular ones are read")
    }
    let colors = fields.integers(DNG.Tag.cfaPlaneColor) ?? [0, 1, 2]
    guard colors == [0, 1, 2] else {
      throw .unsupported(part: "CFAPlaneColor", text: "a mosaic of \(name(of: colors)); red, green and blue are read")
    }
    let pattern = fields.integers(DNG.Tag.cfaPattern, limit: 64) ?? []
    // Some phones omit the size of a Bayer pattern.
    let dims = fields.integers(DNG.Tag.cfaRepeatPatternDim, limit: 2) ?? (pattern.count == 4 ? [2, 2] : [])
    if pattern.contains(where: { $0 > 2 }) {
      throw .unsupported(part: "CFAPattern", text: "a mosaic of \(name(of: pattern)); red, green and blue are read")
    }
    guard dims.count == 2, dims.allSatisfy({ (1...8).contains($0) }),
      let array = ColorFilterArray(rows: Int(dims[0]), columns: Int(dims[1]), planes: pattern.map { UInt8($0) })
    else {
      throw .malformed(
        part: "CFAPattern", text: "no mosaic of three colours in up to 8x8 pixels",
        offset: fields[DNG.Tag.cfaPattern]?.offset)
    }
    return array
  }

  private static func name(of colors: [UInt64]) -> String {
    let names = ["red", "green", "blue", "cyan", "magenta", "yellow", "white"]
    var seen: [UInt64] = []
    for color in colors where !seen.contains(color) { seen.append(color) }
    return seen.prefix(8).map { $0 < 7 ? names[Int($0)] : "colour \($0)" }.joined(separator: ", ")
  }
}
