import Foundation
import HeadroomTestSupport
import HeadroomVideo
import Testing

@Suite("Readers of sound")
struct SoundReaderTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private static let forms: [(SoundCodec, MediaContainer)] = [
    (.pcm24, .mov), (.pcm16, .matroska), (.aac, .mp4), (.opus, .mp4), (.opus, .webm),
  ]

  @Test("give the same samples whatever was read before", arguments: forms)
  func anyOrder(_ codec: SoundCodec, _ container: MediaContainer) throws {
    let noise = SoundFile.noise(120_000)
    let file = try SoundFile.write([noise], codec, container, in: folder, "a")
    try Self.checkOrder(file, file.tracks[0])
  }

  @Test("give the same samples of real films", .enabled(if: TestData.isAvailable))
  func realFilms() throws {
    for name in ["iphone-dv84-hlg-rot90.mov", "nasa-multi-stream.mp4", "meridian-prores-hdr10.mxf"] {
      let file = try MediaFile(path: TestData.root.appending(path: "video").appending(path: name).path)
      for track in file.tracks where track.facts.kind == .audio { try Self.checkOrder(file, track) }
    }
  }

  private static func checkOrder(_ file: MediaFile, _ track: MediaTrack) throws {
    let straight = try SoundReader(file, track, startsEvery: 1)
    let count = Int(track.facts.duration.seconds * Double(straight.format.rate))
    var all: [Float] = []
    while all.count < count { all += try straight.read(at: Int64(all.count), count: 1000).planes[0] }
    let jumping = try SoundReader(file, track, startsEvery: 1)
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<12 {
      let start = Int.random(in: 0..<count, using: &generator)
      let length = min(Int.random(in: 1...3000, using: &generator), all.count - start)
      let block = try jumping.read(at: Int64(start), count: length)
      #expect(block.planes[0] == Array(all[start..<start + length]))
    }
  }

  @Test("give PCM as it was, and silence outside")
  func exactness() throws {
    let noise = SoundFile.noise(30_000)
    let file = try SoundFile.write([noise, noise.reversed()], codec: .pcm24, in: folder)
    let block = try SoundReader(file, file.tracks[0]).read(at: -100, count: 30_200)
    let silence = [Float](repeating: 0, count: 100)
    #expect(block.planes[0] == silence + noise + silence)
    #expect(block.planes[1] == silence + noise.reversed() + silence)
  }

  @Test("end or throw where a file is damaged", arguments: forms)
  func damage(_ codec: SoundCodec, _ container: MediaContainer) throws {
    let path = try SoundFile.write([SoundFile.noise(20_000)], codec, container, in: folder, "a").path
    let whole = try [UInt8](Data(contentsOf: URL(filePath: path)))
    var generator = SeededGenerator(seed: 3)
    var readable = 0
    for turn in 0..<24 {
      var bytes = whole
      if turn % 4 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator)) }
      for _ in 0..<turn {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      try Data(bytes).write(to: URL(filePath: path))
      guard let file = try? MediaFile(path: path), let track = file.tracks.first else { continue }
      guard let reader = try? SoundReader(file, track, startsEvery: 1) else { continue }
      for place in [0, 1 << 40, 19_000, -300] {
        let block = try? reader.read(at: Int64(place), count: 2000)
        #expect(block?.count ?? 2000 == 2000)
        readable += block == nil ? 0 : 1
      }
    }
    #expect(readable > 0)
  }

  @Test("agree with the ffmpeg program", .enabled(if: InstalledProgram.ffmpeg != nil), arguments: forms.dropFirst(2))
  func peer(_ codec: SoundCodec, _ container: MediaContainer) throws {
    let file = try SoundFile.write([SoundFile.noise(50_000)], codec, container, in: folder, "a")
    let options = container == .webm ? [] : ["-ignore_editlist", "1", "-flags2", "+skip_manual"]
    let theirs = try #require(try SoundFile.decoded(file.path, options))
    let ours = try SoundReader(file, file.tracks[0]).read(at: 0, count: theirs.count)
    #expect(ours.planes[0] == theirs)
  }
}

extension SoundFile {
  fileprivate static func write(_ planes: [[Float]], codec: SoundCodec, in folder: TemporaryFolder) throws -> MediaFile
  {
    try write(planes, codec, .mov, in: folder, "a")
  }
}
