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
  var index = 0
}
