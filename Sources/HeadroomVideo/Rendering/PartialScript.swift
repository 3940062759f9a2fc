package import HeadroomColor

/// A part of another script. Its frames are those of the whole: one that began before the part and lasts into it is shown
/// from the part's start on.
package struct PartialScript: FrameScript {
  private var base: any FrameScript
  package let times: FrameTimes
  package let start: CMTime
  package let end: CMTime
  /// The time in the whole of a first frame that began before.
  private let earlier: CMTime?

  /// - Throws: ``MediaError`` where no frame is shown in the range.
  fileprivate init(_ base: any FrameScript, _ range: CMTimeRange) throws(MediaError) {
    let part = range.intersection(CMTimeRange(start: base.start, end: base.end))
    guard part.isValid, part.duration > .zero else {
      throw MediaError(.invalidRequest("the range lies behind the end (\(base.end.secondsText) s)"))
    }
    let all = base.times
    let (first, end) = (all.partitionPoint { $0 >= part.start }, all.partitionPoint { $0 >= part.end })
    var shown = Array(all[first..<end])
    earlier = first > 0 && shown.first != part.start ? all[first - 1] : nil
    if earlier != nil { shown.insert(part.start, at: 0) }
    guard !shown.isEmpty else { throw MediaError(.invalidRequest("no frame is shown in the range")) }
    (self.base, times) = (base, FrameTimes(shown))
    (start, self.end) = (part.start, part.end)
  }

  package var width: Int { base.width }
  package var height: Int { base.height }
  package var color: CICP { base.color }
  package var sources: [FilmSource] { base.sources }
  package var transform: [Double] { base.transform }

  package func colored(_ color: CICP) -> PartialScript {
    var script = self
    script.base = base.colored(color)
    return script
  }

  /// The time of a frame in the whole.
  private func whole(_ time: CMTime) -> CMTime { time == start ? earlier ?? time : time }

  package var picturesInWork: Int { base.picturesInWork }
  package func close() { base.close() }
  package func frame(at time: CMTime) -> ScriptFrame { base.frame(at: whole(time)) }
}

extension FrameScript {
  /// The frames that are shown in a range, whose start becomes the film's.
  ///
  /// - Throws: ``MediaError`` where there are none.
  package func part(_ range: CMTimeRange) throws(MediaError) -> PartialScript { try PartialScript(self, range) }
}
