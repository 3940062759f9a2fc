internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert pictures: format, rendition, colour space, size, filters.",
    usage: """
      headroom convert <input> <output> [<options>]
      headroom convert <input>... --output-directory <dir> --format <format> [<options>]
      headroom convert <folder>... --recursive --output-directory <dir> --format <format> [<options>]
      headroom convert --files-from <file> --output-directory <dir> --name <template> [<options>]
      """,
    discussion: """
      headroom convert photo.heic photo.png                     all of its HDR as 16-bit PQ
      headroom convert photo.heic photo.avif                    gain map to gain map
      headroom convert photo.jpg hdr.heic --rendition hdr       10-bit PQ
      headroom convert render.exr photo.jpg                     SDR with a gain map, for phones and browsers
      headroom convert photo.jpg light.exr                      linear light
      headroom convert photo.jpg both.avif --rendition adaptive --color-space itur_2100_PQ    HDR base, SDR by its map
      headroom convert photo.jpg sdr.jpg --rendition sdr        the SDR picture alone
      headroom convert photo.jpg small.jpg --resize 1600x1600   smaller, HDR kept
      headroom convert photo.jpg out.png --filter 'CIExposureAdjust inputEV=1.5' --filter 'CIVibrance amount=0.4'
      headroom convert photo.jpg out.png --filter 'CIBlendWithMask maskImage=mask.png backgroundImage=other.jpg'
      headroom convert logo.png flat.jpg --background white --width 300
      headroom convert *.jpg --output-directory web --format jpeg --resize 50% --jobs 2
      headroom convert photos --recursive --output-directory web --name '{stem}-{width}.avif' --resize 1600x1600
      find . -name '*.heic' -print0 | headroom convert --files-from - --null --output-directory out --format jpeg
      headroom convert photo.jpg square.jpg --crop 1080x1080 --gravity center
      headroom convert photo.jpg signed.jpg --overlay logo.png --at southeast --overlay-opacity 0.5
      headroom convert IMG.dng photo.heic                       RAW, developed: SDR with the gain map to its HDR
      headroom convert IMG.dng photo.jpg --edr 2 --exposure 0.5 --temperature 5200
      headroom convert -- -odd-name.jpg out.png                 names that begin with a dash

      'keep' writes the form of the target that is nearest to the input's own and holds its HDR: a gain map stays a gain \
      map, PQ stays PQ, floating point stays floating point where the format has them. When HDR would be lost \
      there is a warning; with --strict it is an error. A new gain map is read again and compared with the light it is to \
      give; PQ and HLG of jxl, avif and heic are so too, though without --strict only a peak that is off is said, and of at most \
      67 megapixels, and \
      floating point in jxl is not. \
      In the input's own format, with nothing but --strip, quarter turns, --flip or --rendition sdr of an SDR base, the coded \
      pictures stay byte for byte as they are, gain map and all; --verbose says so, and a warning where a lossy format \
      cannot. A --quality, or another option about pixels, codes them again.

      The picture is cropped, rotated, flipped, resized, and then \
      filtered in the order of the --filter options, and gets its overlay. A filter keeps the picture's frame: edges are \
      repeated, and what lies outside is cut, unless --grow is given. 'headroom graph' prints the recipe.

      Filters see all of the picture's light, gain map applied; SDR is made after them. A file's own SDR picture is kept \
      when no filter changes light; else SDR is made by the curve that its author used, or by BT.2390, which keeps white \
      bright. Previews use the reference-white operator (rwtmo), as browsers do; --tone-map chooses.

      Floating-point pictures say nothing of their brightness. Their headroom is the level that 0.1 % of the pixels and \
      1 % of the light exceed at most, never above 10000 cd/m²: one hot pixel does not darken a picture. Where their \
      light is far from display light, as in renders in cd/m², it is exposed automatically (--exposure).
      """)

  @Argument(
    help: "Inputs, and the output without --output-directory; '-' is standard input or output.", completion: .file())
  var files: [String] = []

  @OptionGroup(title: "Several inputs") var inputs: InputOptions
  @OptionGroup(title: "Several inputs") var naming: NamingOptions

  @OptionGroup var destination: OutputChoice
  @OptionGroup var result: FormatChoice

  @Option(
    help: ArgumentHelp(
      "What to do, as a JSON object in a file: \"schema\": 1, and options below by their names in camel case, "
        + "{\"schema\": 1, \"resize\": \"50%\", \"quality\": 85, \"filters\": [\"CIVibrance amount=0.4\"]}.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var request: String?

  @OptionGroup var filters: FilterOptions
  @OptionGroup var picture: PictureChoice
  @OptionGroup(title: "Result") var encoding: EncodingOptions
  @OptionGroup(title: "RAW files") var development: DevelopmentOptions
  @OptionGroup(title: "Geometry") var geometry: GeometryOptions
  @OptionGroup(title: "Overlay") var overlay: OverlayOptions
  @OptionGroup(title: "Files") var writing: WritingOptions
  @OptionGroup(title: "Limits and reports") var common: CommonOptions

  func validate() throws {
    if request != nil, let other = SettingArguments.first(in: CommandLine.arguments) {
      throw ValidationError("--request says what to do; \(other) beside it has no place")
    }
    if geometry.gravity != nil, geometry.crop == nil, overlay.overlay.isEmpty {
      throw ValidationError("--gravity places a --crop or an --overlay")
    }
    guard naming.outputDirectory != nil else {
      guard files.count == (destination.output == nil ? 2 : 1), inputs.isEmpty else {
        throw ValidationError("one input and one output, or several inputs with --output-directory")
      }
      if naming.name != nil { throw ValidationError("--name names files in an --output-directory") }
      return
    }
    if destination.output != nil { throw ValidationError("--output and --output-directory exclude each other") }
    if files.isEmpty, inputs.filesFrom == nil { throw ValidationError("there is no input") }
    if result.format == nil, request == nil, naming.name?.fixedExtension == nil {
      throw ValidationError("--output-directory needs --format, or --name with an extension")
    }
  }

  func run() throws {
    let request = try wantedRequest()
    let conversion =
      if let request { try Conversion(request, writing: writing, common: common) } else { try self.conversion() }
    let (tasks, others) = try tasks(conversion, as: request?.target.format.name ?? result.format)
    try ConversionQueue(tasks, others: others, conversion).run()
  }

  /// The conversion of the options.
  private func conversion() throws(PictureError) -> Conversion {
    var conversion = Conversion(encoding, writing: writing, common: common)
    let overlay = try overlay.overlay(gravity: geometry.gravity, common.resources)
    conversion.edit.filters = try filters.chain(overlay: overlay, limits: common.limits)
    (conversion.edit.geometry, conversion.place) = (geometry.geometry, picture.place)
    conversion.development = development.development
    return conversion
  }

  /// The conversion of ``request``; its default format is that of the outputs' names.
  private func wantedRequest() throws -> ConversionRequest? {
    guard let request else { return nil }
    let named = naming.outputDirectory == nil ? destination.output ?? files.last : nil
    let format =
      if let named { try? TargetFormat(path: named, format: nil) } else {
        try naming.name?.fixedExtension.map { name throws(PictureError) in try TargetFormat(named: name) }
      }
    return try ConversionRequest(path: request, format: format)
  }

  /// The tasks, and files of folders that are left out.
  private func tasks(
    _ conversion: Conversion, as format: String?
  ) throws(PictureError) -> (tasks: [ConversionTask], others: [String]) {
    guard let directory = naming.outputDirectory else {
      let task = try ConversionTaskList.task(
        from: files[0], to: destination.output ?? files[1], format: format, policy: writing.existingFiles)
      return ([task], [])
    }
    let wanted = try TargetFormat(named: format ?? naming.name?.fixedExtension ?? "")
    let list = ConversionTaskList(
      policy: writing.existingFiles, directory: directory, template: naming.name ?? .inputsName,
      format: { _ in wanted }, size: conversion.resultSize)
    let inputs = try InputList(files, inputs, outputDirectory: directory)
    return (try list.tasks(for: inputs.files), inputs.others)
  }
}
