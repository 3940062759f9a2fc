internal import Foundation
internal import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomFilters
internal import HeadroomImage
internal import HeadroomPixels

/// A failure of a job: its kind, the file, the part of it, the reason and the place.
package struct PictureError: Error, Sendable {
  /// Where the cause lies.
  package enum Kind: Sendable {
    /// Settings that contradict each other, the input or the format.
    case usage
    /// An input is missing, unreadable, unsupported or over the limits.
    case input
    /// An output cannot be written, or exists and may not be replaced.
    case output
    /// HDR or pixels of a kernel would be lost, which is not allowed.
    case hdrLost
    /// The job was stopped.
    case interrupted
    /// A bug of this program.
    case internalError
  }

  package var kind: Kind
  package var file: String?
  /// Part of the file, or the path in a recipe or a request.
  package var part: String?
  /// The reason. Settings are mentioned as ``Setting/mention`` marks them.
  package var text: String
  /// Bytes from the file's beginning.
  package var offset: Int?
  /// Whether it failed at the memory limit: it may succeed when no other job runs.
  package var isOverMemory = false
  /// What is wrong with the file or the machine, where that is known more exactly than by kind.
  package var cause: Cause?

  /// A cause of failures, by a word for reports.
  package enum Cause: String, Sendable {
    /// The system does not give the input's bytes.
    case unreadable
    /// The input breaks its format's rules, or ends too early.
    case broken
    /// A format, or a part of one, that is not read.
    case unsupported
    case overLimit
    /// The system has no memory left, or other jobs have taken it.
    case memory
    /// The picture or a setting has no place in the output's format.
    case notEncodable
    /// The system does not take the output's bytes.
    case unwritable
    /// The input is another one than when it was opened.
    case changed
    /// The output exists and is not to be replaced.
    case exists
  }

  package init(_ kind: Kind, file: String? = nil, part: String? = nil, _ text: String, offset: Int? = nil) {
    self.kind = kind
    self.file = file
    self.part = part
    self.text = text
    self.offset = offset
  }

  package static func usage(_ text: String) -> PictureError { PictureError(.usage, text) }

  /// An impossible value of a setting.
  package static func usage(_ setting: Setting, _ text: String) -> PictureError {
    .usage("\(setting.mention): \(text)")
  }

  /// Places an error of the libraries and puts the file's name in front.
  package init(_ error: any Error, file: String?, otherwise kind: Kind = .internalError) {
    switch error {
    case let known as PictureError:
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
      self.init(kind, file: file, String(describing: error))
    }
  }

  /// The reason, without the file.
  package func reason(_ words: SettingWords) -> String {
    PrintableText.line(words.text([part, text].compactMap { $0 }.joined(separator: ": ")))
  }
}

extension PictureError {
  private init(_ error: ImageIOError, file: String?) {
    let kind: Kind =
      switch error {
      case .notEncodable, .unwritable: .output
      case .internalError: .internalError
      case .cancelled: .interrupted
      default: .input
      }
    // The output is the cause, whichever input was being processed.
    let place = if case .unwritable(let path, _) = error { path as String? } else { file }
    let facts = error.facts
    let cure = error.isForgivable ? "; \(Setting.allowPartial.mention) reads what there is" : ""
    self.init(kind, file: place, part: facts.part, facts.text + cure, offset: facts.offset)
    if case .overMemory = error { isOverMemory = true }
    cause = Cause(error)
  }
}

extension PictureError.Cause {
  fileprivate init?(_ error: ImageIOError) {
    switch error {
    case .unreadable: self = .unreadable
    case .empty, .malformed, .truncated, .incompletePicture, .codec: self = .broken
    case .unknownFormat, .unreadFormat, .unsupported: self = .unsupported
    case .overLimit: self = .overLimit
    case .outOfMemory, .overMemory: self = .memory
    case .notEncodable: self = .notEncodable
    case .unwritable: self = .unwritable
    case .cancelled, .internalError: return nil
    }
  }

  fileprivate init?(_ error: RenderError) {
    switch error {
    case .tooLarge, .intermediatesOverLimit: self = .overLimit
    case .outOfMemory, .memoryLimit: self = .memory
    default: return nil
    }
  }
}

extension PictureError {
  private init(_ error: RenderError, file: String?) {
    if case .decoding(let cause, let source) = error {
      self.init(cause, file: Self.name(of: source, beside: file))
      return
    }
    let kind: Kind =
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
        kind, file: file,
        "the recipe needs --max-memory \(wanted)M; with less it would take more than five times as long")
      cause = .overLimit
      return
    }
    self.init(kind, file: file, String(describing: error))
    if case .memoryLimit = error { isOverMemory = true }
    cause = Cause(error)
  }

  /// The name, as the user wrote it, of the file whose pixels are missing; it may be an overlay or another input of a
  /// filter.
  private static func name(of source: URL?, beside file: String?) -> String? {
    guard let source, source.path != file.map({ URL(filePath: $0).path }) else { return file }
    return source.relativePath
  }
}
