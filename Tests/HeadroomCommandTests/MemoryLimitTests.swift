import Foundation
import HeadroomTestSupport
import Testing

/// `--max-memory` holds for the whole process: it works within it, or says in a sentence that it cannot.
@Suite struct MemoryLimitTests {
  private let scratch: Scratch
  init() throws { scratch = try Scratch() }

  /// Runs the command and tells the most memory it had, in megabytes; the shell's `time` knows.
  private func measured(_ arguments: String) throws -> (status: Int32, errors: String, megabytes: Int) {
    // A child's own peak, read by its parent: what a shell's exec leaves of the memory of this process would count too.
    let result = try Shell.run(
      """
      python3 -c 'import os, sys
      pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
      _, status, usage = os.wait4(pid, 0)
      print()
      print(os.waitstatus_to_exitcode(status), usage.ru_maxrss // 1024)' "$H" \(arguments) | tail -1 >measured
      cat measured
      """, in: scratch.folder)
    let numbers = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    return (Int32(numbers.first ?? -1), result.errors, numbers.last ?? .max)
  }

  private static let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

  /// A PPM of zeros, which takes no room on the disk.
  private func picture(width: Int, height: Int) throws -> String {
    let head = Array("P6\n\(width) \(height)\n255\n".utf8)
    let path = try scratch.write(head, to: "big.ppm")
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.truncate(atOffset: UInt64(head.count + width * height * 3))
    try handle.close()
    return path
  }

  private func expectRefusal(_ result: (status: Int32, errors: String, megabytes: Int)) {
    #expect(result.status == 3)
    #expect(result.errors.contains("of memory, the limit is"), "\(result.errors)")
    #expect(!result.errors.contains("\nheadroom"), "one line")
  }

  @Test(
    .enabled(if: hasPython),
    arguments: [
      "info --measure big.ppm", "convert big.ppm out.jpg", "convert big.ppm out.png", "convert big.ppm out.avif",
      "convert big.ppm out.heic", "convert big.ppm out.jxl", "convert big.ppm out.tif --resize 64x64",
      "convert big.ppm out.jpg --filter 'CIGaussianBlur inputRadius=20'", "pixels big.ppm --format npy",
      "convert big.ppm out.jpg --rotate 90", "convert big.ppm out.jpg --rotate 10", "compare big.ppm big.ppm",
      "thumbnail big.ppm out.jpg --size 100", "convert big.ppm out.jpg --speed 0",
      "convert big.ppm out.png --resize 9000x9000!",
    ])
  func `No verb takes more than it may`(_ arguments: String) throws {
    _ = try picture(width: 6000, height: 5000)
    let result = try measured(
      "\(arguments) --max-memory 200M --overwrite".replacing(
        arguments.hasPrefix("convert") || arguments.hasPrefix("thumbnail") ? "§" : " --overwrite", with: ""))
    // The 90 MB of the mapped input and the program's own code count in this measure, though the system takes them back.
    #expect(result.megabytes <= 210, "\(result.megabytes) MB")
    if result.status != 0 { expectRefusal(result) }
  }

