package import HeadroomContainers

/// An edit as it is stored: clips in tracks, what is done to them, and the film that they become.
///
/// What its file says is checked as far as it can be without opening a source; ``ProjectTimeline`` does the rest.
package struct ProjectFile: Sendable {
  /// Which program's file it is.
  package enum Form: Hashable, Sendable {
    /// Schema 1 of the command.
    case headroom
    case openTimelineIO
  }

  /// Whether light is mixed, or codes are.
  package enum Blending: String, CaseIterable, Hashable, Sendable {
    case linear, code
  }

  package var form: Form
  /// Of the frame; nil is that of the first video clip as displayed.
  package var size: ProjectSize?
  /// Nil is that of the first video clip.
  package var frameRate: ExactRatio?
  /// Behind all tracks.
  package var background: ProjectColor
  package var blending: Blending
  /// Nil follows the sources.
  package var color: ProjectColorProperties?
  /// Later ones lie on top.
  package var tracks: [ProjectTrack]
  /// What of the file is not understood, and left out.
  package var warnings: [String] = []

  package init(
    form: Form = .headroom, size: ProjectSize? = nil, frameRate: ExactRatio? = nil, background: ProjectColor = .black,
    blending: Blending = .linear, color: ProjectColorProperties? = nil, tracks: [ProjectTrack]
  ) {
    (self.form, self.size, self.frameRate, self.background) = (form, size, frameRate, background)
    (self.blending, self.color, self.tracks) = (blending, color, tracks)
  }
}

/// Pixels of a frame.
package struct ProjectSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  /// The longest side: what encoders of HEVC and AV1 take at most.
  package static let longest = 16_384

  package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
}

/// Clips one after the other.
package struct ProjectTrack: Sendable {
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case video, audio
  }

  package var kind: Kind
  package var clips: [ProjectClip]
  package var path: JSONPath

  package init(kind: Kind, clips: [ProjectClip], path: JSONPath) {
    (self.kind, self.clips, self.path) = (kind, clips, path)
  }
}

/// Bounds on a project, compared before anything of that size is made.
package enum ProjectLimits {
  package static let byteCount = 16 << 20
  package static let depth = 96
  /// Values of the document.
  package static let valueCount = 1 << 20
  package static let trackCount = 64
  /// Of a track.
  package static let clipCount = 65_536
  /// Of a clip.
  package static let filterCount = 64
  /// Of a filter.
  package static let inputCount = 64
  /// Of a value.
  package static let keyframeCount = 65_536
  package static let textLength = 10_000
}
