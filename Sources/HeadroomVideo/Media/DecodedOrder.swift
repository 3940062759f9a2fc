internal import CHeadroomMedia
internal import HeadroomPixels

/// The samples of a stream without times in the order in which their frames are shown, which only decoding tells.
struct DecodedOrder {
  /// Numbers of samples, the one that is shown first in front.
  private(set) var shown: [Int] = []
  let samples: [FrameIndex.Sample]
  /// Why frames are missing in it; nil where none are.
  private(set) var loss: MediaError?

  /// - Throws: where no frame comes, or the work is cancelled.
  init(_ demuxer: Demuxer, _ packets: PacketScan, of track: MediaTrack) throws(MediaError) {
    let found = packets.packets[track.stream]
    // A temporal unit of AV1 shows one frame, and VP9 shows frames in the order of its samples.
    if ["av1", "vp8", "vp9"].contains(track.facts.codec) {
      shown = found.indices.filter { found[$0].isShown }
    } else {
      let run = try Self.decoded(demuxer, track, count: found.count)
      (shown, loss) = (run.order, run.loss)
    }
    guard !shown.isEmpty else { throw loss ?? MediaError(.malformed("no frame decodes")) }
    samples = packets.samples(of: track.stream, times: Self.places(shown, of: found.count))
  }

  /// The place of each sample's frame; a sample that shows none has the one of the sample before.
  private static func places(_ shown: [Int], of count: Int) -> [Int64] {
    var places: [Int64] = Array(repeating: -1, count: count)
    for (place, sample) in shown.enumerated() { places[sample] = Int64(place) }
    for sample in places.indices where places[sample] < 0 { places[sample] = sample > 0 ? places[sample - 1] : 0 }
    return places
  }

  /// As many as codecs allow: H.264 need not say how many.
  private static let mostReordered = 16

  private static func decoded(_ demuxer: Demuxer, _ track: MediaTrack, count: Int) throws(MediaError) -> Run {
    let lease = ThreadPool.shared.lease()
    defer { lease.end() }
    let decoder = try VideoDecoder(
      demuxer, stream: track.stream, codec: track.decodesAs, reordered: mostReordered, threads: lease.threadCount,
      .throughput)
    var run = Run(decoder, count: count)
    try demuxer.rewind()
    for sample in 0..<count {
      guard try demuxer.readNext(of: track.stream) else { break }
      try MediaError.checkCancellation()
      try run.give { () throws(MediaError) in try decoder.sendRead(sample: sample) }
    }
    try run.give { () throws(MediaError) in try decoder.finish() }
    return run
  }

  /// What comes out of a decoder while samples go in.
  private struct Run {
    private(set) var order: [Int] = []
    private let decoder: VideoDecoder
    private var isSeen: [Bool]
    /// The first thing that was wrong.
    private var complaint: MediaError?
    /// Complaints that are taken before the stream is given up.
    private var patience: Int

    /// Why samples gave no frame. Those behind the first that are shown before it, and need others that are not there,
    /// are left out without harm; so are samples that are half a frame, or none.
    var loss: MediaError? {
      let missing = isSeen.dropFirst().drop { !$0 }.count { !$0 } + (isSeen.first == false ? 1 : 0)
      guard missing > 0, let complaint else { return nil }
      return MediaError(.malformed("\(complaint.reason.text); \(order.count) of \(isSeen.count) frames decode"))
    }

    init(_ decoder: VideoDecoder, count: Int) {
      self.decoder = decoder
      isSeen = Array(repeating: false, count: count)
      patience = count + 64
    }

    /// Gives something to the decoder, and takes the frames that come; what it complains about is left out.
    mutating func give(_ send: () throws(MediaError) -> Bool) throws(MediaError) {
      for _ in 0..<2 {
        let isTaken = try tolerating(send) ?? true
        try take()
        if isTaken { return }
      }
    }

    private mutating func take() throws(MediaError) {
      let decoder = decoder
      while patience > 0 {
        defer { takeDamages() }
        switch try tolerating({ () throws(MediaError) in try decoder.receive() }) {
        case nil: continue
        case .frame(let frame):
          guard isSeen.indices.contains(frame.sample), !isSeen[frame.sample] else { continue }
          isSeen[frame.sample] = true
          order.append(frame.sample)
        case .starved, .end: return
        }
      }
    }

    private mutating func tolerating<Result>(
      _ body: () throws(MediaError) -> Result
    ) throws(MediaError) -> Result? {
      do throws(MediaError) {
        return try body()
      } catch {
        guard case .library = error.reason else { throw error }
        complaint = complaint ?? error.asDamage
        patience -= 1
        return nil
      }
    }

    private mutating func takeDamages() {
      while let damage = decoder.takeDamage() { complaint = complaint ?? MediaError(damage.reason) }
    }
  }
}

extension Demuxer {
  /// Reads on to the next sample of a stream; false at the end.
  func readNext(of stream: Int) throws(MediaError) -> Bool {
    while let packet = unsafe try read() {
      if unsafe Int(packet.stream) == stream { return true }
    }
    return false
  }
}
