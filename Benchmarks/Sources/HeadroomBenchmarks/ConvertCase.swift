import CCodecBaseline
import Foundation

/// Whole runs of `headroom convert` against the codec libraries alone, called from C.
struct ConvertCase {
  let rounds: Int
  let photo: (path: String, name: String)
  let scratch: URL

  func run(_ report: inout Report) throws {
    let codecs = try Codecs(photo: photo.path, scratch: scratch)
    try report.section("Whole `headroom convert` runs against decoding and encoding alone: \(photo.name)") { report in
      try compare("to SDR JPEG", ["sdr.jpg", "--rendition", "sdr"], &report) { try codecs.toJPEG() }
      try compare("to PQ PNG", ["hdr.png"], &report) { try codecs.toPNG() }
      try compare("to half-size gain map JPEG", ["half.jpg", "--resize", "50%"], &report) { try codecs.toHalfJPEG() }
      try startUp(&report)
    }
  }

  private func compare(
    _ title: String, _ arguments: [String], _ report: inout Report, baseline: @escaping () throws -> Void
  ) throws {
    let output = scratch.appending(path: arguments[0]).path
    let options = ["convert", photo.path, output, "--overwrite", "--quiet"] + arguments.dropFirst()
    let comparison = try Comparison("\(title): libjpeg-turbo, libpng", rounds: rounds) {
      try Clock.measure(Repository.command, options)
    } theirs: {
      try Clock.measure { try baseline() }
    }
    report.add(comparison, wanted: "at most 1.3x its time", isInverse: true)
  }

  private func startUp(_ report: inout Report) throws {
    let times = try (0..<40).map { _ in try Clock.measure(Repository.command, ["--version"]).wall * 1000 }
    report.note("`headroom --version`: \(Spread(times)) ms, process start included (wanted: under 8 ms).")
  }
}

/// The codec work of the conversions, with the same settings and one thread.
final class Codecs {
  private let primary: [UInt8]
  private let map: [UInt8]
  private var base = baseline_picture()
  private var gain = baseline_picture()
  private var halfBase = baseline_picture()
  private var halfGain = baseline_picture()
  private var deep = baseline_picture()
  /// What is decoded and encoded again and again keeps its memory: what a long-lived program would do.
  private var decoded = [baseline_picture(), baseline_picture()]
  private var encoded = [baseline_bytes(), baseline_bytes()]

  init(photo: String, scratch: URL) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: photo)))
    primary = bytes
    // The map is the last JPEG of the file.
    var start = 0
    for index in 2..<(bytes.count - 2)
    where bytes[index] == 0xFF && bytes[index + 1] == 0xD8 && bytes[index + 2] == 0xFF {
      start = index
    }
    map = Array(bytes[start...])
    guard baseline_decode_jpeg(primary, primary.count, &base) == 0, baseline_decode_jpeg(map, map.count, &gain) == 0,
      baseline_halve(&base, &halfBase) == 0, baseline_halve(&gain, &halfGain) == 0
    else { throw BenchmarkError("the photo's parts cannot be decoded") }
    // zlib's time depends on what it gets: the very samples that our conversion writes.
    let converted = scratch.appending(path: "samples.png").path
    _ = try Clock.measure(Repository.command, ["convert", photo, converted, "--overwrite", "--quiet"])
    guard baseline_decode_png16(converted, &deep) == 0 else { throw BenchmarkError("the PQ PNG cannot be decoded") }
  }

  func toJPEG() throws {
    try decode(primary, 0)
    try encodeJPEG(&base, 0)
  }

  func toPNG() throws {
    try decode(primary, 0)
    try decode(map, 1)
    // Level 1 without filters: what our writer chooses for a picture made from 8 bits.
    guard baseline_encode_png16(&deep, 1, 0x08, &encoded[0]) == 0 else { throw BenchmarkError("libpng failed") }
  }

  func toHalfJPEG() throws {
    try decode(primary, 0)
    try decode(map, 1)
    try encodeJPEG(&halfBase, 0)
    try encodeJPEG(&halfGain, 1)
  }

  private func decode(_ bytes: [UInt8], _ place: Int) throws {
    guard baseline_decode_jpeg(bytes, bytes.count, &decoded[place]) == 0 else { throw BenchmarkError("libjpeg failed") }
  }

  private func encodeJPEG(_ picture: inout baseline_picture, _ place: Int) throws {
    guard baseline_encode_jpeg(&picture, 95, 1, &encoded[place]) == 0 else { throw BenchmarkError("libjpeg failed") }
  }
}
