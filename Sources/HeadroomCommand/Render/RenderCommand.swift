internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render a recipe: a graph of filters that is data.",
    usage: "headroom render <recipe> --output <file> [--input <name=file>]... [--set <node.key=value>]... [<options>]",
    discussion: """
      headroom render recipe.json -o out.avif
      headroom render recipe.json -o out.png --input photo=photo.jpg --input mask=mask.png
      headroom render recipe.json -o out.jpg --set blur.inputRadius=12 --resize 1600x1600
      headroom graph photo.jpg --filter 'CIGaussianBlur radius=4' --format json > recipe.json

      A recipe is JSON:

      {"schema": 1, "inputs": ["photo"], "output": "soft", "nodes": [
        {"id": "bright", "filter": "CIExposureAdjust", "image": "photo", "inputEV": 1},
        {"id": "soft", "filter": "CIGaussianBlur", "image": "bright", "inputRadius": 4}]}

      A node has a filter with its inputs, by key or Swift name; or a file, whose path is relative to the recipe; or an \
      operation ('clampedToExtent', 'transformed', 'toneMapped', ... as CIImage has them). Images are named by node or \
      input, or are {"file": path}; several nodes may read one. Vectors and transforms are lists, colours \
      {"space": "displayP3", "components": [r, g, b, a]}, [r, g, b, a] or "#rrggbb". Errors say where: \
      $.nodes[1].inputRadius.

      Beside "output" it may name a second rendition: "hdrImage", from which and the output a gain map is made, or \
      "hdrGainMapImage", a gain map that is ready. --rendition hdr and sdr then write one of the two.

      The picture's colours, metadata and quality are those of the first file that the recipe leads to. It is written as \
      'convert' writes pictures: in the richest form that the target holds, or as --rendition says.
      """)

  @Argument(help: "The recipe; '-' is standard input.", completion: .file(extensions: ["json"]))
  var recipe: String

  @Option(name: .shortAndLong, help: "The picture to write; standard output without this.", completion: .file())
  var output = "-"

  @Option(
    help: ArgumentHelp("The picture that an input of the recipe is; repeatable.", valueName: "name=file"),
    completion: .file(), transform: RecipeBinding.init(parsing:))
  var input: [RecipeBinding] = []

  @Option(
    help: ArgumentHelp(
      "Another value for an input of a node, as in filter expressions; repeatable.", valueName: "node.key=value"),
    transform: RecipeSetting.init(parsing:))
  var set: [RecipeSetting] = []

  @OptionGroup var result: FormatChoice

  @OptionGroup(title: "Result") var encoding: EncodingOptions
  @OptionGroup(title: "Geometry") var geometry: GeometryOptions
  @OptionGroup(title: "Files") var writing: WritingOptions
  @OptionGroup(title: "Limits and reports") var common: CommonOptions

  func run() throws {
    var file = try RecipeFile(path: recipe, limits: common.limits)
    try file.set(set)
    var task = try ConversionTaskList.task(
      from: recipe, to: output, format: result.format, policy: writing.existingFiles)
    task.source = try file.source(file.renditions(input, limits: common.limits))
    var conversion = Conversion(encoding, writing: writing, common: common)
    conversion.edit.geometry = geometry.geometry
    try ConversionQueue([task], conversion).run()
  }
}
