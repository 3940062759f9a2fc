extension SoundTimeline {
  /// The sound of a project whose media are open.
  ///
  /// - Parameter range: the part that is heard; nil is all.
  package init(_ project: ProjectTimeline, _ media: ProjectMedia, range: CMTimeRange? = nil) throws(MediaError) {
    try self.init(project, range: range) { source throws(MediaError) in try media.film(source) }
  }

  /// The sound of a project's audio tracks.
  ///
  /// - Parameters:
  ///   - range: the part that is heard; nil is all.
  ///   - file: opens a source, or finds one that is open.
  package init(
    _ project: ProjectTimeline, range: CMTimeRange? = nil, file: (ProjectSource) throws(MediaError) -> MediaFile
  ) throws(MediaError) {
    var sources: [ProjectSourceUse: SoundSource] = [:]
    var pieces: [SoundPiece] = []
    for track in project.tracks where track.kind == .audio {
      for clip in track.clips where clip.clip.speed.numerator > 0 {
        let use = ProjectSourceUse(source: clip.clip.source, kind: .audio, sourceTrack: clip.clip.sourceTrack)
        var known = sources[use]
        if known == nil {
          known = try SoundSource(try file(use.source), track: use.sourceTrack.map { Int32(clamping: $0) })
        }
        guard let source = known else { continue }
        sources[use] = source
        var new = SoundPiece.pieces(of: source, clip.sourceRange, target: clip.timeRange)
        let gains = track.gains(of: clip)
        for index in new.indices { new[index].gains = gains }
        pieces += new
      }
    }
    try self.init(pieces, range: range ?? CMTimeRange(start: .zero, duration: project.duration))
  }
}

extension TimelineTrack {
  /// Of a clip's volume and the transitions at both ends.
  fileprivate func gains(of clip: TimelineClip) -> [SoundGain] {
    var gains: [SoundGain] = []
    let volume = SoundGain(clip.clip.volume, from: clip.timeRange.start)
    if !volume.isOne { gains.append(volume) }
    // One at each end at most, in the order of the clips.
    let first = transitions.partitionPoint { $0.earlier + 1 >= clip.index }
    for transition in transitions[first...].prefix(2) {
      if transition.earlier + 1 == clip.index { gains.append(SoundGain(from: 0, to: 1, in: transition.timeRange)) }
      if transition.earlier == clip.index { gains.append(SoundGain(from: 1, to: 0, in: transition.timeRange)) }
    }
    return gains
  }
}
