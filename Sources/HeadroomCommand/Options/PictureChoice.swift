internal import ArgumentParser
internal import HeadroomPictures

/// The choice of a picture in a file with several.
struct IndexChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp("Which picture of a file with several; the first is 0.", valueName: "number"),
    transform: SettingText.index)
  var index: Int?

  var place: PicturePlace { PicturePlace(index: index ?? 0, isChosen: index != nil) }
}

/// The choice of a picture in a file with several, and of its layer.
struct PictureChoice: ParsableArguments {
  @OptionGroup private var choice: IndexChoice

  @Option(
    help: ArgumentHelp(
      "What of an OpenEXR part with layers: a layer or a single channel, as 'headroom info' lists them.",
      valueName: "name"))
  var layer: String?

  var index: Int? { choice.index }

  var place: PicturePlace {
    var place = choice.place
    place.layer = layer
    return place
  }
}
