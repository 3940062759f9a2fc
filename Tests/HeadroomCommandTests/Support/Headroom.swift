import Foundation

/// Runs the built command as a user would.
enum Headroom {
  struct Result {
    let status: Int32
    let output: Data
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [Substring] { text.split(separator: "\n") }
    var errorLines: [Substring] { errors.split(separator: "\n") }

    /// Standard output as a JSON object.
    func object() throws -> [String: Any] {
      try JSONSerialization.jsonObject(with: output) as? [String: Any] ?? [:]
    }
  }

  /// The tests' own executable lies beside the command's.
  static let binary: URL = {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: tests).deletingLastPathComponent().appending(path: "headroom")
  }()

  static func run(_ arguments: String..., input: Data? = nil, in folder: URL? = nil) throws -> Result {
    try run(arguments, input: input, in: folder)
  }

  static func run(_ arguments: [String], input: Data? = nil, in folder: URL? = nil) throws -> Result {
    // Files, not pipes: a full pipe would stop the command while the test waits for its end.
    let scratch = try Scratch()
    let inputFile = scratch.file("input")
    try (input ?? Data()).write(to: inputFile)
    let process = Process()
    process.executableURL = binary
    process.arguments = arguments
    process.currentDirectoryURL = folder ?? scratch.folder
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
    process.standardOutput = try writer(scratch.file("output"))
    process.standardError = try writer(scratch.file("errors"))
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try Data(contentsOf: scratch.file("output")),
      errors: String(decoding: try Data(contentsOf: scratch.file("errors")), as: UTF8.self))
  }

  private static func writer(_ file: URL) throws -> FileHandle {
    try Data().write(to: file)
    return try FileHandle(forWritingTo: file)
  }
}
