import HeadroomContainers
import HeadroomMovieScenarios
import HeadroomTestSupport
import Testing

@Suite("Chapters of movies")
struct MovieChapterTests {
  @Test("a track of titles is read, in UTF-8 and UTF-16")
  func track() throws {
    let chapters = try MovieFile(FileBytes(MovieSeeds.film)).chapters()
    #expect(chapters.map(\.title) == ["One", "23"])
    #expect(chapters.map(\.start) == [MovieTime(0, 1), MovieTime(1, 2)])
    #expect(chapters.map(\.end) == [MovieTime(1, 2), MovieTime(1, 1)])
  }

  @Test("Nero's list counts where no track does")
  func list() throws {
    func film(_ body: [UInt8], version: UInt8 = 1) -> [UInt8] {
      var movie = PlainMovie([PlainMovie.Track()])
      movie.extra = BoxBytes.box("udta", BoxBytes.fullBox("chpl", version: version, body) + [0, 0, 0, 0])
      return movie.build()
    }
    let entries =
      PlainMovie.number(UInt64(0)) + [1, 0x41] + PlainMovie.number(UInt64(15_000_000)) + [2, 0xC3, 0xA9]
    for (version, head) in [(0, [2]), (1, [0, 0, 0, 0, 2])] as [(UInt8, [UInt8])] {
      let chapters = try MovieFile(FileBytes(film(head + entries, version: version))).chapters()
      #expect(chapters.map(\.title) == ["A", "é"] && chapters.map(\.start) == [MovieTime(0, 1), MovieTime(3, 2)])
      #expect(chapters.map(\.end) == [MovieTime(3, 2), nil])
    }
    let cut = try MovieFile(FileBytes(film([0, 0, 0, 0, 9] + entries)))
    #expect(throws: ImageIOError.self) { try cut.chapters() }
    #expect(try MovieFile(FileBytes(PlainMovie([PlainMovie.Track()]).build())).chapters().isEmpty)
  }

  @Test("titles that share their bytes are counted each, and chapters have a number")
  func limits() throws {
    var text = PlainMovie.Track(id: 2)
    (text.handler, text.format) = ("text", "text")
    text.samples = Array(repeating: [0, 0], count: 5000)
    var pictures = PlainMovie.Track(id: 1)
    (pictures.samples, pictures.references) = ([[1]], [("chap", [2])])
    let file = try MovieFile(FileBytes(PlainMovie([pictures, text]).build()))
    let error = #expect(throws: ImageIOError.self) { try file.chapters() }
    #expect(error.map { "\($0)".hasPrefix("track 2: chapter count") } == true)
    text.samples = Array(repeating: [0, 0], count: 50)
    var limits = DecodeLimits.standard
    limits.maxMetadataBytes = 99
    let small = try MovieFile(FileBytes(PlainMovie([pictures, text]).build()), limits: limits)
    #expect(throws: ImageIOError.self) { try small.chapters() }
  }
}
