package import HeadroomContainers

/// A track whose clips have their times.
package struct TimelineTrack: Sendable {
  package let kind: ProjectTrack.Kind
  package let path: JSONPath
  /// By time; neighbours overlap where there is a transition, and nowhere else.
  package internal(set) var clips: [TimelineClip] = []
  /// By time; they do not overlap.
  package internal(set) var transitions: [TimelineTransition] = []

  init(kind: ProjectTrack.Kind, path: JSONPath) { (self.kind, self.path) = (kind, path) }

  /// To the end of its last clip.
  package var duration: CMTime { clips.last?.timeRange.end ?? .zero }

  /// The clips that are shown at a time: none, one, or the two of a transition.
  package func clips(at time: CMTime) -> [TimelineClip] {
    let last = clips.partitionPoint { $0.timeRange.start > time }
    return clips[max(last - 2, 0)..<last].filter { $0.timeRange.containsTime(time) }
  }

  /// The transition that runs at a time.
  package func transition(at time: CMTime) -> TimelineTransition? {
    let last = transitions.partitionPoint { $0.timeRange.start > time }
    return last > 0 && transitions[last - 1].timeRange.containsTime(time) ? transitions[last - 1] : nil
  }
}

/// A clip with its times.
package struct TimelineClip: Sendable {
  package let clip: ProjectClip
  package let facts: ProjectSourceFacts
  /// Its place in the track, from 0 on.
  package let index: Int
  /// When it is shown, transitions included.
  package let timeRange: CMTimeRange

  /// The part of the source that is shown; from 0 for pictures and text, without duration where a frame is held.
  package var sourceRange: CMTimeRange {
    CMTimeRange(start: clip.inPoint, duration: clip.speed.sourceDuration(timeRange.duration))
  }

  /// A time of the timeline, counted from the clip's start.
  package func clipTime(at time: CMTime) -> CMTime { time - timeRange.start }

  /// The source's time that is shown at a time of the timeline.
  package func sourceTime(at time: CMTime) -> CMTime {
    clip.inPoint + clip.speed.sourceDuration(clipTime(at: time))
  }
}

/// A transition with its time.
package struct TimelineTransition: Sendable {
  package let transition: ProjectTransition
  /// The place of the earlier clip in the track; the later one is the next.
  package let earlier: Int
  package let timeRange: CMTimeRange

  /// How much the later clip counts at a time: 0 at the start; at 30 frames a second the k-th of the 15 frames of half
  /// a second has k/15.
  package func weight(at time: CMTime) -> Double {
    min(max((time - timeRange.start).part(of: timeRange.duration), 0), 1)
  }
}
