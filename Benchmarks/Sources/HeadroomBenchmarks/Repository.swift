import Foundation

/// Where things are.
enum Repository {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func path(_ name: String) -> String { root.appending(path: name).path }

  /// What the numbers are numbers of.
  static var commit: String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git", "-C", root.path, "describe", "--always", "--dirty"]
    let output = Pipe()
    process.standardOutput = output
    guard (try? process.run()) != nil else { return "unknown" }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  static var command: String { path(".build/release/headroom") }

  /// A real 12-megapixel gain map photo where the test data is, else one made here.
  static func gainMapPhoto(in scratch: URL) throws -> (path: String, name: String) {
    let data = ProcessInfo.processInfo.environment["HEADROOM_TEST_DATA"] ?? path("../shared/data")
    let photo = data + "/stills/ultrahdr/sky.jpg"
    if FileManager.default.fileExists(atPath: photo) {
      return (photo, "a phone's 12.5-megapixel photo with a quarter-size map")
    }
    _ = try Clock.measure(command, ["demo", "--quiet", "--width", "4480", "--output-directory", scratch.path])
    return (scratch.appending(path: "scene.jpg").path, "the demo scene, 12.5 megapixels with a half-size map")
  }
}
