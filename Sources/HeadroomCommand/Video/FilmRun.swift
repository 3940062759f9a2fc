internal import Headroom
internal import HeadroomPictures
internal import HeadroomVideo

/// Writes films from a script, or composes it for nobody, with the command's reports.
struct FilmRun {
  let input: String
  let writing: WritingOptions
  let common: CommonOptions

  /// - Parameter outputs: of one script; the first is the command line's own.
  func run(_ outputs: [FilmOutput]) throws {
    let exporter = try reportingFilmErrors(of: input) { try FilmExporter(outputs) }
    let name = outputs.first?.path ?? input
    let isWritten = name != FilmOptions.nowhere
    if isWritten { for words in exporter.warnings { common.warn(words, file: name) } }
    if isWritten, try outputs.allSatisfy({ try isSkipped($0) }) { return }
    let reporter = ProgressReporter(total: 1, style: common.progress, isQuiet: common.quiet)
    let file = reporter.begin(name)
    defer { reporter.clear() }
    do {
      try reportingFilmErrors(of: input, output: name) {
        func progress(_ share: Double) { reporter.advance(name, file.number, to: share) }
        if isWritten { try exporter.write(progress) } else { try exporter.compose(progress) }
      }
    } catch let error as PictureError {
      reporter.finish(file, error: error)
      throw error
    }
    reporter.finish(file, error: nil)
  }

  private func isSkipped(_ output: FilmOutput) throws -> Bool {
    try OutputFile(path: output.path, policy: writing.existingFiles).mayBeSkipped()
  }
}
