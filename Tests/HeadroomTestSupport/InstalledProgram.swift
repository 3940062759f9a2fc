public import Foundation

/// A program of the machine that tests compare with; tests without it are skipped visibly.
public struct InstalledProgram: Sendable {
  private let file: URL

  /// Nil where it is not on the path.
  public init?(_ name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let found = folders.map { URL(filePath: "\($0)/\(name)") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let found else { return nil }
    file = found
  }

  public static let ffmpeg = InstalledProgram("ffmpeg")
  public static let ffprobe = InstalledProgram("ffprobe")

  /// What it prints; nil where it fails. Its own messages are dropped.
  public func run(_ arguments: [String]) throws -> Data? {
    let process = Process()
    (process.executableURL, process.arguments) = (file, arguments)
    let pipe = Pipe()
    (process.standardInput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? output : nil
  }
}
