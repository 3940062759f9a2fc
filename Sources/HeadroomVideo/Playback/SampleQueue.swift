internal import Dispatch
internal import HeadroomGraphics
internal import Synchronization

/// Samples that wait to be shown.
final class SampleQueue: Sendable {
  private struct State: Sendable {
    var waiting: [(time: CMTime, buffer: CVPixelBuffer)] = []
    var shown: CVPixelBuffer?
    var error: AVError?
    var hasSamples = false
    var timebase: CMTimebase?
    var request: Request?
  }

  private struct Request: Sendable {
    let id: UInt64
    let queue: DispatchQueue
    let block: @Sendable () -> Void
  }

  /// Samples that wait are few below this.
  private static let enough = 8
  /// Seconds from one look at the samples to the next.
  private static let interval = 0.01

  private let state = Mutex(State())

  var timebase: CMTimebase? {
    get { state.withLock { $0.timebase } }
    set { state.withLock { $0.timebase = newValue } }
  }
  var error: AVError? { state.withLock { $0.error } }
  var status: AVSampleBufferDisplayLayer.Status {
    state.withLock { $0.error != nil ? .failed : $0.hasSamples ? .rendering : .unknown }
  }
  var isHungry: Bool {
    _ = shown()
    return state.withLock { $0.waiting.count < Self.enough }
  }

  func add(_ sample: CMSampleBuffer) {
    let time = sample.presentationTimeStamp
    let isImmediate = sample.isShownAtOnce
    state.withLock { state in
      guard state.error == nil else { return }
      guard let buffer = sample.imageBuffer else {
        state.error = AVError(.decodeFailed, underlying: SampleDisplayError.noPicture, time: time)
        return
      }
      state.hasSamples = true
      if isImmediate {
        (state.shown, state.waiting) = (buffer, [])
        return
      }
      guard time.isNumeric else {
        state.error = AVError(.decodeFailed, underlying: SampleDisplayError.noTime)
        return
      }
      let place = state.waiting.firstIndex { $0.time > time } ?? state.waiting.count
      state.waiting.insert((time, buffer), at: place)
    }
  }

  /// The latest picture whose time has come; those before it are dropped.
  func shown() -> CVPixelBuffer? {
    state.withLock { state in
      let now = state.timebase?.time ?? CMClock.hostTimeClock.time
      while let first = state.waiting.first, first.time <= now {
        state.shown = first.buffer
        state.waiting.removeFirst()
      }
      return state.shown
    }
  }

  func flush(removesImage: Bool) {
    state.withLock { state in
      (state.waiting, state.error) = ([], nil)
      if removesImage { state.shown = nil }
    }
  }

  func request(on queue: DispatchQueue, _ block: @escaping @Sendable () -> Void) {
    let request = state.withLock { state in
      let made = Request(id: (state.request?.id ?? 0) + 1, queue: queue, block: block)
      state.request = made
      return made
    }
    queue.async { [weak self] in self?.serve(request.id) }
  }

  func stopRequests() { state.withLock { $0.request = nil } }

  /// Asks for samples where few wait, and looks again later.
  private func serve(_ id: UInt64) {
    guard let request = state.withLock({ $0.request }), request.id == id else { return }
    if isHungry { request.block() }
    request.queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in self?.serve(id) }
  }
}

/// Why a layer does not show a sample.
public enum SampleDisplayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It holds no pixel buffer.
  case noPicture
  /// Its time is no number.
  case noTime

  public var description: String {
    switch self {
    case .noPicture: "the sample holds no pixel buffer: coded samples are not shown"
    case .noTime: "the sample has no presentation time"
    }
  }
}

extension CMSampleBuffer {
  /// Whether its picture does not wait for its time.
  fileprivate var isShownAtOnce: Bool {
    numSamples > 0 && OptionValues.flag(sampleAttachments[0][.displayImmediately]) == true
  }
}
