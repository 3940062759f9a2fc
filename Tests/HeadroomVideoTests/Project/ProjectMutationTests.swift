import HeadroomContainers
import HeadroomTestSupport
import HeadroomVideo
import Testing

/// Whatever a document says, it is a timeline or an error with a path.
@Suite("Damaged projects")
struct ProjectMutationTests {
  private static let pair = ProjectSamples.clips(
    #"""
    {"source":"1s.mov","speed":"1/2","in":0.25},{"source":"a.heic","duration":2,"start":"3/2","fit":"fill"},
    {"source":"b.mov","transition":{"type":"CISwipeTransition","duration":0.5,"inputAngle":[{"time":0,"value":1}]}},
    {"source":{"text":"x","size":30,"color":[1,1,1]},"duration":"10/3","start":9,
     "crop":[{"time":0,"value":[0,0,1,1],"curve":"ease"},{"time":1,"value":[0,0,9,9]}]}
    """#)

  private static let openTimelineIO = #"""
    {"OTIO_SCHEMA":"Timeline.1","tracks":{"OTIO_SCHEMA":"Stack.1","children":[
    {"OTIO_SCHEMA":"Track.1","kind":"Video","children":[
    {"OTIO_SCHEMA":"Clip.1","source_range":{"OTIO_SCHEMA":"TimeRange.1","start_time":
     {"OTIO_SCHEMA":"RationalTime.1","rate":24.0,"value":12.0},"duration":{"OTIO_SCHEMA":"RationalTime.1","rate":24.0,"value":24.0}},
     "media_reference":{"OTIO_SCHEMA":"ExternalReference.1","target_url":"file:///a%20b.mov"}},
    {"OTIO_SCHEMA":"Transition.1","in_offset":{"OTIO_SCHEMA":"RationalTime.1","rate":24.0,"value":6.0},
     "out_offset":{"OTIO_SCHEMA":"RationalTime.1","rate":29.97,"value":6.0}},
    {"OTIO_SCHEMA":"Stack.1","source_range":{"OTIO_SCHEMA":"TimeRange.1","start_time":
     {"OTIO_SCHEMA":"RationalTime.1","rate":30.0,"value":2.0},"duration":{"OTIO_SCHEMA":"RationalTime.1","rate":24.0,"value":24.0}},
     "children":[{"OTIO_SCHEMA":"Clip.1","effects":[{"OTIO_SCHEMA":"LinearTimeWarp.1","time_scalar":1.5}],
     "media_reference":{"OTIO_SCHEMA":"ExternalReference.1","target_url":"c.mov","available_range":
     {"OTIO_SCHEMA":"TimeRange.1","start_time":{"OTIO_SCHEMA":"RationalTime.1","rate":24.0,"value":0.0},
     "duration":{"OTIO_SCHEMA":"RationalTime.1","rate":24.0,"value":48.0}}}}]}]}]}}
    """#

  /// Reads and places a document, and evaluates it at some times.
  ///
  /// - Returns: whether it is a timeline.
  private func isTimeline(_ bytes: [UInt8], _ name: String) throws -> Bool {
    do {
      let project = try ProjectFile(parsing: bytes, name: name, vocabulary: ProjectSamples.vocabulary)
      let timeline = try ProjectTimeline(project, facts: ProjectSamples.facts)
      #expect(timeline.duration.isNumeric && timeline.duration >= .zero)
      for part in 0...4 {
        let time = CMTimeMultiplyByRatio(timeline.duration, multiplier: Int32(part), divisor: 4)
        for case .transition(let moment) in timeline.layers(at: time) {
          #expect((0...1).contains(moment.weight))
        }
      }
      return true
    } catch let error as ProjectError {
      #expect(!error.reason.isEmpty && "\(error)".utf8.count < 2000)
      return false
    }
  }

  private static let documents = [
    (ProjectSamples.contract, "a.json"), (pair, "b.json"), (openTimelineIO, "c.otio"),
  ]

  @Test("by bytes are timelines or errors", arguments: documents.indices)
  func bytes(_ index: Int) throws {
    let (text, name) = Self.documents[index]
    let original = Array(text.utf8)
    #expect(try isTimeline(original, name))
    var random = SeededGenerator(seed: UInt64(index))
    var timelines = 0
    for _ in 0..<2000 {
      var bytes = original
      random.mutate(&bytes)
      if try isTimeline(bytes, name) { timelines += 1 }
    }
    #expect((1..<2000).contains(timelines))
  }

  private static let values = [
    "null", "true", "-1", "0", "1", "3", "0.1", "1e-9", "1e9", "999999999", "1e37", "1e308", "1e-308", "1e400",
    "\"1/0\"", "\"1/2147483647\"", "\"2147483646/2147483647\"", "\"1/99999999999\"", "\"-1/3\"", "\"0/1\"", "\"\"",
    "\"x\"", "0.3333333333333333", "12345678.123456789", "[]", "[1]", "[1,2,3,4]", "{}", "\"a.json\"",
    #"[{"time":0,"value":1}]"#, #"[{"time":0,"value":[1,2]},{"time":"1/3","value":[1]}]"#, "NaN", "-Infinity",
  ]

  @Test("by values are timelines or errors", arguments: documents.indices)
  func values(_ index: Int) throws {
    let (text, name) = Self.documents[index]
    let tokens = text.matches(of: #/"[^"]*"(?!\s*:)|-?[0-9][0-9.]*/#).map(\.range)
    var random = SeededGenerator(seed: 100 + UInt64(index))
    for _ in 0..<2000 {
      var changed = text
      // From behind, since earlier ranges stay what they are.
      let places = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Int.random(in: 0..<tokens.count, using: &random)
      }
      for place in Set(places).sorted(by: >) {
        changed.replaceSubrange(tokens[place], with: Self.values.randomElement(using: &random) ?? "")
      }
      _ = try isTimeline(Array(changed.utf8), name)
    }
  }

  @Test("that are cut short are errors", arguments: documents.indices)
  func prefixes(_ index: Int) throws {
    let bytes = Array(Self.documents[index].0.utf8)
    for length in stride(from: 0, to: bytes.count, by: 3) {
      #expect(try !isTimeline(Array(bytes[..<length]), Self.documents[index].1))
    }
  }
}
