import HeadroomContainers
import HeadroomMovieScenarios
import HeadroomTestSupport
import Testing

@Suite("Fragments of movies")
struct MovieFragmentTests {
  private static func bytes(_ sample: IndexedSample, _ file: MovieFile) -> [UInt8] {
    file.bytes.copy(sample.range(in: file.bytes))
  }

  @Test("samples are found by every way to say where they are")
  func places() throws {
    let file = try MovieFile(FileBytes(MovieSeeds.fragmented))
    let first = try file.index(of: file.movie.tracks[0])
    #expect(first.samples.map(\.decodeTime) == [0, 10, 30] && first.samples.map(\.duration) == [10, 20, 20])
    // The sizes of the track's defaults, and the key that a run states for its first sample.
    #expect(first.samples.map(\.byteCount) == [3, 3, 3] && first.keys == [0, 1])
    #expect(Self.bytes(first.samples[0], file) == [1, 2, 3])
    let second = try file.index(of: file.movie.tracks[1])
    #expect(second.samples.map(\.byteCount) == [2, 2, 4, 3] && second.samples.map(\.duration) == [7, 8, 5, 5])
    #expect(second.samples.map(\.delay) == [0, 0, 10, -5] && second.keys == [0, 1, 2])
    // Behind the data of the track before, in the same fragment.
    #expect(second.samples[0].offset == first.samples[2].offset + 3)
    #expect(second.samples[1].offset == second.samples[0].offset + 2)
    #expect(second.damage == nil && second.firstCut(in: file.bytes) == nil)
  }

  /// One-sample fragments, as the viewer writes them.
  private static func film(starts: [UInt64]) -> [UInt8] {
    let entry = MovieBoxes.visualEntry("vp09", width: 320, height: 200, boxes: BoxBytes.box("vpcC", [1]))
    let track = MovieBoxes.Track(id: 1, width: 320, height: 200, timescale: 90_000)
    let moov = BoxBytes.box(
      "moov",
      MovieBoxes.movieHeader(timescale: 1000)
        + MovieBoxes.track(track, sampleTable: MovieBoxes.emptyTable(entry)) + MovieBoxes.extends(track: 1))
    return starts.enumerated().reduce(MovieBoxes.fileType("iso6", compatible: ["iso6"]) + moov) { file, fragment in
      let (number, start) = (UInt32(fragment.offset), fragment.element)
      return file
        + MovieFragment(sequence: number + 1, track: 1, start: start, duration: 3000, isKey: number % 2 == 0)
        .bytes(around: [UInt8(number), 9])
    }
  }

  @Test("what the viewer writes is read, with its gaps")
  func written() throws {
    let file = try MovieFile(FileBytes(Self.film(starts: [0, 3000, 9000])))
    let frames = try file.frames(of: file.movie.tracks[0])
    #expect(frames.map { frames.index.samples[$0.sample].decodeTime } == [0, 3000, 9000])
    #expect(frames.index.samples.map { Self.bytes($0, file) } == [[0, 9], [1, 9], [2, 9]])
    #expect(frames.map(\.duration) == [3000, 6000, 3000] && frames.index.keys == [0, 2])
  }

  @Test("a file that ends inside of a fragment has the samples before, and says so")
  func cut() throws {
    let whole = Self.film(starts: [0, 3000])
    let file = try MovieFile(FileBytes(whole.dropLast(30)))
    let index = try file.index(of: file.movie.tracks[0])
    #expect(index.samples.count == 1)
    guard case .truncated("moof", _, _, _)? = index.damage else {
      Issue.record("\(String(describing: index.damage))")
      return
    }
    let inside = try MovieFile(FileBytes(whole.dropLast(1)))
    #expect(try inside.index(of: inside.movie.tracks[0]).firstCut(in: inside.bytes) == 1)
  }

  @Test("a run of samples without bytes is refused by its number, quickly")
  func endless() throws {
    var bytes = Self.film(starts: [0])
    let run = BoxBytes.fullBox("trun", MovieBoxes.words(.max))
    let head = BoxBytes.fullBox("tfhd", flags: 0x10, MovieBoxes.words(1, 0))
    bytes += BoxBytes.box("moof", BoxBytes.box("traf", head + run))
    let file = try MovieFile(FileBytes(bytes))
    let error = #expect(throws: ImageIOError.self) { try file.index(of: file.movie.tracks[0]) }
    guard case .overLimit("moof/traf/trun", "sample count", 0x1_0000_0000, UInt64(bytes.count), _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // Times have an end too.
    let far = try MovieFile(FileBytes(Self.film(starts: [.max])))
    #expect(throws: ImageIOError.self) { try far.index(of: far.movie.tracks[0]) }
  }
}
