internal import Foundation
internal import Glibc
package import HeadroomContainers

/// A file found by the library: its path, and the folder in which it was found.
package struct LibraryFile: Hashable, Sendable {
  package let path: String
  /// The folders between a named folder and the file, such as `trip/day-1`; empty for named files.
  package let folder: String

  package init(path: String, folder: String = "") {
    self.path = path
    self.folder = folder
  }
}

/// A picture of the library: a file on disk, or uploaded bytes.
package struct LibraryEntry: Sendable {
  /// Identifies the file in requests, without revealing its name.
  package let id: String
  /// Changes whenever the file's bytes may have changed.
  package let version: String
  package let name: String
  package let folder: String
  package let byteCount: Int
  /// When the file was last written, in seconds since 1970 and nanoseconds.
  package let modified: (seconds: Int, nanoseconds: Int)
  let content: Content

  enum Content: Sendable {
    /// Links are resolved.
    case path(String)
    case bytes(FileBytes)
  }

  /// A file of a folder or the command line.
  init(_ file: LibraryFile) {
    let resolved = Self.resolved(file.path)
    var status = stat()
    let isThere = unsafe SystemPath.withCString(resolved, { unsafe stat($0, &status) }) == 0
    id = Self.digest(SystemPath.bytes(resolved))
    byteCount = isThere ? Int(status.st_size) : 0
    modified = isThere ? (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)) : (0, 0)
    let marks = [Int(status.st_ino), byteCount, modified.seconds, modified.nanoseconds]
    version = isThere ? Self.digest(marks.flatMap { Array("\($0)/".utf8) }) : "missing"
    name = file.path.split(separator: "/").last.map(String.init) ?? file.path
    folder = file.folder
    content = .path(resolved)
  }

  /// Bytes in memory.
  init(name: String, bytes: FileBytes, number: Int, modified: Int) {
    id = Self.digest(Array("upload \(number)".utf8))
    version = "1"
    self.name = name
    folder = ""
    byteCount = bytes.count
    self.modified = (modified, 0)
    content = .bytes(bytes)
  }

  /// The file's bytes; large ones are mapped, so that a folder of them takes no memory.
  package func open() throws(ImageIOError) -> FileBytes {
    switch content {
    case .bytes(let bytes): return bytes
    case .path(let path): return try FileBytes(path: path, mapsFrom: 1 << 16) { _ in }
    }
  }

  /// The path without links; the path itself where nothing exists.
  private static func resolved(_ path: String) -> String {
    guard let real = unsafe SystemPath.withCString(path, { unsafe realpath($0, nil) }) else { return path }
    defer { unsafe free(real) }
    return unsafe SystemPath.string(UnsafeRawBufferPointer(start: real, count: strlen(real)))
  }

  /// 128 bits of two Fowler-Noll-Vo hashes: they name files of this machine and are not secret.
  private static func digest(_ bytes: [UInt8]) -> String {
    func hash(_ start: UInt64) -> UInt64 { bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }
    let starts: [UInt64] = [0xcbf2_9ce4_8422_2325, 0x8422_2325_cbf2_9ce4]
    return starts.map { start in
      let digits = String(hash(start), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// In ISO 8601, UTC.
  package var modifiedText: String { Date(timeIntervalSince1970: Double(modified.seconds)).ISO8601Format() }
}
