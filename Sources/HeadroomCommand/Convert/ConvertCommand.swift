internal import ArgumentParser
internal import Headroom

struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert pictures: format, rendition, colour space, size, filters.",
    usage: """
      headroom convert <input> <output> [<options>]
      headroom convert <input>... --output-directory <dir> --format <format> [<options>]
      """,
    discussion: """
      headroom convert photo.heic photo.png                     all of its HDR as 16-bit PQ
      headroom convert photo.heic photo.avif                    gain map to gain map
      headroom convert photo.jpg hdr.heic --rendition hdr       10-bit PQ
      headroom convert render.exr photo.jpg                     SDR with a gain map, for phones and browsers
      headroom convert photo.jpg light.exr                      linear light
      headroom convert photo.jpg both.avif --rendition adaptive --color-space itur_2100_PQ    HDR base, SDR by its map
      headroom convert photo.jpg sdr.jpg --rendition sdr        the SDR picture alone
      headroom convert photo.jpg small.jpg --resize 1600x1600   smaller, HDR kept
      headroom convert photo.jpg out.png --filter 'CIExposureAdjust inputEV=1.5' --filter 'CIVibrance amount=0.4'
      headroom convert *.jpg --output-directory web --format jpeg --resize 50% --jobs 2

      'keep' writes the form of the target that is nearest to the input's own and holds its HDR: a gain map stays a gain \
      map, PQ stays PQ, floating point stays floating point where the format has them. When HDR would be lost \
      there is a warning; with --strict it is an error. The picture is cropped, rotated, flipped, resized, and then \
      filtered in the order of the --filter options.

      Filters see all of the picture's light, gain map applied; SDR is made after them. A file's own SDR picture is kept \
      when no filter changes light; else SDR is made by the curve that its author used, or by BT.2390, which keeps white \
      bright. Previews use the reference-white operator (rwtmo), as browsers do; --tone-map chooses.

      Floating-point pictures say nothing of their brightness. Their headroom is the level that 0.1 % of the pixels and \
      1 % of the light exceed at most, never above 10000 cd/m²: one hot pixel does not darken a picture. Where their \
      light is far from display light, as in renders in cd/m², it is exposed automatically (--exposure).
      """)

  @Argument(
    help: "Inputs, and the output without --output-directory; '-' is standard input or output.", completion: .file())
  var files: [String]

  @Option(
    help: ArgumentHelp("Write all inputs into this directory, under their names.", valueName: "dir"),
    completion: .directory)
  var outputDirectory: String?

  @Option(help: ArgumentHelp("Format of the output; by its extension without this.", valueName: "name"))
  var format: String?

  @Option(
    help: ArgumentHelp("'CIName key=value ...'; repeatable, in order.", valueName: "expression"),
    transform: FilterExpression.init(parsing:))
  var filter: [FilterExpression] = []

  @OptionGroup var picture: PictureChoice
  @OptionGroup(title: "Result") var encoding: EncodingOptions
  @OptionGroup(title: "Geometry") var geometry: GeometryOptions
  @OptionGroup(title: "Files") var writing: WritingOptions
  @OptionGroup(title: "Limits and reports") var common: CommonOptions
  @OptionGroup var unavailable: UnavailableOptions

  func validate() throws {
    if outputDirectory == nil, files.count != 2 {
      throw ValidationError("one input and one output, or several inputs with --output-directory")
    }
    if outputDirectory != nil, format == nil { throw ValidationError("--output-directory needs --format") }
  }

  func run() throws {
    let filters = try FilterChain(filter, limits: common.limits)
    let tasks = try ConversionTaskList(policy: writing.existingFiles).tasks(for: self)
    let converter = Converter(
      encoding: encoding, geometry: PictureGeometry(options: geometry), filters: filters, index: picture.index,
      writing: writing, common: common)
    try ConversionQueue(tasks: tasks, converter: converter, writing: writing, common: common).run()
  }
}
