internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

struct GainMapExtractCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extract",
    abstract: "Write the gain map as a picture of its own, and its parameters beside it.",
    discussion: """
      headroom gainmap extract photo.jpg map.png
      headroom gainmap extract photo.heic map.png --metadata map.json
      headroom gainmap extract photo.avif map.png --metadata map.bin     ISO 21496-1 bytes

      The picture holds the map's codes as they are stored, in the stored orientation; they are no colours. ISO bytes can \
      not say Apple's formula: a map of Apple's is then encoded anew for them.
      """)

  @Argument(help: "The file; '-' is standard input.", completion: .file())
  var input: String

  @Argument(help: "The picture to write; '-' is standard output.", completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp("Write the parameters too: JSON, or ISO 21496-1 bytes for '.bin'.", valueName: "file"),
    completion: .file())
  var metadata: String?

  @OptionGroup var result: FormatChoice

  @Flag(help: "Replace outputs that exist.")
  var overwrite = false

  @OptionGroup var picture: PictureChoice
  @OptionGroup var common: CommonOptions

  func run() throws {
    let policy: ExistingFilePolicy = overwrite ? .overwrite : .refuse
    let target = OutputFile(path: output, policy: policy)
    let sidecar = metadata.map { OutputFile(path: $0, policy: policy) }
    let format = try TargetFormat(path: output, format: result.format)
    _ = try target.mayBeSkipped()
    _ = try sidecar?.mayBeSkipped()
    let source = try PictureSource(path: input, common.resources, at: picture.place)
    _ = try source.gainMap()
    let still = try source.still()
    for warning in still.warnings { common.warn(warning, file: input) }
    guard var map = still.gainMap else { throw PictureError(.input, file: input, "the gain map cannot be decoded") }
    let isBinary = metadata?.hasSuffix(".bin") ?? false
    if isBinary, map.metadata == nil {
      map = try isoMap(map)
      common.warn("Apple's map is encoded anew: ISO 21496-1 cannot say its formula", file: input)
    }
    try target.write(try encode(map, format))
    try sidecar?.write(isBinary ? map.metadata?.serialized() ?? [] : Self.sidecar(map.description))
  }

  private static func sidecar(_ map: GainMapDescription) -> [UInt8] {
    let report: JSONValue = ["schema": 1, "gainMap": GainMapReport.json(map)]
    return Array((report.description + "\n").utf8)
  }

  private func isoMap(_ map: GainMapImage) throws(PictureError) -> GainMapImage {
    do throws(ImageIOError) { return try map.reencodedAsISO() } catch { throw PictureError(error, file: input) }
  }

  /// Codes are kept as well as the format allows: lossless if it has such a mode.
  private func encode(_ map: GainMapImage, _ format: TargetFormat) throws(PictureError) -> [UInt8] {
    var options = EncodeOptions(quality: 100, chroma: .full, isLossless: format.isLossless)
    options.bitDepth = format.depths.contains(.bits16) && map.bitmap.format.component != .uint8 ? 16 : 8
    do throws(ImageIOError) {
      return try format.writer.encode(StillImage(base: map.bitmap, encoding: .sRGB), options: options)
    } catch {
      throw PictureError(error, file: output)
    }
  }
}
