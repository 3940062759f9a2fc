internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

struct PixelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pixels",
    abstract: "The decoded values of a picture, in linear light.",
    discussion: """
      headroom pixels photo.jpg --rect 100,50,4,4
      headroom pixels photo.jpg --headroom 1 --format npy > sdr.npy
      headroom pixels photo.png --color-space itur_2100_PQ --format npy | python3 plot.py

      Rows run from top to bottom, the orientation is applied, colour is not multiplied by alpha. 1.0 is reference white \
      (203 cd/m² for PQ and HLG, SDR white for gain maps). csv is a line r,g,b,a for each pixel; npy is float32 of \
      shape (height, width, 4).
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case csv
    case npy
  }

  @Argument(help: "The file; '-' is standard input.", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp("Rectangle in pixels from the top left corner.", valueName: "X,Y,W,H"),
    transform: PixelRect.init(parsing:))
  var rect: PixelRect?

  @Option(help: ArgumentHelp("Colour space of the values; extendedLinearITUR_2020 without it.", valueName: "name"))
  var colorSpace: ColorSpaceChoice?

  @Option(
    help: ArgumentHelp("Headroom of the display to decode for: 1 is the SDR rendition, inf all there is."),
    transform: HeadroomValue.init(parsing:))
  var headroom: HeadroomValue?

  @Option(help: ArgumentHelp("Form of the output.", valueName: "csv|npy"))
  var format: Format = .csv

  @OptionGroup var picture: PictureChoice
  @OptionGroup var common: CommonOptions

  func run() throws {
    let input = try PictureSource(path: file, common.resources, at: picture.place)
    let size = input.uprightSize
    try rect?.checked(width: size.width, height: size.height)
    let renderer = PictureRenderer(common.resources)
    let image = input.image(headroom: headroom?.ratio ?? .infinity)
    let encoding = colorSpace?.encoding ?? .extendedLinearITUR2020
    let writer = PixelWriter(format: format)
    if let rect {
      _ = try input.still(showing: rect)
      let bitmap = try renderer.render(
        image, region: PictureGeometry.rectangle(rect, in: image.extent), format: .rgbaFloat, encoding: encoding,
        alpha: .straight, file: file)
      warnOfDamage(of: input)
      try writer.writeHead(width: bitmap.width, height: bitmap.height)
      return try writer.write(LinearPicture(bitmap: bitmap))
    }
    var isBegun = false
    try renderer.forEachBand(of: image, encoding: encoding, alpha: .straight, file: file) { size, band in
      if !isBegun { try writer.writeHead(width: size.width, height: size.height) }
      isBegun = true
      try writer.write(band)
    }
    warnOfDamage(of: input)
  }

  private func warnOfDamage(of input: PictureSource) {
    for warning in input.unpackingWarnings { common.warn(warning, file: file) }
  }
}
