import CCodecBaseline
import Foundation
import Headroom

/// 24 megapixels of 16-bit PQ in memory to 8-bit sRGB.
struct ToneMapCase {
  let rounds: Int
  let scratch: URL

  func run(_ report: inout Report) throws {
    let codes = Pictures.pqCodes()
    let file = scratch.appending(path: "pq.gbrp16").path
    try Pictures.planar(codes).withUnsafeBytes { try Data($0).write(to: URL(filePath: file)) }
    let job = try Job(codes)
    try againstFFmpeg(job, file, &report)
    againstTables(job, codes, &report)
    try? FileManager.default.removeItem(atPath: file)
  }

  private func againstFFmpeg(_ job: Job, _ file: String, _ report: inout Report) throws {
    let peer = try Peer()
    let request: [String: Any] = [
      "file": file, "width": Pictures.width, "height": Pictures.height, "frames": 4,
    ]
    try report.section("24 MP PQ, 16 bit in memory, tone mapped to sRGB, 8 bit") { report in
      let name = try peer.run("ffmpeg.version")["version"] as? String ?? "FFmpeg"
      let comparison = try Comparison("\(name), zscale + tonemap (planar input, per frame)", rounds: rounds) {
        Clock.measure { job.render() }
      } theirs: {
        try peer.cost("ffmpeg.tonemap", request)
      }
      report.add(comparison, wanted: "3x wall, 1.5x CPU")
    }
  }

  /// A copy of the pixels and the transfer functions by tables: the least that this job can cost.
  private func againstTables(_ job: Job, _ codes: [UInt16], _ report: inout Report) {
    let decode = (0..<65_536).map { Float($0) / 65_535 }
    let pieces = 13 << 7
    // A straight line for each piece of the curve: here the square root, which costs what any curve does.
    let edges = (0...pieces).map { Float(bitPattern: 0x3900_0000 + UInt32($0) << 16) }
    let slopes = (0..<pieces).map {
      255 * (edges[$0 + 1].squareRoot() - edges[$0].squareRoot()) / (edges[$0 + 1] - edges[$0])
    }
    let values = (0..<pieces).map { 255 * edges[$0].squareRoot() - slopes[$0] * edges[$0] }
    var copy = [UInt16](repeating: 0, count: codes.count)
    var out = [UInt8](repeating: 0, count: codes.count)
    let comparison = Comparison("copy + transfer functions alone, one thread, C", rounds: rounds) {
      Clock.measure { job.render() }
    } theirs: {
      Clock.measure { baseline_transfer(codes, &copy, &out, codes.count, decode, values, slopes) }
    }
    report.add(comparison, wanted: "at most 1.5x its CPU time", isInverse: true)
  }
}

extension ToneMapCase {
  /// The picture as an application holds it, and where the result goes.
  final class Job {
    private let image: CIImage
    private let context = CIContext()
    private let sRGB = CGColorSpace(name: CGColorSpace.sRGB)
    private let out: UnsafeMutableRawPointer
    private let bounds = CGRect(x: 0, y: 0, width: Pictures.width, height: Pictures.height)

    init(_ codes: [UInt16]) throws {
      let data = codes.withUnsafeBytes { Data($0) }
      guard let pq = CGColorSpace(name: CGColorSpace.itur_2100_PQ),
        let provider = CGDataProvider(data: data),
        let picture = CGImage(
          width: Pictures.width, height: Pictures.height, bitsPerComponent: 16, bitsPerPixel: 48,
          bytesPerRow: Pictures.width * 6, space: pq, bitmapInfo: [.byteOrder16Little], provider: provider, decode: nil,
          shouldInterpolate: false, intent: .defaultIntent)
      else { throw BenchmarkError("the PQ picture cannot be made") }
      image = CIImage(cgImage: picture).applyingFilter("CIToneMapHeadroom", parameters: ["inputTargetHeadroom": 1.0])
      out = .allocate(byteCount: Pictures.width * Pictures.height * 4, alignment: 64)
    }

    deinit { out.deallocate() }

    func render() {
      context.render(
        image, toBitmap: out, rowBytes: Pictures.width * 4, bounds: bounds, format: .RGBX8, colorSpace: sRGB)
    }
  }
}
