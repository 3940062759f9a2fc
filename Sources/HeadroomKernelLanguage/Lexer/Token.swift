/// A word of kernel text.
struct Token {
  enum Kind: UInt8 {
    case identifier
    case number
    case string
    case punctuator
    case end
  }

  var kind: Kind
  var text: String
  var range: SourceRange
  /// Whether it is the first of its line, where a `#` starts a directive and where a directive ends.
  var startsLine = false
  /// Whether white space precedes it, which `#` keeps and which distinguishes `#define F (x)` from `#define F(x)`.
  var followsSpace = false
  /// Whether it is the name of a macro that was being expanded; it is not expanded from then on.
  var isPainted = false

  func `is`(_ spelling: String) -> Bool { kind == .punctuator && text == spelling }
  func isWord(_ word: String) -> Bool { kind == .identifier && text == word }
}
