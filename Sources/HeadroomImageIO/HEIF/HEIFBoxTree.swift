internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// The boxes of a file as a tree of parts for reports, with summaries of the well-known ones.
struct HEIFBoxTree {
  let bytes: FileBytes
  let limits: DecodeLimits

  /// Boxes that hold boxes, and the bytes before those.
  private static let containers: [FourCC: Int] = [
    "meta": 4, "iprp": 0, "ipco": 0, "iref": 4, "grpl": 0, "dinf": 0, "moov": 0, "trak": 0, "mdia": 0, "minf": 0,
    "stbl": 0, "edts": 0,
  ]

  /// The parts of the whole file. A broken box ends its list; the error is reported as a separate part.
  var parts: [FilePart] {
    var budget = Self.largestCount
    return parts(of: ISOBoxList(of: bytes, limits: limits), parent: nil, &budget)
  }

  /// Boxes that are reported; the rest is left out.
  private static let largestCount = 100_000

  private func parts(of list: ISOBoxList, parent: FourCC?, _ budget: inout Int) -> [FilePart] {
    let (boxes, damage) = list.boxesBeforeDamage()
    var parts: [FilePart] = []
    for box in boxes {
      guard budget > 0 else { return parts }
      budget -= 1
      parts.append(part(box, in: list, parent: parent, &budget))
    }
    if let damage {
      let facts = damage.facts
      let start = facts.offset ?? list.range.lowerBound
      parts.append(
        FilePart(name: "?", offset: start, byteCount: max(list.range.upperBound - start, 0), summary: facts.text))
    }
    return parts
  }

  private func part(_ box: ISOBox, in list: ISOBoxList, parent: FourCC?, _ budget: inout Int) -> FilePart {
    var children: [FilePart] = []
    if let skipped = skippedBytes(box, list), let inner = try? list.inside(box, skipping: skipped) {
      children = parts(of: inner, parent: box.type, &budget)
    }
    var summary = (try? HEIFBoxSummary.text(box, list, parent: parent)) ?? "damaged"
    if box.isCut { summary += summary.isEmpty ? "cut by the end of the file" : ", cut by the end of the file" }
    return FilePart(
      name: "\(box.type)", offset: box.start, byteCount: box.byteCount, summary: summary, children: children)
  }

  private func skippedBytes(_ box: ISOBox, _ list: ISOBoxList) -> Int? {
    if box.type == "iinf" { return bytes[box.payload.lowerBound] == 0 ? 6 : 8 }
    return Self.containers[box.type]
  }
}

/// Short summaries of boxes.
enum HEIFBoxSummary {
  /// The words; empty for boxes without any.
  static func text(_ box: ISOBox, _ list: ISOBoxList, parent: FourCC?) throws(ImageIOError) -> String {
    var reader = list.reader(of: box)
    switch parent {
    case "iref": return try reference(&reader, list)
    case "grpl": return try group(&reader)
    case "ipco": return HEIFProperty(box, in: list).summary(of: box)
    default: break
    }
    switch box.type {
    case "ftyp": return try brands(&reader)
    case "hdlr":
      try reader.skip(8)
      return "'\(try reader.type())'"
    case "pitm":
      let version = try reader.fullBoxHeader().version
      return "item \(version == 0 ? UInt32(try reader.u16()) : try reader.u32())"
    case "iinf":
      let version = try reader.fullBoxHeader().version
      return "\(version == 0 ? UInt32(try reader.u16()) : try reader.u32()) items"
    case "infe": return try item(&reader)
    case "iloc": return "\(try ItemLocation.parse(&reader, limits: list.limits).count) items"
    case "ipma":
      try reader.skip(4)
      return "\(try reader.u32()) items"
    default: return ""
    }
  }

  private static func brands(_ reader: inout ByteReader) throws(ImageIOError) -> String {
    let major = try reader.type()
    try reader.skip(4)
    var brands: [String] = []
    while reader.remaining >= 4, brands.count < 64 { brands.append("\(try reader.type())") }
    return "\(major), compatible with \(brands.joined(separator: " "))"
  }

