public import Dispatch
public import HeadroomGraphics
internal import Synchronization

/// Gives the pictures of an item as pixel buffers: of any time, playing or not.
///
/// The bits are those of an export before its encoder, where they are asked for in its format. Pictures are not turned: see
/// ``AVAsset``'s `preferredTransform`. While time runs the player makes them ahead, and at times around the present one the
/// output gives the latest that is made: nobody waits for a late one. Of all other times, and while time stands, the picture
/// is exactly the one of that time, made when it is asked for.
///
/// ```swift
/// let output = AVPlayerItemVideoOutput(outputSettings: [
///   AVVideoColorPropertiesKey: [
///     AVVideoColorPrimariesKey: AVVideoColorPrimaries_P3_D65,
///     AVVideoTransferFunctionKey: AVVideoTransferFunction_Linear,
///     AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_709_2,
///   ],
///   kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_64RGBAHalf,
/// ])
/// item.add(output)
/// ```
///
/// Settings that cannot be fulfilled make the item fail.
// Sendable: settings never change, the rest is guarded.
public final class AVPlayerItemVideoOutput: AVPlayerItemOutput, @unchecked Sendable {
  private struct State: Sendable {
    var line: PictureLine?
    /// The number of the picture that was given last.
    var given: Int?
    weak var delegate: (any AVPlayerItemOutputPullDelegate)?
    var queue: DispatchQueue?
    var wantsNotice = false
  }

  private let settings: Result<PictureSettings, ReaderError>
  private let state = Mutex(State())

  /// - Parameter pixelBufferAttributes: pixel format and size; nil gives a format that suits the pictures. Colour is no
  ///   attribute: see ``init(outputSettings:)``.
  public init(pixelBufferAttributes: [String: any Sendable]?) {
    let colors = [AVVideoColorPropertiesKey, AVVideoAllowWideColorKey]
    settings = Self.read((pixelBufferAttributes ?? [:]).filter { !colors.contains($0.key) })
    super.init()
  }

  /// - Parameter outputSettings: pixel format and size, and ``AVVideoColorPropertiesKey``, to which every picture is
  ///   converted, or ``AVVideoAllowWideColorKey``. Nil as for ``init(pixelBufferAttributes:)``.
  public init(outputSettings: [String: any Sendable]?) {
    settings = Self.read(outputSettings ?? [:])
    super.init()
  }

  private static func read(_ settings: [String: Any]) -> Result<PictureSettings, ReaderError> {
    Result { () throws(ReaderError) in try PictureSettings(settings) }
  }

  /// Whether another picture is there for a time than the one that was given last.
  public func hasNewPixelBuffer(forItemTime itemTime: CMTime) -> Bool {
    guard let item, let film = item.load(), let number = film.number(at: itemTime) else { return false }
    let (line, given) = state.withLock { ($0.line, $0.given) }
    guard let line, line.film === film else { return !item.isRunning(near: itemTime) }
    guard item.isRunning(near: itemTime) else { return given != number }
    return line.latest(upTo: number).map { $0.number != given } ?? false
  }

  /// The picture of a time, the last one behind the end. It is only read.
  ///
  /// - Parameters:
  ///   - itemTime: from 0 on.
  ///   - outItemTimeForDisplay: takes the time at which the picture begins; nil where it does not matter.
  /// - Returns: nil before the first picture, and where the item has failed, this output has none, or it leaves its item, or
  ///   the item its player, before the picture is made.
  public func copyPixelBuffer(
    forItemTime itemTime: CMTime, itemTimeForDisplay outItemTimeForDisplay: UnsafeMutablePointer<CMTime>?
  ) -> CVPixelBuffer? {
    guard let (buffer, start) = picture(at: itemTime) else { return nil }
    unsafe outItemTimeForDisplay?.pointee = start
    return buffer
  }

