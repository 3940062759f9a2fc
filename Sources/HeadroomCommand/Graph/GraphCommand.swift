internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

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
      its light; with it, in the pictures that 'convert' with the same options renders, and 'render' of the JSON writes \
      the same file. An adaptive one has two: the output, and the "hdrImage" from which its gain map is made, or the \
      "hdrGainMapImage" that is kept. A picture that 'convert' makes much smaller is decoded at a smaller size; the recipe \
      scales the whole one.
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
  var rendition: Target.Rendition?

  @Option(
    help: ArgumentHelp("Format that 'convert' would write; the input's own without this, or png.", valueName: "name"),
    completion: TargetFormat.completion)
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
  var toneMap: ToneMapOperator?

  // Exposures may be negative.
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Exposure, as for convert.", valueName: "auto|EV"),
    completion: .list(["auto"]),
    transform: Edit.Exposure.init(parsing:))
  var exposure: Edit.Exposure?

  @Flag(help: "The plan instead of the recipe.")
  var optimized = false

  @Option(
    help: ArgumentHelp(
      "Form of the output. The JSON is what 'headroom render' takes.",
      valueName: "text|json|dot"))
  var format: Format = .text

  @OptionGroup var common: CommonOptions

  func run() throws {
    if optimized { return try StandardStreams.print(planText()) }
    try StandardStreams.print(text(of: recipe()))
  }

  private func recipe() throws -> RecipeRenditions {
    let source = try source()
    if let whole = source.renditions, isUntouched { return whole }
    // A picture that is only reshaped keeps its gain map beside it; without a rendition its light is printed.
    guard isAsWritten, !source.picture.hasGainMap || saysHowWritten else {
      return RecipeRenditions(try light(source.picture))
    }
    return try conversion().job(source.picture, as: try writtenFormat(source.picture)).recipe()
  }

  /// The result of the filters.
  private func light(_ picture: PictureSource) throws -> CIImage {
    let reshaped = try geometry.geometry.apply(to: picture.image(headroom: .infinity))
    return try filters.chain(limits: common.limits).apply(to: reshaped)
  }

  private func conversion() throws -> Conversion {
    var encoding = try EncodingOptions.parse([])
    (encoding.rendition, encoding.toneMap, encoding.exposure) = (rendition ?? .keep, toneMap, exposure)
    (encoding.colorSpace, encoding.headroom) = (colorSpace, headroom)
    var conversion = Conversion(encoding, writing: try WritingOptions.parse([]), common: common)
    (conversion.edit.geometry, conversion.edit.filters) = (geometry.geometry, try filters.chain(limits: common.limits))
    return conversion
  }

  /// Whether only the unchanged recipe is printed.
  private var isUntouched: Bool { !isAsWritten && filters.filter.isEmpty && filters.recipe == nil }

  /// Whether the printed recipe is the one that 'convert' would render.
  private var isAsWritten: Bool { saysHowWritten || !geometry.geometry.isIdentity }

  /// Whether an option specifies the written file.
  private var saysHowWritten: Bool {
    rendition != nil || outputFormat != nil || toneMap != nil || exposure != nil || colorSpace != nil || headroom != nil
  }

  /// The picture, and for a recipe all of its renditions.
  private func source() throws -> (picture: PictureSource, renditions: RecipeRenditions?) {
    guard file.lowercased().hasSuffix(".json") else {
      if !input.isEmpty { throw PictureError.usage("--input is for recipes; \(file) is a picture") }
      return (try PictureSource(path: file, common.resources), nil)
    }
    let recipe = try RecipeFile(path: file, limits: common.limits)
    let renditions = try recipe.renditions(input, limits: common.limits)
    return (try recipe.source(renditions), renditions)
  }

  private func writtenFormat(_ picture: PictureSource, holdsGainMap: Bool = false) throws(PictureError) -> TargetFormat
  {
    if let outputFormat { return try TargetFormat(named: outputFormat) }
    if let format = try? TargetFormat(named: picture.info.format), format.holdsGainMap || !holdsGainMap {
      return format
    }
    return try TargetFormat(named: holdsGainMap ? "jpeg" : "png")
  }

  private func text(of recipe: RecipeRenditions) throws(PictureError) -> String {
    let members = recipe.members
    switch format {
    case .text:
      if members.count == 1 { return recipe.image.debugDescription }
      return members.map { "\($0.key):\n\($0.image.debugDescription)" }.joined(separator: "\n")
    case .dot: return CIImage.recipeDot(members.map { ($0.key, $0.image) })
    case .json:
      do throws(RecipeError) {
        return String(try RecipeWriter(recipe, folder: nil).text.dropLast())
      } catch {
        throw PictureError(error, file: file)
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
    let (source, renderer) = (try source(), PictureRenderer(common.resources))
    let picture = source.picture
    let hasBoth = source.renditions?.alternate != nil && isUntouched
    guard isAsWritten || hasBoth else {
      let plan = try renderer.plan(try light(picture), encoding: .extendedLinearITUR2020, file: file)
      let work = renderer.context.dryRun(plan)
      return PlanReport(plan: plan, cost: PlanReport.Cost(work, rendering: work.peakBytes))
    }
    let (plan, memory) = try conversion().job(
      picture, as: try writtenFormat(picture, holdsGainMap: hasBoth)
    ).renderPlan()
    let cost = memory.map { memory in
      PlanReport.Cost(renderer.context.dryRun(plan), rendering: memory.rendering, writing: memory.encoding)
    }
    return PlanReport(plan: plan, cost: cost)
  }
}
