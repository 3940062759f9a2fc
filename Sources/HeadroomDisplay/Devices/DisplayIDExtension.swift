internal import HeadroomColor

/// A DisplayID section inside an EDID, version 1.x or 2.x: data blocks, each with a tag, a revision and a length.
///
/// The two versions number their blocks differently, and only the second states how much light a panel gives.
struct DisplayIDExtension {
  static let tag: UInt8 = 0x70

  var productName: String?
  var nativeMode: DisplayMode?
  var widthInMillimetres: Double?
  var heightInMillimetres: Double?
  var bitDepth: Int?
  var primaries: ColorPrimaries?
  var luminance: PanelLuminance?
  /// Whether it accepts BT.2020 with the PQ curve.
  var takesPQ = false
  /// Its CTA-861 data blocks.
  var cta: [CTAExtension] = []

  init(_ block: EDIDBlock) throws(EDIDError) {
    var rest = try Self.section(block)
    let isSecond = block[1] >> 4 >= 2
    while rest.count >= 3, !rest.isPadding {
      let header = try rest.take(3, named: "DisplayID header")
      let (tag, flags, length) = (header[0] ?? 0, header[1] ?? 0, Int(header[2] ?? 0))
      let body = try rest.take(length, named: "DisplayID data block 0x\(String(tag, radix: 16))")
      if tag == 0x81 {
        cta.append(try CTAExtension(dataBlocks: body))
      } else if isSecond {
        try readSecond(body, tag: tag, flags: flags)
      } else {
        try readFirst(body, tag: tag)
      }
    }
    guard rest.isPadding else {
      throw .pastEnd(part: "DisplayID header", length: 3, available: rest.count, offset: rest.offset)
    }
  }

  /// The data blocks: they begin after five bytes, have the length that the section states, and end with their own
  /// checksum.
  private static func section(_ block: EDIDBlock) throws(EDIDError) -> EDIDPart {
    let (length, room) = (Int(block[2]), EDIDBlock.size - 7)
    guard length <= room else {
      throw .pastEnd(part: "DisplayID", length: length, available: room, offset: block.offset + 2)
    }
    let sum = (1..<6 + length).reduce(UInt8(0)) { $0 &+ block[$1] }
    guard sum == 0 else { throw .checksum(part: "DisplayID", offset: block.offset + 5 + length) }
    return block.part(5..<5 + length, named: "DisplayID")
  }

  private mutating func readFirst(_ body: EDIDPart, tag: UInt8) throws(EDIDError) {
    switch tag {
    case 0x00 where productName == nil: productName = try Self.name(body)
    case 0x01:
      try body.need(12)
      readSize(body, unit: 0.1)
      nativeMode = nativeMode ?? Self.mode(body.word(4), body.word(6))
    default: break
    }
  }

  private mutating func readSecond(_ body: EDIDPart, tag: UInt8, flags: UInt8) throws(EDIDError) {
    switch tag {
    case 0x20 where productName == nil: productName = try Self.name(body)
    case 0x21: try readParameters(body, unit: flags & 0x80 == 0 ? 0.1 : 1)
    case 0x26:
      try body.need(9)
      takesPQ = takesPQ || (body[6] ?? 0) & 0x40 != 0
    default: break
    }
  }

  /// Display parameters of DisplayID 2.0: size in tenths of millimetres or millimetres, pixels, colours, luminance, depth.
  private mutating func readParameters(_ body: EDIDPart, unit: Double) throws(EDIDError) {
    try body.need(29)
    readSize(body, unit: unit)
    nativeMode = nativeMode ?? Self.mode(body.word(4), body.word(6))
    primaries = primaries ?? Self.primaries(body)
    let light = PanelLuminance(
      fullScreenMaximum: PanelLuminance.white(body.word(21)), highlightMaximum: PanelLuminance.white(body.word(23)),
      minimum: PanelLuminance.half(body.word(25)))
    if light.peak != nil { luminance = luminance ?? light }
    let depths = [nil, 6, 8, 10, 12, 16, nil, nil]
    bitDepth = bitDepth ?? depths[Int(body[27] ?? 0) & 7]
  }

  private mutating func readSize(_ body: EDIDPart, unit: Double) {
    guard let width = body.word(0), let height = body.word(2), width > 0, height > 0 else { return }
    widthInMillimetres = widthInMillimetres ?? Double(width) * unit
    heightInMillimetres = heightInMillimetres ?? Double(height) * unit
  }

  /// Four points of two coordinates with twelve bits each, from the ninth byte on. Those in CIE 1976, u' and v', are
  /// converted to x and y.
  private static func primaries(_ body: EDIDPart) -> ColorPrimaries? {
    let is1976 = (body[8] ?? 0) & 0x40 != 0
    let points = stride(from: 9, to: 21, by: 3).map { start -> Chromaticity in
      let (first, middle, last) = (Int(body[start] ?? 0), Int(body[start + 1] ?? 0), Int(body[start + 2] ?? 0))
      let point = Chromaticity(
        x: Double(first | (middle & 15) << 8) / 4096, y: Double(middle >> 4 | last << 4) / 4096)
      return is1976 ? Chromaticity(u: point.x, v: point.y) : point
    }
    let primaries = ColorPrimaries(red: points[0], green: points[1], blue: points[2], white: points[3])
    return primaries.isDegenerate ? nil : primaries
  }

  private static func mode(_ width: Int?, _ height: Int?) -> DisplayMode? {
    guard let width, let height, width > 0, height > 0 else { return nil }
    return DisplayMode(width: width, height: height)
  }

  /// Twelve bytes of numbers, then the length of the name and the name.
  private static func name(_ body: EDIDPart) throws(EDIDError) -> String? {
    try body.need(12)
    var rest = body
    _ = try rest.take(11, named: body.name)
    let length = Int(try rest.take(1, named: body.name)[0] ?? 0)
    return try rest.take(length, named: "DisplayID name").text
  }
}

extension Chromaticity {
  /// From u' and v' of CIE 1976.
  fileprivate init(u: Double, v: Double) {
    let sum = 6 * u - 16 * v + 12
    self.init(x: sum == 0 ? 0 : 9 * u / sum, y: sum == 0 ? 0 : 4 * v / sum)
  }
}
