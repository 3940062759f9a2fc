internal import CHeadroomMedia

/// Positions in the sound of a track, by the times of its packets.
///
/// Times in ISO files and MXF count samples. Matroska's are rounded to milliseconds: there samples are counted from the
/// first packet on, and times tell of gaps alone.
struct SoundClock {
  /// Samples from 0 that a position can have.
  static let farthest: Int64 = 1 << 48

  /// Whether each tick is a whole number of samples, and times are meant to the tick.
  let isExact: Bool
  private let numerator: Int64
  private let denominator: Int64
  private let rate: Int64
  private let padding: Int64
  /// How far a time may be from the counted one.
  private let tolerance: Int64

  init(_ stream: hr_media_stream, rate: Int, container: MediaContainer) {
    (numerator, denominator) = unsafe (Int64(max(stream.time_base_num, 1)), Int64(max(stream.time_base_den, 1)))
    self.rate = Int64(rate)
    let counts = container == .mp4 || container == .mov || container == .mxf
    isExact = counts && numerator * self.rate % denominator == 0
    padding = counts ? 0 : unsafe Int64(max(stream.initial_padding, 0))
    let tick = max((numerator * self.rate + denominator - 1) / denominator, 1)
    tolerance = max(2 * tick, counts ? 0 : self.rate / 50)
  }

  /// The nearest position to a time; nil for one that no film has.
  func position(_ ticks: Int64) -> Int64? {
    let samples = Int128(ticks) * Int128(numerator * rate)
    let (position, _) = CMTimeRoundingMethod.default.divide(samples, by: Int128(denominator))
    return position.magnitude < Int128(Self.farthest).magnitude ? Int64(position) : nil
  }

  /// The last tick at or before a position.
  func ticks(_ position: Int64) -> Int64 {
    let (ticks, _) = CMTimeRoundingMethod.roundTowardNegativeInfinity.divide(
      Int128(position) * Int128(denominator), by: Int128(numerator * rate))
    return Int64(clamping: ticks)
  }

  /// Where a stretch of sound starts.
  ///
  /// - Parameter end: of the one before; nil for the first one.
  func start(_ time: Int64?, after end: Int64?) -> Int64 {
    let stated = time.flatMap(position)
    guard let end else {
      // What a codec puts before the sound is stated in samples, its time is rounded.
      guard let stated else { return -padding }
      return padding > 0 && abs(stated + padding) <= tolerance ? -padding : stated
    }
    guard let stated, stated - end > tolerance else { return end }
    return stated
  }
}
