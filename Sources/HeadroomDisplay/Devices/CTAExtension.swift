/// A CTA-861 extension of consumer screens: data blocks, each with a tag and a length.
struct CTAExtension {
  static let tag: UInt8 = 0x02

  private(set) var colorimetry: ScreenColorimetry = []
  private(set) var hdr: HDRCapability?
  /// The number of extensions, if there are more than old readers can handle (HDMI Forum's override); otherwise nil.
  private(set) var extensionCount: Int?

  /// Reads an extension block.
  init(_ block: EDIDBlock) throws(EDIDError) {
    // Data blocks exist from the third revision on; they end where detailed timings begin, and 0 means that there are
    // neither.
    let end = Int(block[2])
    self.init()
    guard block[1] >= 3, end != 0 else { return }
    guard 4..<EDIDBlock.size ~= end else {
      throw .malformed(part: "CTA-861", text: "timings at \(end)", offset: block.offset + 2)
    }
    try read(block.part(4..<end, named: "CTA-861"))
  }

  /// Reads data blocks from elsewhere; DisplayID has the same ones.
  init(dataBlocks: EDIDPart) throws(EDIDError) {
    self.init()
    try read(dataBlocks)
  }

  private init() {}

  private mutating func read(_ dataBlocks: EDIDPart) throws(EDIDError) {
    var rest = dataBlocks
    while let header = rest[0] {
      _ = try rest.take(1, named: "CTA-861 header")
      let (tag, length) = (header >> 5, Int(header & 31))
      var body = try rest.take(length, named: "CTA-861 data block \(tag)")
      guard tag == 7 else { continue }
      try body.need(1)
      let extended = body[0] ?? 0
      _ = try body.take(1, named: body.name)
      try read(body, tag: extended)
    }
  }

  private mutating func read(_ body: EDIDPart, tag: UInt8) throws(EDIDError) {
    switch tag {
    case 5:
      try body.need(2)
      colorimetry.formUnion(ScreenColorimetry(rawValue: (body.word(0) ?? 0) & ScreenColorimetry.known.rawValue))
    case 6 where hdr == nil: hdr = try HDRCapability(body)
    case 0x78 where extensionCount == nil:
      try body.need(1)
      extensionCount = body[0].map { Int($0) }
    default: break
    }
  }
}
