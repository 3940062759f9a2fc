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
  /// First of its line: where a `#` starts a directive and where one ends.
  var startsLine = false
  /// Whether white space stands before it, which `#` keeps and which parts `#define F (x)` from `#define F(x)`.
  var followsSpace = false
  /// Named by a macro that was being expanded: it stays as it is from then on.
  var isPainted = false

  func `is`(_ spelling: String) -> Bool { kind == .punctuator && text == spelling }
  func isWord(_ word: String) -> Bool { kind == .identifier && text == word }
}
