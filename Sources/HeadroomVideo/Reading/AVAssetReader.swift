internal import Synchronization

/// Reads the samples of an asset: as they are stored, or decoded, mixed and composed.
///
/// ```swift
/// let reader = try AVAssetReader(asset: asset)
/// let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
/// reader.add(output)
/// reader.startReading()
/// while let buffer = output.copyNextSampleBuffer() { use(buffer) }
/// guard reader.status == .completed else { throw reader.error! }
/// ```
///
/// Samples are read when they are asked for, so that memory does not grow with the asset. Outputs can be read by different
/// threads. What Apple's framework raises an exception for makes the reading fail here: ``startReading()`` returns false, and
/// ``error`` says why.
///
/// Source: AVFoundation's documentation of `AVAssetReader`.
// Sendable: everything is guarded.
public final class AVAssetReader: Sendable {
  /// How far a reader is.
  public enum Status: Int, Sendable {
    case unknown = 0
    case reading = 1
    case completed = 2
    case failed = 3
    case cancelled = 4
  }

  private struct Settings: Sendable {
    var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    var outputs: [AVAssetReaderOutput] = []
    /// What was asked for and cannot be.
    var mistake: ReaderError?
    var isStarted = false
  }

  /// What is read.
  public let asset: AVAsset
  private let settings = Mutex(Settings())
  private let course = ReaderCourse()

  /// - Throws: ``AVError`` where the asset cannot be read.
  public init(asset: AVAsset) throws {
    self.asset = asset
    _ = try asset.contents()
  }

  deinit {
    course.cancel()
    for output in settings.withLock({ $0.outputs }) { output.drop() }
  }

  public var status: Status { course.status }
  /// Why the reading failed: an ``AVError`` whose underlying error names track and time.
  public var error: (any Error)? { course.error }

  /// The part that is read: from 0 to an infinite end at first, which is all. Samples that last into it are cut, or say by
  /// their attachments what of them is not meant. It cannot be set once the reading has begun.
  public var timeRange: CMTimeRange {
    get { settings.withLock { $0.timeRange } }
    set { change { $0.timeRange = newValue } }
  }

  /// The outputs, in the order in which they were added.
  public var outputs: [AVAssetReaderOutput] { settings.withLock { $0.outputs } }

  private func change(_ body: (inout Settings) -> Void) {
    settings.withLock { settings in
      if settings.isStarted { settings.mistake = .alreadyStarted } else { body(&settings) }
    }
  }

  /// Whether an output can be added: its tracks are the asset's, and it belongs to no other reader.
  public func canAdd(_ output: AVAssetReaderOutput) -> Bool {
    settings.withLock { !$0.isStarted } && refusal(of: output) == nil
  }

  /// Adds an output. One that ``canAdd(_:)`` refuses makes the reading fail.
  public func add(_ output: AVAssetReaderOutput) {
    let refusal = refusal(of: output)
    change { settings in
      if let refusal { settings.mistake = refusal } else { settings.outputs.append(output) }
    }
    if refusal == nil { output.join() }
  }

  private func refusal(of output: AVAssetReaderOutput) -> ReaderError? {
    if output.isUsed { return .usedOutput }
    let tracks = (try? asset.contents().tracks) ?? []
    for track in output.tracks {
      guard tracks.contains(track) else { return .foreignTrack(track.trackID) }
      if let type = output.onlyMediaType, track.mediaType != type { return .mediaType(track.trackID, track.mediaType) }
    }
    return nil
  }

  /// Checks all settings, and begins.
  ///
  /// - Returns: false where the reading cannot begin; ``error`` says why.
  @discardableResult
  public func startReading() -> Bool {
    do {
      let (outputs, range) = try settings.withLock { settings throws(ReaderError) in
        guard !settings.isStarted else { throw .alreadyStarted }
        settings.isStarted = true
        if let mistake = settings.mistake { throw mistake }
        guard !settings.outputs.isEmpty else { throw .noOutputs }
        return (settings.outputs, settings.timeRange)
      }
      let duration = try asset.contents().duration
      let part = try range.read(of: duration)
      for output in outputs { try output.start(course, asset, part, duration: duration) }
      course.begin(outputs: outputs.count)
      return course.isReading
    } catch let error as ReaderError where error == .alreadyStarted {
      return false
    } catch {
      course.fail((error as? ReaderError).map { AVError($0) } ?? error)
      return false
    }
  }

  /// As ``startReading()``.
  ///
  /// - Throws: why the reading cannot begin.
  public func start() throws {
    guard !startReading() else { return }
    throw error ?? AVError(.unknown, underlying: ReaderError.alreadyStarted)
  }

  /// Stops the reading, also what another thread waits for. Outputs give nothing more.
  public func cancelReading() {
    course.cancel()
    for output in outputs { output.drop() }
  }
}

extension CMTimeRange {
  /// What of a range lies in an asset.
  ///
  /// - Throws: where its start is no number, or its duration neither a number nor infinite.
  func read(of duration: CMTime) throws(ReaderError) -> CMTimeRange {
    guard isValid, start.isNumeric, self.duration.isNumeric || self.duration.isPositiveInfinity else {
      throw .timeRange(self)
    }
    return intersection(CMTimeRange(start: .zero, duration: duration))
  }
}
