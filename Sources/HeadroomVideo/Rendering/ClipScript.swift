internal import Foundation
package import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImage

/// One track of a film as it is: each of its frames, at its time.
package struct ClipScript: FrameScript {
  package let source: FilmSource
  package let times: FrameTimes
  package let start: CMTime
  package let end: CMTime
  package private(set) var color: CICP

  package var sources: [FilmSource] { [source] }
  package var width: Int { Int(source.naturalSize.width.rounded()) }
  package var height: Int { Int(source.naturalSize.height.rounded()) }
  package var transform: [Double] { source.facts.transform }

  /// - Parameter range: the part that is used: frames that lie in it or last into it. Nil is all.
  /// - Throws: ``MediaError`` where the range holds no frame.
  package init(_ source: FilmSource, in range: CMTimeRange? = nil) throws(MediaError) {
    let whole = CMTimeRange(start: .zero, end: source.track.facts.timeRange.end)
    let part = range.map { $0.intersection(whole) } ?? whole
    guard part.duration > .zero else {
      throw MediaError(
        .invalidRequest("the range lies behind the end (\(whole.end.secondsText) s)"), track: source.track.facts.id)
    }
    let shown = source.index.times(in: part).filter { $0 >= part.start }
    let first = source.index.frame(at: part.start) != nil && shown.first != part.start ? [part.start] : []
    guard !(first + shown).isEmpty else {
      throw MediaError(.invalidRequest("no frame is shown in the range"), track: source.track.facts.id)
    }
    self.source = source
    times = FrameTimes(first + shown)
    (start, end) = (part.start, part.end)
    color = source.cicp.asLuma
  }

  package func colored(_ color: CICP) -> ClipScript {
    var script = self
    script.color = color
    return script
  }

  package func frame(at time: CMTime) -> ScriptFrame {
    let reference = FrameReference(source: 0, frame: source.frame(at: time))
    return ScriptFrame([reference], untouched: reference) { pictures throws(MediaError) in
      var stack = LayerStack(
        width: width, height: height, color: color, background: source.facts.hasAlpha ? .clear : nil)
      let place = FramePlacement(.identity, of: source.naturalSize)
      stack.add(
        try pictures.image(reference, turned: place.turn), of: source, at: place, crop: nil, opacity: 1)
      return stack.image
    }
  }
}
