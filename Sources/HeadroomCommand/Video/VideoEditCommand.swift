internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures
internal import HeadroomVideo

/// `headroom video edit`: a project becomes a film.
struct VideoEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Render a project: clips, dissolves, titles, filters.",
    usage: "headroom video edit <project> <output> [<options>]",
    discussion: """
      headroom video edit cut.json film.mp4
      headroom video edit cut.json film.mov --codec prores
      headroom video edit cut.otio film.mp4 --crf 18 --preset medium
      headroom video edit cut.json film.mp4 --also 'web.webm crf=32' --also 'sdr.mp4 codec=h264 transfer=sdr'
      headroom video edit cut.json part.mp4 --range 10..12.5
      headroom video edit cut.json null:                         composes every frame, and writes nothing

      A project is JSON: tracks of clips with transitions, transforms, opacity, filters; Documentation/Video.md has its words. \
      Paths in it are relative to it. Light is mixed, not codes, with reference white at 203 cd/m².
      """)

  @Argument(help: "The project: .json, or .otio of another program.", completion: .file())
  var project: String

  @Argument(help: "The film to write; its ending chooses the kind of file.", completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp(
      "Another film of the same frames, rendered once: its name, and options of the result without dashes, as "
        + "'small.mp4 codec=h264 transfer=sdr'. Repeatable.", valueName: "file key=value ..."))
  var also: [String] = []

  @Option(
    help: ArgumentHelp("The part from A to before B, in seconds or fractions; of all films.", valueName: "A..B"),
    transform: FilmTime.range)
  var range: CMTimeRange?

  @OptionGroup(title: "Result") var film: FilmOptions
  @OptionGroup(title: "Files") var writing: WritingOptions
  @OptionGroup(title: "Limits and reports") var common: CommonOptions

  func run() throws {
    common.applyThreads()
    let settings = try film.settings(writing: output)
    let more = try also.map { try FurtherFilm($0) }
    let input = try ProjectInput(path: project, common)
    let script = try self.script(of: input)
    let sound = try input.sound(of: project, in: CMTimeRange(start: script.start, end: script.end))
    var outputs = [film.output(script, sound, settings, path: output, writing)]
    for one in more {
      let settings = try one.options.settings(writing: one.path)
      outputs.append(one.options.output(script, sound, settings, path: one.path, writing))
    }
    try FilmRun(input: project, writing: writing, common: common).run(outputs)
  }
  /// The project's frames, or those of the part that is asked for.
  private func script(of input: ProjectInput) throws -> any FrameScript {
    let whole = try input.script(of: project)
    guard let range else { return whole }
    return try reportingFilmErrors(of: project) { try whole.part(range) }
  }
}
