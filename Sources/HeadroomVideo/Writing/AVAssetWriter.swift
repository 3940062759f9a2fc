public import Foundation
internal import HeadroomColor
internal import Synchronization

/// Writes samples that a client makes, coded or not, into a film.
///
/// ```swift
/// let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
/// let input = AVAssetWriterInput(mediaType: .video, outputSettings: [AVVideoCodecKey: AVVideoCodecType.hevc])
/// let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
/// writer.add(input)
/// guard writer.startWriting() else { throw writer.error! }
/// writer.startSession(atSourceTime: .zero)
/// // where input.isReadyForMoreMediaData: adaptor.append(buffer, withPresentationTime: time)
/// await writer.finishWriting()
/// ```
///
/// The film appears under its name when it is whole, or not at all; with ``movieFragmentInterval`` it is there from the start.
/// Nothing traps: a call that does not belong where it stands, or settings that are not honoured, make the writer fail,
/// with the reason in ``error``.
///
/// Source: AVFoundation's documentation.
// Sendable: everything is guarded.
public final class AVAssetWriter: Sendable {
  /// How far a writer is.
  public enum Status: Int, Sendable {
    /// It was not started.
    case unknown = 0
    case writing = 1
    /// The film is there.
    case completed = 2
    /// ``AVAssetWriter/error`` says why.
    case failed = 3
    case cancelled = 4
  }

  struct Settings: Sendable {
    var plan: WritingPlan
    var metadata: [AVMetadataItem] = []
  }

  /// Where the film will be.
  public let outputURL: URL
  /// What it will be.
  public let outputFileType: AVFileType
  let course = WriterCourse()
  let settings: Mutex<Settings>

  /// - Parameters:
  ///   - outputURL: a file that does not exist.
  ///   - outputFileType: `.mov`, `.mp4` or `.m4v`.
  /// - Throws: ``AVError``: another kind of file.
  public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
    guard let container = Self.containers[outputFileType] else {
      throw AVError(writing: WritingError.fileType(outputFileType.rawValue))
    }
    guard outputURL.isFileURL else { throw AVError(writing: WritingError.notWritable(outputURL)) }
    (self.outputURL, self.outputFileType) = (outputURL, outputFileType)
    settings = Mutex(
      Settings(plan: WritingPlan(path: outputURL.path(percentEncoded: false), container: container)))
  }

  /// As ``init(outputURL:fileType:)``.
  public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
    try self.init(outputURL: outputURL, fileType: outputFileType)
  }

  deinit { course.abandon() }

  private static let containers: [AVFileType: MediaContainer] = [.mov: .mov, .mp4: .mp4, .m4v: .mp4]

  var container: MediaContainer { settings.withLock { $0.plan.container } }

  /// Kinds of media that films of this kind can have.
  public var availableMediaTypes: [AVMediaType] { [.video, .audio] }

  public var status: Status { course.status }
  /// Why the writer failed: an ``AVError``, with a ``WritingError`` or the library's reason as its `underlying` error.
  public var error: (any Error)? { course.state.withLock { $0.error } }
  /// The inputs that were added, until the writer has ended.
  public var inputs: [AVAssetWriterInput] { course.state.withLock { $0.inputs } }

  /// Ticks of a second of the film as a whole; 0, the default, takes one in which all times are whole. Before the start.
  public var movieTimeScale: CMTimeScale {
    get { settings.withLock { $0.plan.movieTimescale } }
    set { change { $0.movieTimescale = max(newValue, 0) } }
  }

  /// Whether tables lie before samples, so that players can begin before they have all of the film. Before the start.
  public var shouldOptimizeForNetworkUse: Bool {
    get { settings.withLock { $0.plan.isForNetwork } }
    set { change { $0.isForNetwork = newValue } }
  }

  /// How long fragments last. Before the start.
  ///
  /// A film in fragments has its name from the start, and what was written until the last fragment can be read whatever
  /// happens to the program. Invalid, the default, writes no fragments.
  public var movieFragmentInterval: CMTime {
    get { settings.withLock { $0.plan.fragmentInterval } }
    set { change { $0.fragmentInterval = newValue } }
  }

  /// What the film says of itself, once for each identifier. Before the start; films in fragments carry none.
  public var metadata: [AVMetadataItem] {
    get { settings.withLock { $0.metadata } }
    set {
      guard status == .unknown else { return }
      settings.withLock { $0.metadata = newValue.map { $0.copy() } }
    }
  }

  private func change(_ body: (inout WritingPlan) -> Void) {
    guard status == .unknown else { return }
    settings.withLock { body(&$0.plan) }
  }

  /// Whether settings are honoured for a kind of media in films of this kind.
  ///
  /// - Parameters:
  ///   - outputSettings: nil for samples that are copied.
  ///   - mediaType: the kind of media.
  public func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
    (try? check(InputSettings(mediaType, outputSettings))) != nil
  }

  /// Whether an input can be added: it belongs to no writer, and its settings are honoured.
  public func canAdd(_ input: AVAssetWriterInput) -> Bool {
    status == .unknown && input.isFree && (try? check(input.settings())) != nil
  }

  /// Adds an input, before the writer starts. One that cannot be added makes the writer fail.
  public func add(_ input: AVAssetWriterInput) {
    do {
      guard status == .unknown else { throw WritingError.order("add", "after the start") }
      try check(input.settings())
      let lane = course.state.withLock { $0.inputs.count }
      guard input.join(course, lane) else { throw WritingError.order("add", "of an input that has a writer") }
      course.state.withLock { $0.inputs.append(input) }
    } catch {
      course.fail(error)
    }
  }

  private func check(_ settings: InputSettings) throws {
    switch settings {
    case .copy: return
    case .video(let video):
      guard container.holds(video.codec) else {
        throw WritingError.setting(
          key: AVVideoCodecKey, "\(video.codec.title) is not written into \(container.rawValue)")
      }
    case .sound(let sound):
      guard container.takes(codec: sound.codec == .opus ? "opus" : sound.codec.encoder) else {
        throw WritingError.setting(key: AVFormatIDKey, "\(sound.codec.title) is not written into \(container.rawValue)")
      }
    }
  }
}
