internal import ArgumentParser
internal import Headroom

struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "The recipe of a picture, or the plan a render makes of it.",
    discussion: """
      headroom graph photo.jpg --filter 'CIExposureAdjust inputEV=1'
      headroom graph photo.jpg --filter 'CIGaussianBlur inputRadius=10' --optimized --format dot | dot -Tsvg > plan.svg

      headroom graph photo.jpg --filter 'CIExposureAdjust inputEV=-2' --rendition sdr

      The recipe is what was asked for; with --optimized it is what is done: conversions merged into chains, transforms \
      concatenated, identities gone. Without --rendition it ends in the light that the filters give; with it, in the \
      pictures that 'convert' with the same options renders, one after the other.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case dot
  }

  @Argument(help: "A picture; '-' is standard input.", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp("'CIName key=value ...'; repeatable, in order.", valueName: "expression"),
    completion: FilterExpression.completion, transform: FilterExpression.init(parsing:))
  var filter: [FilterExpression] = []

  @Option(help: ArgumentHelp("As 'convert' would write it.", valueName: "keep|hdr|sdr|adaptive"))
  var rendition: RenditionChoice?

  @Option(
    help: ArgumentHelp("Format that 'convert' would write; the input's own without this, or png.", valueName: "name"),
    completion: OutputFormat.completion)
  var outputFormat: String?

  @Option(
    help: ArgumentHelp(
      "Curve that fits HDR into less headroom, as for convert.", valueName: "rwtmo|bt2390|bt2446a|reinhard|clip"))
  var toneMap: ToneMapChoice?

  @Option(
    help: ArgumentHelp("Exposure, as for convert.", valueName: "auto|EV"), completion: .list(["auto"]),
    transform: ExposureChoice.init(parsing:))
  var exposure: ExposureChoice?

  @Flag(help: "The plan instead of the recipe.")
  var optimized = false

  @Option(help: ArgumentHelp("Form of the output.", valueName: "text|dot"))
  var format: Format = .text

  @OptionGroup var common: CommonOptions

  func run() throws {
    if file.hasSuffix(".json") {
      throw CommandError(.input, file: file, "recipe files are not read by this version; give a picture and --filter")
    }
    let images = try images()
    for (name, image) in images {
      if images.count > 1, format == .text { try StandardStreams.print("\(name):") }
      try StandardStreams.print(optimized ? try plan(image) : recipe(image))
    }
  }

  private func images() throws -> [(name: String, image: CIImage)] {
    let filters = try FilterChain(filter, limits: common.limits)
    let asWritten = rendition != nil || outputFormat != nil || toneMap != nil || exposure != nil
    guard asWritten else {
      let input = try InputPicture(path: file, common: common)
      return [("light", try filters.apply(to: input.image(headroom: .infinity)))]
    }
    var encoding = try EncodingOptions.parse([])
    (encoding.rendition, encoding.toneMap, encoding.exposure) = (rendition ?? .keep, toneMap, exposure)
    let converter = Converter(
      encoding: encoding, geometry: PictureGeometry(options: try GeometryOptions.parse([])), filters: filters, index: 0,
      writing: try WritingOptions.parse([]), common: common)
    return try converter.recipes(of: file, as: try writtenFormat())
  }

  private func writtenFormat() throws(CommandError) -> OutputFormat {
    if let outputFormat { return try OutputFormat(named: outputFormat) }
    let own = try InputPicture(path: file, common: common, isMapped: true).info.format
    if let format = try? OutputFormat(named: own) { return format }
    return try OutputFormat(named: "png")
  }

  private func recipe(_ image: CIImage) -> String { format == .dot ? image.recipeDot : image.debugDescription }

  private func plan(_ image: CIImage) throws(CommandError) -> String {
    let plan = try PictureRenderer(common: common).plan(image, encoding: .extendedLinearITUR2020, file: file)
    return format == .dot ? plan.dot : plan.description
  }
}
