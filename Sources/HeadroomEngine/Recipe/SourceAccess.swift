/// How the pixels of a source are reached. This alone decides whether a render takes them whole, by bands, or twice.
package enum SourceAccess: Hashable, Sendable {
  /// In memory, which a load hands out itself: pixels that change there need no new load.
  case memory
  /// Decoded, drawn or converted by a load. To do that twice costs less than the memory of a large picture.
  case decoded
  /// Computed from smaller data that stay in memory, as a sensor's light is. Every pixel is expensive, so memory is spent
  /// before it is computed twice. Bands of `rows` rows cost no more together than the whole at once.
  case developed(rows: Int)

  package var isExpensive: Bool { bandRows != nil }

  /// Rows of a band that a load is best asked for; nil where bands gain nothing.
  package var bandRows: Int? {
    if case .developed(let rows) = self { rows } else { nil }
  }
}
