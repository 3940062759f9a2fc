internal import HeadroomContainers

extension OTIOSequence.Layer {
  /// The clips in order, with what transitions add to them.
  ///
  /// A transition there lies over a cut: it shows the earlier clip for longer and the later one sooner than the cut
  /// says, as far as their media go. One beside a gap is a fade.
  ///
  /// - Parameter note: is told of transitions that are not what the file says, and what becomes of them.
  func clips(_ kind: ProjectTrack.Kind, note: (String, OTIOSequence.Cut) -> Void) -> [ProjectClip] {
    var items = self.items.sorted { $0.range.start < $1.range.start }
    // Before any of them is lengthened.
    let ranges = items.map(\.range)
    for cut in cuts where cut.duration > .zero {
      let later = ranges.partitionPoint { $0.start >= cut.time }
      let hasLater = later < ranges.count && ranges[later].start == cut.time
      let hasEarlier = later > 0 && ranges[later - 1].end == cut.time
      var possible = cut
      if hasLater { possible.before = min(cut.before, items[later].lead) }
      if hasEarlier { possible.behind = min(cut.behind, items[later - 1].rest) }
      let isDone =
        switch (hasEarlier, hasLater) {
        case (true, true): items.dissolve(to: later, possible)
        case (true, false):
          items[later - 1].fadeOut(possible, until: later < ranges.count ? ranges[later].start : .positiveInfinity)
        case (false, true): items[later].fadeIn(possible, from: later > 0 ? ranges[later - 1].end : .zero)
        case (false, false): false
        }
      if !isDone {
        note("transitions without room for them are left out", cut)
      } else if possible.before != cut.before || possible.behind != cut.behind {
        note("transitions are shortened to what the media have", cut)
      }
    }
    return items.map { $0.finished(kind) }
  }
}

extension OTIOSequence.Cut {
  fileprivate var duration: CMTime { before + behind }
}

extension [OTIOSequence.Item] {
  fileprivate mutating func dissolve(to later: Int, _ cut: OTIOSequence.Cut) -> Bool {
    guard cut.duration > .zero else { return false }
    self[later - 1].range.duration += cut.behind
    self[later].startEarlier(cut)
    self[later].clip.transition = ProjectTransition(style: .dissolve, duration: cut.duration, path: cut.path)
    return true
  }
}

extension OTIOSequence.Item {
  /// How long the source can be shown before the item's start.
  fileprivate var lead: CMTime {
    clip.speed.numerator == 0 ? .positiveInfinity : clip.speed.timelineDuration(clip.inPoint)
  }

  /// How long the source can be shown behind the item's end.
  fileprivate var rest: CMTime {
    guard let mediaEnd, clip.speed.numerator > 0 else { return .positiveInfinity }
    let end = clip.inPoint + clip.speed.sourceDuration(range.duration)
    return max(clip.speed.timelineDuration(mediaEnd - end), .zero)
  }

  fileprivate mutating func startEarlier(_ cut: OTIOSequence.Cut) {
    clip.inPoint = max(clip.inPoint - clip.speed.sourceDuration(cut.before), .zero)
    range.start -= cut.before
    range.duration += cut.before
  }

  fileprivate mutating func fadeIn(_ cut: OTIOSequence.Cut, from end: CMTime) -> Bool {
    guard cut.duration > .zero, cut.time - cut.before >= end, cut.behind <= range.duration else { return false }
    startEarlier(cut)
    fadeIn = cut.duration
    return true
  }

  fileprivate mutating func fadeOut(_ cut: OTIOSequence.Cut, until start: CMTime) -> Bool {
    guard cut.duration > .zero, cut.time + cut.behind <= start, cut.before <= range.duration - fadeIn else {
      return false
    }
    range.duration += cut.behind
    fadeOut = cut.duration
    return true
  }

  /// The clip with its final times; fades are ramps of opacity or volume.
  fileprivate func finished(_ kind: ProjectTrack.Kind) -> ProjectClip {
    var clip = clip
    (clip.start, clip.duration) = (range.start, range.duration)
    guard let ramp else { return clip }
    if kind == .video { clip.opacity = ramp } else { clip.volume = ramp }
    return clip
  }

  private var ramp: Keyframed<Double>? {
    var frames: [Keyframe<Double>] = []
    if fadeIn > .zero { frames += [Keyframe(time: .zero, value: 0), Keyframe(time: fadeIn, value: 1)] }
    if fadeOut > .zero {
      let start = range.duration - fadeOut
      // The fade in may end where this one starts.
      if start > frames.last?.time ?? CMTime(value: -1, timescale: 1) { frames.append(Keyframe(time: start, value: 1)) }
      frames.append(Keyframe(time: range.duration, value: 0))
    }
    return Keyframed(frames)
  }
}
