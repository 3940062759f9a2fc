import Foundation
import Headroom

/// Exposure, colour controls, Gaussian blur with sigma 10 and Lanczos to half size on float pixels in memory.
struct ChainCase {
  let rounds: Int
  let scratch: URL

  private static let parameters = ["ev": 0.5, "saturation": 1.2, "contrast": 1.1, "sigma": 10.0]

  func run(_ report: inout Report) throws {
    let pixels = Pictures.linear(Pictures.pqCodes())
    let file = scratch.appending(path: "linear.rgba").path
    try pixels.withUnsafeBytes { try Data($0).write(to: URL(filePath: file)) }
    let job = Job(pixels)
    try report.section("24 MP float: exposure, colour controls, Gaussian blur sigma 10, Lanczos half size") { report in
      for (name, job, peerName) in [("gegl", job, "GEGL"), ("vips", job, "libvips")] {
        do {
          try compare(name, job, file, &report)
        } catch {
          report.note("\(peerName) was not measured: \(error)")
        }
      }
    }
    try? FileManager.default.removeItem(atPath: file)
  }

  private func compare(_ name: String, _ job: Job, _ file: String, _ report: inout Report) throws {
    // A process for each peer: their libraries would bring two versions of GLib into one.
    let peer = try Peer()
    let version = try peer.run("\(name).version")["version"] as? String ?? name
    try peer.run("\(name).load", ["file": file, "width": Pictures.width, "height": Pictures.height])
    _ = try peer.cost("\(name).chain", Self.parameters)
    job.render()
    // GEGL scales with a cubic where ours and libvips have Lanczos; the blur leaves little for them to differ in.
    let difference = try peer.compare(
      job.result, with: name, width: Pictures.width / 2, margin: 64, least: 40, scratch: scratch)
    let comparison = try Comparison(version, rounds: rounds) {
      Clock.measure { job.render() }
    } theirs: {
      try peer.cost("\(name).chain", Self.parameters)
    }
    report.add(comparison, wanted: "2x", remark: "result: \(difference.description)")
  }

  final class Job {
    private let image: CIImage
    private let context = CIContext()
    private let linear = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
    private let out: UnsafeMutableRawPointer

    init(_ pixels: [Float]) {
      let data = pixels.withUnsafeBytes { Data($0) }
      let size = CGSize(width: Pictures.width, height: Pictures.height)
      let source = CIImage(
        bitmapData: data, bytesPerRow: Pictures.width * 16, size: size, format: .RGBAf, colorSpace: linear)
      image =
        source
        .applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.5])
        .applyingFilter("CIColorControls", parameters: ["inputSaturation": 1.2, "inputContrast": 1.1])
        .clampedToExtent().applyingGaussianBlur(sigma: 10).cropped(to: source.extent)
        .applyingFilter("CILanczosScaleTransform", parameters: ["inputScale": 0.5])
      out = .allocate(byteCount: Pictures.width * Pictures.height * 4, alignment: 64)
    }

    deinit { out.deallocate() }

    /// The last result.
    var result: UnsafeBufferPointer<Float> {
      UnsafeBufferPointer(
        start: out.assumingMemoryBound(to: Float.self), count: Pictures.width / 2 * (Pictures.height / 2) * 4)
    }

    func render() {
      context.render(
        image, toBitmap: out, rowBytes: Pictures.width / 2 * 16,
        bounds: CGRect(x: 0, y: 0, width: Pictures.width / 2, height: Pictures.height / 2), format: .RGBAf,
        colorSpace: linear)
    }
  }
}
