/// How sound is sampled.
package struct SoundFormat: Hashable, Sendable {
  /// Samples of a second.
  package var rate: Int
  package var channels: Int
  /// The channels by FFmpeg's name, as `stereo`.
  package var layout: String

  package init(rate: Int, channels: Int, layout: String) {
    (self.rate, self.channels, self.layout) = (rate, channels, layout)
  }

  package static func mono(_ rate: Int) -> SoundFormat { SoundFormat(rate: rate, channels: 1, layout: "mono") }
  package static func stereo(_ rate: Int) -> SoundFormat { SoundFormat(rate: rate, channels: 2, layout: "stereo") }
  package static func surround(_ rate: Int) -> SoundFormat { SoundFormat(rate: rate, channels: 6, layout: "5.1") }
}

/// A stretch of sound: a plane of samples for each channel, full scale at 1.
package struct SoundBlock: Sendable {
  package var planes: [[Float]]
  /// Samples of a plane.
  package let count: Int

  package init(silence count: Int, channels: Int) {
    planes = Array(repeating: Array(repeating: 0, count: count), count: channels)
    self.count = count
  }

  /// - Parameter planes: of one length.
  package init(_ planes: [[Float]]) {
    self.planes = planes
    count = planes.first?.count ?? 0
  }

  /// Without samples at both ends.
  func cut(start: Int, end: Int) -> SoundBlock {
    SoundBlock(planes.map { Array($0[min(start, count)..<max(count - end, min(start, count))]) })
  }

  /// With another block of as many channels behind it.
  func followed(by other: SoundBlock) -> SoundBlock { SoundBlock(zip(planes, other.planes).map { $0 + $1 }) }

  /// Puts in what lies in both, counted on one scale.
  mutating func copy(_ other: SoundBlock, at otherStart: Int64, into start: Int64) {
    let first = max(start, otherStart)
    let end = min(start + Int64(count), otherStart + Int64(other.count))
    guard first < end else { return }
    let (to, from, length) = (Int(first - start), Int(first - otherStart), Int(end - first))
    for channel in planes.indices where other.planes.indices.contains(channel) {
      planes[channel].replaceSubrange(to..<to + length, with: other.planes[channel][from..<from + length])
    }
  }
}

extension [[Float]] {
  /// The planes' memory, as C takes it.
  func withPlanes<Result>(_ body: (UnsafePointer<UnsafePointer<Float>?>?) -> Result) -> Result {
    var pointers: [UnsafePointer<Float>?] = unsafe []
    unsafe pointers.reserveCapacity(count)
    return unsafe visit(0, &pointers, body)
  }

  private func visit<Result>(
    _ channel: Int, _ pointers: inout [UnsafePointer<Float>?], _ body: (UnsafePointer<UnsafePointer<Float>?>?) -> Result
  ) -> Result {
    guard channel < count else { return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) } }
    return unsafe self[channel].withUnsafeBufferPointer { plane in
      unsafe pointers.append(plane.baseAddress)
      return unsafe visit(channel + 1, &pointers, body)
    }
  }
}
