import HeadroomContainers
import HeadroomTestSupport
import Testing

/// The movie has 1000 ticks a second, the track 600.
@Suite("Presented frames")
struct PresentedFramesTests {
  /// Samples of 60 ticks, a tenth of a second.
  private static func track(_ count: Int) -> PlainMovie.Track {
    var track = PlainMovie.Track(id: 1)
    track.handler = "vide"
    track.samples = (0..<count).map { [UInt8($0)] }
    track.durations = [(UInt32(count), 60)]
    return track
  }

  private static func frames(_ track: PlainMovie.Track) throws -> PresentedFrames {
    let file = try MovieFile(FileBytes(PlainMovie([track]).build()))
    return try file.frames(of: file.movie.tracks[0])
  }

  private static func seconds(_ time: MovieTime) -> Double { Double(time.numerator) / Double(time.denominator) }

  @Test("without edits all samples are shown, in the order of their times")
  func plain() throws {
    var track = Self.track(4)
    track.delays = [(1, 60), (1, 180), (1, 0), (1, 0)]
    let frames = try Self.frames(track)
    #expect(frames.map(\.sample) == [0, 2, 3, 1] && frames.map(\.offset) == [60, 120, 180, 240])
    #expect(frames.map(\.duration) == [60, 60, 60, 60] && frames.segments.map(\.duration) == [nil])
    #expect(frames.index.end == 300 && frames.end == MovieTime(1, 2))
    #expect(frames.start(of: 3) == MovieTime(2, 5) && frames.end(of: 3) == MovieTime(1, 2))
    #expect(frames.frame(at: 0, timescale: 600) == nil && frames.frame(at: 60, timescale: 600) == 0)
    #expect(frames.frame(at: 239, timescale: 600) == 2 && frames.frame(at: 10_000, timescale: 600) == 3)
  }

  @Test("a frame that began before an edit is shown from the edit's start, and one that lasts beyond it is cut")
  func cut() throws {
    var track = Self.track(10)
    track.edits = [(250, 90)]
    let frames = try Self.frames(track)
    // 0.15 to 0.4 s of the samples.
    #expect(frames.map(\.sample) == [1, 2, 3] && frames.map(\.offset) == [0, 30, 90])
    #expect(frames.map(\.duration) == [30, 60, 60])
    #expect(frames.end(of: 2) == MovieTime(1, 4) && frames.end == MovieTime(1, 4))
    track.edits = [(240, 90)]
    #expect(try Self.frames(track).map(\.duration) == [30, 60, nil])
    #expect(try Self.frames(track).end(of: 2) == MovieTime(6, 25))
    // An edit that begins where a frame does shows nothing of the one before.
    track.edits = [(100, 60)]
    #expect(try Self.frames(track).map(\.sample) == [1])
    // The last frame ends before the edit.
    track.edits = [(100, 600)]
    #expect(try Self.frames(track).isEmpty)
  }

  @Test("edits follow one another, may show nothing, and may show the same again")
  func several() throws {
    var track = Self.track(4)
    track.edits = [(300, 0xFFFF_FFFF), (200, 120), (50, 0xFFFF_FFFF), (200, 0)]
    let frames = try Self.frames(track)
    #expect(frames.map(\.sample) == [2, 3, 0, 1] && frames.map(\.segment) == [1, 1, 3, 3])
    #expect(frames.indices.map { Self.seconds(frames.start(of: $0)) } == [0.3, 0.4, 0.55, 0.65])
    #expect(frames.segments.map(\.start) == [0, 300, 500, 550])
    let shown = [0, 299, 300, 399, 400, 499, 500, 549, 550, 650, 749].map { frames.frame(at: $0, timescale: 1000) }
    #expect(shown == [nil, nil, 0, 0, 1, 1, nil, nil, 2, 3, 3])
  }

