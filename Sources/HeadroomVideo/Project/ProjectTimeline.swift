package import Foundation

/// What a project has to know of a source.
package struct ProjectSourceFacts: Hashable, Sendable {
  /// Of the track that is used; nil for pictures, which last as long as they are shown.
  package var duration: CMTime?
  /// As displayed, upright; nil for sound and text.
  package var size: CGSize?
  /// Nil where there is none.
  package var frameRate: ExactRatio?

  package init(duration: CMTime?, size: CGSize? = nil, frameRate: ExactRatio? = nil) {
    (self.duration, self.size, self.frameRate) = (duration, size, frameRate)
  }
}

/// A source as one kind of track uses it: what ``ProjectTimeline`` asks about, once for each.
package struct ProjectSourceUse: Hashable, Sendable {
  package var source: ProjectSource
  package var kind: ProjectTrack.Kind
  /// The number of the track; nil is the first of the kind.
  package var sourceTrack: Int?
}

/// A project whose sources are known: every clip at its time.
///
/// Times are exact where a timescale up to ``kCMTimeMaxTimescale`` can hold them, and rounded to the nearest otherwise,
/// by the rules of ``CMTime``.
package struct ProjectTimeline: Sendable {
  package let project: ProjectFile
  /// As in the project, later ones on top.
  package let tracks: [TimelineTrack]
  /// To the end of the longest track.
  package let duration: CMTime
  /// Of the frame; nil where the project has no pictures.
  package let size: ProjectSize?
  /// Nil where the project has no pictures.
  package let frameRate: ExactRatio?

  /// - Parameter facts: tells of a source; its errors are passed on, but a ``MediaFileError`` gets the clip's place.
  /// - Throws: ``ProjectError`` where a source cannot be used, or times do not fit the sources or each other.
  package init(_ project: ProjectFile, facts: (ProjectSourceUse) throws -> ProjectSourceFacts) throws {
    var known: [ProjectSourceUse: ProjectSourceFacts] = [:]
    var tracks: [TimelineTrack] = []
    for track in project.tracks {
      var placing = TrackPlacing(track, form: project.form)
      for clip in track.clips {
        let use = ProjectSourceUse(source: clip.source, kind: track.kind, sourceTrack: clip.sourceTrack)
        let fact = try known[use] ?? Self.facts(use, clip, project.form, facts)
        known[use] = fact
        try placing.place(clip, fact)
      }
      tracks.append(placing.track)
    }
    self.project = project
    self.tracks = tracks
    duration = tracks.map(\.duration).max() ?? .zero
    let pictures = tracks.filter { $0.kind == .video }.flatMap(\.clips)
    size = try Self.size(project, pictures)
    frameRate = try Self.frameRate(project, pictures)
  }

  private static func facts(
    _ use: ProjectSourceUse, _ clip: ProjectClip, _ form: ProjectFile.Form,
    _ facts: (ProjectSourceUse) throws -> ProjectSourceFacts
  ) throws -> ProjectSourceFacts {
    do {
      return try facts(use)
    } catch let error as MediaFileError where error.isOfFile {
      let key = error.isOfTrack && clip.sourceTrack != nil ? "track" : "source"
      throw ProjectError(form.path(key, of: clip.path), error.words(clip.source.shown))
    }
  }

  /// That of the first video clip, or of the first picture where there are only those.
  private static func size(_ project: ProjectFile, _ clips: [TimelineClip]) throws(ProjectError) -> ProjectSize? {
    if clips.isEmpty { return nil }
    if let size = project.size { return size }
    let first = clips.first { $0.facts.duration != nil && $0.facts.size != nil } ?? clips.first { $0.facts.size != nil }
    let path = ProjectFile.rootKey("size")
    guard let first, let size = first.facts.size else { throw ProjectError(path, "is missing, and no clip has one") }
    let (width, height) = (size.width.rounded(), size.height.rounded())
    let range = 1...CGFloat(ProjectSize.longest)
    guard range.contains(width), range.contains(height) else {
      throw ProjectError(path, "that of \(first.clip.source.shown) (\(width) x \(height)) is none that a film can have")
    }
    return ProjectSize(width: Int(width), height: Int(height))
  }

  private static func frameRate(_ project: ProjectFile, _ clips: [TimelineClip]) throws(ProjectError) -> ExactRatio? {
    if clips.isEmpty { return nil }
    if let rate = project.frameRate { return rate }
    if let rate = clips.lazy.compactMap(\.facts.frameRate).first(where: { $0.numerator > 0 }) { return rate }
    throw ProjectError(ProjectFile.rootKey("frameRate"), "is missing, and no clip has one")
  }
}

extension ProjectTimeline {
  /// Frames of the film: those that start before its end. Nil where the project has no pictures.
  package var frameCount: Int? {
    guard let frameRate, duration.isNumeric else { return nil }
    let above = Int128(duration.value) * Int128(frameRate.numerator)
    let below = Int128(duration.timescale) * Int128(frameRate.denominator)
    return Int(exactly: (above + below - 1) / below)
  }

  /// When a frame is shown; invalid where the project has no pictures.
  package func time(ofFrame number: Int) -> CMTime {
    guard let frameRate, let number = Int32(exactly: number) else { return .invalid }
    return CMTimeMultiply(frameRate.frameDuration, multiplier: number)
  }
}
