/// What a file of moving pictures and sound says of itself, without a decoded frame.
package struct MediaFacts: Sendable {
  /// The kind of file.
  package var container: MediaContainer
  /// To the end of the longest track.
  package var duration: CMTime
  /// In the order of the file.
  package var tracks: [TrackFacts]
  package var chapters: [ChapterFacts] = []
  /// Why content is missing, as where the file was cut; nil where none is.
  package var missing: String?
  /// What is odd about the file and does not keep it from being read.
  package var warnings: [String] = []

  package init(container: MediaContainer, duration: CMTime, tracks: [TrackFacts]) {
    self.container = container
    self.duration = duration
    self.tracks = tracks
  }
}

/// A kind of file with moving pictures.
package enum MediaContainer: String, CaseIterable, Hashable, Sendable {
  case mp4, mov, matroska, webm, mxf
  /// Coded frames without a container: an Annex B stream of HEVC, open bitstream units of AV1.
  case hevc, obu
  case ivf
}

/// A stretch of a film with a title.
package struct ChapterFacts: Hashable, Sendable {
  package var timeRange: CMTimeRange
  package var title: String

  package init(timeRange: CMTimeRange, title: String) {
    self.timeRange = timeRange
    self.title = title
  }
}

/// What a file says of one track.
package struct TrackFacts: Sendable {
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case video, audio, metadata, timecode, subtitle
  }

  /// The number by which the file calls it; from 1 on in files that number none.
  package var id: Int32
  /// Its place in the file, from 0 on.
  package var index: Int
  package var kind: Kind
  /// The codec by FFmpeg's name, as `hevc`; empty where nobody knows it.
  package var codec: String
  /// The codec's four letters in the container, as `hvc1`; nil where it has none.
  package var codecTag: String?
  /// What a decoder needs before the first sample, as the container has it; empty where there is nothing.
  package var configuration: [UInt8] = []
  package var isEnabled = true
  /// Three letters of ISO 639-2; nil where it is not stated.
  package var language: String?
  /// Ticks of a second.
  package var timescale: CMTimeScale
  /// Of the samples, before edits.
  package var duration: CMTime
  /// When it is shown; it starts above 0 where an empty edit comes first.
  package var timeRange: CMTimeRange
  /// The edits, without gaps between their targets.
  package var segments: [CMTimeMapping]
  package var video: VideoFacts?
  package var audio: AudioFacts?

  package init(
    id: Int32, index: Int, kind: Kind, codec: String, timescale: CMTimeScale, duration: CMTime,
    timeRange: CMTimeRange, segments: [CMTimeMapping]
  ) {
    (self.id, self.index, self.kind, self.codec) = (id, index, kind, codec)
    (self.timescale, self.duration, self.timeRange, self.segments) = (timescale, duration, timeRange, segments)
  }
}

/// What a file says of the sound of a track.
package struct AudioFacts: Hashable, Sendable {
  package var channels: Int
  /// Samples of a second.
  package var sampleRate: Int
  /// The channels by FFmpeg's name, as `stereo`.
  package var layout: String?

  package init(channels: Int, sampleRate: Int, layout: String? = nil) {
    (self.channels, self.sampleRate, self.layout) = (channels, sampleRate, layout)
  }
}
