internal import Foundation
internal import HeadroomColor
internal import HeadroomContainers

/// An endless movie for a browser's Media Source Extensions: a beginning that describes it, then fragments of one frame
/// each (ISO/IEC 14496-12; VP Codec ISO Media File Format Binding).
///
/// A frame gets the duration of the one before it, within bounds, so that there is no gap between two and none has to
/// wait for the next: after a gap, players drop everything up to the next key frame.
package struct LiveMovie: Sendable {
  /// The properties in the beginning of a movie.
  package struct Shape: Hashable, Sendable {
    package let width: Int
    package let height: Int
    /// The brightest light, in cd/m².
    package let peakNits: Double

    /// - Parameter headroom: of the display; its peak is rounded up to half stops, so that a slider does not begin a movie at each
    ///   step.
    package init(_ frame: LiveFrame, headroom: Double) {
      (width, height) = (frame.width, frame.height)
      let stops = (2 * log2(min(max(headroom, 1), 64))).rounded(.up) / 2
      peakNits = min(ReferenceWhite.nits * exp2(stops), 10_000)
    }

    package func hasSize(of other: Shape) -> Bool { width == other.width && height == other.height }

    var level: UInt8 { VP9Level.lowest(width: width, height: height, framesPerSecond: 60) }

    /// The type for `addSourceBuffer`: profile 2, 10 bits, 4:2:0 (left), BT.2020, PQ, narrow range.
    package var type: String { "video/mp4; codecs=\"vp09.02.\(level).10.00.09.16.09.00\"" }
  }

  /// Ticks per second.
  private static let timescale = 90_000.0
  /// The duration of the first frame in seconds, and the bounds for all.
  private static let (usual, bounds) = (1.0 / 30, 1.0 / 120...0.25)

  package let shape: Shape
  private var sequence: UInt32 = 0
  /// The beginning of the next frame, in ticks.
  private var end: UInt64 = 0
  private var lastTime: Double?

  /// - Parameter movie: the previous movie, whose time continues in this one.
  package init(_ shape: Shape, after movie: LiveMovie? = nil) {
    self.shape = shape
    guard let movie else { return }
    (sequence, end, lastTime) = (movie.sequence, movie.end, movie.lastTime)
  }

  /// The boxes before the first fragment.
  package var beginning: [UInt8] { shape.beginning(timescale: UInt32(Self.timescale)) }

  /// The next frame.
  ///
  /// - Parameters:
  ///   - isKey: whether it can be decoded alone.
  ///   - time: when it was made, in seconds.
  package mutating func fragment(_ frame: [UInt8], isKey: Bool, time: Double) -> [UInt8] {
    let gap = lastTime.map { min(max(time - $0, Self.bounds.lowerBound), Self.bounds.upperBound) } ?? Self.usual
    let ticks = UInt32((gap * Self.timescale).rounded())
    sequence += 1
    defer { (end, lastTime) = (end + UInt64(ticks), time) }
    return MovieFragment(sequence: sequence, track: Self.track, start: end, duration: ticks, isKey: isKey)
      .bytes(around: frame)
  }
}
