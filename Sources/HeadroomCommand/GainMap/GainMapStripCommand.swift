internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

struct GainMapStripCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "strip",
    abstract: "Write the base picture alone.",
    discussion: """
      headroom gainmap strip photo.jpg sdr.jpg
      headroom gainmap strip photo.heic sdr.heic

      Where the container allows (JPEG, HEIC, AVIF, PNG, JPEG XL) the picture is not touched: its bytes are copied, and only what \
      belongs to the map goes. Elsewhere, and for another format, it is encoded again, and the command says so.
      """)

  @Argument(help: "The file; '-' is standard input.", completion: .file())
  var input: String

  @Argument(help: "The file to write; '-' is standard output.", completion: .file())
  var output: String

  @OptionGroup var result: FormatChoice

  @Option(help: ArgumentHelp("Quality where it is encoded again.", valueName: "0..100"))
  var quality: String?

  @Flag(help: "Replace an output that exists.")
  var overwrite = false

  @OptionGroup var common: CommonOptions

  func run() throws {
    let target = OutputFile(path: output, policy: overwrite ? .overwrite : .refuse)
    let format = try TargetFormat(path: output, format: result.format)
    _ = try target.mayBeSkipped()
    let source = try PictureSource(path: input, common.resources)
    let map = try source.gainMap()
    if source.info.format == format.name, let bytes = try keptBytes(source) { return try target.write(bytes) }
    if !source.isBaseSDR, !format.holdsISOHDR, !format.holdsFloat {
      throw PictureError(.output, file: output, "the base of \(input) is HDR, which \(format.name) cannot hold alone")
    }
    common.warn("the picture is encoded again", file: input)
    guard map.formula.baseHeadroomStops <= 0 else {
      return try convert(["--rendition", "hdr"], source)
    }
    try convert(["--rendition", "sdr"], source)
  }

  /// The file with its coded base unchanged, if the container allows.
  private func keptBytes(_ source: PictureSource) throws(PictureError) -> [UInt8]? {
    do throws(ImageIOError) {
      let edit = CodedEdit(removesGainMap: true)
      return try source.keepingCodedData(edit, limits: common.limits).bytes
    } catch .unsupported {
      return nil
    } catch {
      throw PictureError(error, file: input)
    }
  }

  private func convert(_ options: [String], _ source: PictureSource) throws {
    var arguments = [input, output, "--gain-map", "none"] + options
    if let quality { arguments += ["--quality", quality] }
    if let format = result.format { arguments += ["--format", format] }
    if overwrite { arguments.append("--overwrite") }
    var command = try ConvertCommand.parse(arguments)
    command.common = common
    // The map's removal was requested.
    command.common.quiet = true
    try command.run()
  }
}
