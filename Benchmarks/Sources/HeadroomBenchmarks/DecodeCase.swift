import Foundation
import Headroom

/// A gain map JPEG to half floats with all its HDR.
struct DecodeCase {
  let rounds: Int
  let photo: (path: String, name: String)
  let scratch: URL

  func run(_ report: inout Report) throws {
    let data = try Data(contentsOf: URL(filePath: photo.path))
    let decoder = Decoder()
    let peer = try Peer()
    try report.section("Gain map JPEG to linear half float RGBA: \(photo.name)") { report in
      let name = try peer.run("ultrahdr.version")["version"] as? String ?? "libultrahdr"
      try peer.run("ultrahdr.load", ["file": photo.path])
      _ = try peer.cost("ultrahdr.decode")
      try decoder.decode(data)
      let values = decoder.values
      // libultrahdr takes the nearest gain where ours interpolates.
      let difference = try values.withUnsafeBufferPointer { values in
        try peer.compare(values, with: "ultrahdr", width: decoder.width, margin: 0, least: 30, scratch: scratch)
      }
      let comparison = try Comparison("\(name) through imagecodecs", rounds: rounds) {
        try Clock.measure { try decoder.decode(data) }
      } theirs: {
        try peer.cost("ultrahdr.decode")
      }
      report.add(comparison, wanted: "2.5x CPU", remark: "result: \(difference.description)")
      let theirs = try peer.run("ultrahdr.peak", ["file": photo.path])["peakKiB"] as? Int ?? 0
      let ours = try Self.peakInFreshProcess(photo.path)
      report.note(
        "Memory that decoding adds to the peak of a fresh process: \(ours >> 10) MiB here, \(theirs >> 10) MiB there.")
    }
  }

  final class Decoder {
    private let context = CIContext()
    private var out: UnsafeMutableRawPointer?
    private var pixels = 0
    private(set) var width = 0

    /// The last result.
    var values: [Float] {
      guard let out else { return [] }
      let halves = UnsafeBufferPointer(start: out.assumingMemoryBound(to: UInt16.self), count: pixels * 4)
      return halves.map(Float.init(half:))
    }

    deinit { out?.deallocate() }

    func decode(_ data: Data) throws {
      guard let image = CIImage(data: data, options: [.expandToHDR: true]) else {
        throw BenchmarkError("the photo cannot be read")
      }
      let (width, height) = (Int(image.extent.width), Int(image.extent.height))
      let bitmap = out ?? .allocate(byteCount: width * height * 8, alignment: 64)
      out = bitmap
      (pixels, self.width) = (width * height, width)
      context.render(
        image, toBitmap: bitmap, rowBytes: width * 8, bounds: image.extent, format: .RGBAh, colorSpace: image.colorSpace
      )
    }
  }

  /// This program again, to do nothing but decode.
  private static func peakInFreshProcess(_ path: String) throws -> Int {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).absoluteURL
    process.arguments = ["--decode-once", path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
  }

  static func decodeOnce(_ path: String) throws {
    let data = try Data(contentsOf: URL(filePath: path))
    let start = Clock.peakKiB
    try Decoder().decode(data)
    print(Clock.peakKiB - start)
  }
}

extension Float {
  /// The value of an IEEE half; not a number and infinities do not occur here. `Float16` is missing on x86-64 in some
  /// toolchains.
  fileprivate init(half bits: UInt16) {
    let (exponent, fraction) = (Int(bits >> 10 & 31), Float(bits & 1023))
    let size =
      exponent == 0
      ? fraction * 0x1p-24 : (1 + fraction / 1024) * Float(sign: .plus, exponent: exponent - 15, significand: 1)
    self = bits >> 15 == 1 ? -size : size
  }
}
