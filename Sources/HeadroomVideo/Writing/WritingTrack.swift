internal import HeadroomContainers
internal import HeadroomGraphics

/// What a client appended.
enum AppendedSample: Sendable {
  case picture(CVPixelBuffer, time: CMTime, duration: CMTime)
  case samples(CMSampleBuffer)

  /// When it is shown, or heard.
  var time: CMTime {
    switch self {
    case .picture(_, let time, _): time
    case .samples(let buffer): buffer.presentationTimeStamp
    }
  }

  /// Bytes that it keeps in memory.
  var byteCount: Int {
    switch self {
    case .picture(let buffer, _, _): CVPixelBufferGetDataSize(buffer)
    case .samples(let buffer): buffer.dataBuffer?.dataLength ?? 0
    }
  }
}

/// One track of a film that a client's samples go into. One thread at a time.
protocol WritingTrack: AnyObject {
  /// Ticks of a second; valid once it is prepared.
  var timescale: CMTimeScale { get }
  /// Whether it has pictures; valid once it is prepared.
  var isVideo: Bool { get }
  /// From when to when it is seen in the film, in ticks of it; nil while nothing was written.
  var shown: Range<Int64>? { get }
  /// Boxes for its sample entry, once it is prepared.
  var boxes: [[UInt8]] { get }

  /// Learns from the first samples what the track is.
  ///
  /// - Parameter isWhole: whether no others follow.
  /// - Returns: false where more are needed.
  func prepare(_ samples: [AppendedSample], isWhole: Bool, from start: CMTime) throws -> Bool
  /// Adds it to a file that has not been started.
  func add(to writer: borrowing MediaWriter) throws
  func write(_ sample: AppendedSample, to writer: borrowing MediaWriter) throws
  /// Writes what is left.
  ///
  /// - Parameter end: of the session in the film's time; nil where the client states none.
  func finish(end: CMTime?, to writer: borrowing MediaWriter) throws
}

extension CMTime {
  /// The nearest tick.
  func ticks(_ timescale: CMTimeScale) -> Int64 { convertScale(timescale, method: .roundHalfAwayFromZero).value }
}

/// When samples are, in ticks of a film.
enum FilmTicks {
  /// Seconds from the beginning that a sample may lie away, in both directions: clocks that count from 1970 fit.
  private static let mostSeconds = Double(Int32.max)
  /// Sums of a few fit into 64 bits.
  private static let most = Int64(1) << 60
  /// Ticks from one sample to the next: films count them in 32 bits, one of them for the sign.
  static let longest = Int64(Int32.max)

  /// The tick of a time.
  ///
  /// - Throws: for times that no film has.
  static func tick(_ time: CMTime, from start: CMTime, _ timescale: CMTimeScale) throws(WritingError) -> Int64 {
    let distance = time - start
    let ticks = distance.convertScale(timescale, method: .roundHalfAwayFromZero)
    guard ticks.isNumeric, abs(distance.seconds) <= mostSeconds, abs(ticks.value) <= most else { throw .time(time) }
    return ticks.value
  }

  /// Refuses steps that films cannot state.
  static func check(_ step: Int64, to time: CMTime, from previous: CMTime) throws(WritingError) {
    guard step < longest else { throw .gap(time: time, previous: previous) }
  }
}

/// Which ticks of a second a track counts.
enum TrackTimescale {
  /// Fewer ticks are too coarse for some players, more too many for some files.
  private static let range: ClosedRange<CMTimeScale> = 600...1_000_000

  /// - Parameters:
  ///   - wanted: by the client; 0 leaves the choice.
  ///   - times: of the first samples and the session.
  static func choose(_ wanted: CMTimeScale, _ times: [CMTime]) -> CMTimeScale {
    if wanted > 0 { return wanted }
    let scales = Set(times.filter(\.isNumeric).map(\.timescale))
    guard let common = FilmRhythm.common(scales), common <= range.upperBound else { return range.upperBound }
    guard common < range.lowerBound else { return common }
    return common * ((range.lowerBound + common - 1) / common)
  }
}
