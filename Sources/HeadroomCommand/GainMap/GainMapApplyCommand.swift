internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

struct GainMapApplyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Write the rendition of a gain map file for a display's headroom.",
    discussion: """
      headroom gainmap apply photo.jpg hdr.avif                      all of its HDR
      headroom gainmap apply photo.jpg phone.png --headroom 2.3stops
      headroom gainmap apply photo.jpg sdr.jpg --headroom 1          the SDR rendition

      The result has no gain map: PQ, or linear floating point, or SDR for headroom 1.
      """)

  @Argument(help: "The file; '-' is standard input.", completion: .file())
  var input: String

  @Argument(help: "The picture to write; '-' is standard output.", completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp("Headroom of the display (2.5, 1.3stops, inf); 1 is SDR."),
    transform: { text in
      _ = try HeadroomValue(parsing: text)
      return text
    })
  var headroom = "inf"

  @OptionGroup var result: FormatChoice

  @Option(help: ArgumentHelp("Colour space of the result.", valueName: "name"))
  var colorSpace: ColorSpaceChoice?

  @Option(help: ArgumentHelp("Quality of lossy formats.", valueName: "0..100"))
  var quality: String?

  @Option(help: ArgumentHelp("Bits of a component.", valueName: "8|10|12|16|half|float"))
  var depth: String?

  @Flag(help: "Replace an output that exists.")
  var overwrite = false

  @OptionGroup var picture: PictureChoice
  @OptionGroup var common: CommonOptions

  func run() throws {
    let ratio = try HeadroomValue(parsing: headroom).ratio
    if input != "-" {
      _ = try PictureSource(path: input, common.resources, at: picture.place, isMapped: true).gainMap()
    }
    var arguments = ["--rendition", ratio > 1 ? "hdr" : "sdr", "--headroom", headroom]
    let options = [
      ("format", result.format), ("color-space", colorSpace?.name), ("quality", quality), ("depth", depth),
      ("index", picture.index.map(String.init)),
    ]
    for case (let name, let value?) in options { arguments += ["--\(name)", value] }
    if overwrite { arguments.append("--overwrite") }
    arguments += ["--", input, output]
    // The SDR rendition was requested, so the loss of HDR needs no warning.
    var convert = try ConvertCommand.parse(arguments)
    convert.common = common
    if ratio <= 1 { convert.common.quiet = true }
    try convert.run()
  }
}
