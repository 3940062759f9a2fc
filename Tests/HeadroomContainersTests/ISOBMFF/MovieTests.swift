import HeadroomContainers
import HeadroomTestSupport
import Testing

@Suite("Movie boxes")
struct MovieTests {
  private static func movie(_ file: [UInt8]) throws -> Movie? {
    let list = ISOBoxList(of: FileBytes(file), limits: .standard)
    return try Movie.read(from: list.boxesBeforeDamage().boxes, of: list)
  }

  private static func samples(_ track: MovieTrack) throws -> [MovieSample] {
    var (walker, samples) = (track.samples.walk(), [MovieSample]())
    while let sample = try walker.next() { samples.append(sample) }
    return samples
  }

  /// Seven samples of 1 to 7 bytes.
  private static func track() -> PlainMovie.Track {
    var track = PlainMovie.Track(id: 3)
    track.samples = (1...7).map { [UInt8](repeating: UInt8($0), count: $0) }
    track.samplesPerChunk = 3
    return track
  }

  @Test("headers say what a track is")
  func headers() throws {
    var track = Self.track()
    track.edits = [(200, 0xFFFF_FFFF), (300, 50)]
    track.references = [("auxl", [1, 9])]
    track.width = 640
    track.matrix = (0, 1 << 16, -1 << 16, 0)
    var plain = PlainMovie([track])
    plain.extra = PlainMovie.box("mvex", [])
    let movie = try #require(try Self.movie(plain.build()))
    #expect(movie.timescale == 1000 && movie.duration == 500 && movie.isFragmented && movie.tracks.count == 1)
    let found = movie.tracks[0]
    #expect(found.id == 3 && found.isEnabled && found.duration == 500 && found.handler == "pict")
    #expect(found.timescale == 600 && found.mediaDuration == 300 && found.language == "eng")
    #expect(found.width == 640 && found.height == 16)
    #expect(found.matrix == [0, 1 << 16, 0, -1 << 16, 0, 0, 0, 0, 1 << 30])
    #expect(found.edits.map(\.duration) == [200, 300] && found.edits.map(\.mediaTime) == [nil, 50])
    #expect(found.edits.allSatisfy { $0.rate == 1 << 16 })
    #expect(found.references.map(\.type) == ["auxl"] && found.references[0].tracks == [1, 9])
    #expect(found.entries.map(\.format) == ["av01"])
    let size = try #require(found.entries[0].size)
    #expect(size == (640, 16))
  }

  @Test("samples are where they are, in chunks of any size", arguments: [1, 2, 3, 7, 9], [4, 8, 16, 32])
  func places(_ samplesPerChunk: Int, _ sizeBits: Int) throws {
    for isWide in [false, true] {
      var track = Self.track()
      (track.samplesPerChunk, track.sizeBits, track.hasWideOffsets) = (samplesPerChunk, sizeBits, isWide)
      var first = PlainMovie.Track(id: 1)
      first.samples = [[100, 101]]
      let file = PlainMovie([first, track]).build()
      let movie = try #require(try Self.movie(file))
      let samples = try Self.samples(movie.tracks[1])
      #expect(samples.map { Array(file[$0.range]) } == track.samples)
      #expect(samples.map(\.index) == Array(0..<7) && samples.allSatisfy { $0.entry == 0 && !$0.isCut && $0.isKey })
      #expect(try Self.samples(movie.tracks[0]).map { Array(file[$0.range]) } == [[100, 101]])
    }
  }

  @Test("samples have a time, a delay, and keys")
  func times() throws {
    var track = Self.track()
    track.durations = [(2, 10), (0, 99), (4, 20), (1, 5)]
    track.delays = [(1, 30), (5, 0), (1, UInt32(bitPattern: -7))]
    track.keys = [2, 5]
    let movie = try #require(try Self.movie(PlainMovie([track]).build()))
    let samples = try Self.samples(movie.tracks[0])
    #expect(samples.map(\.decodeTime) == [0, 10, 20, 40, 60, 80, 100])
    #expect(samples.map(\.duration) == [10, 10, 20, 20, 20, 20, 5])
    #expect(samples.map(\.time) == [30, 10, 20, 40, 60, 80, 93])
    #expect(samples.map(\.isKey) == [false, true, false, false, true, false, false])
    #expect(try movie.tracks[0].samples.firstKey() == samples[1])
    track.keys = []
    let without = try #require(try Self.movie(PlainMovie([track]).build()))
    #expect(try without.tracks[0].samples.firstKey() == nil)
  }

