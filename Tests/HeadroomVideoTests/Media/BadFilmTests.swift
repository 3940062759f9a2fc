import Foundation
import HeadroomContainers
import HeadroomTestSupport
import HeadroomVideo
import Testing

/// Whatever a file says, it is frames or a typed error, soon and in little memory.
@Suite("Damaged films")
struct BadFilmTests {
  private static let clips = [
    "tiny-nclx-hdr10.mp4", "dovi-p81-hdr10.mp4", "aswf-hdr10-still.mp4", "h264-hlg-amve.mov", "editlist-three.mp4",
    "vp9-10bit.webm", "tos-hdr10plus-s01.h265",
  ]

  /// Reads all of a film.
  ///
  /// - Returns: frames that decode.
  @discardableResult
  private func read(_ bytes: [UInt8], most: Int = 8) -> Int {
    guard let file = try? MediaFile(FileBytes(bytes)) else { return 0 }
    _ = VideoReport(file: "a.mp4", file).json.description
    var count = 0
    for track in file.tracks {
      guard let index = track.index, let reader = try? file.reader(of: track, threads: 1, isScrubbing: true) else {
        continue
      }
      for number in index.frames.indices.suffix(most) where (try? reader.frame(number)) != nil { count += 1 }
    }
    return count
  }

  @Test("cut anywhere give frames or an error", .enabled(if: Clip.areHere, "no clips"), arguments: clips)
  func truncated(_ name: String) throws {
    let bytes = try Clip.bytes(name)
    #expect(read(bytes) > 0)
    for part in 0..<20 { read(Array(bytes.prefix(bytes.count * part / 20))) }
  }

  @Test("with flipped bits give frames or an error", .enabled(if: Clip.areHere, "no clips"), arguments: clips)
  func flipped(_ name: String) throws {
    let bytes = try Clip.bytes(name)
    var random = SeededGenerator(seed: UInt64(bytes.count))
    for round in 0..<60 {
      var changed = bytes
      random.mutate(&changed)
      // Most of a film is coded pictures: half of the changes go where the structure is.
      if round % 2 == 0, let other = Self.withChangedStructure(bytes, &random) { changed = other }
      let begin = ContinuousClock.now
      read(changed, most: 3)
      #expect(ContinuousClock.now - begin < .seconds(10), "round \(round)")
    }
  }

  private static func withChangedStructure(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8]? {
    guard let box = try? MovieFile(FileBytes(bytes)).box else { return nil }
    var changed = bytes
    let place = Int.random(in: box.start..<min(box.start + box.byteCount, bytes.count), using: &random)
    changed[place] = UInt8.random(in: 0...255, using: &random)
    return changed
  }

  @Test func `Nothing, zeros and noise are no films`() throws {
    #expect(throws: MediaError(.container(.empty))) { try MediaFile(FileBytes([UInt8]())) }
    var random = SeededGenerator(seed: 7)
    let noise = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }
    for bytes in [[0], [UInt8](repeating: 0, count: 4096), noise] {
      #expect(throws: MediaError(.unknownFormat)) { try MediaFile(FileBytes(bytes)) }
    }
    // The beginnings of films, and then noise.
    for head in [
      [0x1A, 0x45, 0xDF, 0xA3, 0x84, 0x42, 0x82] + Array("matroska".utf8), Array("DKIF".utf8), [0x12, 0],
      [0, 0, 0, 1, 0x40, 1], [0, 0, 0, 16] + Array("ftypisom".utf8),
      [0x06, 0x0E, 0x2B, 0x34, 0x02, 0x05, 0x01, 0x01, 0x0D, 0x01, 0x02],
    ] as [[UInt8]] {
      #expect(read(head + noise) == 0)
    }
  }

  @Test func `A table that declares a thousand million samples is an error`() throws {
    let sizes: [UInt32] = [1, 0]
    for size in sizes {
      let entry = MovieBoxes.visualEntry("hvc1", width: 16, height: 16, boxes: [])
      func table(_ type: String, _ words: UInt32...) -> [UInt8] {
        BoxBytes.fullBox(type, words.flatMap { MovieBoxes.words($0) })
      }
      let samples =
        MovieBoxes.descriptions([entry]) + table("stts", 1, 1_000_000_000, 1)
        + table("stsc", 1, 1, 1_000_000_000, 1) + table("stsz", size, 1_000_000_000) + table("stco", 1, 40)
      let track = MovieBoxes.track(
        MovieBoxes.Track(id: 1, width: 16, height: 16, timescale: 600, duration: 25, handler: "vide"), others: [],
        sampleTable: samples)
      let bytes =
        MovieBoxes.fileType("isom", compatible: ["isom"])
        + BoxBytes.box("moov", MovieBoxes.movieHeader(timescale: 600) + track)
      #expect(bytes.count < 1024)
      let time = ProcessorTime.ofThread {
        #expect(throws: MediaError.self) { try MediaFile(FileBytes(bytes)) }
      }
      #expect(time < .seconds(1))
    }
  }

  @Test func `Samples outside of the file are named, and no frame comes of them`() throws {
    var track = PlainMovie.Track()
    (track.handler, track.format) = ("vide", "hvc1")
    track.samples = Array(repeating: [UInt8](repeating: 1, count: 100), count: 4)
    var movie = PlainMovie([track])
    movie.brands = ["isom"]
    let bytes = movie.build()
    // The samples are the end of the file.
    let file = try MediaFile(FileBytes(Array(bytes.dropLast(250))))
    #expect(file.facts.warnings.contains { $0.contains("the file ends before 3 of 4 samples") })
    #expect(read(Array(bytes.dropLast(250))) == 0)
  }
}
