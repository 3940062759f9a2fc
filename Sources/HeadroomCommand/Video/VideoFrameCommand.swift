internal import ArgumentParser
internal import Foundation
internal import Headroom
internal import HeadroomPictures
internal import HeadroomVideo
internal import Synchronization

/// `headroom video frame`: single frames.
struct VideoFrameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame",
    abstract: "Single frames of a film or a project, exactly, as pictures or as codes.",
    usage: "headroom video frame <input> (--time <time> | --frame <number>)... --output <file> [<options>]",
    discussion: """
      headroom video frame clip.mov --time 2.5 --output still.avif
      headroom video frame clip.mov --frame 0 --frame 99 --output 'still-{n}.png'
      headroom video frame cut.json --time 7/3 --output still.heic
      headroom video frame clip.mov --frame 12 --codes --output codes.yuv

      Frames are numbered as they are shown, from 0 on; the frame of a time is the last that is not behind it. Pictures are turned \
      upright and keep their HDR. --codes writes the planes as decoded, or as a project gives them to its encoder: planar, \
      little-endian, low bits, without padding.
      """)

  /// A frame by its time or its number, and its place in the command line.
  struct Choice {
    enum Kind {
      case time(CMTime)
      case number(Int)
    }

    let kind: Kind
    let place: Int
    private static let places = Atomic(0)

    init(_ kind: Kind) {
      self.kind = kind
      place = Self.places.wrappingAdd(1, ordering: .relaxed).newValue
    }
  }

  @Argument(help: "A film, or a project.", completion: .file())
  var input: String

  @Option(
    help: ArgumentHelp("A frame by its time, in seconds or as a fraction; repeatable.", valueName: "time"),
    transform: { Choice(.time(try FilmTime.time($0))) })
  var time: [Choice] = []

  @Option(
    help: ArgumentHelp("A frame by its number; repeatable.", valueName: "number"),
    transform: { text in
      guard let number = Int(text), number >= 0 else { throw ValidationError("frames are numbered from 0 on") }
      return Choice(.number(number))
    })
  var frame: [Choice] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file; '{n}' in its name is the frame's number. '-' takes codes.", valueName: "file"),
    completion: .file())
  var output: String

  @Flag(help: "Write codes, not a picture.")
  var codes = false

  @OptionGroup var picture: FormatChoice
  @OptionGroup(title: "Result") var encoding: EncodingOptions
  @OptionGroup(title: "Files") var writing: WritingOptions
  @OptionGroup(title: "Limits and reports") var common: CommonOptions

  func validate() throws {
    if time.isEmpty, frame.isEmpty { throw ValidationError("--time or --frame says which frame") }
    if time.count + frame.count > 1, !codes, !output.contains("{n}") {
      throw ValidationError("several pictures need {n} in the name of --output")
    }
  }

  private var choices: [Choice] { (time + frame).sorted { $0.place < $1.place } }

  func run() throws {
    common.applyThreads()
    let frames: any FilmFrames = try chooser()
    let numbers = try choices.map { choice in try number(choice.kind, frames) }
    if codes { return try writeCodes(numbers, frames) }
    var tasks: [ConversionTask] = []
    for number in numbers {
      let image = try reportingFilmErrors(of: input) { try frames.image(number) }
      let path = output.replacing("{n}", with: String(number))
      var task = try ConversionTaskList.task(
        from: input, to: path, format: picture.format, policy: writing.existingFiles)
      task.source = try PictureSource(image, name: input)
      tasks.append(task)
      // Decoded frames are large: each picture is written before the next is decoded.
      try ConversionQueue([task], Conversion(encoding, writing: writing, common: common)).run()
    }
  }

  private func chooser() throws -> any FilmFrames {
    if ProjectInput.isName(input) {
      let project = try ProjectInput(path: input, common)
      return try reportingFilmErrors(of: input) { try ScriptFrames(try project.script(of: input)) }
    }
    return try reportingFilmErrors(of: input) {
      let source = try FilmSource(path: input)
      for words in source.file.facts.warnings { common.warn(words, file: input) }
      return try ClipFrames(source)
    }
  }

  private func number(_ kind: Choice.Kind, _ frames: any FilmFrames) throws -> Int {
    switch kind {
    case .number(let number):
      guard number < frames.count else {
        throw PictureError(.usage, file: input, "there is no frame \(number): the last is \(frames.count - 1)")
      }
      return number
    case .time(let time):
      guard let number = frames.number(at: time) else {
        throw PictureError(.usage, file: input, "no frame is shown at \(time.secondsText) s")
      }
      return number
    }
  }

  private func writeCodes(_ numbers: [Int], _ frames: any FilmFrames) throws {
    let isSeparate = output.contains("{n}")
    let groups = isSeparate ? numbers.map { [$0] } : [numbers]
    for group in groups {
      let path = isSeparate ? output.replacing("{n}", with: String(group[0])) : output
      let target = OutputFile(path: path, policy: writing.existingFiles)
      if try target.mayBeSkipped() { continue }
      _ = try reportingFilmErrors(of: input, output: path) {
        try target.writeByParts { sink in
          for number in group {
            let picture = try frames.codes(number)
            try unsafe FrameCodes.forEachPiece(of: picture) { try unsafe sink.append($0) }
          }
          return true
        }
      }
    }
  }
}
