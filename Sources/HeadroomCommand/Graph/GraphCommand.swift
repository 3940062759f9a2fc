internal import ArgumentParser
internal import Headroom

struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "The recipe of a picture, or the plan a render makes of it.",
    discussion: """
      headroom graph photo.jpg --filter 'CIExposureAdjust inputEV=1'
      headroom graph photo.jpg --filter 'CIGaussianBlur inputRadius=10' --optimized --format dot | dot -Tsvg > plan.svg
      headroom graph photo.jpg --filter 'CIVibrance amount=0.5' --format json > recipe.json
      headroom graph recipe.json --optimized
      headroom graph photo.jpg --filter 'CIExposureAdjust inputEV=-2' --rendition sdr

      The recipe is what was asked for; with --optimized it is what is done: conversions merged into chains, transforms \
      concatenated, identities gone; below it the pixels that this computes, and the most memory that all of it takes. \
      Without --rendition it ends in the light that the filters give, and of a gain map picture that is only reshaped in \
      its light; with it, in the pictures that 'convert' with the \
      same options renders: a recipe for each, base and alternate, and one plan for both. A picture that 'convert' makes \
      much smaller is decoded at a smaller size; the recipe scales the whole one.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
    case dot
  }

  @Argument(help: "A picture or a recipe (.json); '-' is a picture from standard input.", completion: .file())
  var file: String

  @OptionGroup var filters: FilterOptions

  @Option(
    help: ArgumentHelp("The picture that an input of a recipe is; repeatable.", valueName: "name=file"),
    completion: .file(), transform: RecipeBinding.init(parsing:))
  var input: [RecipeBinding] = []

  @Option(help: ArgumentHelp("As 'convert' would write it.", valueName: "keep|hdr|sdr|adaptive"))
  var rendition: RenditionChoice?

  @Option(
    help: ArgumentHelp("Format that 'convert' would write; the input's own without this, or png.", valueName: "name"),
    completion: OutputFormat.completion)
  var outputFormat: String?

  @Option(help: ArgumentHelp("Colour space of the result, as for convert.", valueName: "name"))
  var colorSpace: ColorSpaceChoice?

  @Option(
    help: ArgumentHelp("Most headroom the result may have, as for convert."),
    transform: HeadroomValue.init(parsing:))
  var headroom: HeadroomValue?

  @OptionGroup var geometry: GeometryOptions

  @Option(
    help: ArgumentHelp(
      "Curve that fits HDR into less headroom, as for convert.", valueName: "rwtmo|bt2390|bt2446a|reinhard|clip"))
  var toneMap: ToneMapChoice?

  // Exposures may be negative.
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Exposure, as for convert.", valueName: "auto|EV"),
    completion: .list(["auto"]),
    transform: ExposureChoice.init(parsing:))
  var exposure: ExposureChoice?

  @Flag(help: "The plan instead of the recipe.")
  var optimized = false

  @Option(
    help: ArgumentHelp(
      "Form of the output. The JSON of one recipe is what 'headroom render' takes; two are members of an object.",
      valueName: "text|json|dot"))
  var format: Format = .text

  @OptionGroup var common: CommonOptions

  func run() throws {
    if optimized { return try StandardStreams.print(planText()) }
    let images = try images()
    if format == .json, images.count > 1 {
      let members = try images.map { (key: $0.name, value: try JSONValue(parsing: Array(recipe($0.image).utf8))) }
      return try StandardStreams.print(JSONValue.object(members).description)
    }
    if images.map(\.name) == [RenditionImages<ConversionSubject>.keptBase] {
      common.warn("the recipe is the base alone; 'convert' keeps its gain map beside it", file: file)
    }
    for (name, image) in images {
      if images.count > 1, format == .text { try StandardStreams.print("\(name):") }
      try StandardStreams.print(recipe(image))
    }
  }

  private func images() throws -> [(name: String, image: CIImage)] {
    let picture = try picture()
    // A picture that is only reshaped keeps its gain map beside it, which no recipe of one image holds; its light does.
    guard isAsWritten, !picture.hasGainMap || saysHowWritten else { return [("light", try light(picture))] }
    return try converter().recipes(of: picture, as: try writtenFormat(picture))
  }

  /// What the filters give.
  private func light(_ picture: InputPicture) throws -> CIImage {
    let reshaped = try PictureGeometry(options: geometry).apply(to: picture.image(headroom: .infinity))
    return try FilterChain(filters, limits: common.limits).apply(to: reshaped)
  }

  private func converter() throws -> Converter {
    var encoding = try EncodingOptions.parse([])
    (encoding.rendition, encoding.toneMap, encoding.exposure) = (rendition ?? .keep, toneMap, exposure)
    (encoding.colorSpace, encoding.headroom) = (colorSpace, headroom)
    return Converter(
      encoding: encoding, geometry: PictureGeometry(options: geometry),
      filters: try FilterChain(filters, limits: common.limits), place: .first,
      writing: try WritingOptions.parse([]), common: common)
  }

  /// Whether what is printed is what 'convert' would render.
  private var isAsWritten: Bool { saysHowWritten || !geometry.isIdentity }

  /// Whether an option says what is to be written.
  private var saysHowWritten: Bool {
    rendition != nil || outputFormat != nil || toneMap != nil || exposure != nil || colorSpace != nil || headroom != nil
  }

  private func picture() throws -> InputPicture {
    guard file.lowercased().hasSuffix(".json") else {
      if !input.isEmpty { throw CommandError.usage("--input is for recipes; \(file) is a picture") }
      return try InputPicture(path: file, common: common)
    }
    return InputPicture(try RecipeFile(path: file, limits: common.limits).picture(input), path: file)
  }

  private func writtenFormat(_ picture: InputPicture) throws(CommandError) -> OutputFormat {
    if let outputFormat { return try OutputFormat(named: outputFormat) }
    if let format = try? OutputFormat(named: picture.info.format) { return format }
    return try OutputFormat(named: "png")
  }

  private func recipe(_ image: CIImage) throws(CommandError) -> String {
    switch format {
    case .text: return image.debugDescription
    case .dot: return image.recipeDot
    case .json:
      do throws(RecipeError) {
        return String(try RecipeWriter(image, folder: nil).text.dropLast())
      } catch {
        throw CommandError(error, file: file)
      }
    }
  }

  private func planText() throws -> String {
    let report = try planReport()
    switch format {
    case .text: return report.text
    case .dot: return report.plan.dot
    case .json: return report.json.description
    }
  }

  private func planReport() throws -> PlanReport {
    let (picture, renderer) = (try picture(), PictureRenderer(common: common))
    guard isAsWritten else {
      let plan = try renderer.plan(try light(picture), encoding: .extendedLinearITUR2020, file: file)
      let work = renderer.context.dryRun(plan)
      return PlanReport(plan: plan, cost: PlanReport.Cost(work, rendering: work.peakBytes))
    }
    let (plan, memory) = try converter().plan(of: picture, as: try writtenFormat(picture))
    let cost = memory.map { memory in
      PlanReport.Cost(renderer.context.dryRun(plan), rendering: memory.rendering, writing: memory.encoding)
    }
    return PlanReport(plan: plan, cost: cost)
  }
}
