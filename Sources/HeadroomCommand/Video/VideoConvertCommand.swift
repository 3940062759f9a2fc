internal import ArgumentParser
internal import Foundation
internal import Headroom
internal import HeadroomPictures
internal import HeadroomVideo

/// `headroom video convert`: one film becomes another.
struct VideoConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a film in another codec, colour, size or length.",
    usage: "headroom video convert <input> <output> [<options>]",
    discussion: """
      headroom video convert clip.mov film.mp4
      headroom video convert clip.mov film.mp4 --transfer pq
      headroom video convert clip.mov part.mp4 --range 1..2.5 --size 1280x720
      headroom video convert clip.mov warm.mp4 --filter 'CIExposureAdjust ev=-0.5'

      Frames that nothing is done to go to the encoder code for code. Pictures stay unturned, and the film says how players \
      turn them. All tracks come along: further pictures, sound in all languages, subtitles, time code, chapters, and what \
      the film says of itself, its place and date too. A warning names what the new file cannot hold.
      """)

  @Argument(help: "The film.", completion: .file())
  var input: String

  @Argument(help: "The film to write; its ending chooses the kind of file.", completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp("Pixels of the frames.", valueName: "WxH"),
    transform: { text in
      let sides = text.split(separator: "x").compactMap { Int($0) }
      guard sides.count == 2, sides.allSatisfy({ (1...16_384).contains($0) }) else {
        throw ValidationError("a size is WxH, from 1 to 16384 pixels")
      }
      return CGSize(width: sides[0], height: sides[1])
    })
  var size: CGSize?

  @Option(
    help: ArgumentHelp("The part from A to before B, in seconds or fractions.", valueName: "A..B"),
    transform: FilmTime.range)
  var range: CMTimeRange?

  @Option(
    help: ArgumentHelp("'CIName key=value ...'; repeatable, in order.", valueName: "expression"),
    completion: FilterExpression.completion, transform: FilterExpression.init(argument:))
  var filter: [FilterExpression] = []

  @OptionGroup(title: "Result") var film: FilmOptions
  @OptionGroup(title: "Files") var writing: WritingOptions
  @OptionGroup(title: "Limits and reports") var common: CommonOptions

  func run() throws {
    common.applyThreads()
    let settings = try film.settings(writing: output)
    let film = try reportingFilmErrors(of: input) { try converted(settings) }
    try FilmRun(input: input, writing: writing, common: common).run([film])
  }

  private func converted(_ settings: FilmSettings) throws -> FilmOutput {
    let source = try FilmSource(path: input)
    for words in source.file.facts.warnings { common.warn(words, file: input) }
    var conversion = try ClipConversion(source, range: range, settings)
    let steps = try filter.map { try FilterStep($0) }
    let film = try conversion.output(path: output, isReplacing: writing.overwrite) { clip in
      changed(clip, steps, settings)
    }
    if !conversion.losses.isEmpty {
      common.warn("left out: " + conversion.losses.joined(separator: "; "), file: input)
    }
    return film
  }

  /// What is asked for, done to the pictures of a track.
  private func changed(_ clip: ClipScript, _ steps: [FilterStep], _ settings: FilmSettings) -> any FrameScript {
    var script: any FrameScript = clip.colored(film.color(instead: clip.color))
    if !steps.isEmpty { script = script.filtered(steps) }
    if !settings.container.statesTurns { script = script.upright() }
    guard let size else { return script }
    return script.scaled(width: Int(size.width), height: Int(size.height))
  }
}
