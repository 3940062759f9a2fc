/// A box, marker, chunk, field or item of a file, for reports.
package struct FilePart: Hashable, Sendable {
  /// Its type as the container spells it: `meta`, `APP2`, `cICP`, `Compression`.
  package var name: String
  /// Offset of its first byte (its header) in the file.
  package var offset: Int
  /// Bytes from there to its end.
  package var byteCount: Int
  /// A short summary of its content; empty where there is none.
  package var summary: String
  /// The parts inside.
  package var children: [FilePart]

  package init(name: String, offset: Int, byteCount: Int, summary: String = "", children: [FilePart] = []) {
    self.name = name
    self.offset = offset
    self.byteCount = byteCount
    self.summary = summary
    self.children = children
  }
}
