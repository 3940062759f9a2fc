internal import HeadroomColor

extension PNG.Directory {
  /// Takes a chunk's content; the first of several chunks of a kind counts.
  mutating func interpret(_ chunk: PNG.Chunk, in bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) {
    guard let interpreter = Self.interpreters[chunk.type] else {
      if !chunk.isComplete { try chunk.check(in: bytes) }
      return
    }
    guard pictureData.isEmpty || interpreter.mayFollowPicture else {
      throw .malformed(part: chunk.type.name, text: "the chunk comes after the picture data", offset: chunk.offset)
    }
    // A whole picture is not metadata.
    guard chunk.type == .gainMapPicture || chunk.data.count <= limits.maxMetadataBytes else {
      throw .overLimit(
        part: chunk.type.name, quantity: "metadata size", declared: UInt64(chunk.declaredLength),
        limit: UInt64(limits.maxMetadataBytes), offset: chunk.offset)
    }
    try chunk.check(in: bytes)
    if chunk.type == .gainMapPicture {
      gainMapPicture = gainMapPicture ?? chunk.data
      return
    }
    try interpreter.body(&self, ChunkContent(type: chunk.type, bytes: bytes.copy(chunk.data)))
  }

  private struct ChunkContent {
    let type: PNG.ChunkType
    let bytes: [UInt8]

    /// Throws unless the data has one of the given lengths.
    func expect(_ lengths: Int...) throws(ImageIOError) {
      guard lengths.contains(bytes.count) else {
        throw malformed("\(bytes.count) bytes are not the length of this chunk")
      }
    }

    func malformed(_ text: String) -> ImageIOError { .malformed(part: type.name, text: text, offset: nil) }

