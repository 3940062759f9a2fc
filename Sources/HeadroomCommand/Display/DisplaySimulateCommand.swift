internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

struct DisplaySimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "What a display of some headroom emits for a picture, in linear light.",
    discussion: """
      headroom display simulate photo.heic --headroom 4 --layer core --format npy > light.npy
      headroom display simulate photo.heic --headroom 2 --layer metal --output cut.png
      headroom display simulate photo.jpg --headroom 8 --layer core --range constrainedHigh

      The picture is decoded with all its headroom and given to a layer: 'metal' cuts light where the headroom ends, \
      'core' tone maps it: gain maps are weighted for the headroom, other light goes through the reference-white operator \
      of SMPTE ST 2094-50. SDR pictures are shown as they are. 1.0 is the display's SDR white. Numbers are written as 'pixels' writes them; transparent parts are shown over black.
      """)

  @Argument(help: "The file; '-' is standard input.", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp("What the display gives now: a ratio, stops ('1.3stops'), or inf."),
    transform: HeadroomValue.init(parsing:))
  var headroom: HeadroomValue

  @Option(help: ArgumentHelp("The layer that shows the picture.", valueName: "metal|core"))
  var layer: LayerSimulation.Kind

  @Option(
    help: ArgumentHelp(
      "How much of the headroom the picture gets; all unless given.", valueName: "standard|constrainedHigh|high"))
  var range: LayerSimulation.Range = .high

  @Option(
    help: ArgumentHelp("The most that the display ever gives; at least --headroom, which it is unless given."),
    transform: HeadroomValue.init(parsing:))
  var potential: HeadroomValue?

  @Option(
    help: ArgumentHelp(
      "Colour space of the numbers, whose primaries are the display's; extendedLinearSRGB without it.",
      valueName: "name"))
  var colorSpace: ColorSpaceChoice?

  @Option(help: ArgumentHelp("Form of the numbers.", valueName: "csv|npy"))
  var format: PixelsCommand.Format = .csv

  @Option(name: .shortAndLong, help: "A picture to write instead of numbers.", completion: .file())
  var output: String?

  @OptionGroup var picture: IndexChoice
  @OptionGroup(title: "Files") var writing: WritingOptions
  @OptionGroup(title: "Limits and reports") var common: CommonOptions

  func validate() throws {
    if let potential, potential.ratio < headroom.ratio {
      throw ValidationError("--potential is at least --headroom: a display never gives more than it could")
    }
  }

  func run() throws {
    let input = try PictureSource(path: file, common.resources, at: picture.place)
    let encoding = colorSpace?.encoding ?? .extendedLinearSRGB
    let light = try DisplayedPicture(input, simulation, primaries: encoding.primaries, common: common).light
    if let output { return try write(light, to: output) }
    let writer = PixelWriter(format: format)
    var isBegun = false
    try PictureRenderer(common.resources).forEachBand(
      of: light, encoding: encoding, alpha: .straight, file: file
    ) { size, band in
      if !isBegun { try writer.writeHead(width: size.width, height: size.height) }
      isBegun = true
      try writer.write(band)
    }
  }

  private var simulation: LayerSimulation {
    LayerSimulation(kind: layer, range: range, screenHeadroom: headroom.ratio)
  }

  /// Writes light as 'convert' writes pictures, in the richest form that the target holds.
  private func write(_ light: CIImage, to path: String) throws {
    var task = try ConversionTaskList.task(from: file, to: path, format: nil, policy: writing.existingFiles)
    task.source = try PictureSource(light, name: file)
    var encoding = try EncodingOptions.parse([])
    encoding.colorSpace = colorSpace
    try ConversionQueue([task], Conversion(encoding, writing: writing, common: common)).run()
  }
}

extension LayerSimulation.Kind: ExpressibleByArgument {}
extension LayerSimulation.Range: ExpressibleByArgument {}
