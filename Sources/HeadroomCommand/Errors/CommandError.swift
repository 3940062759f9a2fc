internal import Foundation
internal import Headroom

/// A failure as the user sees it: which file, which part of it, what is wrong and where.
struct CommandError: Error {
  var status: ExitStatus
  var file: String?
  var part: String?
  var text: String
  var offset: Int?
  /// Whether the memory limit was in the way: alone, without others at the same time, it may work.
  var isOverMemory = false

  init(_ status: ExitStatus, file: String? = nil, part: String? = nil, _ text: String, offset: Int? = nil) {
    self.status = status
    self.file = file
    self.part = part
    self.text = text
    self.offset = offset
  }

  static func usage(_ text: String) -> CommandError { CommandError(.usage, text) }

  /// Places an error of the libraries in the table of exit codes and puts the file's name in front.
  init(_ error: any Error, file: String?, otherwise status: ExitStatus = .internalError) {
    switch error {
    case let known as CommandError:
      self = known
      self.file = known.file ?? file
    case let known as ImageIOError:
      self.init(known, file: file)
    case let known as RenderError:
      self.init(known, file: file)
    case let known as RecipeError:
      self.init(.input, file: file, part: known.path, known.reason)
    case PixelError.memoryLimit(let needed, let limit):
      self.init(RenderError.memoryLimit(needed: needed, limit: limit), file: file)
    case let known as PixelError:
      self.init(.input, file: file, String(describing: known))
    default:
      self.init(status, file: file, String(describing: error))
    }
  }

  /// One line: `headroom: photo.jpg: APP2: text (offset 0x1f4)`.
  var line: String {
    let place = offset.map { " (offset 0x\(String($0, radix: 16)))" } ?? ""
    let report = status == .internalError ? "; this is a bug, please report it with the command line" : ""
    // The argument parser's messages may have several lines; other line breaks come from names and are shown as such.
    let text = status == .usage ? text.replacing("\n", with: " ") : text
    let words = ["headroom", file, part, text].compactMap { $0 }.joined(separator: ": ") + place + report
    return PrintableText.line(words)
  }

  /// What is wrong, without the file.
  var reason: String { PrintableText.line([part, text].compactMap { $0 }.joined(separator: ": ")) }

  /// The same as an object.
  var json: JSONValue {
    [
      "schema": 1,
      "error": [
        "file": .string(orNull: file), "filePercentEncoded": file.map { .percentEncoded($0) } ?? .null,
        "part": .string(orNull: part), "message": .string(text),
        "offset": .integer(orNull: offset), "exitCode": .integer(Int(status.rawValue)),
      ],
    ]
  }
}

extension CommandError {
  private init(_ error: ImageIOError, file: String?) {
    let status: ExitStatus =
      switch error {
      case .notEncodable, .unwritable: .output
      case .internalError: .internalError
      case .cancelled: .interrupted
      default: .input
      }
    // The output is to blame, whichever input was being worked on.
    let place = if case .unwritable(let path, _) = error { path as String? } else { file }
    let facts = error.facts
    let cure = error.isForgivable ? "; --allow-partial reads what there is" : ""
    self.init(status, file: place, part: facts.part, facts.text + cure, offset: facts.offset)
    if case .overMemory = error { isOverMemory = true }
  }
}

extension CommandError {
  private init(_ error: RenderError, file: String?) {
    if case .decoding(let cause, let source) = error {
      self.init(cause, file: Self.name(of: source, beside: file))
      return
    }
    let status: ExitStatus =
      switch error {
      case .decoding, .source, .tooLarge, .outOfMemory, .memoryLimit, .intermediatesOverLimit, .notImplemented,
        .processor:
        .input
      case .emptyExtent, .infiniteExtent, .unsupportedColorSpace, .unsupportedFormat: .usage
      case .cancelled: .interrupted
      }
    if case .intermediatesOverLimit(let needed, _) = error {
      let wanted = ((needed >> 20) + 1) * MemoryShare.parts
      self.init(
        status, file: file,
        "the recipe needs --max-memory \(wanted)M; with less it would take more than five times as long")
      return
    }
    self.init(status, file: file, String(describing: error))
    if case .memoryLimit = error { isOverMemory = true }
  }

  /// The file whose pixels are missing, which may be an overlay or another input of a filter, as the user wrote it.
  private static func name(of source: URL?, beside file: String?) -> String? {
    guard let source, source.path != file.map({ URL(filePath: $0).path }) else { return file }
    return source.relativePath
  }
}