  /// A PAM of 2500 x 4000 with soft ramps.
  private func ramps(_ channels: Int) throws -> [UInt8] {
    let (width, height) = (2500, 4000)
    let kind = channels == 4 ? "RGB_ALPHA" : "RGB"
    let head = "P7\nWIDTH \(width)\nHEIGHT \(height)\nDEPTH \(channels)\nMAXVAL 255\nTUPLTYPE \(kind)\nENDHDR\n"
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * channels)
    for y in 0..<height {
      for x in 0..<width {
        let values = [x * 255 / width, y * 255 / height, (x + y) * 255 / (width + height), 255 - x * 200 / width]
        for channel in 0..<channels { pixels.append(UInt8(values[channel])) }
      }
    }
    _ = try scratch.write(Array(head.utf8) + pixels, to: "big.pam")
    return pixels
  }

  /// libjxl takes a picture whole, with 90 bytes a pixel, and libaom and x265 do with 25: layers and tiles of it are taken
  /// one by one.
  @Test(
    .enabled(if: hasPython),
    arguments: [
      ("jxl", 3, "--lossless", 360, 0), ("jxl", 4, "--lossless", 480, 0), ("jxl", 3, "--quality 90", 360, 24),
      ("avif", 3, "--quality 90", 190, 12), ("heic", 4, "--quality 90", 190, 12),
    ])
  func `A picture that would not fit is coded in parts`(
    _ format: String, _ channels: Int, _ options: String, _ limit: Int, _ tolerance: Int
  ) throws {
    let pixels = try ramps(channels)
    let result = try measured("convert big.pam out.\(format) \(options) --speed 9 --max-memory \(limit)M")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.megabytes <= limit, "\(result.megabytes) MB")
    let back = try Shell.run("\"$H\" convert out.\(format) back.pam", in: scratch.folder)
    #expect(back.status == 0, "\(back.errors)")
    let decoded = try Data(contentsOf: scratch.folder.appending(path: "back.pam")).suffix(pixels.count)
    let farthest = zip(decoded, pixels).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    #expect(farthest <= tolerance)
  }

  @Test(.enabled(if: hasPython), arguments: [(20_000, 4000, 256), (65_535, 4096, 512), (4000, 60_000, 128)])
  func `A picture that is made much smaller is never held`(_ width: Int, _ height: Int, _ limit: Int) throws {
    _ = try picture(width: width, height: height)
    let result = try measured("convert big.ppm out.png --resize 64x64 --max-memory \(limit)M")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.megabytes <= limit, "\(result.megabytes) MB")
  }

  @Test(.enabled(if: hasPython && FileManager.default.fileExists(atPath: wideTIFF)))
  func `Strips of few rows that are much wider than the result go by`() throws {
    let result = try measured("convert \(Self.wideTIFF) out.png --resize 64x64 --max-memory 512M")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.megabytes <= 512, "\(result.megabytes) MB")
  }

  private static let wideTIFF = TestData.root.appending(path: "findings/F-memory-65k.tif").path

  @Test func `The bits do not depend on how much is held`() throws {
    var noise = SeededGenerator(seed: 4)
    let fixture = FixturePNG(width: 900, height: 700, bitDepth: 16) { _, _ in
      let bits = noise.next()
      return (UInt16(truncatingIfNeeded: bits), UInt16(bits >> 16 & 0xFFFF), UInt16(bits >> 32 & 0xFFFF))
    }.sRGB
    _ = try scratch.write(fixture.bytes, to: "noise.png")
    for size in ["5x7!", "40x3!", "300x200!"] {
      let line = "\"$H\" convert noise.png"
      let result = try Shell.run(
        """
        \(line) a.tif --resize '\(size)' --depth float && \(line) b.tif --resize '\(size)' --depth float --max-memory 96M \
        && cmp a.tif b.tif; echo $?; rm -f ?.tif
        """, in: scratch.folder)
      #expect(result.output == "0\n", "\(size): \(result.output) \(result.errors)")
    }
  }

  @Test func `A measurement does not depend on the height of the bands`() throws {
    var noise = SeededGenerator(seed: 5)
    let fixture = FixturePNG(width: 331, height: 257) { _, _ in
      let bits = noise.next()
      return (UInt16(bits & 0x7FFF), UInt16(bits >> 16 & 0x7FFF), UInt16(bits >> 32 & 0x7FFF))
    }.pq
    let path = try scratch.write(fixture.bytes, to: "noise.png")
    let measured = try #require(
      try Headroom.run("info", "--measure", "--json", path).object()["measured"] as? [String: Any])
    // Straight from the pixels.
    let rows = try PixelRows(npy: Headroom.run("pixels", path, "--format", "npy").output)
    let levels = (0..<rows.width * rows.height).map { index in
      max(rows.values[4 * index], rows.values[4 * index + 1], rows.values[4 * index + 2], 0)
    }.sorted()
    let place = 0.9999 * Double(levels.count - 1)
    let low = Double(levels[Int(place)])
    let expected = low + (Double(levels[Int(place) + 1]) - low) * (place - place.rounded(.down))
    #expect(abs((measured["peak9999"] as? Double ?? 0) - expected) < 1e-5 * expected)
    #expect(abs((measured["peak"] as? Double ?? 0) - Double(levels.last ?? 0)) < 1e-6)
    let mean = levels.reduce(0) { $0 + Double($1) } / Double(levels.count) * 203
    #expect(abs((measured["maxFALL"] as? Double ?? 0) - mean) < 1e-6 * mean)
  }

  @Test func `Files in parallel that do not fit together are done one after the other`() throws {
    _ = try picture(width: 3000, height: 2500)
    let result = try Shell.run(
      """
      mkdir out; for i in 1 2 3 4 5 6; do ln big.ppm $i.ppm; done
      "$H" convert ?.ppm --output-directory out --format jpeg --rotate 180 --jobs 6 --max-memory 140M; echo $?; ls out | wc -l
      """, in: scratch.folder)
    #expect(result.output == "0\n6\n", "\(result.errors)")
  }

  @Test func `What cannot be held is refused, and so is a limit below the program itself`() throws {
    let path = try picture(width: 8000, height: 8000)
    expectRefusal(
      (try Headroom.run("compare", path, path, "--max-memory", "128M")).asMeasured)
    let tiny = try Headroom.run("info", path, "--max-memory", "1M")
    #expect(tiny.status == 3)
    #expect(tiny.errors.contains("--max-memory"))
    // A pipe that begins as a picture and never ends.
    let endless = try Shell.run(
      "(printf 'P6\\n60000 4000\\n255\\n'; cat /dev/zero) | \"$H\" info - --max-memory 128M; echo $?",
      in: scratch.folder)
    #expect(endless.output == "3\n")
    #expect(endless.errors.contains("of memory, the limit is"))
  }
}

extension Headroom.Result {
  fileprivate var asMeasured: (status: Int32, errors: String, megabytes: Int) { (status, errors, 0) }
}
