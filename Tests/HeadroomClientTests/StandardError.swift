import Foundation

/// What is written to standard error, by one test at a time.
enum StandardError {
  private static let turn = NSLock()

  /// What is written while a closure runs.
  static func written(by body: () throws -> Void) throws -> String {
    try turn.withLock { try caught(body) }
  }

  private static func caught(_ body: () throws -> Void) throws -> String {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: path) }
    try Data().write(to: path)
    let file = try FileHandle(forWritingTo: path)
    let saved = dup(2)
    dup2(file.fileDescriptor, 2)
    defer {
      dup2(saved, 2)
      close(saved)
    }
    try body()
    return String(decoding: try Data(contentsOf: path), as: UTF8.self)
  }
}
