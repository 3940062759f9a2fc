/// A track of an open film that is heard.
package struct SoundSource: Sendable {
  package let file: MediaFile
  package let track: MediaTrack
  /// As it decodes.
  package let format: SoundFormat

  /// - Throws: where its first packet does not decode.
  package init(_ file: MediaFile, _ track: MediaTrack) throws(MediaError) {
    (self.file, self.track) = (file, track)
    format = try SoundReader(file, track).format
  }

  struct Name: Hashable {
    var path: String
    var track: Int32
  }

  var name: Name { Name(path: file.path, track: track.facts.id) }
}

/// A stretch of a source at one speed.
package struct SoundPiece: Sendable {
  package let source: SoundSource
  /// In the time of the track's samples, before its edits.
  package let media: CMTimeRange
  /// When it is heard.
  package let target: CMTimeRange
  /// Factors of the samples.
  package var gains: [SoundGain] = []

  package init(_ source: SoundSource, media: CMTimeRange, target: CMTimeRange) {
    (self.source, self.media, self.target) = (source, media, target)
  }

  /// Whether nothing is done to the samples.
  var isUntouched: Bool { media.duration == target.duration && gains.allSatisfy(\.isOne) }

  /// What of a stretch of a source is heard by the edits of its file.
  ///
  /// - Parameter range: in the time of the track, after its edits.
  static func pieces(
    of source: SoundSource, _ range: CMTimeRange, target: CMTimeRange, _ gains: [SoundGain] = []
  ) -> [SoundPiece] {
    // Edits follow each other.
    let edits = source.track.facts.segments
    let first = edits.partitionPoint { $0.target.end > range.start }
    return edits[first...].prefix { $0.target.start < range.end }.compactMap { edit in
      guard edit.source.start.isNumeric, edit.source.duration > .zero else { return nil }
      let part = edit.target.intersection(range)
      guard part.isValid, part.duration > .zero else { return nil }
      var piece = SoundPiece(
        source, media: part.mapped(from: edit.target, to: edit.source), target: part.mapped(from: range, to: target))
      piece.gains = gains
      return piece
    }
  }

  /// What of it lies in a range, with times from its start on; nil where nothing does.
  func heard(in range: CMTimeRange) -> SoundPiece? {
    let part = target.intersection(range)
    guard part.isValid, part.duration > .zero else { return nil }
    let shifted = CMTimeRange(start: part.start - range.start, duration: part.duration)
    var piece = SoundPiece(source, media: part.mapped(from: target, to: media), target: shifted)
    piece.gains = gains.map { $0.earlier(by: range.start) }
    return piece
  }
}

extension CMTimeRange {
  fileprivate func mapped(from: CMTimeRange, to: CMTimeRange) -> CMTimeRange {
    CMTimeRange(
      start: CMTimeMapTimeFromRangeToRange(start, fromRange: from, toRange: to),
      end: CMTimeMapTimeFromRangeToRange(end, fromRange: from, toRange: to))
  }
}

/// A factor of samples that may change with time: 1 leaves them as they are. Amplitude is what it changes, not a level.
package struct SoundGain: Sendable {
  /// From here on, until the next.
  package struct Point: Sendable {
    var time: CMTime
    var value: Double
    var curve: KeyframeCurve
  }

  /// By time, at least one; before the first and after the last it is theirs.
  private(set) var points: [Point]

  /// - Parameter points: by time, at least one.
  init(points: [Point]) { self.points = points }

  /// A volume with key frames of a clip that starts at a time.
  package init(_ volume: Keyframed<Double>, from start: CMTime) {
    points = volume.frames.map { Point(time: start + $0.time, value: $0.value, curve: $0.curve) }
  }

  /// From one value at the start of a range to another at its end, linear in amplitude.
  package init(from first: Double, to last: Double, in range: CMTimeRange) {
    points = [
      Point(time: range.start, value: first, curve: .linear), Point(time: range.end, value: last, curve: .linear),
    ]
  }

  var isOne: Bool { points.allSatisfy { $0.value == 1 } }

  func earlier(by time: CMTime) -> SoundGain {
    var copy = self
    for index in points.indices { copy.points[index].time = points[index].time - time }
    return copy
  }

  /// Its values for samples from a place on.
  func multiply(_ values: inout [Float], from start: Int64, rate: Int) {
    let places = points.map { $0.time.seconds * Double(rate) }
    var next = places.firstIndex { $0 > Double(start) } ?? points.count
    for index in values.indices {
      let sample = Double(start) + Double(index)
      while next < points.count, places[next] <= sample { next += 1 }
      values[index] *= Float(value(before: next, at: sample, places))
    }
  }

  private func value(before next: Int, at sample: Double, _ places: [Double]) -> Double {
    guard next > 0 else { return points[0].value }
    let from = points[next - 1]
    guard next < points.count else { return from.value }
    let weight = from.curve.weight((sample - places[next - 1]) / (places[next] - places[next - 1]))
    return from.value + (points[next].value - from.value) * weight
  }
}
