import Foundation
import Headroom

/// Exact medians of squares on a quarter of a megapixel of float RGBA in memory: SciPy takes a minute for more.
struct MedianCase {
  let rounds: Int
  let scratch: URL

  private static let size = 512
  private static let radii = [2, 3, 10, 30]

  func run(_ report: inout Report) throws {
    let pixels = Self.crop(Pictures.linear(Pictures.pqCodes()))
    let file = scratch.appending(path: "medians.rgba").path
    try pixels.withUnsafeBytes { try Data($0).write(to: URL(filePath: file)) }
    defer { try? FileManager.default.removeItem(atPath: file) }
    report.table(
      "Medians of 512 x 512 pixels, float RGBA in memory",
      [
        "radius", "against", "faster in CPU time", "here, wall / CPU s", "there, wall / CPU s",
        "difference of the results",
      ])
    for peer in ["opencv", "scipy", "gegl"] {
      do {
        try compare(peer, pixels, file, &report)
      } catch {
        report.note("\(peer) was not measured: \(error)")
      }
    }
  }

  /// The picture's middle.
  private static func crop(_ pixels: [Float]) -> [Float] {
    let (left, bottom) = ((Pictures.width - size) / 2, (Pictures.height - size) / 2)
    var result: [Float] = []
    for row in bottom..<bottom + size {
      let first = 4 * (row * Pictures.width + left)
      result += pixels[first..<first + 4 * size]
    }
    return result
  }

  private func compare(_ name: String, _ pixels: [Float], _ file: String, _ report: inout Report) throws {
    let peer = try Peer()
    let version = try peer.run("\(name).version")["version"] as? String ?? name
    try peer.run("\(name).load", ["file": file, "width": Self.size, "height": Self.size])
    let source = FilteredPicture.source(pixels, width: Self.size, height: Self.size)
    // OpenCV's floats have squares of five pixels at most.
    for radius in Self.radii where name != "opencv" || radius == 2 {
      let picture = FilteredPicture(source, width: Self.size, height: Self.size) {
        $0.clampedToExtent().applyingMedian(radius: radius).cropped(to: $0.extent)
      }
      let comparison = try Comparison("radius \(radius)", rounds: rounds) {
        try Clock.measure { try picture.render() }
      } theirs: {
        try peer.cost("\(name).median", ["size": 2 * radius + 1])
      }
      // GEGL sorts values into a limited number of bins.
      let difference = try peer.compare(
        picture.result, with: name, width: Self.size, margin: radius, least: 0, scratch: scratch)
      func seconds(_ costs: [Cost]) -> String {
        "\(short(Spread(costs.map(\.wall)).median)) / \(short(Spread(costs.map(\.cpu)).median))"
      }
      report.row([
        "\(radius)", version, "\(comparison.cpu)x", seconds(comparison.ours), seconds(comparison.theirs),
        difference.description,
      ])
    }
  }
}
