import Foundation

/// Colours looked up in a cube of 33, on random colours: neighbouring pixels share no nodes.
struct TableCase {
  let rounds: Int
  let scratch: URL

  private static let dimension = 33

  func run(_ report: inout Report) throws {
    var generator = SystemRandomNumberGenerator()
    func random(_ count: Int) -> [Float] {
      (0..<count).map { $0 % 4 == 3 ? 1 : Float.random(in: 0...1, using: &generator) }
    }
    let pixels = random(Pictures.width * Pictures.height * 4)
    let nodes = random(Self.dimension * Self.dimension * Self.dimension * 4)
    let file = scratch.appending(path: "colours.rgba").path
    let table = scratch.appending(path: "cube.rgba").path
    try pixels.withUnsafeBytes { try Data($0).write(to: URL(filePath: file)) }
    try nodes.withUnsafeBytes { try Data($0).write(to: URL(filePath: table)) }
    defer { for path in [file, table] { try? FileManager.default.removeItem(atPath: path) } }
    report.table(
      "Cube of 33, trilinear, 24 MP of random float RGBA in memory",
      ["against", "faster in CPU time", "here, wall / CPU s", "there, wall / CPU s", "difference of the results"])
    do {
      try compare(pixels, nodes, file, table, &report)
    } catch {
      report.note("OpenColorIO was not measured: \(error)")
    }
  }

  private func compare(
    _ pixels: [Float], _ nodes: [Float], _ file: String, _ table: String, _ report: inout Report
  ) throws {
    let other = try Peer()
    let version = try other.run("ocio.version")["version"] as? String ?? "OpenColorIO"
    try other.run(
      "ocio.load",
      ["file": file, "width": Pictures.width, "height": Pictures.height, "table": table, "dimension": Self.dimension])
    let job = FilteredPicture(
      pixels, width: Pictures.width, height: Pictures.height, filter: "CIColorCube",
      parameters: ["inputCubeDimension": Self.dimension, "inputCubeData": nodes.withUnsafeBytes { Data($0) }])
    let comparison = try Comparison("cube", rounds: rounds) {
      try Clock.measure { try job.render() }
    } theirs: {
      try other.cost("ocio.apply", ["interpolation": "linear"])
    }
    let difference = try? other.compare(
      job.result, with: "ocio", width: Pictures.width, margin: 0, least: 20, scratch: scratch)
    func seconds(_ costs: [Cost]) -> String {
      "\(short(Spread(costs.map(\.wall)).median)) / \(short(Spread(costs.map(\.cpu)).median))"
    }
    report.row([
      version, "\(comparison.cpu)x", seconds(comparison.ours), seconds(comparison.theirs),
      difference?.description ?? "over 20 dB",
    ])
  }
}
