internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

struct ThumbnailCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbnail",
    abstract: "Small pictures, HDR kept.",
    usage: """
      headroom thumbnail <input>... --size <pixels> [--output-directory <dir>] [--format <format>] [<options>]
      headroom thumbnail <input> <output> --size <pixels> [<options>]
      """,
    discussion: """
      headroom thumbnail photo.jpg small.jpg --size 512
      headroom thumbnail *.heic --size 512 --output-directory thumbs --format avif
      headroom thumbnail photo.jpg --size 256                    writes photo-256.jpg beside it
      headroom thumbnail photos --recursive --size 256 --output-directory thumbs
      headroom thumbnail *.jpg --size 320 --output-directory web --name '{stem}-{width}x{height}.{ext}'

      The longer side gets --size pixels; smaller pictures stay as they are. A gain map is resized along. Places, names and serial \
      numbers are left out of the metadata (--keep-metadata keeps them). Files are worked on in parallel and decoded at a \
      fraction of their size where the container can. Of a RAW file the camera's own preview is taken, which is SDR, where it is \
      large enough; --rendition adaptive or hdr develops the file instead.
      """)

  @Argument(
    help: "Inputs; the second of two is the output when it does not exist yet or --overwrite is given.",
    completion: .file())
  var files: [String] = []

  @Option(
    help: ArgumentHelp("Pixels of the longer side.", valueName: "pixels"),
    transform: { text in
      guard let value = Int(text), (1...65_535).contains(value) else {
        throw ValidationError("a size is from 1 to 65535 pixels")
      }
      return value
    })
  var size: Int

  @OptionGroup var destination: OutputChoice
  @OptionGroup(title: "Several inputs") var inputs: InputOptions
  @OptionGroup(title: "Several inputs") var naming: NamingOptions

  @Option(
    help: ArgumentHelp("Format of the outputs; the inputs' own without this.", valueName: "name"),
    completion: TargetFormat.completion)
  var format: String?

  @OptionGroup var picture: PictureChoice
  @OptionGroup(title: "Result") var encoding: EncodingOptions
  @OptionGroup(title: "Files") var writing: WritingOptions
  @OptionGroup(title: "Limits and reports") var common: CommonOptions

  func validate() throws {
    if destination.output != nil,
      files.count != 1 || !inputs.isEmpty || naming.outputDirectory != nil || naming.name != nil
    {
      throw ValidationError("--output is that of one input")
    }
    if files.isEmpty, inputs.filesFrom == nil { throw ValidationError("there is no input") }
    if inputs.recursive, naming.outputDirectory == nil {
      throw ValidationError("--recursive needs --output-directory: a second run would take results for inputs")
    }
  }

  func run() throws {
    var writing = writing
    // Small pictures leave little parallel work within one file.
    writing.jobs = writing.jobs ?? ThreadPool.shared.workerCount
    var conversion = Conversion(encoding.forSharing, writing: writing, common: common)
    conversion.edit.geometry.resize = .inside(width: size, height: size)
    conversion.development.isDraft = true
    // One picture represents the whole file.
    conversion.place = picture.place
    conversion.place.isChosen = true
    conversion.previewSide = takesPreviews ? size : nil
    let (tasks, others) = try tasks(conversion)
    try ConversionQueue(tasks, others: others, conversion).run()
  }

  /// Whether the preview that a camera stored in a RAW file suffices: an SDR picture, developed by the camera.
  private var takesPreviews: Bool {
    encoding.exposure == nil && (encoding.rendition == .keep || encoding.rendition == .sdr)
  }

  /// The tasks, and files of folders that are left out.
  private func tasks(
    _ conversion: Conversion
  ) throws(PictureError) -> (tasks: [ConversionTask], others: [String]) {
    let directory = naming.outputDirectory
    if let output = destination.output ?? secondFile {
      let task = try ConversionTaskList.task(
        from: files[0], to: output, format: format, policy: writing.existingFiles)
      return ([task], [])
    }
    let wanted: TargetFormat? =
      if let name = format ?? naming.name?.fixedExtension { try TargetFormat(named: name) } else { nil }
    let list = ConversionTaskList(
      policy: writing.existingFiles, directory: directory,
      template: naming.name ?? (directory == nil ? .inputsName(followedBy: "-\(size)") : .inputsName),
      format: { input throws(PictureError) in
        if let wanted { return wanted }
        return try Self.ownFormat(of: input)
      }, size: conversion.resultSize)
    let inputs = try InputList(files, inputs, outputDirectory: directory)
    return (try list.tasks(for: inputs.files), inputs.others)
  }

  /// The second of two files, if it is the output.
  private var secondFile: String? {
    guard naming.outputDirectory == nil, naming.name == nil, inputs.isEmpty, files.count == 2, isOutput(files[1]) else {
      return nil
    }
    return files[1]
  }

  private func isOutput(_ path: String) -> Bool {
    path == "-" || writing.overwrite || !OutputFile.exists(path)
  }

  /// The input's format if it can be written, otherwise JPEG. An unreadable file is reported in its turn.
  private static func ownFormat(of input: String) throws(PictureError) -> TargetFormat {
    let bytes = try? FileBytes(path: input, mapsFrom: 1 << 16)
    let own = bytes.flatMap { try? ImageFormats.recognize($0) }
    if let own, let format = try? TargetFormat(named: own.name) { return format }
    return try TargetFormat(named: "jpeg")
  }
}