  @Test("an edit of duration 0 at the end lasts to the end, elsewhere it shows nothing")
  func zero() throws {
    var track = Self.track(4)
    track.edits = [(0, 0), (100, 60), (0, 120)]
    let frames = try Self.frames(track)
    #expect(frames.map(\.sample) == [1, 2, 3] && frames.segments.map(\.duration) == [100, nil])
    #expect(frames.end == MovieTime(3, 10))
  }

  @Test("speeds change times, and speed 0 holds a frame")
  func rates() throws {
    var track = Self.track(6)
    track.edits = [(150, 0), (500, 130), (100, 240)]
    track.rates = [2 << 16, 0, 1 << 15]
    let frames = try Self.frames(track)
    #expect(frames.map(\.sample) == [0, 1, 2, 2, 4] && frames.map(\.duration) == [60, 60, 60, nil, nil])
    #expect(frames.indices.map { frames.start(of: $0).ticks(of: 1000) } == [0, 50, 100, 150, 650])
    #expect(frames.indices.map { frames.end(of: $0).ticks(of: 1000) } == [50, 100, 150, 650, 750])
    #expect(frames.frame(at: 99, timescale: 1000) == 1 && frames.frame(at: 649, timescale: 1000) == 3)
    track.rates = [-1 << 16]
    let error = #expect(throws: ImageIOError.self) { try Self.frames(track) }
    #expect(error.map { "\($0)" } == "track 1: edit 1 runs backwards")
  }

  @Test("frames with the same time are all listed, and the last is the one that is seen")
  func same() throws {
    var track = Self.track(4)
    track.durations = [(1, 60), (2, 0), (1, 60)]
    track.edits = [(1000, 0)]
    let frames = try Self.frames(track)
    #expect(frames.map(\.offset) == [0, 60, 60, 60] && frames.map(\.duration) == [60, 0, 0, 60])
    #expect(frames.frame(at: 60, timescale: 600) == 3)
    track.edits = [(10, 60)]
    #expect(try Self.frames(track).map(\.sample) == [1, 2, 3])
    (track.edits, track.rates) = ([(10, 60)], [0])
    #expect(try Self.frames(track).map(\.sample) == [3])
  }

  @Test("decoding starts at the last key, or one earlier for what is shown before it")
  func keys() throws {
    var track = Self.track(9)
    track.keys = [3, 6]
    // Samples 6 and 7 are shown before the key 5.
    track.delays = [(5, 180), (1, 300), (2, 60), (1, 180)]
    let index = try Self.frames(track).index
    #expect(index.keys == [2, 5])
    #expect((0..<9).map(index.start) == [0, 0, 2, 2, 2, 5, 2, 2, 5])
    track.keys = []
    #expect(try Self.frames(track).index.start(for: 8) == 0)
    track.keys = nil
    #expect(try Self.frames(track).index.start(for: 8) == 8)
  }

  @Test("what cannot be held is refused before it is taken")
  func limits() throws {
    func failure(_ track: PlainMovie.Track) -> String {
      "\((#expect(throws: ImageIOError.self) { try Self.frames(track) }).map { "\($0)" } ?? "")"
    }
    var track = Self.track(40)
    track.edits = Array(repeating: (4000, 0), count: 1 << 19)
    #expect(failure(track).hasPrefix("track 1: frames of edits"))
    track = Self.track(2)
    (track.durations, track.delays) = ([(.max, 1)], [(.max, 0)])
    #expect(try Self.frames(track).count == 2)
    // Ten thousand million samples of nothing, in a file of a thousand bytes.
    var bytes = PlainMovie([Self.track(2)]).build()
    let start = try #require(bytes.indices.first { Array(bytes[$0..<min($0 + 4, bytes.count)]) == Array("stsz".utf8) })
    bytes.replaceSubrange(start + 8..<start + 16, with: PlainMovie.number(UInt32(1)) + PlainMovie.number(UInt32.max))
    let error = #expect(throws: ImageIOError.self) { try MovieFile(FileBytes(bytes)) }
    guard case .overLimit(_, "sample count", _, _, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
