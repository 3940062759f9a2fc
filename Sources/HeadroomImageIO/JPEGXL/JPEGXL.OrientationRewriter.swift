internal import HeadroomContainers
internal import HeadroomGraphics

extension JPEGXL {
  /// Turns the picture of a codestream by the orientation in its header (18181-1, annex D).
  ///
  /// ```
  /// FF 0A | SizeHeader | all_default | extra_fields | [orientation - 1, size, preview, animation] | bit depth | ...
  ///       | colour encoding | [tone mapping] | extensions | transform | [ICC] | zeros to the next byte | frames
  /// ```
  /// A header that states none gets the optional fields, in forms that lengthen it by whole bytes: all later bits then
  /// keep their places within their bytes and need not be parsed.
  struct OrientationRewriter {
    private var reader: BitReader
    private let header: [UInt8]
    private let turn: CGImagePropertyOrientation

    /// Bytes that hold every header up to the colour encoding: names of extra channels have at most some hundred bytes each.
    private static let longest = 4096

    /// The codestream with another orientation.
    static func turned(
      _ codestream: [UInt8], by turn: CGImagePropertyOrientation
    ) throws(ImageIOError) -> [UInt8] {
      guard codestream.starts(with: codestreamSignature) else {
        throw .malformed(part: "codestream", text: "the signature is missing", offset: nil)
      }
      let header = Array(codestream.dropFirst(2).prefix(longest))
      var editor = OrientationRewriter(reader: BitReader(header), header: header, turn: turn)
      let (new, replaced) = try editor.edited()
      return codestreamSignature + new + codestream.dropFirst(2 + replaced)
    }

    /// - Returns: new bytes, and the number of bytes that they replace.
    private mutating func edited() throws(ImageIOError) -> (new: [UInt8], replaced: Int) {
      skipSize()
      var out = BitWriter()
      copy(0..<reader.position, to: &out)
      let isDefault = reader.bool()
      if isDefault {
        writeDefaults(to: &out)
      } else {
        out.bool(false)
        let hasExtraFields = reader.bool()
        out.bool(true)
        let stored = hasExtraFields ? CGImagePropertyOrientation(exifTag: Int(reader.bits(3)) + 1) : .up
        out.bits(stored.followed(by: turn).rawValue - 1, 3)
        if !hasExtraFields {
          // No intrinsic size, no preview, no animation.
          out.bits(0, 3)
          let start = reader.position
          try skipToToneMapping()
          copy(start..<reader.position, to: &out)
          writeDefaultToneMapping(to: &out)
        }
      }
      guard !reader.isOverrun, (out.count - reader.position) % 8 == 0 else {
        throw .malformed(part: "codestream", text: "the header cannot be read", offset: nil)
      }
      // The rest of the byte stays where it is in it.
      let end = (reader.position + 7) / 8
      copy(reader.position..<end * 8, to: &out)
      return (out.bytes, end)
    }

    private func copy(_ range: Range<Int>, to out: inout BitWriter) {
      for bit in range where bit / 8 < header.count { out.bits(UInt32(header[bit / 8] >> UInt8(bit % 8) & 1), 1) }
    }

    // MARK: Fields that take a stated form

    /// Writes the fields that "all default" stands for, with an orientation: 24 bits more.
    private func writeDefaults(to out: inout BitWriter) {
      out.bool(false)
      out.bool(true)
      out.bits(turn.rawValue - 1, 3)
      out.bits(0, 3)
      // Integers of 8 bits, in the long form: the last of four ranges, from 1 on.
      out.bool(false)
      out.bits(3, 2)
      out.bits(7, 6)
      // 16 bits suffice; no extra channels; XYB; sRGB; the usual tone mapping; no extensions.
      out.bool(true)
      out.bits(0, 2)
      out.bool(true)
      out.bool(true)
      out.bool(true)
      out.bits(0, 2)
    }

    /// Each value of the default: with the six bits of the other optional fields 56 more.
    private func writeDefaultToneMapping(to out: inout BitWriter) {
      let halfOf255: UInt32 = 0x5BF8
      out.bool(false)
      out.bits(halfOf255, 16)
      out.bits(0, 16)
      out.bool(false)
      out.bits(0, 16)
    }

    // MARK: Fields that are stepped over

    private mutating func skipSize() {
      let ranges: [(bits: Int, offset: UInt32)] = [(9, 1), (13, 1), (18, 1), (30, 1)]
      let isSmall = reader.bool()
      _ = isSmall ? reader.bits(5) : reader.u32(ranges)
      guard reader.bits(3) == 0 else { return }
      _ = isSmall ? reader.bits(5) : reader.u32(ranges)
    }

    private mutating func skipToToneMapping() throws(ImageIOError) {
      skipBitDepth()
      _ = reader.bool()
      let count = reader.u32([(0, 0), (0, 1), (4, 2), (12, 1)])
      for _ in 0..<count {
        try skipExtraChannel()
        if reader.isOverrun { return }
      }
      _ = reader.bool()
      try skipColor()
    }

    private mutating func skipBitDepth() {
      if reader.bool() {
        _ = reader.u32([(0, 32), (0, 16), (0, 24), (6, 1)])
        _ = reader.bits(4)
      } else {
        _ = reader.u32([(0, 8), (0, 10), (0, 12), (6, 1)])
      }
    }

    private mutating func skipExtraChannel() throws(ImageIOError) {
      // By default it is alpha of 8 bits.
      if reader.bool() { return }
      let type = reader.enumerated()
      skipBitDepth()
      _ = reader.u32([(0, 0), (0, 3), (0, 4), (3, 1)])
      let nameLength = reader.u32([(0, 0), (4, 0), (5, 16), (10, 48)])
      for _ in 0..<nameLength { _ = reader.bits(8) }
      switch type {
      case 0: _ = reader.bool()
      case 2: for _ in 0..<4 { _ = reader.bits(16) }
      case 5: _ = reader.u32([(0, 1), (2, 0), (4, 3), (8, 19)])
      case 1, 3, 4, 6, 15, 16: break
      default: throw .unsupported(part: "codestream", text: "an extra channel of type \(type)")
      }
    }

    private mutating func skipColor() throws(ImageIOError) {
      if reader.bool() { return }
      let isProfile = reader.bool()
      let space = reader.enumerated()
      let (gray, custom): (UInt32, UInt32) = (1, 2)
      guard !isProfile else { return }
      let isXYB = space == 2
      if !isXYB, reader.enumerated() == custom { skipChromaticities(1) }
      if space != gray, !isXYB, reader.enumerated() == custom { skipChromaticities(3) }
      if !isXYB {
        if reader.bool() { _ = reader.bits(24) } else { _ = reader.enumerated() }
      }
      _ = reader.enumerated()
    }

    private mutating func skipChromaticities(_ count: Int) {
      for _ in 0..<2 * count { _ = reader.coordinate() }
    }
  }
}
