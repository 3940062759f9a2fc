/// A range of one file that a token, a node of the syntax tree or a diagnostic refers to.
package struct SourceRange: Hashable, Sendable {
  /// The index of the file among those that the compilation read.
  package var file: Int32
  package var offset: Int32
  package var length: Int32

  package init(file: Int, offset: Int, length: Int) {
    self.file = Int32(clamping: file)
    self.offset = Int32(clamping: offset)
    self.length = Int32(clamping: length)
  }

  static let none = SourceRange(file: 0, offset: 0, length: 0)

  /// The range from the start of this one to the end of another, where both are in one file; otherwise this one.
  func through(_ other: SourceRange) -> SourceRange {
    guard file == other.file, other.offset >= offset else { return self }
    return SourceRange(file: Int(file), offset: Int(offset), length: Int(other.offset + other.length - offset))
  }
}