  @Test("a file that is cut has samples that are")
  func cut() throws {
    let file = PlainMovie([Self.track()]).build()
    let movie = try #require(try Self.movie(Array(file.dropLast(10))))
    let samples = try Self.samples(movie.tracks[0])
    #expect(samples.map(\.isCut) == [false, false, false, false, false, true, true])
    #expect(samples.map(\.byteCount) == Array(1...7) && samples.map(\.range.count) == [1, 2, 3, 4, 5, 3, 0])
  }

  // MARK: - Damage

  /// The file with the four bytes at `place` behind the name of a box replaced.
  private static func file(_ box: String, _ place: Int, _ value: UInt32, _ track: PlainMovie.Track = track()) -> [UInt8]
  {
    var file = PlainMovie([track]).build()
    let name = Array(box.utf8)
    let start = file.indices.first { Array(file[$0..<min($0 + 4, file.count)]) == name } ?? 0
    file.replaceSubrange(start + place..<start + place + 4, with: PlainMovie.number(value))
    return file
  }

  private static func failure(_ file: [UInt8]) throws -> ImageIOError? {
    do throws(ImageIOError) {
      let list = ISOBoxList(of: FileBytes(file), limits: .standard)
      guard let movie = try Movie.read(from: list.boxesBeforeDamage().boxes, of: list) else { return nil }
      for track in movie.tracks {
        var walker = track.samples.walk()
        while try walker.next() != nil {}
      }
    } catch {
      return error
    }
    return nil
  }

  @Test("tables that declare more than they have are refused before anything is taken")
  func counts() throws {
    for (box, place) in [("stts", 8), ("stsz", 12), ("stco", 8), ("stsc", 8)] {
      let error = try #require(try Self.failure(Self.file(box, place, 0xFFFF_FFFF)))
      guard case .truncated(let part, _, _, let offset) = error else {
        Issue.record("\(box): \(error)")
        continue
      }
      #expect(part == "moov/trak/mdia/minf/stbl/\(box)" && offset != nil)
    }
    // One size for all takes no table: only the file's length is left to say what is too much.
    let error = try Self.failure(Self.file("stsz", 8, 0x1000))
    guard case .overLimit("moov/trak/mdia/minf/stbl/stsz", "sample count", 7, _, .some)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("what contradicts itself is said with its box and place")
  func contradictions() throws {
    let table = "moov/trak/mdia/minf/stbl"
    func text(_ file: [UInt8]) throws -> String { "\(try #require(try Self.failure(file)))" }
    // Fewer samples have a time than there are; chunks end before samples do; runs of chunks go back or begin nowhere.
    #expect(try text(Self.file("stts", 12, 6)).hasPrefix("\(table)/stts: nothing is said of sample 7 (offset"))
    #expect(try text(Self.file("stsc", 16, 1)).hasPrefix("\(table)/stco: sample 4 lies behind the last of 3 chunks"))
    #expect(try text(Self.file("stsc", 24, 1)).hasPrefix("\(table)/stsc: runs of chunks that go back"))
    #expect(try text(Self.file("stsc", 12, 2)).hasPrefix("\(table)/stsc: chunk 1 is in no run"))
    #expect(try text(Self.file("mvhd", 16, 0)).hasPrefix("moov/mvhd: a timescale of 0"))
    #expect(try text(Self.file("tkhd", 0, 0x7878_7878)).hasPrefix("moov/trak: the box 'tkhd' is missing"))
    #expect(try text(Self.file("stsd", 0, 0x7878_7878)).hasPrefix("\(table): the box 'stsd' is missing"))
    var small = Self.track()
    small.sizeBits = 8
    #expect(try text(Self.file("stz2", 8, 5, small)).hasPrefix("\(table)/stz2: sizes of 5 bits"))
    var wide = Self.track()
    wide.hasWideOffsets = true
    let end = PlainMovie.number(UInt64.max)
    var file = Self.file("co64", 0, 0x636F_3634, wide)
    let start = file.indices.first { Array(file[$0..<min($0 + 4, file.count)]) == Array("co64".utf8) } ?? 0
    file.replaceSubrange(start + 12..<start + 20, with: end)
    #expect(try text(file).hasPrefix("\(table)/co64: sample 1 ends beyond any file"))
    // A movie that the file ends inside.
    let whole = PlainMovie([Self.track()]).build()
    #expect(try text(Array(whole.prefix(400))).hasPrefix("moov: needs"))
  }

  @Test("no cut or changed byte traps or takes long")
  func changes() throws {
    var track = Self.track()
    (track.keys, track.delays, track.edits) = ([1], [(7, 3)], [(500, 0)])
    let file = PlainMovie([track]).build()
    for count in file.indices { _ = try Self.failure(Array(file.prefix(count))) }
    for place in file.indices {
      for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
        var changed = file
        changed[place] = value
        let error = try Self.failure(changed)
        if case .internalError? = error { Issue.record("\(place) as \(value)") }
      }
    }
  }

