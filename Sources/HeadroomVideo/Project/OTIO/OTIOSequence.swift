internal import HeadroomContainers

/// Clips at their times on layers, before transitions: what a nested timeline becomes.
struct OTIOSequence {
  /// A clip between cuts.
  struct Item {
    var clip: ProjectClip
    var range: CMTimeRange
    /// The time of the source at which it ends, where that is known.
    var mediaEnd: CMTime?
    /// How long it comes out of nothing at its start, and goes into nothing at its end.
    var fadeIn: CMTime = .zero
    var fadeOut: CMTime = .zero
  }

  /// A transition at the cut between two items, or between one and nothing.
  struct Cut {
    var time: CMTime
    /// How far it reaches before the cut, and behind.
    var before: CMTime
    var behind: CMTime
    var path: JSONPath
  }

  /// One track of the result.
  struct Layer {
    var items: [Item] = []
    var cuts: [Cut] = []
  }

  var video: [Layer] = []
  var audio: [Layer] = []
  var duration: CMTime = .zero

  subscript(kind: ProjectTrack.Kind) -> [Layer] {
    get { kind == .video ? video : audio }
    set { if kind == .video { video = newValue } else { audio = newValue } }
  }

  /// Only what lies in a range, moved so that its start is at 0.
  func trimmed(to range: OTIOTimeRange) -> OTIOSequence {
    var result = OTIOSequence()
    result.video = video.map { $0.trimmed(to: range) }
    result.audio = audio.map { $0.trimmed(to: range) }
    result.duration = range.duration
    return result
  }

  /// Adds the layers of another sequence to those at the same height, at a time.
  mutating func merge(_ other: OTIOSequence, _ kind: ProjectTrack.Kind, at time: CMTime) {
    for (place, layer) in other[kind].enumerated() {
      if place == self[kind].count { self[kind].append(Layer()) }
      let moved = layer.moved(by: time)
      self[kind][place].items += moved.items
      self[kind][place].cuts += moved.cuts
    }
  }

  /// Puts the layers of another sequence on top.
  mutating func stack(_ other: OTIOSequence) {
    video += other.video
    audio += other.audio
    duration = max(duration, other.duration)
  }
}

extension OTIOSequence.Layer {
  fileprivate func moved(by time: CMTime) -> OTIOSequence.Layer {
    var result = self
    for place in items.indices { result.items[place].range.start += time }
    for place in cuts.indices { result.cuts[place].time += time }
    return result
  }

  fileprivate func trimmed(to range: OTIOTimeRange) -> OTIOSequence.Layer {
    let window = CMTimeRange(start: range.start, duration: range.duration)
    var result = OTIOSequence.Layer()
    result.items = items.compactMap { $0.trimmed(to: window) }
    // At the edges of the window there is nothing on the other side.
    result.cuts = cuts.filter { window.start < $0.time && $0.time < window.end }
    return result.moved(by: .zero - range.start)
  }
}

extension OTIOSequence.Item {
  fileprivate func trimmed(to window: CMTimeRange) -> OTIOSequence.Item? {
    let kept = range.intersection(window)
    guard kept.isValid, !kept.isEmpty else { return nil }
    var result = self
    result.range = kept
    result.clip.inPoint += clip.speed.sourceDuration(kept.start - range.start)
    return result
  }
}
