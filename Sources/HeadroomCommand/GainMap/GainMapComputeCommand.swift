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

  @Option(help: ArgumentHelp("Quality of the base picture.", valueName: "0..100"), transform: SettingText.quality)
  var quality: Double?

  @Option(help: ArgumentHelp("Quality of the map.", valueName: "0..100"), transform: SettingText.quality)
  var mapQuality: Double?

  @Flag(help: "Replace an output that exists.")
  var overwrite = false

  @OptionGroup var common: CommonOptions

  func run() throws {
    let output = OutputFile(path: output, policy: overwrite ? .overwrite : .refuse)
    var target = Target(format: try TargetFormat(path: output.path, format: result.format))
    guard target.format.holdsGainMap else { throw PictureError.usage("\(target.format.name) holds no gain map") }
    _ = try output.mayBeSkipped()
    target.quality = quality
    target.gainMap = channels == .auto ? .auto : channels == .rgb ? .rgb : .luma
    target.gainMapScale = scale
    var computation = try GainMapComputation(
      base: PictureSource(path: base, common.resources).withoutGainMap(),
      alternate: PictureSource(path: alternate, common.resources), target: target)
    computation.mapQuality = mapQuality
    try computation.write(
      to: output, in: PictureRenderer(common.resources), events: common.events(of: alternate))
  }
}
