internal import HeadroomContainers

extension WebP {
  /// The headers of a file.
  struct File: Sendable {
    /// The `VP8X` chunk.
    struct Extended: Hashable, Sendable {
      let flags: UInt8
      let width: Int
      let height: Int
      let offset: Int
      var isAnimated: Bool { flags & 0x02 != 0 }
      var announcesXMP: Bool { flags & 0x04 != 0 }
      var announcesEXIF: Bool { flags & 0x08 != 0 }
      var announcesAlpha: Bool { flags & 0x10 != 0 }
      var announcesProfile: Bool { flags & 0x20 != 0 }
    }

    let bytes: FileBytes
    /// The bytes that the head declares, cut to the file.
    let content: Range<Int>
    /// The declared end of the file.
    let declaredEnd: Int
    private(set) var extended: Extended?
    private(set) var frames: [Frame] = []
    private(set) var profile: Chunk?
    private(set) var exif: Chunk?
    private(set) var xmp: Chunk?
    /// How often an animation is shown, 0 for without end; nil where the file does not state it.
    private(set) var loopCount: Int?

    var isAnimated: Bool { extended?.isAnimated ?? false }
    var width: Int { isAnimated ? extended?.width ?? 0 : frames[0].width }
    var height: Int { isAnimated ? extended?.height ?? 0 : frames[0].height }
    /// Frames of an animation leave parts of the canvas open, so all of it has alpha.
    var hasAlpha: Bool { isAnimated || frames[0].hasAlpha }

    init(_ bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) {
      var head = ByteReader(bytes, part: "RIFF", byteOrder: .little)
      guard head.starts(with: riff), bytes.hasBytes(form, at: 8) else {
        throw .malformed(part: "RIFF", text: "not a WebP file", offset: 0)
      }
      try head.skip(4)
      declaredEnd = 8 + Int(try head.u32())
      self.bytes = bytes
      content = headerSize..<max(min(declaredEnd, bytes.count), headerSize)
      try readChunks(limits)
      guard !frames.isEmpty else { throw missingPicture }
      // A canvas is made for animations only; each picture is compared with the limits before it is decoded.
      if let extended, extended.isAnimated {
        try limits.check(
          width: UInt64(extended.width), height: UInt64(extended.height), part: "VP8X", offset: extended.offset)
      }
    }

    private var missingPicture: ImageIOError {
      if declaredEnd > bytes.count { return .incompletePicture(part: "RIFF", offset: bytes.count) }
      return .malformed(part: "RIFF", text: "the file holds no picture", offset: headerSize)
    }

    private mutating func readChunks(_ limits: DecodeLimits) throws(ImageIOError) {
      var walker = ChunkWalker(bytes, content)
      while let chunk = try walker.next() {
        switch chunk.name {
        case "VP8X" where extended == nil && frames.isEmpty: extended = try readExtended(chunk)
        case "ICCP": profile = profile ?? chunk
        case "EXIF": exif = exif ?? chunk
        case "XMP ": xmp = xmp ?? chunk
        // u32 background | u16 how often
        case "ANIM" where isAnimated && chunk.data.count >= 6:
          var reader = ByteReader(bytes, range: chunk.data, part: "ANIM", byteOrder: .little)
          try reader.skip(4)
          if loopCount == nil { loopCount = Int(try reader.u16()) }
        case "ANMF" where isAnimated: try readFrame(chunk, limits)
        case "ALPH", "VP8 ", "VP8L":
          // The picture of a still starts here; the chunks after it are read too.
          guard !isAnimated, frames.isEmpty else { continue }
          if let frame = try picture(in: chunk.offset..<content.upperBound, of: bytes) { frames = [frame] }
        default: break
        }
      }
    }

    /// ```
    /// u8 flags | 3 bytes 0 | u24 width - 1 | u24 height - 1
    /// ```
    private func readExtended(_ chunk: Chunk) throws(ImageIOError) -> Extended {
      var reader = ByteReader(bytes, range: chunk.data, part: "VP8X", byteOrder: .little)
      let flags = try reader.u8()
      try reader.skip(3)
      return Extended(
        flags: flags, width: try reader.u24() + 1, height: try reader.u24() + 1, offset: chunk.offset)
    }

    /// ```
    /// u24 x / 2 | u24 y / 2 | u24 width - 1 | u24 height - 1 | u24 milliseconds | u8 flags | chunks
    /// ```
    private mutating func readFrame(_ chunk: Chunk, _ limits: DecodeLimits) throws(ImageIOError) {
      guard frames.count < limits.maxFrames else {
        throw .overLimit(
          part: "ANMF", quantity: "frame count", declared: UInt64(frames.count + 1),
          limit: UInt64(max(limits.maxFrames, 0)), offset: chunk.offset)
      }
      var reader = ByteReader(bytes, range: chunk.data, part: "ANMF", byteOrder: .little)
      let (x, y) = (2 * (try reader.u24()), 2 * (try reader.u24()))
      let (width, height) = (try reader.u24() + 1, try reader.u24() + 1)
      let duration = try reader.u24()
      let flags = try reader.u8()
      guard var frame = try picture(in: reader.position..<chunk.data.upperBound, of: bytes) else {
        if !chunk.isComplete { return }
        throw .malformed(part: "ANMF", text: "the frame holds no picture", offset: chunk.offset)
      }
      guard frame.width == width, frame.height == height, x + width <= self.width, y + height <= self.height else {
        throw .malformed(
          part: "ANMF",
          text: "a frame of \(frame.width)x\(frame.height), declared \(width)x\(height), at \(x), \(y) does not fit",
          offset: chunk.offset)
      }
      (frame.x, frame.y, frame.duration) = (x, y, duration)
      (frame.isBlended, frame.isDisposed) = (flags & 2 == 0, flags & 1 != 0)
      frames.append(frame)
    }

    /// The content of a metadata chunk.
    func metadata(_ chunk: Chunk?, limits: DecodeLimits) throws(ImageIOError) -> [UInt8]? {
      guard let chunk else { return nil }
      guard chunk.isComplete else {
        throw .truncated(
          part: chunk.name, needed: UInt64(chunk.declaredLength), available: UInt64(chunk.data.count),
          offset: chunk.offset)
      }
      guard chunk.data.count <= limits.maxMetadataBytes else {
        throw .overLimit(
          part: chunk.name, quantity: "metadata bytes", declared: UInt64(chunk.data.count),
          limit: UInt64(max(limits.maxMetadataBytes, 0)), offset: chunk.offset)
      }
      return bytes.copy(chunk.data)
    }
  }
}

extension ByteReader {
  /// Reads a number of three bytes, the least significant first.
  fileprivate mutating func u24() throws(ImageIOError) -> Int {
    try take(3).enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
  }
}
