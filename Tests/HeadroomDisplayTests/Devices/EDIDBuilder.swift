/// Descriptions of screens that no maker made: blocks with right checksums, unless a test spoils them.
struct EDIDBuilder {
  var letters = "HDR"
  var productCode: UInt16 = 0x2A01
  var version: (UInt8, UInt8) = (1, 4)
  var name: String? = "Test screen"
  /// Red, green, blue, white; x and y of each in 1024ths.
  var chromaticities = [655, 338, 307, 614, 154, 61, 320, 337]
  /// Pixels, blanking and clock in units of 10 kHz.
  var timing: (width: Int, height: Int, blankX: Int, blankY: Int, clock: Int)? = (1920, 1080, 280, 45, 14_850)
  var isInterlaced = false
  var millimetres = (600, 340)
  var centimetres: (UInt8, UInt8) = (60, 34)
  var extensions: [[UInt8]] = []
  /// What the base block says of the number of extensions; the truth where nil.
  var declaredExtensions: UInt8?

  var bytes: [UInt8] { Self.summed(base) + extensions.flatMap { Self.summed($0) } }

  /// A block of 128 bytes, the last of which makes the sum right.
  static func summed(_ block: [UInt8]) -> [UInt8] {
    let body = block + [UInt8](repeating: 0, count: max(127 - block.count, 0))
    return body + [0 &- body.reduce(0, &+)]
  }

  private var base: [UInt8] {
    let codes = letters.utf8.map { Int($0) - 64 }
    let maker = codes[0] << 10 | codes[1] << 5 | codes[2]
    var block: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 0, UInt8(maker >> 8), UInt8(maker & 255)]
    block += Self.word(Int(productCode))
    block += [0, 0, 0, 0, 12, 35, version.0, version.1, 0xB5, centimetres.0, centimetres.1, 120, 0x06]
    block += colors
    block += [0, 0, 0] as [UInt8]
    block += [UInt8](repeating: 1, count: 16)
    block += timingBytes + nameBytes
    block += [UInt8](repeating: 0, count: 36)
    return block + [declaredExtensions ?? UInt8(extensions.count)]
  }

  private var colors: [UInt8] {
    let low = chromaticities.map { UInt8($0 & 3) }
    let packed = [0, 4].map { start in low[start..<start + 4].reduce(UInt8(0)) { $0 << 2 | $1 } }
    return packed + chromaticities.map { UInt8($0 >> 2) }
  }

  private var timingBytes: [UInt8] {
    guard let timing else { return [UInt8](repeating: 0, count: 18) }
    func sides(_ active: Int, _ blank: Int) -> [UInt8] {
      [UInt8(active & 255), UInt8(blank & 255), UInt8((active >> 8) << 4 | blank >> 8)]
    }
    let (width, height) = millimetres
    var bytes = Self.word(timing.clock)
    bytes += sides(timing.width, timing.blankX) + sides(timing.height, timing.blankY)
    bytes += [88, 44, 0x45, 0, UInt8(width & 255), UInt8(height & 255), UInt8((width >> 8) << 4 | height >> 8)]
    return bytes + [0, 0, isInterlaced ? 0x9E : 0x1E]
  }

  private var nameBytes: [UInt8] {
    guard let name else { return [UInt8](repeating: 0, count: 18) }
    let text = Array(name.utf8) + [0x0A] + [UInt8](repeating: 0x20, count: 13)
    return [0, 0, 0, 0xFC, 0] + text.prefix(13)
  }

  static func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
}

/// Extensions and what is in them.
extension EDIDBuilder {
  /// A CTA-861 block of the third revision.
  static func cta(_ dataBlocks: [[UInt8]], revision: UInt8 = 3, timingsAt: UInt8? = nil) -> [UInt8] {
    let body = dataBlocks.flatMap { $0 }
    return [2, revision, timingsAt ?? UInt8(4 + body.count), 0] + body
  }

