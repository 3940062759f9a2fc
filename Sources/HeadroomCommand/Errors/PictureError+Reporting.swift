internal import Headroom
internal import HeadroomPictures

extension PictureError {
  /// The exit status for the shell.
  var status: ExitStatus {
    switch kind {
    case .usage: .usage
    case .input: .input
    case .output: .output
    case .hdrLost: .hdrLost
    case .interrupted: .interrupted
    case .internalError: .internalError
    }
  }

  /// The reason, with settings named as options.
  private var message: String { SettingWords.options.text(text) }

  /// One line: `headroom: photo.jpg: APP2: text (offset 0x1f4)`.
  var line: String {
    let place = offset.map { " (offset 0x\(String($0, radix: 16)))" } ?? ""
    let report = kind == .internalError ? "; this is a bug, please report it with the command line" : ""
    // The argument parser's messages may have several lines; other line breaks come from names and are shown as such.
    let text = kind == .usage ? message.replacing("\n", with: " ") : message
    let words = ["headroom", file, part, text].compactMap { $0 }.joined(separator: ": ") + place + report
    return PrintableText.line(words)
  }

  /// The same as an object.
  var json: JSONValue {
    [
      "schema": 1,
      "error": [
        "file": .string(orNull: file), "filePercentEncoded": file.map { .percentEncoded($0) } ?? .null,
        "part": .string(orNull: part), "message": .string(message),
        "offset": .integer(orNull: offset), "exitCode": .integer(Int(status.rawValue)),
      ],
    ]
  }
}
