internal import Foundation
internal import HeadroomContainers
private import Synchronization

/// Uploaded `.cube` files, by name.
final class FilterTables: Sendable {
  private let tables = Mutex<[String: Data]>([:])

  private static let mostTables = 64
  /// The most bytes of one.
  static let mostBytes = 16 << 20

  subscript(name: String) -> Data? { tables.withLock { $0[name] } }

  /// Adds a table, replacing one of the same name.
  func add(_ bytes: [UInt8], name: String) throws(ViewerError) {
    guard bytes.count <= Self.mostBytes else {
      throw ViewerError(status: 413, message: "a table of colours has at most \(Self.mostBytes) bytes", file: name)
    }
    try check(bytes, name)
    let isTaken = tables.withLock { tables in
      guard tables[name] != nil || tables.count < Self.mostTables else { return false }
      tables[name] = Data(bytes)
      return true
    }
    guard isTaken else {
      throw ViewerError(status: 413, message: "there are \(Self.mostTables) tables already", file: name)
    }
  }

  /// Throws if it is not a valid table.
  private func check(_ table: [UInt8], _ name: String) throws(ViewerError) {
    do throws(CubeFileError) {
      _ = try CubeFile(table)
    } catch {
      throw ViewerError(status: 415, message: "\(error)", file: name)
    }
  }
}