  private static func item(_ reader: inout ByteReader) throws(ImageIOError) -> String {
    let header = try reader.fullBoxHeader()
    guard header.version >= 2 else { return "of an obsolete version" }
    let id = header.version == 2 ? UInt32(try reader.u16()) : try reader.u32()
    try reader.skip(2)
    let type = try reader.type()
    let name = try reader.text()
    var text = "item \(id) '\(type)'"
    if !name.isEmpty { text += " \(name)" }
    if type == "mime" { text += " \(try reader.text())" }
    return header.flags & 1 != 0 ? text + ", hidden" : text
  }

  private static func reference(_ reader: inout ByteReader, _ list: ISOBoxList) throws(ImageIOError) -> String {
    // The version is that of the enclosing box, four bytes before the first reference.
    let isWide = list.bytes[list.range.lowerBound - 4].map { $0 != 0 } ?? false
    let from = isWide ? try reader.u32() : UInt32(try reader.u16())
    let count = Int(try reader.u16())
    var to: [String] = []
    for _ in 0..<min(count, 16) { to.append("\(isWide ? try reader.u32() : UInt32(try reader.u16()))") }
    return "\(from) to \(to.joined(separator: ", "))" + (count > 16 ? " and \(count - 16) more" : "")
  }

  private static func group(_ reader: inout ByteReader) throws(ImageIOError) -> String {
    try reader.skip(4)
    let id = try reader.u32()
    let count = try reader.u32()
    var entities: [String] = []
    for _ in 0..<min(count, 16) { entities.append("\(try reader.u32())") }
    return "group \(id): \(entities.joined(separator: ", "))"
  }
}

extension HEIFProperty {
  /// The property in a few words.
  func summary(of box: ISOBox) -> String {
    switch self {
    case .size(let width, let height): "\(width)x\(height)"
    case .pixelBits(let bits): bits.map { "\($0)" }.joined(separator: " ") + " bits"
    case .codePoints(let points):
      "nclx \(points.primaries)/\(points.transfer)/\(points.matrix) \(points.fullRange ? "full" : "narrow") range"
    case .profile(let bytes): "ICC profile of \(bytes.count) bytes"
    case .pixelAspect(let aspect): "\(aspect.horizontal):\(aspect.vertical)"
    case .transform(.rotate(let turns)): "\(Int(turns) * 90) degrees counter-clockwise"
    case .transform(.mirror(let axis)): axis == 0 ? "top and bottom exchanged" : "left and right exchanged"
    case .transform(.crop(let aperture)):
      "\(aperture.width)x\(aperture.height), centre moved by \(aperture.horizontalOffset), \(aperture.verticalOffset)"
    case .auxiliary(let type): type
    case .hevc(let configuration): Self.samples(configuration.chromaFormat, configuration.lumaBits)
    case .av1(let configuration): Self.samples(configuration.chromaFormat, configuration.bits)
    case .jpegPrefix(let bytes): "\(bytes.count) bytes before the data"
    case .light(.lightLevel(let level)): "MaxCLL \(level.maxCLL), MaxFALL \(level.maxFALL)"
    case .light(.mastering(let display)): "\(display.minimumNits) to \(display.maximumNits) cd/m2"
    case .light(.ambient(let ambient)): "\(ambient.illuminanceLux) lux"
    case .light(.diffuseWhite(let white)): "\(white.nits) cd/m2"
    case .layer(let layer): "layer \(layer)"
    case .operatingPoint(let point): "operating point \(point)"
    case .damaged(let error): "damaged: \(error.facts.text)"
    case .light(.colorVolume), .light(.reference), .ignored, .unknown: ""
    }
  }

  private static func samples(_ chromaFormat: UInt8, _ bits: Int) -> String {
    let subsampling: PlanarPicture.Subsampling = [.monochrome, .quarter, .half, .full][Int(chromaFormat & 3)]
    return "\(subsampling.rawValue), \(bits) bits"
  }
}
