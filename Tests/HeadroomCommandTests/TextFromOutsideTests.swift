import Foundation
import Testing

/// Text of files and names reaches a terminal with its control characters escaped, and names of any bytes work.
@Suite struct TextFromOutsideTests {
  /// Clears the screen, sets the title, ends the line, turns the direction, says CSI in C1.
  private static let hostile = "\u{1B}[2J\u{1B}]0;x\u{7}\n\u{202E}\u{9B}31m\u{7F}"

  /// A PNG whose EXIF block names a camera.
  private static func picture(camera: String) -> [UInt8] {
    let text = Array(camera.utf8) + [0]
    var exif: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1]
    exif += [0x01, 0x0F, 0, 2] + [0, 0, 0, UInt8(text.count)] + [0, 0, 0, 26] + [0, 0, 0, 0] + text
    return FixturePNG(width: 2, height: 2) { _, _ in (0, 0, 0) }.adding("eXIf", exif).bytes
  }

  private func expectPrintable(_ text: String, lines: Bool = true) {
    for scalar in text.unicodeScalars where !(lines && scalar == "\n") {
      #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value), "\(scalar.value)")
      #expect(scalar.value != 0x202E)
    }
  }

  @Test func `Metadata and names cannot move the cursor or add lines`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.picture(camera: "Evil" + Self.hostile), to: "a\u{1B}[31m\nwarning.png")
    let plain = try Headroom.run("info", path)
    let calm = try Headroom.run("info", try scratch.write(Self.picture(camera: "Calm"), to: "calm.png"))
    #expect(plain.status == 0)
    #expect(plain.lines.count == calm.lines.count)
    #expect(plain.text.contains("Evil\\x1b[2J") && plain.text.contains("\\n") && plain.text.contains("\\u{202e}"))
    expectPrintable(plain.text)
    for arguments in [
      ["info", "--json", path], ["info", "-v", path], ["info", "--validate", path], ["graph", path],
      ["graph", "--format", "dot", path], ["graph", "--optimized", path],
    ] {
      expectPrintable(try Headroom.run(arguments).text)
    }
    let object = try Headroom.run("info", "--json", path).object()
    #expect((object["camera"] as? [String: Any])?["make"] as? String == "Evil" + Self.hostile)
    #expect(object["file"] as? String == path)
    for arguments in [
      ["info", path + "x"], ["info", "--json", path + "x"], ["convert", path, "\u{1B}c/out.png"],
      ["convert", path, "x.png", "--rendition", "\u{1B}[1m"], ["convert", path, "x.png", "--dry-run"],
      ["convert", path, "x.png", "--progress", "json"], ["convert", path, "x\u{9B}.zip"],
    ] {
      let result = try Headroom.run(arguments, in: scratch.folder)
      expectPrintable(result.errors)
    }
  }

  @Test func `Names that are not UTF-8 are read, written and shown`() throws {
    let scratch = try Scratch()
    _ = try scratch.write(Self.picture(camera: "Calm"), to: "a.png")
    let result = try Shell.run(
      """
      cp a.png $'caf\\xe9 \\xff.png'
      "$H" info $'caf\\xe9 \\xff.png' | head -1
      "$H" convert $'caf\\xe9 \\xff.png' $'out\\xfe.png' && ls | LC_ALL=C grep -c $'^out\\xfe.png$'
      "$H" info --json < $'out\\xfe.png' - | head -c 12; echo
      mkdir $'dir\\xf0' && "$H" convert $'caf\\xe9 \\xff.png' --output-directory $'dir\\xf0' --format tiff && ls dir*/ | od -An -c
      "$H" info $'missing\\xff'
      "$H" info --json $'out\\xfe.png' | head -c 40; echo
      "$H" convert $'caf\\xe9 \\xff.png' $'out\\xfe.png' --overwrite; echo $?
      """, in: scratch.folder)
    let lines = result.output.split(separator: "\n")
    #expect(lines.first == "caf\\xe9 \\xff.png")
    #expect(lines.count > 2 && lines[1] == "1" && lines[2] == "{\"schema\":1,")
    #expect(result.output.contains("351") && result.output.contains("377"), "the bytes of the name in the directory")
    #expect(result.output.contains("out\\ufffd.png"))
    let named = try Shell.run("\"$H\" info --json $'caf\\xe9 \\xff.png'; \"$H\" info --json a.png", in: scratch.folder)
    #expect(named.output.contains(#""filePercentEncoded":"caf%E9%20%FF.png""#))
    #expect(named.output.contains(#""file":"a.png","filePercentEncoded":null"#))
    let told = try Shell.run(
      """
      "$H" convert $'caf\\xe9 \\xff.png' b.png --progress json
      printf 'kernel vec4 k(__sample s) { return s; }' > $'k\\xff.cikernel' && "$H" kernel check --json $'k\\xff.cikernel'
      """, in: scratch.folder)
    let events = told.errors.split(separator: "\n").filter { $0.contains(#""file":"#) }
    #expect(events.count > 2 && events.allSatisfy { $0.contains(#""filePercentEncoded":"caf%E9%20%FF.png""#) })
    #expect(told.output.contains(#""filePercentEncoded":"k%FF.cikernel""#), "\(told.output) \(told.errors)")
    #expect(result.errors == "headroom: missing\\xff: cannot be read: no such file\n")
    #expect(lines.last == "0")
  }

  @Test func `Compressed texts of a PNG cost little`() throws {
    // A megabyte of chunks that unpack to a gigabyte.
    let scratch = try Scratch()
    let bomb = Deflated.repeating(0xE9, runs: 4064)
    let keywords = ["Title", "Comment", "Raw profile type exif", "Raw profile type xmp", "XML:com.adobe.xmp", "other"]
    var picture = FixturePNG(width: 1, height: 1, bitDepth: 8) { _, _ in (0, 0, 0) }
    for index in 0..<800 { picture = picture.adding("zTXt", Array(keywords[index % 6].utf8) + [0, 0] + bomb) }
    _ = try scratch.write(picture.bytes, to: "bomb.png")
    let result = try Shell.run("ulimit -t 2; \"$H\" info bomb.png >/dev/null; echo $?", in: scratch.folder)
    #expect(result.output == "0\n", "\(result.errors)")
  }
}

/// zlib streams written bit by bit, with deflate's fixed codes.
private enum Deflated {
  /// A byte, then `runs` times 258 of it.
  static func repeating(_ byte: UInt8, runs: Int) -> [UInt8] {
    var bits = BitWriter()
    // The last block, fixed codes.
    bits.write(0b011, 3)
    bits.writeCode(byte < 144 ? 0x30 + Int(byte) : 0x190 + Int(byte) - 144, byte < 144 ? 8 : 9)
    for _ in 0..<runs {
      // Length 258, distance 1.
      bits.writeCode(0b1100_0101, 8)
      bits.writeCode(0, 5)
    }
    bits.writeCode(0, 7)
    let count = 1 + runs * 258
    let (low, high) = (0..<count).reduce((1, 0)) { sums, _ in
      let low = (sums.0 + Int(byte)) % 65_521
      return (low, (sums.1 + low) % 65_521)
    }
    return [0x78, 0x01] + bits.bytes + [high >> 8, high & 0xFF, low >> 8, low & 0xFF].map { UInt8($0) }
  }

  private struct BitWriter {
    var bytes: [UInt8] = []
    private var used = 8

    mutating func write(_ value: Int, _ count: Int) {
      for index in 0..<count {
        if used == 8 {
          bytes.append(0)
          used = 0
        }
        bytes[bytes.count - 1] |= UInt8((value >> index) & 1) << UInt8(used)
        used += 1
      }
    }

    /// Huffman codes have their first bit first.
    mutating func writeCode(_ code: Int, _ count: Int) {
      for index in (0..<count).reversed() { write((code >> index) & 1, 1) }
    }
  }
}
