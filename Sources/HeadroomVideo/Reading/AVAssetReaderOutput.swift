public import Foundation
internal import HeadroomPixels
internal import Synchronization

/// Gives samples of an ``AVAssetReader``; its subclasses say which.
// Sendable: subclasses are made here only, and what they store is guarded or never changes.
public class AVAssetReaderOutput: @unchecked Sendable {
  private struct State: Sendable {
    var copies = true
    var supportsRandomAccess = false
    var isUsed = false
    var isFinal = false
    /// Whether the reader knows that no samples follow.
    var isEnded = false
    var course: ReaderCourse?
    var duration = CMTime.invalid
  }

  private let state = Mutex(State())
  /// Nil before the start, and once nothing follows.
  private let samples = Mutex<RangedSamples?>(nil)

  init() {}

  /// The tracks that are read.
  var tracks: [AVAssetTrack] { [] }
  /// The kind of media that tracks have to be of; nil is any.
  var onlyMediaType: AVMediaType? { nil }

  /// Where the samples are from.
  ///
  /// - Throws: where settings cannot be fulfilled.
  func makeSource(of asset: AVAsset, in range: CMTimeRange, copies: Bool) throws -> any SampleSource {
    throw ReaderError.noOutputs
  }

  /// Whether settings are fixed.
  var isStarted: Bool { state.withLock { $0.course != nil } }

  /// The kind of media that samples are of.
  public var mediaType: AVMediaType { tracks.first?.mediaType ?? .video }

  /// Whether data are copied. True, as at first: a client may change them. False: data may be the file's own memory, which
  /// nobody may write. It cannot be set once the reading has begun.
  public var alwaysCopiesSampleData: Bool {
    get { state.withLock { $0.copies } }
    set { state.withLock { if $0.course == nil { $0.copies = newValue } } }
  }

  /// Whether other ranges can be read after the first ones: ``reset(forReadingTimeRanges:)``. False at first. It cannot be set
  /// once the reading has begun.
  public var supportsRandomAccess: Bool {
    get { state.withLock { $0.supportsRandomAccess } }
    set { state.withLock { if $0.course == nil { $0.supportsRandomAccess = newValue } } }
  }

  /// The next samples, read and decoded now; nil at the end, and where the reading has failed or was cancelled:
  /// ``AVAssetReader/status`` tells.
  public func copyNextSampleBuffer() -> CMSampleBuffer? {
    guard let course = state.withLock({ $0.course }), course.isReading else { return nil }
    return samples.withLock { samples -> CMSampleBuffer? in
      // It may have ended while this thread waited.
      guard let ranged = samples, course.isReading else {
        samples = nil
        return nil
      }
      do {
        if let buffer = try course.context.bound({ try ranged.next() }) {
          if course.isReading { return buffer }
          samples = nil
          return nil
        }
        if state.withLock({ !$0.supportsRandomAccess || $0.isFinal }) { samples = nil }
      } catch {
        samples = nil
        if !course.context.isCancelled { course.fail((error as? ReaderError).map { AVError($0) } ?? error) }
        return nil
      }
      if samples == nil { end(course) }
      return nil
    }
  }

  private func end(_ course: ReaderCourse) {
    let isNew = state.withLock { state in
      defer { state.isEnded = true }
      return !state.isEnded
    }
    if isNew { course.end() }
  }

  /// Reads other ranges of the asset, which take the place of the reader's ``AVAssetReader/timeRange``.
  ///
  /// The output has to be at the end of its last ranges, and support it. What is wrong makes the reading fail.
  ///
  /// - Parameter timeRanges: as `NSValue(timeRange:)`, each starting at or behind the end of the one before.
  public func reset(forReadingTimeRanges timeRanges: [NSValue]) {
    let known = state.withLock { $0 }
    guard let course = known.course else { return }
    guard course.isReading else { return }
    do {
      guard known.supportsRandomAccess else { throw ReaderError.reset("the output does not support random access") }
      guard !known.isFinal else { throw ReaderError.reset("the configuration is final") }
      let ranges = try Self.checked(timeRanges.map(\.timeRangeValue), in: known.duration)
      try samples.withLock { samples throws(ReaderError) in
        guard let ranged = samples, ranged.isAtEnd else { throw .reset("not all samples have been read") }
        ranged.restart(ranges)
      }
    } catch {
      course.fail((error as? ReaderError).map { AVError($0) } ?? error)
    }
  }

  private static func checked(_ ranges: [CMTimeRange], in duration: CMTime) throws(ReaderError) -> [CMTimeRange] {
    var parts: [CMTimeRange] = []
    for range in ranges { parts.append(try range.read(of: duration)) }
    for (first, second) in zip(ranges, ranges.dropFirst()) where second.start < first.end || second.start <= first.start
    {
      throw .overlap(first, second)
    }
    return parts.filter { $0.duration > .zero }
  }

  /// Says that no other ranges follow, so that the reader can complete.
  public func markConfigurationAsFinal() {
    let course = state.withLock { state in
      state.isFinal = true
      return state.course
    }
    guard let course, course.isReading else { return }
    let isAtEnd = samples.withLock { samples in
      guard samples?.isAtEnd == true else { return false }
      samples = nil
      return true
    }
    if isAtEnd { end(course) }
  }

  // MARK: - The reader's side

  var isUsed: Bool { state.withLock { $0.isUsed } }

  /// Belongs to a reader from now on.
  func join() { state.withLock { $0.isUsed = true } }

  /// - Throws: where settings cannot be fulfilled.
  func start(_ course: ReaderCourse, _ asset: AVAsset, _ range: CMTimeRange, duration: CMTime) throws {
    // Other ranges may follow.
    let part = supportsRandomAccess ? CMTimeRange(start: .zero, duration: duration) : range
    let source = try makeSource(of: asset, in: part, copies: alwaysCopiesSampleData)
    let ranged = RangedSamples(source, range.duration > .zero ? [range] : [])
    samples.withLock { $0 = ranged }
    state.withLock { ($0.course, $0.duration) = (course, duration) }
  }

  /// Lets files and decoders go, unless somebody is reading: that one lets them go.
  func drop() { _ = samples.withLockIfAvailable { $0 = nil } }
}
