internal import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomMovieScenarios
import HeadroomTestSupport
import Testing

@Suite("Patched movies")
struct MoviePatcherTests {
  private static let ambient = BoxBytes.box("amve", AmbientViewingEnvironment(illuminanceLux: 314).seiBytes)

  private static func patched(_ bytes: [UInt8], _ box: [UInt8] = ambient) throws -> (MovieRewrite, MovieFile) {
    let file = try MovieFile(FileBytes(bytes))
    var patcher = MoviePatcher(file)
    try patcher.put(box, track: 1)
    let rewrite = try patcher.rewrite()
    let sink = MemoryByteSink()
    try rewrite.write(from: file.bytes, to: sink)
    if let inPlace = rewrite.inPlace {
      // Both ways lead to the same file.
      var changed = bytes + MovieBoxes.zeros(max(inPlace.byteCount - bytes.count, 0))
      let place = inPlace.write.offset..<inPlace.write.offset + inPlace.write.bytes.count
      changed.replaceSubrange(place, with: inPlace.write.bytes)
      #expect(Array(changed.prefix(inPlace.byteCount)) == sink.bytes)
    }
    return (rewrite, try MovieFile(FileBytes(sink.bytes)))
  }

  /// The bytes of all samples of all tracks.
  private static func data(_ file: MovieFile) throws -> [[UInt8]] {
    try file.movie.tracks.flatMap { track in
      try file.index(of: track).samples.map { file.bytes.copy($0.range(in: file.bytes)) }
    }
  }

  private static func lux(_ file: MovieFile) -> Double? {
    PictureDescription(file.movie.tracks[0].entries[0]).hdr.ambient?.illuminanceLux
  }

  private static func moovLast() throws -> [UInt8] {
    var track = PlainMovie.Track(id: 1)
    (track.handler, track.samples) = ("vide", [[1], [2, 2], [3, 3, 3]])
    let data = BoxBytes.box("mdat", track.samples.flatMap { $0 })
    return data + PlainMovie([track]).movie(dataStart: 8)
  }

