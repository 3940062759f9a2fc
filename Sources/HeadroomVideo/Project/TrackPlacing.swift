internal import HeadroomContainers

/// Places the clips of a track one after the other.
struct TrackPlacing {
  private let form: ProjectFile.Form
  private(set) var track: TimelineTrack

  init(_ track: ProjectTrack, form: ProjectFile.Form) {
    self.form = form
    self.track = TimelineTrack(kind: track.kind, path: track.path)
  }

  /// Places the first clips, up to one whose source has to be known: what of overlaps shows in the file alone.
  static func check(_ track: ProjectTrack, form: ProjectFile.Form) throws(ProjectError) {
    var placing = TrackPlacing(track, form: form)
    for clip in track.clips {
      guard let duration = clip.duration else { return }
      try placing.place(clip, ProjectSourceFacts(duration: nil), lasting: duration)
    }
  }

  mutating func place(_ clip: ProjectClip, _ facts: ProjectSourceFacts) throws(ProjectError) {
    try place(clip, facts, lasting: duration(of: clip, facts))
  }

  private mutating func place(
    _ clip: ProjectClip, _ facts: ProjectSourceFacts, lasting duration: CMTime
  ) throws(ProjectError) {
    let start = try start(of: clip, duration)
    let range = CMTimeRange(start: start, duration: duration)
    guard range.end.isNumeric, range.end.seconds < Double(CMTime.mostSeconds) else {
      throw ProjectError(clip.path, "ends behind \(CMTime.mostSeconds) s")
    }
    if let transition = clip.transition {
      track.transitions.append(
        TimelineTransition(
          transition: transition, earlier: track.clips.count - 1,
          timeRange: CMTimeRange(start: start, duration: transition.duration)))
    }
    track.clips.append(TimelineClip(clip: clip, facts: facts, index: track.clips.count, timeRange: range))
  }

  // MARK: Within the source

  private func duration(of clip: ProjectClip, _ facts: ProjectSourceFacts) throws(ProjectError) -> CMTime {
    guard let whole = facts.duration else { return try duration(ofPicture: clip) }
    guard whole.isNumeric, whole > .zero else {
      throw ProjectError(path("source", of: clip), "\(clip.source.shown) has no duration")
    }
    let behind = "lies behind the end of \(clip.source.shown) (\(whole.shortSeconds) s)"
    guard clip.inPoint < whole else {
      throw ProjectError(path("in", of: clip), "\(clip.inPoint.shortSeconds) s \(behind)")
    }
    guard let duration = clip.duration else { return try rest(of: clip, whole) }
    let end = clip.inPoint + clip.speed.sourceDuration(duration)
    guard end.isNumeric, !end.isClearlyLater(than: whole) else {
      throw ProjectError(
        path("duration", of: clip),
        "\(duration.shortSeconds) s from \(clip.inPoint.shortSeconds) s on: \(end.shortSeconds) s \(behind)")
    }
    return duration
  }

  private func rest(of clip: ProjectClip, _ whole: CMTime) throws(ProjectError) -> CMTime {
    let rest = clip.speed.timelineDuration(whole - clip.inPoint)
    guard rest.isNumeric, rest > .zero else {
      throw ProjectError(path("duration", of: clip), "how long the frame is held is missing")
    }
    return rest
  }

  private func duration(ofPicture clip: ProjectClip) throws(ProjectError) -> CMTime {
    guard clip.inPoint == .zero else {
      throw ProjectError(path("in", of: clip), "\(clip.source.shown) is a picture, which has no times")
    }
    guard clip.speed == .one || clip.speed.numerator == 0 else {
      throw ProjectError(path("speed", of: clip), "\(clip.source.shown) is a picture, which has no speed")
    }
    guard let duration = clip.duration else {
      throw ProjectError(path("duration", of: clip), "how long \(clip.source.shown) is shown is missing")
    }
    return duration
  }

  // MARK: Beside the clip before

  private func start(of clip: ProjectClip, _ duration: CMTime) throws(ProjectError) -> CMTime {
    let end = track.duration
    guard let transition = clip.transition else {
      guard let start = clip.start else { return end }
      guard !end.isClearlyLater(than: start) else {
        throw ProjectError(
          path("start", of: clip),
          "\(start.shortSeconds) s lies before the end of the clip before (\(end.shortSeconds) s), without a transition"
        )
      }
      return max(start, end)
    }
    try check(transition, of: clip, duration)
    let start = end - transition.duration
    guard let wanted = clip.start, wanted != start else { return start }
    guard !wanted.isClearlyLater(than: start), !start.isClearlyLater(than: wanted) else {
      throw ProjectError(
        path("start", of: clip),
        "a transition of \(transition.duration.shortSeconds) s starts at \(start.shortSeconds) s, that much before the "
          + "end of the clip before, and not at \(wanted.shortSeconds) s")
    }
    return start
  }

  /// Both clips have to reach over it, and one transition has to end before the next starts.
  private func check(
    _ transition: ProjectTransition, of clip: ProjectClip, _ duration: CMTime
  ) throws(ProjectError) {
    guard let before = track.clips.last else { throw ProjectError(transition.path, "no clip lies before it") }
    guard transition.duration <= duration else { throw transition.tooLong("the clip", duration) }
    guard transition.duration <= before.timeRange.duration else {
      throw transition.tooLong("the clip before", before.timeRange.duration)
    }
    let other = before.clip.transition?.duration ?? .zero
    guard !(other + transition.duration).isClearlyLater(than: before.timeRange.duration) else {
      throw ProjectError(
        transition.path.appending("duration"),
        "\(transition.duration.shortSeconds) s and the \(other.shortSeconds) s of the transition before overlap in a "
          + "clip of \(before.timeRange.duration.shortSeconds) s")
    }
  }

  private func path(_ key: String, of clip: ProjectClip) -> JSONPath { form.path(key, of: clip.path) }
}

extension ProjectFile {
  static func rootKey(_ key: String) -> JSONPath { JSONPath.root.appending(key) }
}

extension ProjectFile.Form {
  /// Where a clip's value stands in the file.
  func path(_ key: String, of clip: JSONPath) -> JSONPath {
    switch (self, key) {
    case (.openTimelineIO, "in"): clip.appending("source_range").appending("start_time")
    case (.openTimelineIO, "duration"): clip.appending("source_range").appending("duration")
    case (.openTimelineIO, _): clip
    case (.headroom, _): clip.appending(key)
    }
  }
}

extension CMTime {
  /// Later, and not only by what rounding did to either.
  fileprivate func isClearlyLater(than other: CMTime) -> Bool {
    guard self > other else { return false }
    guard hasBeenRounded || other.hasBeenRounded else { return true }
    return self - other > CMTime(value: 4, timescale: kCMTimeMaxTimescale)
  }
}
