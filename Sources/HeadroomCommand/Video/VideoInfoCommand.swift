internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures
internal import HeadroomVideo

struct VideoInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "What is in a film: tracks, frames, colour, HDR, edits, chapters.",
    discussion: """
      headroom video info clip.mov
      headroom video info --json *.mp4             one JSON object per line
      headroom video info --json --frames a.mp4    when each frame is shown, and whether it stands alone
      headroom video info --json --hash a.mp4      the MD5 of each frame's codes, planes one after the other

      Frames are those that are presented: what edits leave out, and what is decoded for others alone, does not count. \
      "cicpSource" is "assumed" where nothing states the colour. Sizes are those of coded pictures; displayed ones are \
      cut to the clean aperture, with square pixels, before they are turned by "rotation".
      """)

  @Argument(help: "Files; '-' is standard input.", completion: .file())
  var files: [String] = []

  @Flag(help: "One JSON object per file and line.")
  var json = false

  @Flag(help: "List the frames.")
  var frames = false

  @Flag(help: "Decode all frames; list the MD5 of each one's codes.")
  var hash = false

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if files.isEmpty { throw ValidationError("there is no input") }
  }

  func run() throws {
    common.applyThreads()
    try SeveralInputs(files, asJSON: json).each { file in
      let report = try report(on: file)
      try StandardStreams.print(json ? report.json.description : VideoInfoText(report).text)
    }
  }

  private func report(on file: String) throws(PictureError) -> VideoReport {
    do throws(MediaError) {
      var report = VideoReport(file: file, try MediaFile(path: file))
      report.listsFrames = frames || hash
      if hash { try report.measureHashes() }
      return report
    } catch {
      throw PictureError(error, file: file)
    }
  }
}
