internal import ArgumentParser
internal import Foundation
internal import Headroom
internal import HeadroomPictures
internal import HeadroomVideo

/// How a film is written.
struct FilmOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "hevc, av1, h264, prores, ffv1, dnxhr or vp9. Without it hevc; av1 in .webm.", valueName: "name"))
  var codec: VideoCodec?

  @Option(
    help: ArgumentHelp(
      "hlg, pq or sdr. Without it as the sources are: HLG if one is, else PQ if one is, else SDR.", valueName: "name"))
  var transfer: VideoDynamicRange?

  @Option(
    help: ArgumentHelp(
      "bt709, bt2020, p3, dcip3, bt601-525 or bt601-625; the usual of the transfer without it.", valueName: "name"))
  var primaries: ProjectColorProperties.Primaries?

  @Option(help: ArgumentHelp("The encoder's number for quality: lower is better and larger.", valueName: "number"))
  var crf: Int?

  @Option(help: ArgumentHelp("The encoder's own word for its speed, or its profile.", valueName: "word"))
  var preset: String?

  @Flag(help: "Lose nothing in the encoder (hevc, ffv1).")
  var lossless = false

  @Option(
    help: ArgumentHelp(
      "copy, aac, opus, pcm or none. Without it copied where it fits, else encoded as is usual for the file.",
      valueName: "name"))
  var audio: SoundChoice?

  @Option(
    help: ArgumentHelp("What is said of the brightest light: propagate or none.", valueName: "policy"))
  var light: FilmSettings.Light?

  func validate() throws {
    if lossless, crf != nil { throw ValidationError("--lossless leaves no quality to choose; --crf does") }
  }

  /// - Parameter path: the film's name, whose ending chooses the kind of file.
  func settings(writing path: String) throws(PictureError) -> FilmSettings {
    // Nothing is written, but something has to be composed for.
    let kind = path == Self.nowhere ? .mp4 : MediaContainer(writing: path)
    guard let kind else {
      throw .usage("\(path): a film's name ends in .mp4, .mov, .mkv, .webm or .mxf")
    }
    var settings = FilmSettings(kind, codec: codec)
    (settings.crf, settings.preset, settings.isLossless) = (crf, preset, lossless)
    settings.light = light ?? .propagate
    settings.sound = audio ?? .automatic
    return settings
  }

  /// The output that composes every frame, and writes nothing.
  static let nowhere = "null:"

  /// A film by these options.
  func output(
    _ script: any FrameScript, _ sound: SoundTimeline?, _ settings: FilmSettings, path: String,
    _ writing: WritingOptions
  ) -> FilmOutput {
    FilmOutput(
      script.colored(color(instead: script.color)), sound: sound, settings, path: path,
      isReplacing: writing.overwrite)
  }

  /// The colour that the options ask for.
  ///
  /// - Parameter automatic: what the film has where they ask for none.
  func color(instead automatic: CICP) -> CICP {
    guard transfer != nil || primaries != nil else { return automatic }
    let range = transfer ?? VideoDynamicRange(transfer: automatic.transfer)
    let kept = transfer == nil ? ProjectColorProperties.Primaries(automatic) : nil
    return ProjectColorProperties(transfer: range, primaries: primaries ?? kept).cicp
  }
}

extension ProjectColorProperties.Primaries {
  fileprivate init?(_ cicp: CICP) {
    guard let known = Self.allCases.first(where: { $0.cicpCode == cicp.primaries }) else { return nil }
    self = known
  }
}

extension VideoCodec: ExpressibleByArgument {}
extension VideoDynamicRange: ExpressibleByArgument {}
extension ProjectColorProperties.Primaries: ExpressibleByArgument {}
extension FilmSettings.Light: ExpressibleByArgument {}
extension SoundChoice: ExpressibleByArgument {}

/// A further film of one rendering: `FILE key=value ...`.
struct FurtherFilm {
  let path: String
  let options: FilmOptions

  /// - Throws: `PictureError` without a file, `ValidationError` where the words are none of the result's options.
  init(_ text: String) throws {
    var words = text.split(separator: " ").map(String.init)
    guard !words.isEmpty else { throw PictureError.usage("--also: there is no file") }
    path = words.removeFirst()
    let arguments = words.map { "--" + $0 }
    do {
      options = try FilmOptions.parse(arguments)
    } catch {
      // As the parser's own: words that a later version understands are looked for, too.
      throw ValidationError("--also: \(FilmOptions.message(for: error))")
    }
  }
}

/// A time, or a range of times, as options take it.
enum FilmTime {
  /// Seconds as a decimal, or a fraction.
  static func time(_ text: String) throws -> CMTime {
    guard let number = try? ExactNumber(parsing: text), !number.isNegative else {
      throw ValidationError("a time is a number of seconds, as 2.5, or a fraction, as 5/2")
    }
    guard let time = CMTime(nearest: number) else { throw ValidationError("the time \(text) is too long") }
    return time
  }

  /// `A..B`, the end excluded; one of them may be left out.
  static func range(_ text: String) throws -> CMTimeRange {
    let parts = text.components(separatedBy: "..")
    guard parts.count == 2 else { throw ValidationError("a range is A..B, in seconds or fractions") }
    let start = parts[0].isEmpty ? CMTime.zero : try time(parts[0])
    let end = parts[1].isEmpty ? CMTime.positiveInfinity : try time(parts[1])
    guard start < end else { throw ValidationError("the range \(text) is empty") }
    return CMTimeRange(start: start, end: end)
  }
}
