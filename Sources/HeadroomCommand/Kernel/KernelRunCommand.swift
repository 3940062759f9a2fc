internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

/// `headroom kernel run`: a picture through one kernel of a text.
struct KernelRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a kernel from text on a picture.",
    usage: "headroom kernel run <file> <input> <output> [--function <name>] [--arg <name=value>]... [<options>]",
    discussion: """
      headroom kernel run zebra.ci.metal photo.jpg marked.jpg --arg limit=1
      headroom kernel run looks.metal photo.heic out.avif --function film --arg white=6
      headroom kernel run swirl.cikernel photo.jpg out.jpg --arg center=[800,600] --arg radius=400 --arg angle=3
      headroom kernel run key.ci.metal photo.jpg out.png --arg key=#00ff00 --arg tolerance=0.1 --arg softness=0.05

      The kernel's first image is the picture, its others are files. Kernels see linear light, 1.0 = reference white, and \
      all of the picture's HDR. 'convert --filter kernel:FILE#NAME' does the same among other filters.
      """)

  @Argument(help: "The text: .ci.metal, .metal or .cikernel.", completion: .file())
  var kernel: String

  @Argument(help: "The picture; '-' is standard input.", completion: .file())
  var input: String

  @Argument(help: "The picture to write; '-' is standard output.", completion: .file())
  var output: String

  @Option(help: ArgumentHelp("The kernel, where the text has several.", valueName: "name"))
  var function: String?

  @Option(
    help: ArgumentHelp(
      "An argument by its name in the text, as in filter expressions; repeatable.", valueName: "name=value"),
    transform: FilterExpression.Setting.init(argument:))
  var arg: [FilterExpression.Setting] = []

  @OptionGroup var result: FormatChoice

  @OptionGroup var picture: PictureChoice
  @OptionGroup(title: "Result") var encoding: EncodingOptions
  @OptionGroup(title: "Geometry") var geometry: GeometryOptions
  @OptionGroup(title: "Files") var writing: WritingOptions
  @OptionGroup(title: "Limits and reports") var common: CommonOptions

  func run() throws {
    let name = KernelFilter.prefix + kernel + (function.map { "#\($0)" } ?? "")
    let chain = try FilterChain([FilterExpression(name: name, settings: arg)], setting: nil, limits: common.limits)
    var conversion = Conversion(encoding, writing: writing, common: common)
    (conversion.edit.geometry, conversion.edit.filters, conversion.place) = (geometry.geometry, chain, picture.place)
    let task = try ConversionTaskList.task(
      from: input, to: output, format: result.format, policy: writing.existingFiles)
    try ConversionQueue([task], conversion).run()
  }
}

extension FilterExpression.Setting {
  /// `NAME=VALUE` as an option's value.
  fileprivate init(argument text: String) throws {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw ValidationError("an argument is NAME=VALUE")
    }
    let key = String(text[..<equals])
    var scanner = ExpressionScanner(String(text[text.index(after: equals)...]))
    let literal = try FilterLiteral(argument: &scanner, key: key)
    guard scanner.isAtEnd else { throw ValidationError("'\(scanner.rest)' follows the value") }
    self.init(key: key, literal: literal)
  }
}
