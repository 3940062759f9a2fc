import Foundation
import HeadroomContainers
import HeadroomMovieScenarios
import HeadroomPixels
import HeadroomTestSupport
import HeadroomVideo
import Testing

/// Films of few bytes that ask for much time or memory.
@Suite("Hostile films")
struct HostileFilmTests {
  private let folder: TestFilm.Folder

  init() throws { folder = try TestFilm.Folder() }

  /// A picture of ProRes, and the four letters of its codec.
  private func codedPicture() throws -> (bytes: [UInt8], format: String) {
    var settings = EncoderSettings(
      codec: .prores, width: 16, height: 16, format: EncodedFormat(10, .half), cicp: TestFilm.Kind.hlg.cicp,
      siting: .left, frameRate: (25, 1), timescale: 2500)
    settings.threads = 1
    let encoder = try VideoEncoder(settings)
    let writer = try MediaWriter(path: folder.path("a.mov"), .mov)
    let number = try writer.add(encoder, MediaWriter.Stream(timescale: 2500))
    try writer.start([])
    try encoder.send(
      try TestFilm.picture(.hlg, 16, 16, .half) { x, _ in (200 + 20 * x, 512, 512) }, time: 0, duration: 100)
    try encoder.finish()
    try writer.drain(encoder, to: number)
    try writer.finish(replacing: true)
    let track = try MediaFile(path: folder.path("a.mov")).tracks[0]
    let place = try #require(track.index?.samples[0].range)
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: folder.path("a.mov"))))
    return (Array(bytes[place]), try #require(track.facts.codecTag))
  }

  /// A film each of whose samples stands alone, the tables in front.
  private func film(_ samples: [[UInt8]], _ format: String, edits: [(duration: UInt32, time: UInt32)] = []) -> [UInt8] {
    var track = PlainMovie.Track()
    (track.handler, track.format, track.samples, track.edits) = ("vide", format, samples, edits)
    var movie = PlainMovie([track])
    movie.brands = ["isom"]
    return movie.build()
  }

  private static let frameCount = 4000

  @Test("a frame that does not decode costs little, however many lie before it")
  func damagedFrame() throws {
    let (picture, format) = try codedPicture()
    var samples = Array(repeating: picture, count: Self.frameCount)
    samples[Self.frameCount - 2] = [UInt8](repeating: 0, count: picture.count)
    let file = try MediaFile(FileBytes(film(samples, format)))
    let reader = try file.reader(of: file.tracks[0], threads: 1, isScrubbing: true)
    let begin = ContinuousClock.now
    let error = #expect(throws: MediaError.self) { try reader.frame(Self.frameCount - 2) }
    #expect(error?.track == 1 && error?.time == time(Int64(Self.frameCount - 2), 6))
    #expect(ContinuousClock.now - begin < .seconds(10))
    #expect(FrameCodes.byteCount(of: try reader.frame(Self.frameCount - 1).picture) == 16 * 16 * 2 * 2)
  }

  @Test("a frame whose bytes are not all there is named at once")
  func cutFrame() throws {
    let (picture, format) = try codedPicture()
    let bytes = film(Array(repeating: picture, count: Self.frameCount), format).dropLast(4)
    let file = try MediaFile(FileBytes(Array(bytes)))
    let reader = try file.reader(of: file.tracks[0], threads: 1, isScrubbing: true)
    let begin = ContinuousClock.now
    let error = #expect(throws: MediaError.self) { try reader.frame(Self.frameCount - 1) }
    #expect(error?.reason == .malformed("the file ends before the frame does"))
    #expect(ContinuousClock.now - begin < .seconds(5))
  }

  @Test("edits that show few samples millions of times are refused before their frames are listed")
  func repeatingEdits() throws {
    let (picture, format) = try codedPicture()
    let samples = Array(repeating: picture, count: 1000)
    // Each edit shows all samples: 100 ticks of 600 each, in thousandths.
    func file(edits: Int) -> [UInt8] {
      film(samples, format, edits: Array(repeating: (duration: 170_000, time: 0), count: edits))
    }
    #expect(try MediaFile(FileBytes(file(edits: 20))).tracks[0].index?.frames.count == 20_000)
    let begin = ContinuousClock.now
    let error = #expect(throws: MediaError.self) { try MediaFile(FileBytes(file(edits: 10_000))) }
    guard case .container(.overLimit(_, let quantity, let declared, _, _)) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(quantity == "frames of edits" && declared == 10_000_000)
    #expect(ContinuousClock.now - begin < .seconds(10))
  }

  @Test("tracks without a number, or with one of 32 bits, do not send FFmpeg over fragments that are not there")
  func trackNumbers() throws {
    // In the first track of the fragmented film: its header's type, and its number.
    let whole = MovieSeeds.fragmented
    let head = try #require(whole.firstRange(of: Array("tkhd".utf8))).lowerBound
    let fragment = try #require(whole.firstRange(of: Array("moof".utf8))).lowerBound - 4
    for change in [{ $0[head] = 0x75 }, { $0[head + 16] = 0x80 }] as [(inout [UInt8]) -> Void] {
      var bytes = Array(whole[..<fragment])
      change(&bytes)
      for _ in 0..<40 { bytes += whole[fragment...] }
      let begin = ContinuousClock.now
      #expect(throws: MediaError.self) { try MediaFile(FileBytes(bytes)) }
      #expect(ContinuousClock.now - begin < .seconds(5))
    }
  }

  @Test("a frame rate that no film has does not end the program")
  func frameRates() {
    var facts = VideoFacts(
      width: 16, height: 16, bitDepth: 8, chroma: .quarter, cicp: TestFilm.Kind.sdr.cicp, colorSource: .assumed)
    facts.isVariableFrameRate = true
    for (rate, wanted) in [(1e300, ExactRatio(1000)), (3e16, ExactRatio(1000)), (12.5, ExactRatio(25, 2)), (0, nil)] {
      facts.nominalFrameRate = rate
      #expect(facts.frameRate?.double == wanted?.double)
    }
  }
}
