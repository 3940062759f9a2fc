package import Foundation
package import HeadroomContainers
package import HeadroomGraphics

/// What a video track shows at a time.
package enum TimelineLayer: Sendable {
  case clip(ClipMoment)
  case transition(TransitionMoment)
}

/// A clip at a time, its key frames evaluated.
package struct ClipMoment: Sendable {
  /// The place of the track in the timeline, and of the clip in the track.
  package let track: Int
  package let clip: Int
  /// From the clip's start.
  package let clipTime: CMTime
  package let sourceTime: CMTime
  package let transform: CGAffineTransform
  package let opacity: Double
  package let crop: CGRect?
  package let filters: [FilterMoment]

  init(_ clip: TimelineClip, track: Int, at time: CMTime) {
    let own = clip.clipTime(at: time)
    (self.track, self.clip, clipTime, sourceTime) = (track, clip.index, own, clip.sourceTime(at: time))
    transform = clip.clip.transform.value(at: own)
    opacity = clip.clip.opacity.value(at: own)
    crop = clip.clip.crop?.value(at: own)
    filters = clip.clip.filters.map { FilterMoment(name: $0.name, path: $0.path, inputs: $0.inputs.values(at: own)) }
  }
}

/// A filter at a time.
package struct FilterMoment: Sendable {
  package let name: String
  package let path: JSONPath
  package let inputs: [(key: String, value: JSONValue)]
}

/// A transition at a time. A dissolve is the later clip with the weight over the earlier one.
package struct TransitionMoment: Sendable {
  package let transition: ProjectTransition
  package let earlier: ClipMoment
  package let later: ClipMoment
  /// Of the later clip.
  package let weight: Double
  /// Of the transition's filter.
  package let inputs: [(key: String, value: JSONValue)]
}

extension [ProjectFilter.Input] {
  fileprivate func values(at time: CMTime) -> [(key: String, value: JSONValue)] {
    map { ($0.key, $0.value.value(at: time).json) }
  }
}

extension ProjectTimeline {
  /// What is shown at a time, bottom to top: tracks without a clip at it are left out.
  package func layers(at time: CMTime) -> [TimelineLayer] {
    tracks.enumerated().filter { $0.element.kind == .video }.compactMap { $0.element.layer(at: time, track: $0.offset) }
  }
}

extension TimelineTrack {
  fileprivate func layer(at time: CMTime, track: Int) -> TimelineLayer? {
    guard let transition = transition(at: time) else {
      return clips(at: time).last.map { .clip(ClipMoment($0, track: track, at: time)) }
    }
    let later = ClipMoment(clips[transition.earlier + 1], track: track, at: time)
    return .transition(
      TransitionMoment(
        transition: transition.transition,
        earlier: ClipMoment(clips[transition.earlier], track: track, at: time), later: later,
        weight: transition.weight(at: time), inputs: transition.transition.inputs.values(at: later.clipTime)))
  }
}
