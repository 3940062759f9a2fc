internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

struct GainMapComputeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compute",
    abstract: "Make a gain map file from an SDR and an HDR version of a picture.",
    discussion: """
      headroom gainmap compute --base sdr.png --alternate hdr.exr photo.jpg
      headroom gainmap compute --base graded.jpg --alternate master.avif photo.heic --channels rgb --scale 1
      headroom gainmap compute --base hdr.avif --alternate sdr.png both.avif

      Both have to show the same at the same size. The base is what displays without knowledge of gain maps show: the SDR \
      picture, or the HDR one where the format can. EXIF and XMP come from it.
      """)

  enum Channels: String, ExpressibleByArgument, CaseIterable {
    case auto
    case luma
    case rgb
  }

  @Option(help: ArgumentHelp("The picture to store, mostly the SDR one.", valueName: "file"), completion: .file())
  var base: String

  @Option(help: ArgumentHelp("The picture the map leads to.", valueName: "file"), completion: .file())
  var alternate: String

  @Argument(help: "The file to write; '-' is standard output.", completion: .file())
  var output: String

  @OptionGroup var result: FormatChoice

  @Option(
    help: ArgumentHelp(
      "One gain for all channels, or one for each, or what the colours need.", valueName: "auto|luma|rgb"))
  var channels: Channels = .auto

  @Option(
    help: ArgumentHelp(
      "The map is this many times smaller than the picture; 'auto' takes what gives the light back.",
      valueName: "auto|1|2|4"))
  var scale: Target.GainMapScale = .auto

  @Option(help: ArgumentHelp("Quality of the base picture.", valueName: "0..100"), transform: quality)
  var quality: Double?

  @Option(help: ArgumentHelp("Quality of the map.", valueName: "0..100"), transform: quality)
  var mapQuality: Double?

  @Flag(help: "Replace an output that exists.")
  var overwrite = false

  @OptionGroup var common: CommonOptions

  private static func quality(_ text: String) throws -> Double {
    guard let value = DecimalNumber.parse(text), (0...100).contains(value) else {
      throw ValidationError("a quality is a number from 0 to 100")
    }
    return value
  }

  func run() throws {
    let target = OutputFile(path: output, policy: overwrite ? .overwrite : .refuse)
    let format = try TargetFormat(path: output, format: result.format)
    guard format.holdsGainMap else { throw PictureError.usage("\(format.name) holds no gain map") }
    _ = try target.mayBeSkipped()
    let first = try PictureSource(path: base, common.resources).withoutGainMap()
    let second = try PictureSource(path: alternate, common.resources)
    guard first.isBaseSDR || format.holdsISOHDR else {
      throw PictureError(.input, file: base, "is HDR; the base of a gain map in \(format.name) has to be SDR")
    }
    guard first.uprightSize == second.uprightSize else {
      let (a, b) = (first.uprightSize, second.uprightSize)
      throw PictureError(
        .input, file: alternate, "is \(b.width)x\(b.height), the base \(a.width)x\(a.height): they have to be equal")
    }
    try write(try request(first, second, format), to: target)
  }

  private func write(_ request: RenditionRequest, to target: OutputFile) throws(PictureError) {
    do {
      try RenditionWriter(request, in: PictureRenderer(common.resources).context).write(to: target) { outcome in
        guard let losses = outcome.fidelity?.losses, !losses.isEmpty else { return }
        common.warn("the gain map changes HDR: \(losses.joined(separator: "; "))", file: alternate)
      }
    } catch {
      throw PictureError(error, file: base)
    }
  }

  private func request(
    _ base: PictureSource, _ other: PictureSource, _ format: TargetFormat
  ) throws(PictureError) -> RenditionRequest {
    let (image, info) = (try base.baseImage(), base.info)
    let hasAlpha = !image.isOpaque && format.holdsAlpha
    // Numbers of other models, gray among them, become RGB.
    let encoding = info.encoding.model == .rgb ? info.encoding : info.encoding.ordinary
    let pixelFormat = PixelFormat.integer(isDeep: info.bitDepth > 8, isGray: false, hasAlpha: hasAlpha)
    var request = RenditionRequest(image, as: format.row, encoding: encoding, pixelFormat: pixelFormat)
    request.writer = format.writer
    request.dropsIdleAlpha = true
    request.iccProfile = encoding == info.encoding ? info.iccProfile : nil
    // A preview stays right where pixels are not turned.
    request.metadata = info.orientation == .up ? info.metadata : info.metadata.ofRenderedPixels
    request.hdr = info.hdr
    request.options = options(for: encoding)
    request.gainMap = .computed(
      from: other.image(headroom: base.isBaseSDR ? LightMeter.largestHeadroom : 1),
      options: GainMapOptions(
        channels: channels == .auto ? nil : channels == .rgb ? .rgb : .luma, scale: scale.factor))
    return request
  }

  private func options(for encoding: ColorEncoding) -> EncodeOptions {
    var result = EncodeOptions()
    if let quality { result.quality = quality }
    if let mapQuality { result.gainMapQuality = mapQuality }
    result.bitDepth = encoding.transfer.isHDR ? 10 : 8
    return result
  }
}
