internal import Foundation
internal import HeadroomGraphics

extension AVVideoComposition.Configuration {
  init(showing asset: AVAsset, prototype: AVVideoCompositionInstruction? = nil) throws(AVError) {
    let contents = try asset.contents()
    let tracks = contents.tracks(of: .video)
    self.init(frameDuration: .frameDuration(of: tracks.map(\.values)))
    guard !tracks.isEmpty else { return }
    let box = tracks.map { CGRect(origin: .zero, size: $0.naturalSize).applying($0.preferredTransform) }
      .reduce(CGRect.null) { $0.union($1.sound) }
    // A composition says how large it is; what its tracks are turned by is not in that.
    let isComposition = asset is AVComposition
    renderSize = isComposition ? asset.naturalSize : box.size
    let shift = isComposition ? .identity : CGAffineTransform(translationX: -box.minX, y: -box.minY)
    instructions = Self.stretches(of: tracks, lasting: contents.duration).map { range, shown in
      var content = prototype?.configuration ?? AVVideoCompositionInstruction.Configuration()
      content.timeRange = range
      content.layerInstructions = shown.map { track in
        var layer = AVVideoCompositionLayerInstruction.Configuration(assetTrack: track)
        let transform = track.preferredTransform.concatenating(shift)
        if !transform.isIdentity { layer.setTransform(transform, at: range.start) }
        return AVVideoCompositionLayerInstruction(configuration: layer)
      }
      return AVVideoCompositionInstruction(configuration: content)
    }
  }

  /// The stretches of time in which the same enabled tracks show something.
  private static func stretches(
    of tracks: [AVAssetTrack], lasting duration: CMTime
  ) -> [(range: CMTimeRange, tracks: [AVAssetTrack])] {
    let shown = tracks.filter(\.isEnabled).map { track in
      let timeline = track.shownPieces
      return (track, zip(timeline.pieces, timeline.ranges).filter { !$0.0.isEmpty }.map(\.1))
    }
    let ends = shown.flatMap { $0.1.flatMap { [$0.start, $0.end] } } + [.zero, duration]
    let times = Set(ends).filter { $0 >= .zero && $0 <= duration }.sorted()
    var stretches: [(range: CMTimeRange, tracks: [AVAssetTrack])] = []
    for (start, end) in zip(times, times.dropFirst()) {
      let here = shown.filter { $0.1.contains { $0.containsTime(start) } }.map(\.0)
      if let last = stretches.last, last.tracks == here {
        stretches[stretches.count - 1].range = CMTimeRange(start: last.range.start, end: end)
      } else {
        stretches.append((CMTimeRange(start: start, end: end), here))
      }
    }
    return stretches
  }
}

extension CMTime {
  /// Thirty pictures a second.
  static let standardFrame = CMTime(value: 1, timescale: 30)

  /// Short enough for the fastest of several tracks.
  static func frameDuration(of tracks: [TrackValues]) -> CMTime {
    guard let fastest = tracks.max(by: { $0.nominalFrameRate < $1.nominalFrameRate }), fastest.nominalFrameRate > 0,
      fastest.nominalFrameRate.isFinite
    else { return standardFrame }
    let (rate, shortest) = (fastest.nominalFrameRate, fastest.minFrameDuration)
    // A track of irregular times has pictures that follow one another faster than the rate says.
    if shortest.isNumeric, shortest > .zero, abs(rate * shortest.seconds - 1) < 0.001 { return shortest }
    let whole = rate.rounded()
    if abs(rate / whole - 1) < 0.0001 {
      return CMTime(value: 1, timescale: CMTimeScale(clamping: Int64(min(whole, 1e9))))
    }
    if abs(rate * 1.001 / whole - 1) < 0.0001, whole < 1e6 {
      return CMTime(value: 1001, timescale: CMTimeScale(whole) * 1000)
    }
    return CMTime(value: CMTimeValue(min(90_000 / rate, 1e15).rounded(.down)), timescale: 90_000)
  }
}
