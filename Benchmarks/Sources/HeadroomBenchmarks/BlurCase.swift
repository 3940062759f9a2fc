import Foundation

/// A Gaussian blur at sigmas from half a pixel to hundreds, on float pixels in memory.
struct BlurCase {
  let rounds: Int
  let scratch: URL

  private static let sigmas = [0.5, 3, 10, 30, 100, 200]
  /// Libraries that compute every tap, and the largest sigma they are asked for: the time grows with it.
  private static let peers: [(name: String, title: String, largest: Double)] = [
    ("gegl", "GEGL", 200), ("opencv", "OpenCV", 100), ("vips", "libvips", 30),
  ]

  func run(_ report: inout Report) throws {
    let pixels = Pictures.linear(Pictures.pqCodes())
    let file = scratch.appending(path: "blurred.rgba").path
    try pixels.withUnsafeBytes { try Data($0).write(to: URL(filePath: file)) }
    defer { try? FileManager.default.removeItem(atPath: file) }
    report.table(
      "Gaussian blur of 24 MP float RGBA in memory",
      [
        "sigma", "against", "faster in CPU time", "here, wall / CPU s", "there, wall / CPU s",
        "difference of the results",
      ])
    for peer in Self.peers {
      do {
        try compare(peer, pixels, file, &report)
      } catch {
        report.note("\(peer.title) was not measured: \(error)")
      }
    }
  }

  private func compare(
    _ peer: (name: String, title: String, largest: Double), _ pixels: [Float], _ file: String, _ report: inout Report
  ) throws {
    // A process for each: their libraries would bring two versions of GLib into one.
    let other = try Peer()
    let version = try other.run("\(peer.name).version")["version"] as? String ?? peer.title
    try other.run("\(peer.name).load", ["file": file, "width": Pictures.width, "height": Pictures.height])
    for sigma in Self.sigmas where sigma <= peer.largest {
      let job = FilteredPicture(
        pixels, width: Pictures.width, height: Pictures.height, filter: "CIGaussianBlur",
        parameters: ["inputRadius": sigma])
      let comparison = try Comparison("sigma \(sigma)", rounds: rounds) {
        try Clock.measure { try job.render() }
      } theirs: {
        try other.cost("\(peer.name).blur", ["sigma": sigma])
      }
      let difference = try? other.compare(
        job.result, with: peer.name, width: Pictures.width, margin: Int(4 * sigma) + 8, least: 20, scratch: scratch)
      func seconds(_ costs: [Cost]) -> String {
        "\(short(Spread(costs.map(\.wall)).median)) / \(short(Spread(costs.map(\.cpu)).median))"
      }
      report.row([
        short(sigma), version, "\(comparison.cpu)x", seconds(comparison.ours), seconds(comparison.theirs),
        difference?.description ?? "over 20 dB",
      ])
    }
  }
}
