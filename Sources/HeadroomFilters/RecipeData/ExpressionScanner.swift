/// Walks the characters of a filter expression.
package struct ExpressionScanner {
  private let characters: [Character]
  private var position = 0

  package init(_ text: String) { characters = Array(text) }

  package var next: Character? { position < characters.count ? characters[position] : nil }
  package var isAtEnd: Bool { next == nil }
  package var isAtSpace: Bool { next.map { " \t\n".contains($0) } ?? false }
  package var rest: String { String(characters[position...]) }

  package mutating func skipSpace() { while isAtSpace { position += 1 } }

  package mutating func take(_ character: Character) -> Bool {
    guard next == character else { return false }
    position += 1
    return true
  }

  /// The characters before the first of `stops`, or the end.
  package mutating func word(until stops: String) -> String {
    let start = position
    while let next, !stops.contains(next) { position += 1 }
    return String(characters[start..<position])
  }

  /// The text between this quote and the closing one, where `\` escapes the next character; nil without a closing
  /// quote.
  package mutating func quoted() -> String? {
    guard let quote = next else { return nil }
    position += 1
    var text = ""
    while let character = next {
      position += 1
      if character == quote { return text }
      if character == "\\", let escaped = next {
        position += 1
        text.append(escaped)
      } else {
        text.append(character)
      }
    }
    return nil
  }
}
