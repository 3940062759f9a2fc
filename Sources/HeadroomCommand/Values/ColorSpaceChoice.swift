internal import ArgumentParser
internal import Headroom

/// An RGB colour space by name; help, errors and completion list the names.
struct ColorSpaceChoice: ExpressibleByArgument {
  /// As the user wrote it.
  let name: String
  let encoding: ColorEncoding

  init?(argument: String) {
    guard let encoding = ColorEncoding(name: argument), encoding.model == .rgb else { return nil }
    name = argument
    self.encoding = encoding
  }

  static let allValueStrings = ColorEncoding.allNames.filter { ColorEncoding(name: $0)?.model == .rgb }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  var defaultValueDescription: String { name }
}
