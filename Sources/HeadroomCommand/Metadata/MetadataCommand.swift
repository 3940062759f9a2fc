internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

struct MetadataCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metadata",
    abstract: "List and change what a file says of its picture: EXIF, GPS, IPTC, XMP.",
    usage: """
      headroom metadata <file> [--json]
      headroom metadata <file> --output <file> [--set <tag=value>]... [--remove <tag>]... [--copy-from <file>]
      """,
    discussion: """
      headroom metadata photo.jpg                                    all tags
      headroom metadata photo.jpg -o signed.jpg --set exif:Artist='Jane Doe' --set dc:rights='CC BY 4.0'
      headroom metadata photo.heic -o there.heic --set gps:GPSLatitude=48.8584 --set gps:GPSLongitude=2.2945
      headroom metadata photo.jpg -o web.jpg --remove gps --remove exif:SerialNumber
      headroom metadata edited.jpg -o whole.jpg --copy-from original.jpg
      headroom metadata photo.jpg --set xmp:Rating=5 --overwrite     the file itself

      The coded pictures stay byte for byte as they are, gain map and all; what is taken out is gone from the file. Files \
      of JPEG, HEIC, AVIF, PNG, JPEG XL, WebP and TIFF can be changed.

      Tags have exiftool's names, with the group in front or without: exif, gps, iptc, or a prefix of XMP (dc, xmp, \
      xmpRights, photoshop, Iptc4xmpCore, Iptc4xmpExt, aux, lr). Some two hundred can be set; what says how the picture is \
      stored cannot, nor maker notes. A list is set by setting its tag several times. Latitudes and longitudes are degrees, \
      south and west negative; fractions may be given as such (1/125). --remove takes groups too: exif, gps, iptc, xmp, all. \
      --copy-from takes all metadata of another file but its previews; --set and --remove come after it.

      Names of people and places are often in several tags; 'convert --strip personal,gps' knows where.
      """)

  @Argument(help: "The file; '-' is standard input.", completion: .file())
  var file: String

  @Option(name: .shortAndLong, help: "The changed file; the file itself without this.", completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp("Give a tag a value; repeatable.", valueName: "tag=value"),
    transform: { try edit($0, MetadataEdit.init(setting:)) })
  var set: [MetadataEdit] = []

  @Option(
    help: ArgumentHelp("Take a tag or a group out; repeatable.", valueName: "tag|group"),
    transform: { try edit($0, MetadataEdit.init(removing:)) })
  var remove: [MetadataEdit] = []

  @Option(help: ArgumentHelp("Take the metadata of another file.", valueName: "file"), completion: .file())
  var copyFrom: String?

  @Flag(help: "One JSON object.")
  var json = false

  @Flag(help: "Replace an output that exists, or the file itself.")
  var overwrite = false

  @OptionGroup var common: CommonOptions

  private static func edit(
    _ text: String, _ make: (String) throws(TagError) -> MetadataEdit
  ) throws -> MetadataEdit {
    do throws(TagError) { return try make(text) } catch { throw ValidationError(error.reason) }
  }

  private var changes: Bool { !set.isEmpty || !remove.isEmpty || copyFrom != nil }

  func validate() throws {
    if output != nil, !changes { throw ValidationError("--output needs --set, --remove or --copy-from") }
    if json, changes { throw ValidationError("--json lists tags; it goes with no change") }
    if changes, output == nil, file == "-" { throw ValidationError("standard input cannot be changed; say --output") }
  }

  func run() throws {
    guard changes else {
      let report = MetadataReport(try PictureSource(path: file, common.resources, isMapped: true))
      return try StandardStreams.print(json ? report.json.description : report.text)
    }
    let target = OutputFile(path: output ?? file, policy: overwrite ? .overwrite : .refuse)
    _ = try target.mayBeSkipped()
    let input = try PictureSource(path: file, common.resources)
    try checkFormat(of: target, input.info.format)
    let copied = try copyFrom.map { (path) throws(PictureError) in
      try PictureSource(path: path, common.resources, isMapped: true).info.metadata
    }
    try target.write(try edited(input, copied))
  }

  /// This command does not convert.
  private func checkFormat(of target: OutputFile, _ format: String) throws(PictureError) {
    guard !target.isStandardOutput, let wanted = try? TargetFormat(path: target.path, format: nil),
      wanted.name != format
    else { return }
    throw .usage("\(file) is \(format), and so is what is written; 'headroom convert' makes \(wanted.name) of it")
  }

  private func edited(_ input: PictureSource, _ copied: StillMetadata?) throws(PictureError) -> [UInt8] {
    let (edits, info) = (remove + set, input.info)
    let change: CodedEdit.MetadataChange = { (metadata) throws(ImageIOError) in
      let start = copied.map { $0.copied(to: info, over: metadata) } ?? metadata
      do throws(TagError) {
        return try start.applying(edits)
      } catch {
        throw .unsupported(part: "metadata", text: error.reason)
      }
    }
    do throws(ImageIOError) {
      let result = try input.keepingCodedData(CodedEdit(change: change), limits: common.limits)
      for warning in input.info.warnings + result.warnings { common.warn(warning, file: file) }
      return result.bytes
    } catch {
      throw PictureError(error, file: file)
    }
  }
}

extension StillMetadata {
  /// The metadata for copying to another picture: without previews, with that picture's size, and with the gain map
  /// metadata of `own`.
  fileprivate func copied(to info: StillInfo, over own: StillMetadata) -> StillMetadata {
    var result = ofRenderedPixels
    result.density = own.density
    result.texts = own.texts
    result.exif = result.exif.map { EXIFBlock.settingPixelSize(width: info.width, height: info.height, in: $0) }
    result.xmp = XMPPacket.whole(result, orientation: info.orientation.rawValue, size: (info.width, info.height))
    result.extendedXMP = nil
    if let part = own.xmp.flatMap(XMPPacket.gainMapPart) {
      result.xmp = XMPPacket.replacingGainMapPart(of: result.xmp, by: part)
    }
    return result
  }
}
