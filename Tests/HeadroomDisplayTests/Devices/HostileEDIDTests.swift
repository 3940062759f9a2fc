import HeadroomDisplay
import HeadroomTestSupport
import Testing

/// Descriptions that lie, are cut or spoiled.
struct HostileEDIDTests {
  private func error(_ bytes: [UInt8]) -> EDIDError? {
    do throws(EDIDError) {
      _ = try EDID(bytes)
      return nil
    } catch {
      return error
    }
  }

  private func error(inExtension block: [UInt8]) -> EDIDError? { error(EDIDBuilder(extensions: [block]).bytes) }

  @Test(arguments: [0, 1, 127, 129, 255])
  func shortOnesAreTruncated(count: Int) {
    let bytes = Array(EDIDBuilder.hdr10.bytes.prefix(count))
    #expect(error(bytes) == .truncated(needed: (count / 128 + 1) * 128, available: count))
  }

  @Test func longOnesAreNotRead() {
    #expect(error([UInt8](repeating: 0, count: 257 * 128)) == .tooLarge(byteCount: 257 * 128))
  }

  @Test func otherFilesAreNone() { #expect(error([UInt8](repeating: 0x42, count: 128)) == .notEDID) }

  @Test func aWrongChecksumSaysWhichBlock() {
    for (position, block) in [(40, 0), (128 + 20, 1)] {
      var bytes = EDIDBuilder.hdr10.bytes
      bytes[position] ^= 1
      #expect(error(bytes) == .checksum(part: "block \(block)", offset: block * 128 + 127))
    }
  }

  @Test func theNumberOfExtensionsHasToBeTrue() {
    var builder = EDIDBuilder.hdr10
    builder.declaredExtensions = 3
    #expect(error(builder.bytes) == .extensionCount(declared: 3, found: 1))
    builder.declaredExtensions = 0
    #expect(error(builder.bytes) == .extensionCount(declared: 0, found: 1))
  }

  @Test func theHDMIForumsCountStandsOverTheBaseBlocks() throws {
    let override = EDIDBuilder.cta([EDIDBuilder.extended(0x78, [2]), EDIDBuilder.hdr(curves: 4, codes: [96])])
    let second = EDIDBuilder.cta([EDIDBuilder.extended(5, [0x80, 0])])
    var builder = EDIDBuilder(extensions: [override, second])
    builder.declaredExtensions = 1
    let edid = try EDID(builder.bytes)
    #expect(edid.hdr?.maximumLuminance == 400 && edid.colorimetry == .bt2020RGB)
    builder.extensions.removeLast()
    #expect(error(builder.bytes) == .extensionCount(declared: 2, found: 1))
  }

  @Test func dataBlocksEndWhereTheirPartEnds() {
    #expect(
      error(inExtension: EDIDBuilder.cta([[0x5F, 1, 2]]))
        == .pastEnd(part: "CTA-861 data block 2", length: 31, available: 2, offset: 128 + 5))
    #expect(
      error(inExtension: EDIDBuilder.cta([[0xE0]]))
        == .pastEnd(part: "CTA-861 data block 7", length: 1, available: 0, offset: 128 + 5))
    #expect(
      error(inExtension: EDIDBuilder.cta([EDIDBuilder.extended(6, [4])]))
        == .pastEnd(part: "CTA-861 data block 7", length: 2, available: 1, offset: 128 + 6))
  }

  @Test(arguments: [1, 3, 128, 255])
  func timingsCannotBeginAnywhere(position: UInt8) {
    #expect(
      error(inExtension: EDIDBuilder.cta([], timingsAt: position))
        == .malformed(part: "CTA-861", text: "timings at \(position)", offset: 128 + 2))
  }

  @Test func aSectionOfDisplayIDEndsInItsBlock() {
    #expect(
      error(inExtension: [0x70, 0x20, 122, 0, 0])
        == .pastEnd(part: "DisplayID", length: 122, available: 121, offset: 128 + 2))
  }

  @Test func aSectionOfDisplayIDHasAChecksumOfItsOwn() {
    var section = EDIDBuilder.displayID([EDIDBuilder.parameters([500, 500, 0.1])])
    section[8] ^= 1
    #expect(error(inExtension: section) == .checksum(part: "DisplayID", offset: 128 + 5 + 32))
  }

  @Test func blocksOfDisplayIDEndInTheirSection() {
    #expect(
      error(inExtension: EDIDBuilder.displayID([[0x21, 0, 29, 1]]))
        == .pastEnd(part: "DisplayID data block 0x21", length: 29, available: 1, offset: 128 + 8))
    #expect(
      error(inExtension: EDIDBuilder.displayID([EDIDBuilder.displayIDBlock(0x21, [1, 2])]))
        == .pastEnd(part: "DisplayID data block 0x21", length: 29, available: 2, offset: 128 + 8))
    #expect(
      error(inExtension: EDIDBuilder.displayID([[0x21, 1]]))
        == .pastEnd(part: "DisplayID header", length: 3, available: 2, offset: 128 + 5))
    let name = EDIDBuilder.displayIDBlock(0x20, [UInt8](repeating: 0, count: 11) + [40, 65])
    #expect(
      error(inExtension: EDIDBuilder.displayID([name]))
        == .pastEnd(part: "DisplayID name", length: 40, available: 1, offset: 128 + 20))
  }

  @Test func errorsSayWhere() {
    #expect("\(EDIDError.checksum(part: "block 1", offset: 255))" == "block 1: wrong checksum (offset 0xff)")
    let text = "\(EDIDError.truncated(needed: 128, available: 3))"
    #expect(text == "128 bytes are needed, 3 are there (offset 0x03)")
  }

  /// Spoiled in one to six bytes, with checksums made right again in every second case, so that what lies behind is reached.
  @Test(arguments: 0..<EDIDBuilder.all.count)
  func whateverTheBytesSayTheyAreReadOrRefused(index: Int) {
    var random = SeededGenerator(seed: UInt64(index) + 13)
    let original = EDIDBuilder.all[index].bytes
    var (read, refused) = (0, 0)
    for round in 0..<4000 {
      var bytes = original
      random.mutate(&bytes)
      if round % 2 == 0 { bytes = Self.mended(bytes, like: original) }
      if let error = error(bytes) {
        refused += 1
        #expect(0...bytes.count ~= error.offset)
      } else {
        read += 1
      }
    }
    #expect(read > 100 && refused > 100, "\(read) read, \(refused) refused")
  }

  @Test func everyCutIsRefusedOrWhole() {
    for builder in EDIDBuilder.all {
      let bytes = builder.bytes
      for count in 0..<bytes.count { #expect(error(Array(bytes.prefix(count))) != nil) }
    }
  }

  /// As long as the original, every block with a right sum, sections of DisplayID among them.
  private static func mended(_ bytes: [UInt8], like original: [UInt8]) -> [UInt8] {
    let whole = Array((bytes + original.suffix(128)).prefix(original.count))
    return stride(from: 0, to: whole.count, by: 128).flatMap { start -> [UInt8] in
      var block = Array(whole[start..<start + 127])
      if block[0] == 0x70, case let end = 5 + Int(block[2]), end < 127 {
        block[end] = 0 &- block[1..<end].reduce(0, &+)
      }
      return EDIDBuilder.summed(block)
    }
  }
}
