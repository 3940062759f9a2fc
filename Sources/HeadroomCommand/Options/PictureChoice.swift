internal import ArgumentParser

/// Which picture of a file that holds several.
struct PictureChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp("Which picture of a file with several; the first is 0.", valueName: "number"),
    transform: { text in
      guard let value = Int(text), (0..<1 << 20).contains(value) else {
        throw ValidationError("a picture's number is 0 or above")
      }
      return value
    })
  var index: Int?

  @Option(
    help: ArgumentHelp(
      "What of an OpenEXR part with layers: a layer or a single channel, as 'headroom info' lists them.",
      valueName: "name"))
  var layer: String?

  var place: PicturePlace { PicturePlace(index: index ?? 0, layer: layer, isChosen: index != nil) }
}

/// Which picture of a file, and what of its layers.
struct PicturePlace: Hashable, Sendable {
  var index = 0
  /// Nil for what is shown of a picture where nobody asks.
  var layer: String?
  /// Whether somebody asked for this one, so that nobody wonders where the others are.
  var isChosen = false

  static let first = PicturePlace()
}