    func u32(at index: Int) -> UInt32 { bytes[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) } }
  }

  private struct Interpreter: Sendable {
    var mayFollowPicture = false
    let body: @Sendable (inout PNG.Directory, ChunkContent) throws(ImageIOError) -> Void
  }

  private static let interpreters: [PNG.ChunkType: Interpreter] = [
    .transparency: Interpreter { (directory, content) throws(ImageIOError) in
      try directory.readTransparency(content)
    },
    .codePoints: Interpreter { (directory, content) throws(ImageIOError) in try directory.readCodePoints(content) },
    .mastering: Interpreter { (directory, content) throws(ImageIOError) in try directory.readMastering(content) },
    .draftMastering: Interpreter { (directory, content) throws(ImageIOError) in try directory.readMastering(content) },
    .lightLevel: Interpreter { (directory, content) throws(ImageIOError) in try directory.readLightLevel(content) },
    .draftLightLevel: Interpreter { (directory, content) throws(ImageIOError) in
      try directory.readLightLevel(content)
    },
    .profile: Interpreter { (directory, content) throws(ImageIOError) in try directory.readProfile(content) },
    .standardRGB: Interpreter { (directory, content) throws(ImageIOError) in
      try content.expect(1)
      directory.renderingIntent = directory.renderingIntent ?? content.bytes[0]
    },
    .gamma: Interpreter { (directory, content) throws(ImageIOError) in
      try content.expect(4)
      directory.gamma = directory.gamma ?? content.u32(at: 0)
    },
    .chromaticities: Interpreter { (directory, content) throws(ImageIOError) in
      try content.expect(32)
      directory.chromaticities = directory.chromaticities ?? (0..<8).map { content.u32(at: 4 * $0) }
    },
    .significantBits: Interpreter { (directory, content) throws(ImageIOError) in
      try directory.readSignificantBits(content)
    },
    .density: Interpreter { (directory, content) throws(ImageIOError) in
      try content.expect(9)
      directory.density =
        directory.density ?? (content.u32(at: 0), content.u32(at: 4), isPerMetre: content.bytes[8] == 1)
    },
    .modificationTime: Interpreter(mayFollowPicture: true) { (directory, content) throws(ImageIOError) in
      try directory.readTime(content)
    },
    .exif: Interpreter(mayFollowPicture: true) { (directory, content) throws(ImageIOError) in
      directory.exif = directory.exif ?? content.bytes
    },
    .text: Interpreter(mayFollowPicture: true) { (directory, content) throws(ImageIOError) in
      try directory.readText(content)
    },
    .compressedText: Interpreter(mayFollowPicture: true) { (directory, content) throws(ImageIOError) in
      try directory.readText(content)
    },
    .internationalText: Interpreter(mayFollowPicture: true) { (directory, content) throws(ImageIOError) in
      try directory.readText(content)
    },
    .animation: Interpreter { (directory, content) throws(ImageIOError) in
      try content.expect(8)
      guard content.u32(at: 0) > 0 else { throw content.malformed("an animation of no frames") }
      directory.animationFrames = directory.animationFrames ?? content.u32(at: 0)
    },
    .frameControl: Interpreter(mayFollowPicture: true) { (directory, content) throws(ImageIOError) in
      try content.expect(26)
      if directory.pictureData.isEmpty { directory.isPictureAnimated = true }
    },
    .gainMapMetadata: Interpreter { (directory, content) throws(ImageIOError) in
      directory.gainMapMetadata = directory.gainMapMetadata ?? content.bytes
    },
    .gainMapPicture: Interpreter { (_, _) throws(ImageIOError) in },
  ]

  private mutating func readTransparency(_ content: ChunkContent) throws(ImageIOError) {
    switch header.colorType {
    case .gray: try content.expect(2)
    case .rgb: try content.expect(6)
    case .palette:
      guard !palette.isEmpty, !content.bytes.isEmpty, content.bytes.count <= palette.count / 3 else {
        throw content.malformed("\(content.bytes.count) entries for a palette of \(palette.count / 3)")
      }
    case .grayAlpha, .rgba: throw content.malformed("the picture has an alpha channel")
    }
    if transparency.isEmpty { transparency = content.bytes }
  }

  private mutating func readCodePoints(_ content: ChunkContent) throws(ImageIOError) {
    try content.expect(4)
    guard codePoints == nil else { return }
    let bytes = content.bytes
    guard bytes[2] == 0 else { throw content.malformed("matrix \(bytes[2]); PNG holds RGB, which is 0") }
    codePoints = CICP(primaries: bytes[0], transfer: bytes[1], matrix: 0, fullRange: bytes[3] != 0)
  }

  private mutating func readMastering(_ content: ChunkContent) throws(ImageIOError) {
    guard hdr.mastering == nil else { return }
    do throws(HDRMetadataError) {
      hdr.mastering = try MasteringDisplayColorVolume(pngBytes: content.bytes)
    } catch {
      throw content.malformed("\(content.bytes.count) bytes where 24 are needed")
    }
  }

  private mutating func readLightLevel(_ content: ChunkContent) throws(ImageIOError) {
    guard hdr.lightLevel == nil else { return }
    do throws(HDRMetadataError) {
      hdr.lightLevel = try ContentLightLevel(pngBytes: content.bytes)
    } catch {
      throw content.malformed("\(content.bytes.count) bytes where 8 are needed")
    }
  }

  /// `name 0 | u8 method 0 | zlib stream`
  private mutating func readProfile(_ content: ChunkContent) throws(ImageIOError) {
    guard profile == nil else { return }
    guard let end = content.bytes.prefix(80).firstIndex(of: 0) else { throw content.malformed("the name has no end") }
    guard end + 1 < content.bytes.count, content.bytes[end + 1] == 0 else {
      throw content.malformed("unknown compression method")
    }
    let packed = Array(content.bytes[(end + 2)...])
    let bytes = try PNG.inflate(packed, budget: &inflationBudget, part: "iCCP")
    profile = (PNG.latin(Array(content.bytes[..<end])), bytes)
  }

  private mutating func readSignificantBits(_ content: ChunkContent) throws(ImageIOError) {
    let stored = header.colorType == .palette ? 3 : header.colorType.channels
    try content.expect(stored)
    let depth = header.colorType == .palette ? 8 : header.bitDepth
    guard content.bytes.allSatisfy({ $0 > 0 && $0 <= depth }) else {
      throw content.malformed("significant bits outside 1...\(depth)")
    }
    if significantBits.isEmpty { significantBits = content.bytes }
  }

  /// `u16 year | month | day | hour | minute | second`
  private mutating func readTime(_ content: ChunkContent) throws(ImageIOError) {
    try content.expect(7)
    func padded(_ value: Int, _ digits: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }
    let bytes = content.bytes.map { Int($0) }
    let date = "\(padded(bytes[0] << 8 | bytes[1], 4))-\(padded(bytes[2], 2))-\(padded(bytes[3], 2))"
    let time = "\(padded(bytes[4], 2)):\(padded(bytes[5], 2)):\(padded(bytes[6], 2))"
    modificationTime = modificationTime ?? "\(date)T\(time)Z"
  }

  /// Further packets of a kind, and texts beyond the limits, are not unpacked: a small file can hold very many.
  private mutating func readText(_ content: ChunkContent) throws(ImageIOError) {
    guard let limit = try textLimit(content) else { return }
    let item = try PNG.textItem(content.type, content.bytes, limit: limit, budget: &inflationBudget)
    switch item.keyword {
    case PNG.xmpKeyword: xmp = xmp ?? item.utf8
    case "Raw profile type exif", "Raw profile type APP1": readRawProfile(item)
    case "Raw profile type xmp": xmp = xmp ?? PNG.rawProfile(item)
    case "Raw profile type iptc", "Raw profile type 8bim": iptcProfile = iptcProfile ?? PNG.rawProfile(item)
    default:
      textBytes += item.keyword.utf8.count + item.utf8.count
      texts.append(item)
    }
  }

  /// The most bytes of all texts that are kept, and their largest number: workflows of image generators
  /// have some hundred kilobytes.
  private static let mostTextBytes = 16 << 20
  private static let mostTexts = 1000

  /// The most bytes that a text may unpack to; nil where it is not wanted.
  private func textLimit(_ content: ChunkContent) throws(ImageIOError) -> Int? {
    switch try PNG.keyword(of: content.bytes, part: content.type.name) {
    case PNG.xmpKeyword, "Raw profile type xmp": return xmp == nil ? .max : nil
    case "Raw profile type exif": return exif == nil ? .max : nil
    case "Raw profile type APP1": return exif == nil || xmp == nil ? .max : nil
    case "Raw profile type iptc", "Raw profile type 8bim": return iptcProfile == nil ? .max : nil
    // The profile is in iCCP.
    case "Raw profile type icc", "Raw profile type icm": return nil
    default:
      guard texts.count < Self.mostTexts, textBytes + content.bytes.count <= Self.mostTextBytes else {
        throw content.malformed("more texts than \(Self.mostTexts) or \(Self.mostTextBytes >> 20) MiB are not kept")
      }
      return Self.mostTextBytes - textBytes
    }
  }

  private mutating func readRawProfile(_ item: MetadataText) {
    guard let bytes = PNG.rawProfile(item) else { return }
    let xmpPrefix = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    if bytes.starts(with: xmpPrefix) {
      xmp = xmp ?? Array(bytes.dropFirst(xmpPrefix.count))
    } else if bytes.starts(with: Array("Exif\0\0".utf8)) {
      exif = exif ?? Array(bytes.dropFirst(6))
    } else {
      exif = exif ?? bytes
    }
  }
}