  @Test("a box before the data moves them, and their offsets")
  func moved() throws {
    for bytes in [MovieSeeds.film, MovieSeeds.sequence + BoxBytes.box("mdat", [1, 2, 3])] {
      let (rewrite, file) = try Self.patched(bytes)
      #expect(Self.lux(file) == 314 && rewrite.inPlace == nil && rewrite.byteCount == bytes.count + 16)
      if bytes == MovieSeeds.film { #expect(try Self.data(file) == Self.data(MovieFile(FileBytes(bytes)))) }
    }
  }

  @Test("a chunk that begins inside the boxes and has samples behind them is refused")
  func splitChunk() throws {
    var bytes = MovieSeeds.film
    let tables = try MovieFile(FileBytes(bytes)).movie.tracks[0].samples
    var walker = tables.walk()
    let first = try #require(try walker.next())
    // The first chunk has four samples; its second one is data then.
    let place = try #require(bytes.firstRange(of: MovieBoxes.words(2, UInt32(first.offset)))).lowerBound + 4
    let start = UInt32(try MovieFile(FileBytes(bytes)).box.payload.upperBound)
    bytes.replaceSubrange(place..<place + 4, with: MovieBoxes.words(start - 2))
    let error = #expect(throws: ImageIOError.self) { try Self.patched(bytes) }
    #expect(error.map { "\($0)".contains("the samples of one chunk do not move as a whole") } == true)
    #expect(MovieScenario.finding(in: bytes) == nil)
  }

  @Test("a box behind the data grows where it is")
  func last() throws {
    let bytes = try Self.moovLast()
    let (rewrite, file) = try Self.patched(bytes)
    #expect(Self.lux(file) == 314 && rewrite.inPlace?.byteCount == bytes.count + 16)
    #expect(try Self.data(file) == [[1], [2, 2], [3, 3, 3]])
  }

  @Test("free space behind the box is taken, where it is enough", arguments: [8, 15, 16, 20, 24, 100])
  func free(_ count: Int) throws {
    let bytes = MovieSeeds.film
    let moov = try MovieFile(FileBytes(bytes)).box.payload.upperBound
    // Offsets of data are made to fit by taking and giving back the same.
    let spaced = Array(bytes[..<moov]) + BoxBytes.box("free", MovieBoxes.zeros(count - 8)) + Array(bytes[moov...])
    let (rewrite, file) = try Self.patched(spaced)
    #expect(Self.lux(file) == 314)
    #expect((rewrite.inPlace != nil) == (count == 16 || count >= 24))
    #expect(rewrite.byteCount == spaced.count + (rewrite.inPlace == nil ? 16 : 0))
  }

  @Test("bases of fragments and their list move with them, what counts from the fragment stays")
  func fragments() throws {
    let old = try MovieFile(FileBytes(MovieSeeds.fragmented))
    let (_, file) = try Self.patched(MovieSeeds.fragmented)
    #expect(Self.lux(file) == 314)
    #expect(try Self.data(file) == Self.data(old))
    // The list names the first fragment.
    let list = file.bytes.copy(0..<file.bytes.count)
    let place = try #require(list.indices.first { Array(list[$0..<min($0 + 4, list.count)]) == Array("tfra".utf8) })
    let named = list[place + 24..<place + 28].reduce(0) { $0 << 8 | Int($1) }
    #expect(list[named + 4..<named + 8].elementsEqual("moof".utf8))
  }

  @Test("a box of the same type gives way, all of them, and can be taken out")
  func replaced() throws {
    let color = BoxBytes.box("colr", Array("nclx".utf8) + MovieBoxes.halves(9, 16, 9) + [0x80])
    let profile = BoxBytes.box("colr", Array("prof".utf8) + [1, 2, 3, 4])
    var track = PlainMovie.Track(id: 1)
    (track.handler, track.samples) = ("vide", [[7, 8]])
    track.configuration = profile + Self.ambient + profile + [0, 0, 0, 0]
    let bytes = PlainMovie([track]).build()
    let (_, file) = try Self.patched(bytes, color)
    let entry = file.movie.tracks[0].entries[0]
    #expect(entry.boxes.map(\.type) == ["colr", "amve"] && PictureDescription(entry).cicp?.fullRange == true)
    #expect(try Self.data(file) == [[7, 8]])
    // Behind what can be read, and before the zeros that end it.
    let (_, added) = try Self.patched(bytes, BoxBytes.box("pasp", MovieBoxes.words(1, 1)))
    #expect(added.movie.tracks[0].entries[0].boxes.map(\.type) == ["colr", "amve", "colr", "pasp"])
    var patcher = MoviePatcher(file)
    try patcher.remove("colr", track: 1)
    try patcher.remove("colr", track: 1)
    let sink = MemoryByteSink()
    try patcher.rewrite().write(from: file.bytes, to: sink)
    let without = try MovieFile(FileBytes(sink.bytes))
    #expect(without.movie.tracks[0].entries[0].boxes.map(\.type) == ["amve"])
    #expect(try Self.data(without) == [[7, 8]])
  }

  @Test("sizes of 64 bits and sizes up to the end of the file are kept")
  func sizes() throws {
    let bytes = try Self.moovLast()
    let box = try MovieFile(FileBytes(bytes)).box
    let body = Array(bytes[box.payload])
    let wide = PlainMovie.number(UInt32(1)) + Array("moov".utf8) + PlainMovie.number(UInt64(body.count + 16)) + body
    let open = PlainMovie.number(UInt32(0)) + Array("moov".utf8) + body
    for moov in [wide, open] {
      let (_, file) = try Self.patched(Array(bytes[..<box.start]) + moov)
      #expect(Self.lux(file) == 314)
      #expect(try Self.data(file) == [[1], [2, 2], [3, 3, 3]])
    }
  }

  @Test("content of the same size is written over, without moving anything")
  func overwritten() throws {
    let file = try MovieFile(FileBytes(MovieSeeds.film))
    let entry = file.movie.tracks[0].entries[0]
    let write = try entry.overwriting("clli", with: ContentLightLevel(maxCLL: 777, maxFALL: 77).seiBytes)
    var bytes = MovieSeeds.film
    bytes.replaceSubrange(write.offset..<write.offset + write.bytes.count, with: write.bytes)
    let level = PictureDescription(try MovieFile(FileBytes(bytes)).movie.tracks[0].entries[0]).hdr.lightLevel
    #expect(level?.maxCLL == 777)
    #expect(throws: ImageIOError.self) { try entry.overwriting("clli", with: [1]) }
    #expect(throws: ImageIOError.self) { try entry.overwriting("amve", with: []) }
  }

  @Test("what does not fit or cannot move is refused with its place")
  func refused() throws {
    func failure(_ bytes: [UInt8], _ box: [UInt8] = Self.ambient) -> String {
      (#expect(throws: ImageIOError.self) { try Self.patched(bytes, box) }).map { "\($0)" } ?? ""
    }
    // The first chunk lies behind the end of 32 bits after the move.
    var bytes = MovieSeeds.film
    let start = try #require(bytes.indices.first { Array(bytes[$0..<min($0 + 4, bytes.count)]) == Array("stco".utf8) })
    bytes.replaceSubrange(start + 12..<start + 16, with: [255, 255, 255, 250])
    #expect(failure(bytes).hasPrefix("moov/trak/mdia/minf/stbl/stco: offset of data"))
    let meta = BoxBytes.fullBox("meta", BoxBytes.box("iloc", []))
    #expect(failure(MovieSeeds.film + meta).hasPrefix("meta: its offsets cannot be moved"))
    #expect(failure(MovieSeeds.film, [1, 2, 3]).hasPrefix("box: 3 bytes are not one box"))
    var patcher = MoviePatcher(try MovieFile(FileBytes(MovieSeeds.film)))
    #expect(throws: ImageIOError.self) { try patcher.put(Self.ambient, track: 9) }
    #expect(throws: ImageIOError.self) { try patcher.put(Self.ambient, track: 2) }
  }

  @Test(
    "files of FFmpeg are patched: the packets stay", .enabled(if: InstalledProgram.ffmpeg != nil, "no ffmpeg"),
    arguments: ["", "faststart", "frag_keyframe+empty_moov", "frag_keyframe+empty_moov+default_base_moof"])
  func muxed(_ flags: String) throws {
    let folder = try TemporaryFolder()
    let (old, new) = (folder.path("old.mp4"), folder.path("new.mp4"))
    let source = ["-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=2", "-f", "lavfi", "-i", "sine=duration=2"]
    let coding = ["-c:v", "mpeg4", "-bf", "2", "-g", "12", "-c:a", "aac"]
    let muxing = flags.isEmpty ? [] : ["-movflags", flags]
    let made = try InstalledProgram.ffmpeg?.run(["-v", "error"] + source + coding + muxing + [old])
    try #require(made != nil)
    let (rewrite, file) = try Self.patched([UInt8](Data(contentsOf: URL(filePath: old))))
    #expect(Self.lux(file) == 314 && (rewrite.inPlace != nil) == flags.isEmpty)
    try Data(file.bytes.copy(0..<file.bytes.count)).write(to: URL(filePath: new))
    let hashes = try [old, new].map { path in
      try InstalledProgram.ffmpeg?.run(["-v", "error", "-i", path, "-map", "0", "-c", "copy", "-f", "framemd5", "-"])
    }
    let packets = try #require(hashes[0])
    #expect(packets.count > 1000 && hashes[1] == packets)
  }
}
