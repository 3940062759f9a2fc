import HeadroomTestSupport
import HeadroomVideo
import Testing

@Suite("Pieces of a timeline")
struct SegmentTimelineTests {
  typealias Timeline = SegmentTimeline<String>

  private func piece(_ name: String, _ start: Int64, _ end: Int64) -> Timeline.Piece {
    Timeline.Piece(name, range(start, end))
  }

  /// A to 10 s, as text.
  private func text(_ timeline: Timeline) -> String {
    zip(timeline.pieces, timeline.ranges).map { piece, target in
      let place = "\(target.start.seconds)-\(target.end.seconds)"
      guard let source = piece.source else { return "gap@\(place)" }
      return "\(source)\(piece.sourceRange.start.seconds)-\(piece.sourceRange.end.seconds)@\(place)"
    }.joined(separator: " ")
  }

  @Test func `An insertion cuts what spans it, and moves the rest`() {
    var timeline = Timeline([piece("a", 0, 4)])
    timeline.insert([piece("b", 5, 6)], at: time(1))
    #expect(text(timeline) == "a0.0-1.0@0.0-1.0 b5.0-6.0@1.0-2.0 a1.0-4.0@2.0-5.0")
  }

  @Test func `Behind the end a gap is left, and none at the end`() {
    var timeline = Timeline([piece("a", 0, 1)])
    timeline.insert([piece("b", 0, 1), Timeline.Piece(gap: time(3))], at: time(3))
    #expect(text(timeline) == "a0.0-1.0@0.0-1.0 gap@1.0-3.0 b0.0-1.0@3.0-4.0")
    timeline.insert([Timeline.Piece(gap: time(3))], at: time(4))
    #expect(timeline.duration == time(4))
    timeline.insert([Timeline.Piece(gap: time(3))], at: time(2))
    #expect(text(timeline) == "a0.0-1.0@0.0-1.0 gap@1.0-6.0 b0.0-1.0@6.0-7.0")
  }

  @Test func `A removal cuts both ends and closes the hole`() {
    var timeline = Timeline([piece("a", 0, 4), piece("b", 0, 4)])
    timeline.remove(range(3, 6))
    #expect(text(timeline) == "a0.0-3.0@0.0-3.0 b2.0-4.0@3.0-5.0")
    timeline.remove(range(4, 100))
    #expect(timeline.duration == time(4))
  }

  @Test func `A scaled part keeps its source and moves the rest`() {
    var timeline = Timeline([piece("a", 0, 4)])
    timeline.scale(range(1, 3), to: time(1))
    #expect(text(timeline) == "a0.0-1.0@0.0-1.0 a1.0-3.0@1.0-2.0 a3.0-4.0@2.0-3.0")
    timeline.remove(range(time(3, 2), time(2)))
    #expect(text(timeline) == "a0.0-1.0@0.0-1.0 a1.0-2.0@1.0-1.5 a3.0-4.0@1.5-2.5")
  }

  @Test func `A slice is filled to its length`() {
    let timeline = Timeline([piece("a", 0, 2)])
    #expect(text(Timeline(timeline.slice(range(1, 5)))) == "a1.0-2.0@0.0-1.0 gap@1.0-4.0")
  }

  @Test func `Thirds and frames of 24000/1001 add up exactly`() {
    var timeline = Timeline([Timeline.Piece("a", range(.zero, time(1001 * 100, 24_000)))])
    timeline.scale(range(.zero, time(1001 * 100, 24_000)), to: time(100, 30))
    for _ in 0..<99 { timeline.insert([Timeline.Piece("b", range(.zero, time(1001, 24_000)))], at: time(1, 3)) }
    #expect(timeline.duration == time(100, 30) + time(1001 * 99, 24_000))
    #expect(!timeline.duration.hasBeenRounded)
    for _ in 0..<99 { timeline.remove(CMTimeRange(start: time(1, 3), duration: time(1001, 24_000))) }
    #expect(timeline.duration == time(100, 30))
    #expect(timeline.pieces.map(\.source) == ["a", "a"])
    #expect(timeline.pieces[1].sourceRange.end == time(1001 * 100, 24_000))
  }

  /// What each tenth of a second shows: a source and its time, or nothing.
  private struct Naive {
    var ticks: [(String, CMTime)?] = []

    mutating func insert(_ new: [(String, CMTime)?], at index: Int) {
      if index >= ticks.count {
        let end = new.lastIndex { $0 != nil } ?? -1
        guard end >= 0 else { return }
        ticks += Array(repeating: nil, count: index - ticks.count) + new[...end]
      } else {
        ticks.insert(contentsOf: new, at: index)
      }
    }

    mutating func stretch(_ range: Range<Int>, by factor: Int) {
      let part = range.clamped(to: 0..<ticks.count)
      let old = ticks[part]
      let new = old.indices.flatMap { index in
        (0..<factor).map { step -> (String, CMTime)? in
          guard let (name, start) = old[index] else { return nil }
          // Each tick of this test shows a tenth, but for those that were stretched before: their step is the next one's.
          return (name, step == 0 ? start : .invalid)
        }
      }
      ticks.replaceSubrange(part, with: new)
    }
  }

  @Test(arguments: 0..<100)
  func `Random edits show what a list of ticks shows`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (timeline, naive) = (Timeline(), Naive())
    for step in 0..<30 {
      let (at, length) = (Int.random(in: 0...60, using: &random), Int.random(in: 1...12, using: &random))
      let part = range(time(Int64(at), 10), time(Int64(at + length), 10))
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1, 2:
        let first = Int64.random(in: 0...50, using: &random)
        let source = CMTimeRange(start: time(first, 10), duration: part.duration)
        timeline.insert([Timeline.Piece("s\(step)", source)], at: part.start)
        naive.insert((0..<length).map { ("s\(step)", time(first + Int64($0), 10)) }, at: at)
      case 3:
        timeline.insert([Timeline.Piece(gap: part.duration)], at: part.start)
        naive.insert(Array(repeating: nil, count: length), at: at)
      case 4:
        timeline.remove(part)
        naive.ticks.removeSubrange((at..<at + length).clamped(to: 0..<naive.ticks.count))
      default:
        timeline.scale(part, to: part.duration + part.duration)
        naive.stretch(at..<at + length, by: 2)
      }
    }
    #expect(timeline.duration == time(Int64(naive.ticks.count), 10))
    let ranges = timeline.ranges
    for (index, tick) in naive.ticks.enumerated() {
      let now = time(Int64(index), 10)
      guard let found = ranges.firstIndex(where: { $0.containsTime(now) }) else {
        Issue.record("nothing at \(now), seed \(seed)")
        return
      }
      let piece = timeline.pieces[found]
      #expect(piece.source == tick?.0)
      if let tick, tick.1.isValid { #expect(piece.sourceTime(at: now - ranges[found].start) == tick.1) }
    }
  }
}
