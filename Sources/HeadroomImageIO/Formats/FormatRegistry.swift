package import HeadroomContainers
internal import Synchronization

/// A table of containers, to which modules add theirs.
package final class FormatRegistry: Sendable {
  private let rows: Mutex<[any ImageFormat.Type]>

  package init(_ rows: [any ImageFormat.Type]) { self.rows = Mutex(rows) }

  /// All rows, in the order in which they are asked.
  package var all: [any ImageFormat.Type] { rows.withLock { $0 } }

  /// Puts a row before the existing ones, so that formats that reuse a container's signature, such as raw files in
  /// TIFF, are tried first. A row with an existing name replaces that row.
  package func register(_ row: any ImageFormat.Type) {
    rows.withLock { rows in
      rows.removeAll { $0.name == row.name }
      rows.insert(row, at: 0)
    }
  }

  /// The row whose magic bytes the file starts with.
  ///
  /// - Throws: `ImageIOError/empty`, `ImageIOError/unreadFormat(name:)` or `ImageIOError/unknownFormat`.
  package func recognize(_ bytes: FileBytes) throws(ImageIOError) -> any ImageFormat.Type {
    guard bytes.count > 0 else { throw .empty }
    if let format = all.first(where: { $0.recognizes(bytes) }) { return format }
    throw UnreadFormat.name(of: bytes).map { .unreadFormat(name: $0) } ?? .unknownFormat
  }

  /// Opens a file of any container of the table.
  package func open(
    _ bytes: FileBytes, limits: DecodeLimits = .standard
  ) throws(ImageIOError) -> any ImageReader {
    try bytes.reading { () throws(ImageIOError) in try recognize(bytes).open(bytes, limits: limits) }
  }

  /// The row with this `--format` name, extension or uniform type identifier, in any case.
  package func named(_ name: String) -> (any ImageFormat.Type)? {
    let wanted = name.lowercased()
    return all.first { $0.name == wanted || $0.uti == wanted || $0.extensions.contains(wanted) }
  }
}
