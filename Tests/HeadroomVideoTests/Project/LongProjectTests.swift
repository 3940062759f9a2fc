import Foundation
import HeadroomVideo
import Testing

/// A short project may ask for more frames than fit into memory.
@Suite("Long projects")
struct LongProjectTests {
  private func script(_ clip: String, _ more: String) throws -> ProjectScript {
    let text = #"{"schema":1,"size":[16,16]\#(more),"tracks":[{"type":"video","clips":[\#(clip)]}]}"#
    let media = ProjectMedia(folder: "")
    let project = try ProjectFile(parsing: Array(text.utf8), vocabulary: .filters(folder: nil))
    return try ProjectScript(ProjectTimeline(project) { try media.facts($0) }, media, folder: nil)
  }

  @Test("are planned without a list of their frames")
  func frames() throws {
    let script = try script(#"{"source":{"text":"a"},"duration":2000000}"#, #","frameRate":1000"#)
    #expect(script.times.count == 2_000_000_000)
    let begin = ContinuousClock.now
    let frames = try ScriptFrames(script)
    #expect(frames.number(at: time(1_999_999)) == 1_999_999_000)
    let last = try frames.codes(frames.count - 1)
    #expect(FrameCodes.md5(of: last) == FrameCodes.md5(of: try frames.codes(0)))
    #expect(ContinuousClock.now - begin < .seconds(10))
  }

  @Test("have the steps and timescales that a list of their times has")
  func rhythm() throws {
    let steps = [time(1, 25), time(1001, 30_000), time(1, 7)]
    for (step, start) in zip(steps, [CMTime.zero, time(1, 600), time(5, 3)]) {
      let regular = try FrameTimes(every: step, in: CMTimeRange(start: start, duration: time(3)))
      let listed = FrameTimes(Array(regular))
      #expect(regular.steps == listed.steps)
      #expect(regular.timescales(from: start) == listed.timescales(from: start))
      #expect(regular.timescales(from: .zero) == listed.timescales(from: .zero))
    }
    let one = try FrameTimes(every: time(1), in: CMTimeRange(start: .zero, duration: time(1)))
    #expect(one.steps.isEmpty && one.timescales(from: .zero) == [1])
    #expect(FrameTimes([]).steps.isEmpty && FrameTimes([]).timescales(from: .zero).isEmpty)
  }
}
