internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

/// The parts that `--strip` removes: one name, or several separated by commas.
struct MetadataStripping {
  let parts: MetadataParts

  /// The shell's completions; more may follow a comma.
  static let completion = CompletionKind.list(["gps", "personal", "all"])

  init(_ parts: MetadataParts) { self.parts = parts }

  init(parsing text: String) throws { parts = try SettingText.metadataParts(text) }
}

extension EncodingOptions {
  /// The parts removed from the result's metadata.
  var strippedParts: MetadataParts {
    strip.reduce(stripMetadata ? .all : []) { $0.union($1.parts) }
  }

  var stripsAll: Bool { strippedParts.contains(.all) }

  /// The same options for thumbnails that are shared: without places, names and serial numbers unless the user wants
  /// them.
  var forSharing: EncodingOptions {
    guard !keepMetadata else { return self }
    var result = self
    result.strip.append(MetadataStripping([.location, .personal]))
    return result
  }
}
