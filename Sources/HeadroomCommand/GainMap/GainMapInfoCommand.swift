internal import ArgumentParser
internal import Headroom
internal import HeadroomPictures

struct GainMapInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "All parameters of a gain map.",
    discussion: """
      headroom gainmap info photo.jpg
      headroom gainmap info --json *.heic

      Headrooms and gains are log2 (stops), offsets linear light. A file without a gain map is an error.
      """)

  @Argument(help: "Files; '-' is standard input.", completion: .file())
  var files: [String]

  @Flag(help: "One JSON object per file and line.")
  var json = false

  @OptionGroup var picture: PictureChoice
  @OptionGroup var common: CommonOptions

  func run() throws {
    try SeveralInputs(files, asJSON: json).eachAtOnce(workers: common.threads) { file in
      let input = try PictureSource(path: file, common.resources, at: picture.place, isMapped: true)
      let map = try input.gainMap()
      if json {
        let report: JSONValue = [
          "schema": 1, "file": .string(file), "filePercentEncoded": .percentEncoded(file),
          "gainMap": GainMapReport.json(map),
        ]
        return report.description
      }
      return ([file] + GainMapReport.rows(map).map { InfoText.row($0.0, $0.1) }).joined(separator: "\n")
    }
  }
}
