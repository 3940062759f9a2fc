import Foundation

/// Runs a line of shell in which `"$H"` and `headroom` are the built command: for what only a shell does, such as closing
/// descriptors.
enum Shell {
  struct Result {
    let status: Int32
    let output: String
    let errors: String

    var lines: [Substring] { output.split(separator: "\n") }
  }

  static func run(_ line: String, in folder: URL, environment: [String: String] = [:]) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = folder
    let tools = Headroom.binary.deletingLastPathComponent().path
    let inherited = ProcessInfo.processInfo.environment
    let own = ["H": Headroom.binary.path, "PATH": "\(tools):\(inherited["PATH"] ?? "/usr/bin:/bin")"]
    process.environment = inherited.merging(own) { $1 }.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let scratch = try Scratch()
    let files = ["output", "errors"].map { scratch.file($0) }
    for file in files { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    process.waitUntilExit()
    let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    return Result(status: process.terminationStatus, output: texts[0], errors: texts[1])
  }
}
