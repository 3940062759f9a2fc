import HeadroomVideo
import Testing

/// Which decoder gives which frame.
@Suite("Plans of decoding")
struct FramePlanTests {
  private typealias Pictures = [Set<FrameReference>]

  private func clip(_ source: Int, _ frames: some Sequence<Int>) -> Pictures {
    frames.map { [FrameReference(source: source, frame: $0)] }
  }

  /// Plays pictures, and checks that each line rises and each picture has its lines.
  ///
  /// - Returns: for each picture, the lines that are open, and those of its frames.
  private func play(_ pictures: Pictures) -> [(open: Set<Int>, shown: Set<Int>)] {
    var plan = FramePlan(count: pictures.count)
    var last: [Int: FrameReference] = [:]
    return pictures.indices.map { number in
      for use in plan.advance(to: number, references: { pictures[$0] }) {
        if let before = last[use.line] {
          #expect(before.source == use.reference.source && before.frame <= use.reference.frame)
        }
        last[use.line] = use.reference
      }
      let shown = pictures[number].compactMap { plan.line(of: $0) }
      #expect(Set(shown).count == pictures[number].count)
      return (plan.open, Set(shown))
    }
  }

  @Test("The next clip's decoder is open before its first picture, and the last one's is closed behind its last")
  func cuts() {
    let pictures = (0..<5).flatMap { clip($0, 0..<20) }
    let found = play(pictures)
    for (number, moment) in found.enumerated() {
      #expect(moment.shown == [number / 20] && moment.open.count <= 2)
      if number < 80 { #expect(moment.open.contains(number / 20 + 1), "picture \(number)") }
    }
    #expect(found[99].open == [4])
  }

  @Test("Clips of one picture open one decoder early, not many")
  func short() {
    for moment in play((0..<40).flatMap { clip($0, [7]) }) { #expect(moment.open.count <= 2) }
  }

  @Test("A dissolve between two parts of one film goes on in two decoders")
  func dissolve() {
    let both: Pictures = (0..<10).map {
      [FrameReference(source: 0, frame: 90 + $0), FrameReference(source: 0, frame: 10 + $0)]
    }
    let found = play(clip(0, 80..<90) + both + clip(0, 20..<30))
    #expect(found.allSatisfy { $0.open.count <= 2 })
    #expect(found[9].shown.count == 1 && found[10].shown.count == 2)
    #expect(found[9].shown.isSubset(of: found[19].shown) && found[29].shown.isSubset(of: found[10].shown))
  }

  @Test("A clip that is shown again soon keeps its decoder; far frames and earlier ones have another")
  func returning() {
    let found = play(clip(0, 0..<10) + clip(1, 0..<5) + clip(0, 15..<20))
    #expect(found[0].shown == found[19].shown)
    let far = play(clip(0, 0..<5) + clip(0, 500..<505) + clip(0, 0..<5))
    #expect(far[0].shown != far[5].shown && far[5].shown != far[10].shown && far[0].shown != far[10].shown)
  }

  @Test("Held frames and pictures without any change no line")
  func held() {
    let found = play(clip(0, [0, 0, 0, 1, 1, 2]) + [[], []] + clip(0, [2, 3]))
    #expect(found.allSatisfy { $0.open == [0] })
  }

  @Test("It asks for each picture once, and not for those that are far away")
  func questions() {
    let pictures = clip(0, 0..<100)
    var plan = FramePlan(count: pictures.count)
    var asked: [Int] = []
    for number in pictures.indices {
      _ = plan.advance(to: number) { picture in
        asked.append(picture)
        return pictures[picture]
      }
      #expect(asked.count == min(number + FramePlan.depth, 100))
    }
    #expect(asked == Array(0..<100))
  }
}