  /// A data block with an extended tag.
  static func extended(_ tag: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [7 << 5 | UInt8(payload.count + 1), tag] + payload
  }

  static func hdr(curves: UInt8, codes: [UInt8]) -> [UInt8] { extended(6, [curves, 1] + codes) }

  /// A DisplayID section; its own checksum is right.
  static func displayID(_ dataBlocks: [[UInt8]], version: UInt8 = 0x20) -> [UInt8] {
    let body = dataBlocks.flatMap { $0 }
    let section = [version, UInt8(body.count), 3, 0] + body
    return [0x70] + section + [0 &- section.reduce(0, &+)]
  }

  static func displayIDBlock(_ tag: UInt8, _ payload: [UInt8], flags: UInt8 = 0) -> [UInt8] {
    [tag, flags, UInt8(payload.count)] + payload
  }

  /// Display parameters of DisplayID 2.0 with three luminances in half precision.
  static func parameters(
    _ luminances: [Float16], mode: (Int, Int) = (3840, 2160), size: (Int, Int) = (6000, 3400), points: [Double] = [],
    is1976: Bool = false, flags: UInt8 = 0
  ) -> [UInt8] {
    var payload = word(size.0) + word(size.1) + word(mode.0) + word(mode.1) + [is1976 ? 0x40 : 0]
    let numbers = (points + [Double](repeating: 0, count: 8 - points.count)).map { Int(($0 * 4096).rounded()) }
    for index in stride(from: 0, to: 8, by: 2) {
      let (x, y) = (numbers[index], numbers[index + 1])
      payload += [UInt8(x & 255), UInt8(x >> 8 | (y & 15) << 4), UInt8(y >> 4)]
    }
    for light in luminances { payload += word(Int(light.bitPattern)) }
    return displayIDBlock(0x21, payload + [3, 0xFF], flags: flags)
  }
}

/// A set of them, for tests that want all kinds.
extension EDIDBuilder {
  static let sdr = EDIDBuilder()

  /// HDR10 and HLG, 1000.6 cd/m² and 0.05 (codes 138, 96, 18), BT.2020.
  static let hdr10 = EDIDBuilder(
    name: "HDR10 screen",
    extensions: [
      cta([[0x41, 16], extended(5, [0xE0, 0x80]), hdr(curves: 0x0D, codes: [138, 96, 18]), [0x23, 9, 7, 7]])
    ])

  /// PQ, and no word of how bright.
  static let pqOnly = EDIDBuilder(name: "PQ only", extensions: [cta([hdr(curves: 5, codes: [])])])

  /// DisplayID 2.0 with the panel's light: 600 all over, 1600 on a tenth.
  static let panel = EDIDBuilder(
    name: nil,
    extensions: [
      cta([hdr(curves: 5, codes: [115])]),
      displayID([
        displayIDBlock(0x20, [0, 0, 0, 1, 2, 0, 0, 0, 0, 20, 25, 5] + Array("Panel".utf8)),
        parameters([600, 1600, 0.0005], points: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.3127, 0.329]),
      ]),
    ])

  /// DisplayID 2.0 alone: PQ by its interface features.
  static let displayIDOnly = EDIDBuilder(
    extensions: [
      displayID([
        parameters([400, -0.0, -0.0]), displayIDBlock(0x26, [2, 2, 0, 0, 0, 0, 0x41, 0, 0]),
      ])
    ])

  /// DisplayID 1.3 with a pixel format, and the light in a CTA-861 block inside.
  static let displayID1 = EDIDBuilder(
    timing: nil, centimetres: (0, 0),
    extensions: [
      displayID(
        [
          displayIDBlock(1, word(7000) + word(4000) + word(2560) + word(1440) + [0, 120, 160, 0x77]),
          displayIDBlock(0x81, hdr(curves: 5, codes: [96, 80, 10])),
        ], version: 0x13)
    ])

  static let all = [sdr, hdr10, pqOnly, panel, displayIDOnly, displayID1]
}
