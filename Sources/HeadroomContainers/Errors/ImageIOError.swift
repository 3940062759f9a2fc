package import HeadroomPixels

/// Why a file could not be read or written.
///
/// `description` is one line, `part: text (offset 0x..)`: the marker, chunk or box path, the error with the declared
/// and found values, and the place in the file. A caller that knows the file's name puts it in front.
public enum ImageIOError: Error, Hashable, Sendable {
  /// The file is missing or the system refuses to read it.
  case unreadable(path: String, reason: String)
  /// The file has no bytes.
  case empty
  /// No format of the table recognises the first bytes.
  case unknownFormat
  /// The first bytes are those of a format that this version does not read; `name` has its article: `a JPEG XR`.
  case unreadFormat(name: String)
  /// The bytes break the format's rules.
  case malformed(part: String, text: String, offset: Int?)
  /// A part declares more bytes than the file (or its parent) has left.
  case truncated(part: String, needed: UInt64, available: UInt64, offset: Int?)
  /// The file ends inside a picture's data. With `DecodeRequest.allowPartial` the existing part is decoded instead.
  case incompletePicture(part: String, offset: Int?)
  /// A part demands more than ``DecodeLimits`` allows.
  case overLimit(part: String, quantity: String, declared: UInt64, limit: UInt64, offset: Int?)
  /// Legal, but not something this version reads or writes.
  case unsupported(part: String, text: String)
  /// A codec library refused; `code` is its own number.
  case codec(library: String, code: Int, message: String, part: String)
  /// The system has no memory for a buffer of this size.
  case outOfMemory(bytes: UInt64)
  /// The process, or the decoding of one picture, would take more memory than is allowed.
  case overMemory(needed: UInt64, limit: UInt64)
  /// The picture or an option cannot be written in this format.
  case notEncodable(format: String, text: String)
  /// The target cannot be written.
  case unwritable(path: String, reason: String)
  /// The work of this reading or writing was cancelled.
  case cancelled
  /// A bug in this library; no input should reach it.
  case internalError(String)
}

extension ImageIOError: CustomStringConvertible {
  public var description: String {
    let (part, text, offset) = facts
    let place = offset.map { " (offset 0x\(String($0, radix: 16)))" } ?? ""
    return (part.map { "\($0): " } ?? "") + text + place
  }

  /// The pieces of ``description``: the part of the file, the error in it, and its place.
  package var facts: (part: String?, text: String, offset: Int?) {
    switch self {
    case .unreadable(_, let reason): (nil, "cannot be read: \(reason)", nil)
    case .empty: (nil, "the file is empty", nil)
    case .unknownFormat: (nil, "not an image of a known format", nil)
    case .unreadFormat(let name): (nil, "\(name), which is not read", nil)
    case .malformed(let part, let text, let offset): (part, text, offset)
    case .truncated(let part, let needed, let available, let offset):
      (part, "needs \(needed) bytes, only \(available) are left", offset)
    case .incompletePicture(let part, let offset): (part, "the file ends inside the picture data", offset)
    case .overLimit(let part, let quantity, let declared, let limit, let offset):
      (part, "\(quantity) \(declared) is over the limit of \(limit)", offset)
    case .unsupported(let part, let text): (part, text, nil)
    case .codec(let library, let code, let message, let part): (part, "\(message) (\(library) code \(code))", nil)
    case .outOfMemory(let bytes): (nil, "no memory for \(bytes) bytes", nil)
    case .overMemory(let needed, let limit):
      (
        nil,
        "needs \(ByteAmount.text(Int(clamping: needed))) of memory, the limit is \(ByteAmount.text(Int(clamping: limit)))",
        nil
      )
    case .notEncodable(let format, let text): (format, text, nil)
    case .unwritable(_, let reason): (nil, "cannot be written: \(reason)", nil)
    case .cancelled: (nil, "cancelled", nil)
    case .internalError(let text): (nil, "internal error: \(text)", nil)
    }
  }
}

extension ImageIOError {
  /// Whether the file simply ends too early, which `allowPartial` may tolerate.
  package var isTruncation: Bool {
    switch self {
    case .truncated, .incompletePicture: true
    default: false
    }
  }
}

extension ImageIOError {
  /// Whether `allowPartial` still gives a picture, because only its data is cut or damaged.
  package var isForgivable: Bool {
    switch self {
    case .incompletePicture: true
    // JPEG decoders continue after damage, at the next marker at the latest.
    case .codec(let library, _, _, _): library == "libjpeg"
    default: false
    }
  }
}

extension ImageIOError {
  /// The pixel layer's error as one of ours.
  package init(_ error: PixelError) {
    switch error {
    case .outOfMemory(let byteCount): self = .outOfMemory(bytes: UInt64(max(byteCount, 0)))
    case .memoryLimit(let needed, let limit):
      self = .overMemory(needed: UInt64(max(needed, 0)), limit: UInt64(max(limit, 0)))
    default: self = .malformed(part: "pixels", text: "\(error)", offset: nil)
    }
  }
}
