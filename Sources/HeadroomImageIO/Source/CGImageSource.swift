public import Foundation
public import HeadroomContainers
public import HeadroomGraphics
internal import Synchronization

/// A file, or data that is still arriving, from which pictures are read.
///
/// The C-style functions (`CGImageSourceCreateWithURL` and so on) return nil when something is wrong; the members of
/// this class throw an `ImageIOError` with the reason. Sources may be shared between threads.
public final class CGImageSource: Sendable {
  private struct State: Sendable {
    var bytes: FileBytes?
    var isFinal: Bool
    var opened: Result<any ImageReader, ImageIOError>?
  }

  private let state: Mutex<State>
  /// How much the data may ask of the decoders.
  public let limits: DecodeLimits

  /// A source of data that arrives piece by piece; see ``update(_:isFinal:)``.
  public init(limits: DecodeLimits = .standard) {
    state = Mutex(State(bytes: nil, isFinal: false))
    self.limits = limits
  }

  /// A source of complete bytes.
  package init(bytes: FileBytes, limits: DecodeLimits = .standard) {
    state = Mutex(State(bytes: bytes, isFinal: true))
    self.limits = limits
  }

  /// A source of a file. Its format is examined on first use.
  ///
  /// - Throws: `ImageIOError/unreadable(path:reason:)`.
  public convenience init(url: URL, limits: DecodeLimits = .standard) throws(ImageIOError) {
    guard url.isFileURL else { throw .unreadable(path: url.absoluteString, reason: "is not a file") }
    self.init(bytes: try FileBytes(path: url.path(percentEncoded: false)), limits: limits)
  }

  /// A source of data in memory.
  public convenience init(data: Data, limits: DecodeLimits = .standard) {
    self.init(bytes: FileBytes(data), limits: limits)
  }

  /// Gives an incremental source all data so far.
  ///
  /// - Parameters:
  ///   - data: everything from the file's first byte on, not only the new part.
  ///   - isFinal: whether no more data will follow.
  public func update(_ data: Data, isFinal: Bool) {
    let bytes = FileBytes(data)
    state.withLock { $0 = State(bytes: bytes, isFinal: isFinal) }
  }

  /// The file's headers.
  ///
  /// - Throws: why they cannot be read.
  package func reader() throws(ImageIOError) -> any ImageReader {
    let limits = limits
    let opened = state.withLock { state -> Result<any ImageReader, ImageIOError> in
      if let opened = state.opened { return opened }
      let opened = Self.open(state.bytes, limits: limits)
      // A cancelled caller learns nothing about the file.
      if case .failure(.cancelled) = opened { return opened }
      state.opened = opened
      return opened
    }
    return try opened.get()
  }

  private static func open(_ bytes: FileBytes?, limits: DecodeLimits) -> Result<any ImageReader, ImageIOError> {
    guard let bytes else { return .failure(.empty) }
    do throws(ImageIOError) {
      try AllowableTypes.check(bytes)
      return .success(try ImageFormats.open(bytes, limits: limits))
    } catch {
      return .failure(error)
    }
  }

  /// Whether all data has arrived.
  var isFinal: Bool { state.withLock { $0.isFinal } }

  /// Number of bytes that have arrived.
  var byteCount: Int { state.withLock { $0.bytes?.count ?? 0 } }

  /// The row of the format table that recognises the data, or nil.
  var format: (any ImageFormat.Type)? {
    guard let bytes = state.withLock({ $0.bytes }) else { return nil }
    return try? ImageFormats.recognize(bytes)
  }

  /// How many pictures there are; 0 while that is not known.
  public var count: Int { (try? reader())?.info.frameCount ?? 0 }

  /// The uniform type identifier of the format, or nil.
  public var typeIdentifier: CFString? { format?.uti }

  /// How far reading has come.
  public var status: CGImageSourceStatus {
    do throws(ImageIOError) {
      _ = try reader()
      return isFinal ? .statusComplete : .statusIncomplete
    } catch {
      return status(of: error)
    }
  }

  /// The status that an error implies for data that may be incomplete.
  func status(of error: ImageIOError) -> CGImageSourceStatus {
    if !isFinal, error.isTruncation || byteCount < 16 { return .statusReadingHeader }
    switch error {
    case .unknownFormat, .unreadFormat, .empty: return .statusUnknownType
    default: return error.isTruncation ? .statusUnexpectedEOF : .statusInvalidData
    }
  }
}
