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
      turn them.
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
    let (script, sound) = try reportingFilmErrors(of: input) { try clip(settings) }
    let film = FilmOutput(script, sound: sound, settings, path: output, isReplacing: writing.overwrite)
    try FilmRun(input: input, writing: writing, common: common).run([film])
  }

  /// Names the tracks that do not come along.
  private func warnOfTracks(of source: FilmSource) {
    let sound = source.file.tracks.first { $0.facts.kind == .audio && $0.facts.isEnabled }
    for track in source.file.tracks
    where [.video, .audio, .subtitle].contains(track.facts.kind) && track.facts.id != source.track.facts.id
      && track.facts.id != sound?.facts.id
    { common.warn("track \(track.facts.id) (\(track.facts.kind.rawValue)) is left out", file: input) }
  }

  private func clip(_ settings: FilmSettings) throws -> (any FrameScript, SoundTimeline?) {
    let source = try FilmSource(path: input)
    for words in source.file.facts.warnings { common.warn(words, file: input) }
    warnOfTracks(of: source)
    let whole = try ClipScript(source, in: range)
    var script: any FrameScript = whole.colored(film.color(instead: whole.color))
    if !filter.isEmpty {
      let steps = try filter.map { try FilterStep($0) }
      script = script.filtered(steps)
    }
    if !settings.container.statesTurns { script = script.upright() }
    if let size { script = script.scaled(width: Int(size.width), height: Int(size.height)) }
    let hasSound = source.file.tracks.contains { $0.facts.kind == .audio }
    let heard = CMTimeRange(start: whole.start, end: whole.end)
    return (script, hasSound ? try SoundTimeline(of: source.file, range: heard) : nil)
  }
}
