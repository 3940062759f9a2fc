import Foundation
import HeadroomTestSupport

/// The command lines that a page prints, and pictures under the names that they use.
enum PrintedCommands {
  /// The lines of a page's indented blocks that begin with one of these words, without their comments.
  static func lines(of page: String, beginning names: [String]) -> [String] {
    let text = try? String(contentsOf: TestData.packageRoot.appending(path: page), encoding: .utf8)
    return (text ?? "").split(separator: "\n").compactMap { line in
      guard line.hasPrefix("    "), names.contains(where: { line.dropFirst(4).hasPrefix($0 + " ") }) else { return nil }
      return line.split(separator: " #")[0].trimmingCharacters(in: .whitespaces)
    }
  }

  /// The blocks of JSON of a page.
  static func blocks(of page: String) -> [String] {
    let text = try? String(contentsOf: TestData.packageRoot.appending(path: page), encoding: .utf8)
    return (text ?? "").matches(of: /```json\n([^`]+)```/).map { String($0.1) }
  }

  /// The blocks that are whole projects of films.
  static func projects(of page: String) -> [String] {
    blocks(of: page).filter { $0.contains("\"schema\"") && $0.contains("\"tracks\"") }
  }

  /// Small pictures under the names that the pages use for a reader's own, and the repository's examples.
  static func pictures() throws -> Scratch {
    let scratch = try Scratch()
    func run(_ arguments: String...) throws {
      let result = try Headroom.run(arguments, in: scratch.folder)
      if result.status != 0 { throw Failure(text: result.errors) }
    }
    try run("demo", "--width", "128", "--quiet", "--output-directory", "made")
    for name in ["photo.heic", "photo.jpg", "in.jpg", "a.heic", "b.exr", "render.exr"] {
      try run("convert", "made/scene.jpg", name)
    }
    try run("convert", "made/scene-pq.png", "master.png")
    try run("thumbnail", "made/scene.jpg", "logo.png", "--format", "png", "--size", "24")
    let outputs = #"{"name": "{stem}.jpg", "resize": "64x64"}, {"name": "{stem}-s.avif", "size": 32}"#
    let plan = #"{"schema": 1, "outputs": ["# + outputs + "]}"
    try Data(plan.utf8).write(to: scratch.file("plan.json"))
    for name in ["mask.png", "other.jpg"] {
      try run("convert", "made/scene.jpg", name, "--rendition", "sdr", "--quiet")
    }
    try run("convert", "photo.jpg", "--output-directory", "photos/trip", "--format", "jpeg")
    let sensor = Data(
      PlainDNG.neutral(width: 64, height: 48) { x, y in 0.01 + 0.015 * Double(x) + 0.002 * Double(y) }.bytes)
    for name in ["IMG.dng", "IMG.NEF", "IMG.CR2", "c.dng"] { try sensor.write(to: scratch.file(name)) }
    try FileManager.default.removeItem(at: scratch.file("made"))
    try FileManager.default.createSymbolicLink(
      at: scratch.file("Documentation"), withDestinationURL: TestData.packageRoot.appending(path: "Documentation"))
    return scratch
  }

  /// Runs a line as a reader would. A server goes on until it is told to stop.
  static func run(_ line: String, in folder: URL) throws -> Shell.Result {
    let command = line.hasPrefix("headroom view") ? "timeout -s INT 2 \(line); test $? -eq 124" : line
    return try Shell.run("set -o pipefail; " + command, in: folder)
  }

  struct Failure: Error {
    let text: String
  }
}
