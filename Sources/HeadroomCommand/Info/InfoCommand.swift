internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures
internal import Synchronization

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "What is in a file: size, colour, HDR, gain map, metadata, structure, conformance.",
    discussion: """
      headroom info photo.heic
      headroom info --json *.jpg            one JSON object per line
      headroom info -v photo.avif           its boxes, markers or chunks with offsets
      headroom info --validate photo.jpg    what is wrong with it; exit code 1 when that is an error
      headroom info --measure photo.jpg     decodes it too: measured peak, MaxCLL, MaxFALL, gamut
      headroom info --index 2 burst.heic    the third picture of the file
      headroom info --recursive --json photos

      Headrooms are linear ratios to reference white; the gain map's own numbers are log2. With --measure, --validate \
      compares the tagged light level with the measured one. A name that is not UTF-8 has U+FFFD in JSON's "file", and all \
      of its bytes, as in a URL, in "filePercentEncoded", which is null for other names. "frames" counts those of \
      animations and sequences too, of which only WebP's and JPEG XL's are read; of GIF, PNG, AVIF and HEIC the first is.
      """)

  @Argument(help: "Files; '-' is standard input.", completion: .file())
  var files: [String] = []

  @Flag(help: "One JSON object per file and line.")
  var json = false

  @Flag(help: "Decode the picture and measure it.")
  var measure = false

  @Flag(name: .customLong("validate"), help: "List where the file breaks rules: rule, severity, what, where.")
  var listsFindings = false

  @OptionGroup var inputs: InputOptions
  @OptionGroup var picture: PictureChoice
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if files.isEmpty, inputs.filesFrom == nil { throw ValidationError("there is no input") }
  }

  func run() throws {
    let hasError = Mutex(false)
    let inputs = try SeveralInputs(InputList(files, self.inputs).files.map(\.path), asJSON: json)
    let describe: @Sendable (String) throws -> String = { file in
      let report = try report(on: file)
      if report.hasError { hasError.withLock { $0 = true } }
      return json ? report.json.description : InfoText(report).text
    }
    // Measuring decodes and renders with all threads; headers alone leave them free for other files.
    if measure {
      try inputs.each { try StandardStreams.print(describe($0)) }
    } else {
      try inputs.eachAtOnce(workers: common.threads, describe)
    }
    if hasError.withLock({ $0 }) { throw SomeInputsFailed(status: .someFailed) }
  }

  private func report(on file: String) throws -> InfoReport {
    let input: PictureSource
    do throws(PictureError) {
      input = try PictureSource(path: file, common.resources, at: picture.place, isMapped: !measure).measured
    } catch {
      throw FilmAnswer.error(forPicture: file) ?? error
    }
    var report = InfoReport(file: file, index: picture.place.index, info: input.describedInfo)
    report.raw = RAWReport(input)
    if measure { report.measured = try measurement(of: input) }
    if listsFindings {
      report.findings = try input.findings(measured: report.measured?.lightLevel)
    }
    if common.verbose { report.structure = input.file?.reader.structure() }
    try input.file?.reader.bytes.checkIntact()
    return report
  }

  private func measurement(of input: PictureSource) throws -> PictureMeasurement {
    try PictureRenderer(common.resources).measured(input.image(headroom: .infinity), file: input.name)
  }
}
