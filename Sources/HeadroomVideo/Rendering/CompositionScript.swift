internal import Foundation
package import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImage

/// A composition's pictures as recipes: the built-in compositor.
package struct CompositionScript: FrameScript {
  package let timeline: VideoTimeline
  package let sources: [FilmSource]
  package let times: FrameTimes
  package let start: CMTime
  package let end: CMTime
  package private(set) var color: CICP
  private let places: [SourceKey: Int]
  private let client: ClientWork

  private struct SourceKey: Hashable {
    var url: URL
    var track: CMPersistentTrackID
  }

  package var width: Int { timeline.width }
  package var height: Int { timeline.height }
  package var transform: [Double] {
    let turn = timeline.preferredTransform
    return [turn.a, turn.b, turn.c, turn.d, turn.tx, turn.ty]
  }

  /// - Parameter isPlayer: whether the pictures are made to be shown, in time; clients' compositors are told.
  /// - Throws: ``MediaError`` where a source cannot be decoded.
  package init(_ timeline: VideoTimeline, in range: CMTimeRange, isPlayer: Bool = false) throws {
    self.timeline = timeline
    color = timeline.color
    (start, end) = (range.start, range.end)
    var sources: [FilmSource] = []
    var places: [SourceKey: Int] = [:]
    for stretch in timeline.stretches(in: range) {
      let source = stretch.source
      let key = SourceKey(url: source.url, track: source.trackID)
      guard places[key] == nil else { continue }
      places[key] = sources.count
      sources.append(try FilmSource(source))
    }
    times = try timeline.frameTimes(in: range) { source, part in
      guard let place = places[SourceKey(url: source.url, track: source.trackID)] else { return [] }
      return sources[place].index.times(in: part)
    }
    (self.sources, self.places) = (sources, places)
    client = ClientWork(timeline, sources, in: range, isPlayer: isPlayer)
  }

  package func colored(_ color: CICP) -> CompositionScript {
    var script = self
    script.color = color
    return script
  }

  package var picturesInWork: Int { client.picturesInWork }
  package func close() { client.composing?.station.close() }

  package func frame(at time: CMTime) -> ScriptFrame {
    if let composing = client.composing, let instruction = timeline.instruction(at: time),
      let frame = composed(instruction, at: time, by: composing)
    {
      return instruction.hasTitles ? titled(frame, timeline.titles) : frame
    }
    let frame = timeline.frame(at: time)
    if let filter = client.filter { return titled(filtered(frame, at: time, by: filter), frame?.titles) }
    let layers = (frame?.layers ?? []).map { layer in (layer, reference(layer)) }
    let untouched = frame?.isPassthrough == true ? layers.first?.1 : nil
    let composed = ScriptFrame(layers.compactMap(\.1), untouched: untouched) { pictures throws(MediaError) in
      var stack = LayerStack(
        width: width, height: height, color: color, background: frame?.background.map { CIColor(cgColor: $0) })
      for (layer, reference) in layers {
        if case .picture(let picture) = layer.content {
          stack.add(picture: picture, at: layer.transform, crop: layer.crop, opacity: layer.opacity)
        }
        guard let reference else { continue }
        let source = sources[reference.source]
        let place = FramePlacement(layer.transform, of: source.naturalSize)
        stack.add(
          try pictures.image(reference, turned: place.turn), of: source, at: place, crop: layer.crop,
          opacity: layer.opacity)
      }
      return stack.image
    }
    return titled(composed, frame?.titles)
  }

  /// A frame with what lies around it.
  private func titled(_ frame: ScriptFrame, _ titles: VideoTitles?) -> ScriptFrame {
    guard let titles else { return frame }
    return frame.altered { image in
      var stack = LayerStack(width: width, height: height, color: color, background: nil)
      stack.add(titles, around: image)
      return stack.image
    }
  }

  /// The frame of a layer's source that is seen; nil for pictures without a file.
  func reference(_ layer: ComposedFrame.Layer) -> FrameReference? {
    guard case .source(let source, let time) = layer.content else { return nil }
    return reference(source, at: time)
  }

  /// - Parameter time: in the time of the source's track.
  func reference(_ source: ResolvedSource, at time: CMTime) -> FrameReference? {
    guard let place = places[SourceKey(url: source.url, track: source.trackID)] else { return nil }
    return FrameReference(source: place, frame: sources[place].frame(at: time))
  }
}

extension VideoTimeline {
  /// The stretches of sources that instructions use in a range.
  fileprivate func stretches(in range: CMTimeRange) -> [TrackTimeline.Stretch] {
    instructions.flatMap { instruction in
      let part = instruction.timeRange.intersection(range)
      return instruction.layers.flatMap { $0.stretches(in: part) }
    }
  }
}

extension FilmSource {
  fileprivate init(_ source: ResolvedSource) throws(MediaError) {
    guard let media = source.media, let track = media.tracks.first(where: { $0.facts.id == source.trackID }) else {
      throw MediaError(.invalidRequest("\(source.url.lastPathComponent) is not open"), track: source.trackID)
    }
    try self.init(media, track: track, color: source.color)
  }
}

extension FrameIndex {
  /// The times of the frames that are seen in a range; the first may have begun before.
  package func times(in range: CMTimeRange) -> [CMTime] {
    var times: [CMTime] = []
    var number = frame(at: range.start) ?? 0
    while number < frames.count, frames[number].time < range.end {
      times.append(frames[number].time)
      number += 1
    }
    return times
  }
}
