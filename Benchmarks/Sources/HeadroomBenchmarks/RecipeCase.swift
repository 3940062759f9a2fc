import Foundation
import Headroom

/// Twelve nodes of all kinds in one recipe, on 24 megapixels of float RGBA in memory: points, a blur, a blend with what went
/// in, a rotation, points again, and a division by the result's maximum.
struct RecipeCase {
  let rounds: Int
  let scratch: URL

  private static let numbers: [String: Double] = [
    "ev": 0.3, "saturation": 1.2, "contrast": 1.1, "sigma": 5.0, "degrees": 5.0,
  ]

  private static func points(_ image: CIImage) -> CIImage {
    image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.3])
      .applyingFilter("CIColorControls", parameters: ["inputSaturation": 1.2])
      .applyingFilter("CIColorControls", parameters: ["inputContrast": 1.1])
  }

  private static func recipe(_ source: CIImage) -> CIImage {
    let blurred = points(source).applyingFilter("CIColorInvert").clampedToExtent()
      .applyingGaussianBlur(sigma: 5).cropped(to: source.extent)
    let turned = blurred.applyingFilter("CIMultiplyCompositing", parameters: ["inputBackgroundImage": source])
      .transformed(by: CGAffineTransform(rotationAngle: 5 * .pi / 180)).cropped(to: source.extent)
    let finished = points(turned)
    let maximum = finished.applyingFilter(
      "CIAreaMaximum", parameters: ["inputExtent": CIVector(cgRect: source.extent)])
    return maximum.clampedToExtent().applyingFilter(
      "CIDivideBlendMode", parameters: ["inputBackgroundImage": finished]
    ).cropped(to: source.extent)
  }

  func run(_ report: inout Report) throws {
    let pixels = Pictures.linear(Pictures.pqCodes())
    let file = scratch.appending(path: "recipe.rgba").path
    try pixels.withUnsafeBytes { try Data($0).write(to: URL(filePath: file)) }
    defer { try? FileManager.default.removeItem(atPath: file) }
    report.table(
      "Twelve nodes on 24 MP float RGBA in memory",
      [
        "against", "limit of memory", "faster in wall time", "in CPU time", "here, wall / CPU s", "there, wall / CPU s",
        "memory beside the pictures, MiB here / there", "wanted",
      ])
    let source = FilteredPicture.source(pixels, width: Pictures.width, height: Pictures.height)
    do {
      try compare(source, file, &report)
    } catch {
      report.note("GEGL was not measured: \(error)")
    }
  }

  private func compare(_ source: CIImage, _ file: String, _ report: inout Report) throws {
    let peer = try Peer()
    let version = try peer.run("gegl.version")["version"] as? String ?? "GEGL"
    try peer.run("gegl.load", ["file": file, "width": Pictures.width, "height": Pictures.height])
    for limit in [nil, 64] { try compare(source, limit, peer, version, &report) }
  }

  private func compare(
    _ source: CIImage, _ limit: Int?, _ peer: Peer, _ version: String, _ report: inout Report
  ) throws {
    let picture = FilteredPicture(
      source, width: Pictures.width, height: Pictures.height, memoryLimit: limit, Self.recipe)
    // Our destination is there before; theirs is made in the run, and most of it goes into files.
    let here = try Clock.growthMiB { try picture.render() }
    let there = try peer.run("gegl.recipe", Self.numbers)["growthMiB"] as? Int ?? 0
    let comparison = try Comparison("recipe", rounds: rounds) {
      try Clock.measure { try picture.render() }
    } theirs: {
      try peer.cost("gegl.recipe", Self.numbers)
    }
    func seconds(_ costs: [Cost]) -> String {
      "\(short(Spread(costs.map(\.wall)).median)) / \(short(Spread(costs.map(\.cpu)).median))"
    }
    report.row([
      version, limit.map { "\($0) MiB" } ?? "none", "\(comparison.wall)x", "\(comparison.cpu)x",
      seconds(comparison.ours), seconds(comparison.theirs),
      "\(here) / \(there)", "3x at half the memory",
    ])
  }
}
