import HeadroomColor
import HeadroomContainers
import HeadroomImageIO
import HeadroomPixels
import Testing

@Suite struct JPEGXLSequenceTests {
  /// Three frames of 12x8, red, green and blue with a pixel at (1, 2) that stays, written by cjxl 0.7 from a GIF file.
  static let file: [UInt8] = bytes(
    """
    ff0a01050158505c120808a0020000d0004b12c58205526003\
    8f3106af1963c68c31668c911b11100062200080d89fda09f0\
    c9467d0701c0faf49f80fcdcbada010d01d9070808a0020000\
    c0004b12c58205526083a81883691963e44a00048018080051\
    1000604c325e00b822fb7ef9bcef6340e3f97d2c0fab0b345f\
    0808a0420000f8004b12c58205526083a81883d78c313363c6\
    8c3172250002400804802808003016111568fc1b63df5f6970\
    149c1e8616990e60f9d2b07067f3a5b965427e01
    """)

  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap { $0.hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
  }

  @Test func `the frames of a sequence are decoded by their index`() throws {
    let reader = try ImageFormats.open(FileBytes(Self.file))
    #expect(reader.info.frameCount == 3)
    for (index, color) in [[255, 0, 0], [0, 255, 0], [0, 0, 255]].enumerated() {
      let still = try reader.decode(DecodeRequest(index: index))
      let codes = samples(of: still.base)
      #expect(codes.prefix(3).map { Int($0) } == color)
      // What does not change from the first frame on is transparent in the others.
      #expect(codes[(2 * 12 + 1) * 4 + 3] == (index == 0 ? 255 : 0))
      #expect(try reader.info(at: index).width == 12)
    }
    #expect(throws: ImageIOError.self) { try reader.decode(DecodeRequest(index: 3)) }
    #expect(throws: ImageIOError.self) { try reader.decode(DecodeRequest(index: -1)) }
    #expect(throws: ImageIOError.self) { try reader.info(at: 3) }
  }

  @Test func `a sequence with more frames than allowed is refused`() throws {
    #expect(throws: ImageIOError.self) {
      try ImageFormats.open(FileBytes(Self.file), limits: DecodeLimits(maxFrames: 2))
    }
  }

  @Test func `every prefix of a sequence is refused or says that it is cut`() throws {
    for count in 0..<Self.file.count {
      guard let reader = try? ImageFormats.open(FileBytes(Self.file[..<count])) else { continue }
      let last = reader.info.frameCount - 1
      guard let still = try? reader.decode(DecodeRequest(index: last)) else { continue }
      #expect(reader.info.isPictureCut || count >= Self.file.count - 1 || still.isPartial)
    }
  }

  @Test func `oddities of a container are findings`() throws {
    var picture = try JPEGXLWritingTests.picture(.rgb8, bits: 8)
    var block = EXIFBlock()
    block.orientation = 3
    picture.metadata.exif = block.serialized()
    var file = try JPEGXLWritingTests.encode(picture, EncodeOptions(isLossless: true))
    #expect(try ImageFormats.open(FileBytes(file)).conformanceFindings().isEmpty)
    file += [0, 0, 0]
    let findings = try ImageFormats.open(FileBytes(file)).conformanceFindings()
    #expect(findings.map(\.rule) == ["jxl.leftover"])
    #expect(findings.first?.offset == file.count - 3)
    // The writer makes EXIF say what the codestream says, so the note needs a byte changed by hand.
    let place = try #require(file.indices.first { file[$0...].starts(with: [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 1]) })
    file[place + 9] = 8
    #expect(try ImageFormats.open(FileBytes(file)).conformanceFindings().map(\.rule).last == "jxl.exif-orientation")
  }
}
