/// A stretch of one file: what a token, a node of the syntax tree or a diagnostic points at.
package struct SourceRange: Hashable, Sendable {
  /// Index of the file among those the compilation read.
  package var file: Int32
  package var offset: Int32
  package var length: Int32

  package init(file: Int, offset: Int, length: Int) {
    self.file = Int32(clamping: file)
    self.offset = Int32(clamping: offset)
    self.length = Int32(clamping: length)
  }

  static let none = SourceRange(file: 0, offset: 0, length: 0)

  /// From the start of this to the end of another, where both lie in one file; else this.
  func through(_ other: SourceRange) -> SourceRange {
    guard file == other.file, other.offset >= offset else { return self }
    return SourceRange(file: Int(file), offset: Int(offset), length: Int(other.offset + other.length - offset))
  }
}
