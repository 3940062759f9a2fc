import Foundation
import HeadroomContainers

/// A folder of a test, which goes with it.
final class BatchFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "batch-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func write(_ text: String, _ name: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: file(name)))
    return file(name)
  }

  func bytes(_ name: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: file(name)))) }

  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  var names: [String] { (FolderEntries.names(in: path) { !$0.hasPrefix(".") && $0 != "." } ?? []).sorted() }
}
