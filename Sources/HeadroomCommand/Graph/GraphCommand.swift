internal import ArgumentParser
internal import Headroom

struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "The recipe of a picture, or the plan a render makes of it.",
    discussion: """
      headroom graph photo.jpg --filter 'CIExposureAdjust inputEV=1'
      headroom graph photo.jpg --filter 'CIGaussianBlur inputRadius=10' --optimized --format dot | dot -Tsvg > plan.svg

      The recipe is what was asked for; with --optimized it is what is done: conversions merged into chains, transforms \
      concatenated, identities gone.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case dot
  }

  @Argument(help: "A picture; '-' is standard input.", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp("'CIName key=value ...'; repeatable, in order.", valueName: "expression"),
    transform: FilterExpression.init(parsing:))
  var filter: [FilterExpression] = []

  @Flag(help: "The plan instead of the recipe.")
  var optimized = false

  @Option(help: ArgumentHelp("Form of the output.", valueName: "text|dot"))
  var format: Format = .text

  @OptionGroup var common: CommonOptions

  func run() throws {
    if file.hasSuffix(".json") {
      throw CommandError(.input, file: file, "recipe files are not read by this version; give a picture and --filter")
    }
    let filters = try FilterChain(filter, limits: common.limits)
    let input = try InputPicture(path: file, common: common)
    let image = try filters.apply(to: input.image(headroom: .infinity))
    try StandardStreams.print(optimized ? try plan(image) : recipe(image))
  }

  private func recipe(_ image: CIImage) -> String { format == .dot ? image.recipeDot : image.debugDescription }

  private func plan(_ image: CIImage) throws(CommandError) -> String {
    let plan = try PictureRenderer(common: common).plan(image, encoding: .extendedLinearITUR2020, file: file)
    return format == .dot ? plan.dot : plan.description
  }
}
