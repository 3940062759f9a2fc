import Foundation
import Headroom

/// Kernels of thirty operations as text, against the same written in Swift and compiled by OpenCL for this processor.
struct KernelCase {
  let rounds: Int
  let scratch: URL

  /// The same as ``text``.
  private struct Film: PointKernel {
    var strength: Float

    @inline(__always) func curve(_ x: Float) -> Float {
      let toe = x * (x * strength + 0.05) / (x * (x * strength + 0.3) + 0.06)
      return toe * 1.2 - x * 0.01
    }

    @inline(__always) func apply(_ p: Pixel) -> Pixel { Pixel(r: curve(p.r), g: curve(p.g), b: curve(p.b), a: p.a) }
  }

  private static let text = """
    #include <CoreImage/CoreImage.h>
    using namespace metal;
    float curve(float x, float strength) {
      float toe = x * (x * strength + 0.05) / (x * (x * strength + 0.3) + 0.06);
      return toe * 1.2 - x * 0.01;
    }
    extern "C" float4 film(coreimage::sample_t p, float strength) {
      return float4(curve(p.r, strength), curve(p.g, strength), curve(p.b, strength), p.a);
    }
    """

  /// Thirty operations as well, nine of them functions: what a tone curve over stops of light takes.
  private static let stopsText = """
    #include <CoreImage/CoreImage.h>
    using namespace metal;
    float curve(float x, float strength) {
      float stops = log2(max(x, 1e-5) / 0.18);
      float light = 1.0 / (1.0 + exp(-strength * stops));
      return pow(light, 0.4545) * 1.05 - 0.02;
    }
    extern "C" float4 stops(coreimage::sample_t p, float strength) {
      return float4(curve(p.r, strength), curve(p.g, strength), curve(p.b, strength), p.a);
    }
    """

  private static let swift = CIColorKernel(Film(strength: 0.2))

  private func filmed(_ image: CIImage, by kernel: CIColorKernel, _ arguments: [Any], times: Int) -> CIImage {
    (0..<times).reduce(image) { image, _ in
      kernel.apply(extent: image.extent, arguments: [image] + arguments) ?? image
    }
  }

  func run(_ report: inout Report) throws {
    let film = try CIColorKernel(functionName: "film", fromMetalLibraryData: Data(Self.text.utf8))
    report.table(
      "Kernel text of thirty operations",
      ["what", "faster in CPU time", "here, wall / CPU s", "there, wall / CPU s", "wanted"])
    try againstSwift(film, &report)
    compileTime(&report)
    let stops = try CIColorKernel(functionName: "stops", fromMetalLibraryData: Data(Self.stopsText.utf8))
    do {
      try againstOpenCL([("film", film, 0.2), ("stops", stops, 1.6)], &report)
    } catch {
      report.note("OpenCL was not measured: \(error)")
    }
  }

  private func againstSwift(_ film: CIColorKernel, _ report: inout Report) throws {
    func compare(_ what: String, edge: Int, times: (Int, Int), isText: Bool, wanted: String) throws {
      let source = FilteredPicture.source(
        Pictures.linear(Pictures.pqCodes()), width: Pictures.width, height: Pictures.height)
      let (width, height) = edge > 0 ? (edge, edge) : (Pictures.width, Pictures.height)
      let ours = FilteredPicture(source, width: width, height: height) { filmed($0, by: film, [0.2], times: times.0) }
      let theirs = FilteredPicture(source, width: width, height: height) {
        isText ? filmed($0, by: film, [0.2], times: times.1) : filmed($0, by: Self.swift, [], times: times.1)
      }
      let comparison = try Comparison(what, rounds: rounds) {
        try Clock.measure { try ours.render() }
      } theirs: {
        try Clock.measure { try theirs.render() }
      }
      report.row([what, "\(comparison.cpu)x", seconds(comparison.ours), seconds(comparison.theirs), wanted])
    }
    try compare("24 times on 512 x 512, against Swift", edge: 512, times: (24, 24), isText: false, wanted: "0.5x")
    try compare("once on 24 MP, against Swift", edge: 0, times: (1, 1), isText: false, wanted: "0.4x")
    try compare(
      "five kernels on 24 MP, against one", edge: 0, times: (5, 1), isText: true, wanted: "one trip through memory")
  }

  /// A hundred lines of helpers, each of which the kernel calls.
  private func compileTime(_ report: inout Report) {
    let helpers = (0..<24).map { i in
      """
      float4 step\(i)(float4 c, float x) {
        float4 d = c * \(Double(i) + 0.5) + x;
        return mix(c, d, saturate(d.r));
      }
      """
    }
    let calls = (0..<24).map { "c = step\($0)(c, x);" }.joined(separator: "\n")
    let text = (helpers + ["extern \"C\" float4 k(coreimage::sample_t c, float x) {\n\(calls)\nreturn c; }"]).joined(
      separator: "\n")
    let lines = text.split(separator: "\n").count
    let costs = (0..<20).map { _ in Clock.measure { _ = try? CIKernel.kernels(withMetalString: text) } }
    report.note("Text of \(lines) lines compiles in \(short(Spread(costs.map(\.cpu)).median * 1000)) ms (wanted: 5).")
  }

  private typealias Curve = (name: String, kernel: CIColorKernel, strength: Double)

  private func againstOpenCL(_ curves: [Curve], _ report: inout Report) throws {
    let pixels = Pictures.linear(Pictures.pqCodes())
    let file = scratch.appending(path: "kernel.rgba").path
    try pixels.withUnsafeBytes { try Data($0).write(to: URL(filePath: file)) }
    defer { try? FileManager.default.removeItem(atPath: file) }
    let peer = try Peer()
    let version = try peer.run("opencl.version")["version"] as? String ?? "OpenCL"
    try peer.run("opencl.load", ["file": file, "width": Pictures.width, "height": Pictures.height])
    let source = FilteredPicture.source(pixels, width: Pictures.width, height: Pictures.height)
    for curve in curves {
      let ours = FilteredPicture(source, width: Pictures.width, height: Pictures.height) {
        filmed($0, by: curve.kernel, [curve.strength], times: 1)
      }
      for (layout, wanted) in [("float4", "3x"), ("planar", "")] {
        let comparison = try Comparison(layout, rounds: rounds) {
          try Clock.measure { try ours.render() }
        } theirs: {
          try peer.cost("opencl.run", ["curve": curve.name, "layout": layout, "strength": curve.strength])
        }
        report.row([
          "\(curve.name) once on 24 MP, against \(version), \(layout)", "\(comparison.cpu)x",
          seconds(comparison.ours), seconds(comparison.theirs), wanted,
        ])
      }
    }
  }

  private func seconds(_ costs: [Cost]) -> String {
    "\(short(Spread(costs.map(\.wall)).median)) / \(short(Spread(costs.map(\.cpu)).median))"
  }
}
