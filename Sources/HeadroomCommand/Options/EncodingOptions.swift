internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

/// Options for the written rendition and its coding.
struct EncodingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("What to write; 'keep' is the richest the format can hold.", valueName: "keep|hdr|sdr|adaptive"))
  var rendition: Target.Rendition = .keep

  @Option(help: ArgumentHelp("Colour space of the result.", valueName: "name"))
  var colorSpace: ColorSpaceChoice?

  @Option(help: ArgumentHelp("Bits of a component.", valueName: "8|10|12|16|half|float"))
  var depth: SampleDepth?

  @Option(
    help: ArgumentHelp(
      """
      Most headroom the result may have (2.5, 1.3stops), of each component in its own colour space; brighter content \
      is tone mapped.
      """),
    transform: HeadroomValue.init(parsing:))
  var headroom: HeadroomValue?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      Quality of lossy formats. Without it a JPEG that keeps its size keeps its quality; else 85 for jpeg, 90 for \
      jxl, 80 for webp, 75 for avif and 60 for heic, less for poorer JPEG inputs.
      """, valueName: "0..100"),
    transform: SettingText.quality)
  var quality: Double?

  @Option(
    help: ArgumentHelp(
      """
      Most bytes of each result (200k, 1.5M): the best quality that fits is used, up to --quality. PQ and HLG in avif \
      and heic go without the ICC profile beside their code points.
      """, valueName: "bytes"),
    transform: SettingText.byteLimit)
  var targetSize: Int?

  @Flag(help: "Store without loss.")
  var lossless = false

  @Option(
    help: ArgumentHelp("0 takes its time for a small file, 10 is fast.", valueName: "0..10"),
    transform: SettingText.speed)
  var speed: Int?

  @Option(help: ArgumentHelp("Chroma resolution of lossy formats.", valueName: "444|422|420"))
  var chroma: EncodeOptions.Chroma?

  @Option(
    help: ArgumentHelp(
      "Gain map with one or three channels, or none; 'auto' takes three where one would lose colours.",
      valueName: "auto|luma|rgb|none"))
  var gainMap: Target.GainMap = .auto

  @Option(
    help: ArgumentHelp(
      "The gain map is this many times smaller than the picture; 'auto' takes what gives the light back.",
      valueName: "auto|1|2|4"))
  var gainMapScale: Target.GainMapScale = .auto

  @Option(
    help: ArgumentHelp(
      "Curve that fits HDR into less headroom: bt2390 for SDR files unless given (white stays bright), else rwtmo, as in previews.",
      valueName: "rwtmo|bt2390|bt2446a|reinhard|clip"))
  var toneMap: ToneMapOperator?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Stops to brighten the light by, before all filters; auto brings its geometric mean to 0.18 of white, and is what floating-point pictures get that are far from display light.",
      valueName: "auto|EV"),
    completion: .list(["auto"]), transform: Edit.Exposure.init(parsing:))
  var exposure: Edit.Exposure?

  @Option(
    help: ArgumentHelp(
      """
      Lay transparent pictures, and the corners of free turns, on this colour; formats without transparency have black \
      without it.
      """, valueName: "white|black|gray|#rrggbb|[r,g,b]@SPACE"),
    completion: .list(BackgroundColor.names), transform: BackgroundColor.init(parsing:))
  var background: BackgroundColor?

  @Flag(help: "Measure the result and tag MaxCLL and MaxFALL (PQ is always measured when pixels change).")
  var measure = false

  @Option(
    help: ArgumentHelp(
      """
      Leave out metadata; repeatable. 'gps': where it was taken and what place it shows (GPS, city, state, country, \
      location, a drone's flight), in EXIF, XMP and IPTC. 'personal': all that is not known to be neither a name nor a \
      single camera's: creator, keywords, people, suppliers, serial numbers, ids, history, maker notes, namespaces that \
      nobody knows. What stays is how it was taken, dates, captions and other free text, copyright and terms of use. \
      'all': all metadata.
      """, valueName: "gps|personal|all,..."),
    completion: MetadataStripping.completion, transform: MetadataStripping.init(parsing:))
  var strip: [MetadataStripping] = []

  @Flag(help: "The same as --strip all: no metadata (the orientation stays right).")
  var stripMetadata = false

  @Flag(help: "Write the metadata of the input (the default but for 'thumbnail').")
  var keepMetadata = false

  func validate() throws {
    if stripsAll, keepMetadata {
      throw ValidationError("--strip all (--strip-metadata) and --keep-metadata exclude each other")
    }
    if rendition == .adaptive, gainMap == Target.GainMap.none {
      throw ValidationError("--rendition adaptive is a picture with a gain map; --gain-map none contradicts it")
    }
    if gainMap == Target.GainMap.none, gainMapScale != .auto {
      throw ValidationError("--gain-map-scale has no meaning with --gain-map none")
    }
  }

  /// The target of the options in a format.
  ///
  /// - Parameter isStrict: whether losses of HDR are errors.
  func target(_ format: TargetFormat, isStrict: Bool) -> Target {
    var result = Target(format: format)
    (result.rendition, result.colorSpace, result.headroom) = (rendition, colorSpace, headroom)
    (result.depth, result.chroma, result.toneMap) = (depth, chroma, toneMap)
    (result.quality, result.byteLimit, result.isLossless, result.speed) = (quality, targetSize, lossless, speed)
    (result.gainMap, result.gainMapScale) = (gainMap, gainMapScale)
    (result.measures, result.strippedParts, result.isStrict) = (measure, strippedParts, isStrict)
    return result
  }
}
