import Foundation
import Headroom

/// What a second processor brings to a chain that computes much more than it moves: this program again, allowed one
/// processor or two.
struct ScalingCase {
  let rounds: Int

  func run(_ report: inout Report) throws {
    try report.section("Compute-bound chain (PQ encode and decode six times over) on two processors") { report in
      let comparison = try Comparison("one processor", rounds: rounds) {
        try seconds(processors: "0,1")
      } theirs: {
        try seconds(processors: "0")
      }
      report.add(comparison, wanted: "1.8x wall")
    }
  }

  private func seconds(processors: String) throws -> Cost {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/taskset")
    let program = URL(filePath: CommandLine.arguments[0]).absoluteURL.path
    process.arguments = ["-c", processors, program, "--chain-once"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let numbers = text.split(separator: " ").compactMap { Double($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    guard numbers.count == 2 else { throw BenchmarkError("the chain did not run") }
    return Cost(wall: numbers[0], cpu: numbers[1])
  }

  /// Renders a generated picture through the chain and prints wall and processor seconds.
  static func chainOnce() {
    let size = CGRect(x: 0, y: 0, width: 4096, height: 2048)
    var image =
      CIFilter(
        name: "CILinearGradient",
        parameters: [
          "inputPoint0": CIVector(x: 0, y: 0), "inputPoint1": CIVector(x: 4096, y: 2048),
          "inputColor0": CIColor(red: 0.1, green: 0.2, blue: 0.3),
          "inputColor1": CIColor(red: 0.9, green: 0.8, blue: 0.7),
        ])?.outputImage?.cropped(to: size) ?? .empty()
    for _ in 0..<6 {
      image = image.applyingFilter("CIGammaAdjust", parameters: ["inputPower": 0.9])
        .applyingFilter("CILinearToSRGBToneCurve").applyingFilter("CIHueAdjust", parameters: ["inputAngle": 0.1])
        .applyingFilter("CISRGBToneCurveToLinear")
    }
    let context = CIContext()
    let out = UnsafeMutableRawPointer.allocate(byteCount: 4096 * 2048 * 4, alignment: 64)
    defer { out.deallocate() }
    func render() {
      context.render(
        image, toBitmap: out, rowBytes: 4096 * 4, bounds: size, format: .RGBA8,
        colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
    }
    render()
    let cost = Clock.measure { for _ in 0..<3 { render() } }
    print(cost.wall, cost.cpu)
  }
}