  // MARK: - Pictures

  @Test("the longest track of pictures is the one, with the alpha that belongs to it")
  func pictures() throws {
    var (thumbnail, pictures, alpha, sound, other) = (
      PlainMovie.Track(id: 1), Self.track(), PlainMovie.Track(id: 4), PlainMovie.Track(id: 5), PlainMovie.Track(id: 6)
    )
    thumbnail.samples = [[1]]
    (alpha.handler, alpha.samples, alpha.references) = ("auxv", Array(repeating: [1], count: 9), [("auxl", [3])])
    (other.handler, other.samples, other.references) = ("auxv", [[1]], [("auxl", [1])])
    (sound.handler, sound.samples, sound.format) = ("soun", Array(repeating: [1], count: 9), "mp4a")
    let movie = try #require(try Self.movie(PlainMovie([thumbnail, pictures, alpha, sound, other]).build()))
    let found = try #require(movie.pictures)
    #expect(found.id == 3 && movie.auxiliaries(of: found).map(\.id) == [4])
    pictures.handler = "vide"
    #expect(try Self.movie(PlainMovie([pictures]).build())?.pictures == nil)
    #expect(try Self.movie(PlainMovie([PlainMovie.Track(id: 1)]).build())?.pictures == nil)
  }

  @Test("a first picture has bytes and an entry, or an error says why not")
  func firstPicture() throws {
    var track = Self.track()
    track.keys = [3]
    let file = PlainMovie([track]).build()
    let found = try FirstPicture(of: try #require(try Self.movie(file)?.tracks.first))
    #expect(found.sample.index == 2 && Array(file[found.sample.range]) == [3, 3, 3] && found.entry.format == "av01")
    func failure(_ file: [UInt8]) throws -> String {
      let movie = try #require(try Self.movie(file))
      return "\(try #require(throws: ImageIOError.self) { try FirstPicture(of: movie.tracks[0]) })"
    }
    #expect(try failure(Self.file("stsc", 20, 2)).hasPrefix("track 3: sample 1 is of entry 2 of 1"))
    #expect(try failure(Self.file("stsz", 16, 0)).hasPrefix("track 3: sample 1 has no bytes"))
    track.keys = []
    #expect(try failure(PlainMovie([track]).build()).hasPrefix("track 3: no sample stands alone"))
  }

  // MARK: - Writing

  @Test("what is written is read")
  func written() throws {
    let entry = MovieBoxes.visualEntry("vp09", width: 320, height: 200, boxes: BoxBytes.box("vpcC", [1]))
    let track = MovieBoxes.Track(id: 1, width: 320, height: 200, timescale: 90_000)
    let moov = BoxBytes.box(
      "moov",
      MovieBoxes.movieHeader(timescale: 1000)
        + MovieBoxes.track(track, sampleTable: MovieBoxes.emptyTable(entry)) + MovieBoxes.extends(track: 1))
    let movie = try #require(try Self.movie(MovieBoxes.fileType("iso6", compatible: ["iso6"]) + moov))
    #expect(movie.isFragmented && movie.timescale == 1000)
    let found = movie.tracks[0]
    #expect(found.handler == "vide" && found.timescale == 90_000 && found.language == "und")
    #expect(found.width == 320 && found.entries[0].boxes.map(\.type) == ["vpcC"])
    let samples = try Self.samples(found)
    #expect(found.samples.count == 0 && samples.isEmpty)
  }
}
