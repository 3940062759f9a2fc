package import HeadroomColor

/// An RGB colour space by name; help, errors and completion list the names.
package struct ColorSpaceChoice: Hashable, Sendable {
  /// The name as written.
  package let name: String
  package let encoding: ColorEncoding

  /// Nil for unknown names, and for spaces of models other than RGB.
  package init?(name: String) {
    guard let encoding = ColorEncoding(name: name), encoding.model == .rgb else { return nil }
    self.name = name
    self.encoding = encoding
  }

  package static let names = ColorEncoding.allNames.filter { ColorEncoding(name: $0)?.model == .rgb }
}
