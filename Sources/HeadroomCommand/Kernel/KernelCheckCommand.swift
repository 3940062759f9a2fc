internal import ArgumentParser
internal import Headroom
internal import HeadroomImage
internal import HeadroomKernelLanguage
internal import HeadroomPictures

struct KernelCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "What is wrong with kernel text, and which kernels it has.",
    discussion: """
      headroom kernel check zebra.ci.metal
      headroom kernel check --print-ir curve.cikernel       the typed form that executors take
      headroom kernel check -I shared -D SAMPLES=9 blur.metal
      headroom kernel check --json *.metal                  one JSON object per line

      Errors and warnings go to standard error with file, line and column, the line itself and a mark below the place; \
      with --json they are part of the object. A text with errors counts as an input that cannot be read. Warned of is \
      what loses HDR, alpha that leaves 0 to 1, and loops that may not end.
      """)

  @Argument(
    help: "Kernel text: Metal with Core Image's header, or the Core Image Kernel Language; '-' is standard input.",
    completion: .file(extensions: ["metal", "cikernel"]))
  var files: [String]

  @Flag(name: .customLong("print-ir"), help: "Print the typed form of each kernel.")
  var printsIR = false

  @Flag(help: "One JSON object per file and line.")
  var json = false

  @OptionGroup var text: KernelTextOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    var failures = 0
    for file in files {
      do throws(PictureError) {
        if try !check(file) { failures += 1 }
      } catch {
        guard error.status == .input, files.count > 1 else { throw error }
        _ = ErrorReport.write(error, asJSON: json)
        failures += 1
      }
    }
    if failures > 0 { throw SomeInputsFailed(status: files.count > 1 ? .someFailed : .input) }
  }

  /// Checks the text and prints the result; false if it has errors.
  private func check(_ file: String) throws(PictureError) -> Bool {
    let report = KernelReport(try KernelFile(path: file, options: text), printsIR: printsIR)
    let warnings = common.quiet ? [] : report.warnings
    if json {
      try StandardStreams.print(report.json.description)
    } else {
      if report.isRight { try StandardStreams.print(report.text) }
      StandardStreams.note(lines: report.printed(report.errors + warnings))
    }
    if let failure = report.failure { _ = ErrorReport.write(failure, asJSON: json) }
    return report.isRight
  }
}