  private func picture(at time: CMTime) -> (CVPixelBuffer, CMTime)? {
    guard let item, let film = item.load(), let number = film.number(at: time), let start = film.start(of: number),
      let line = line(of: film)
    else { return nil }
    if item.isRunning(near: time), let made = line.latest(upTo: number), let start = film.start(of: made.number) {
      state.withLock { $0.given = made.number }
      return (made.buffer, start)
    }
    do throws(MediaError) {
      let buffer = try line.askedPicture(number, item.base.rate == 0 ? .standing : .asked)
      state.withLock { $0.given = number }
      return (buffer, start)
    } catch {
      if error.reason != .cancelled { item.fail(AVError(error, code: .decodeFailed)) }
      return nil
    }
  }

  /// - Parameters:
  ///   - delegate: held weakly.
  ///   - delegateQueue: where it is called; nil is the main queue.
  public func setDelegate(_ delegate: (any AVPlayerItemOutputPullDelegate)?, queue delegateQueue: DispatchQueue?) {
    state.withLock { ($0.delegate, $0.queue) = (delegate, delegateQueue) }
  }

  /// What was set by ``setDelegate(_:queue:)``.
  public var delegate: (any AVPlayerItemOutputPullDelegate)? { state.withLock { $0.delegate } }
  /// What was set by ``setDelegate(_:queue:)``.
  public var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

  /// Asks for one call of ``AVPlayerItemOutputPullDelegate/outputMediaDataWillChange(_:)``, when the player makes the next
  /// picture. That is one picture ahead, which may be less than the interval.
  ///
  /// - Parameter interval: seconds.
  public func requestNotificationOfMediaDataChange(withAdvanceInterval interval: Double) {
    state.withLock { $0.wantsNotice = true }
  }

  override func line(of film: PlayedFilm) -> PictureLine? {
    do throws(ReaderError) {
      let settings = try settings.get()
      // What it had is let go without the lock: a client's compositor may hear of it.
      let (line, _) = state.withLock { state -> (PictureLine, PictureLine?) in
        if let known = state.line, known.film === film { return (known, nil) }
        let line = PictureLine(film, settings, isUpright: false)
        defer { (state.line, state.given) = (line, nil) }
        return (line, state.line)
      }
      return line
    } catch {
      item?.fail(AVError(error))
      return nil
    }
  }

  override var presentLine: PictureLine? { state.withLock { $0.line } }

  override func leave() {
    super.leave()
    let line = state.withLock { state in
      defer { (state.line, state.given) = (nil, nil) }
      return state.line
    }
    line?.cancelAsked()
  }

  override func flush() {
    tell { output, delegate in delegate.outputSequenceWasFlushed(output) }
  }

  override func prepared() {
    let isWanted = state.withLock { state in
      defer { state.wantsNotice = false }
      return state.wantsNotice
    }
    if isWanted { tell { output, delegate in delegate.outputMediaDataWillChange(output) } }
  }

  private func tell(
    _ body: @escaping @Sendable (AVPlayerItemVideoOutput, any AVPlayerItemOutputPullDelegate) -> Void
  ) {
    let (delegate, queue) = state.withLock { ($0.delegate, $0.queue) }
    guard delegate != nil else { return }
    (queue ?? .main).async { [weak self] in
      if let self, let delegate = self.delegate { body(self, delegate) }
    }
  }
}

/// Is told of pictures of an output.
public protocol AVPlayerItemOutputPullDelegate: AnyObject, Sendable {
  /// A picture is made, as ``AVPlayerItemVideoOutput/requestNotificationOfMediaDataChange(withAdvanceInterval:)`` asked for.
  func outputMediaDataWillChange(_ sender: AVPlayerItemOutput)
  /// The time jumps: pictures that were taken ahead are not shown.
  func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPullDelegate {
  public func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) {}
  public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}

extension AVPlayerItem {
  /// Whether time runs, and a time is so near to the present one that the player makes its picture.
  fileprivate func isRunning(near time: CMTime) -> Bool {
    guard base.rate != 0 else { return false }
    let distance = time - currentTime()
    return max(distance, .zero - distance) <= CMTime(value: 1, timescale: 4)
  }
}
