internal import ArgumentParser
internal import Headroom

/// What `--strip` leaves out: one name or several with commas.
struct MetadataStripping {
  let parts: MetadataParts

  /// What the shell completes; more may follow a comma.
  static let completion = CompletionKind.list(["gps", "personal", "all"])

  init(_ parts: MetadataParts) { self.parts = parts }

  init(parsing text: String) throws {
    var parts: MetadataParts = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let part = MetadataParts.named[name.lowercased()] else {
        throw ValidationError(
          "'\(name)' is not one of gps, personal, all"
            + NameSuggestion.question(for: String(name), among: Array(MetadataParts.named.keys)))
      }
      parts.formUnion(part)
    }
    self.parts = parts
  }
}

extension EncodingOptions {
  /// What is left out of the result's metadata.
  var strippedParts: MetadataParts {
    strip.reduce(stripMetadata ? .all : []) { $0.union($1.parts) }
  }

  var stripsAll: Bool { strippedParts.contains(.all) }

  /// The same options for small pictures that go to others: without places, names and serial numbers unless the user
  /// wants them.
  var forSharing: EncodingOptions {
    guard !keepMetadata else { return self }
    var result = self
    result.strip.append(MetadataStripping([.location, .personal]))
    return result
  }
}
