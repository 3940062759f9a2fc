internal import ArgumentParser
internal import Headroom

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "What is in a file: size, colour, HDR, gain map, metadata.",
    discussion: """
      headroom info photo.jpg
      headroom info --json *.jpg            one JSON object per line
      headroom info --measure photo.jpg     decodes it too: measured peak, MaxCLL, MaxFALL, gamut

      Headrooms are linear ratios to reference white; the gain map's own numbers are log2.
      """)

  @Argument(help: "Files; '-' is standard input.", completion: .file())
  var files: [String]

  @Flag(help: "One JSON object per file and line.")
  var json = false

  @Flag(help: "Decode the picture and measure it.")
  var measure = false

  @Flag(name: .customLong("validate"), help: .private)
  var listsFindings = false

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if listsFindings { throw ValidationError("--validate: conformance findings are not in this version") }
  }

  func run() throws {
    try SeveralInputs(files, asJSON: json).each { file in
      let input = try InputPicture(path: file, common: common)
      let measured = measure ? try measurement(of: input) : nil
      if json {
        try StandardStreams.print(InfoReport(file: file, info: input.info, measured: measured).json.description)
      } else {
        try StandardStreams.print(InfoText(file: file, info: input.info, measured: measured).text)
      }
    }
  }

  private func measurement(of input: InputPicture) throws -> PictureMeasurement {
    _ = try input.still()
    let picture = try PictureRenderer(common: common).linear(input.image(headroom: .infinity), file: input.path)
    return PictureMeasurement(of: picture)
  }
}
