import Foundation
import HeadroomTestSupport
import HeadroomVideo
import Synchronization
import Testing

/// Reading in any order, and what it decodes on the way.
@Suite("Frames in any order")
struct FrameReaderTests {
  /// Streams whose frames refer to each other in several ways.
  enum Stream: String, CaseIterable, Sendable {
    case pyramid = "bframes=4:b-pyramid=1:keyint=24:min-keyint=24:open-gop=0"
    case open = "bframes=3:b-pyramid=1:keyint=24:min-keyint=24:open-gop=1"
    case flat = "bframes=3:b-pyramid=0:keyint=48:ref=4"
    case plain = "bframes=0:keyint=40:ref=3"
    case repeated = "bframes=4:keyint=24:repeat-headers=1"
    case layered = "bframes=3:temporal-layers=2:keyint=32"
  }

  private static let frameCount = 96
  private static let scratch = try? TemporaryFolder()
  /// Tests that run at once want the same films.
  private static let writing = Mutex(())

  private static func film(_ stream: Stream, _ ending: String = "mp4") throws -> MediaFile {
    let path = try #require(scratch).path("\(stream).\(ending)")
    try writing.withLock { _ in
      guard !FileManager.default.fileExists(atPath: path) else { return }
      _ = try InstalledProgram.ffmpeg?.run([
        "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=192x128:rate=24:duration=4", "-c:v", "libx265",
        "-preset", "medium", "-x265-params", "log-level=none:pools=1:frame-threads=1:" + stream.rawValue, "-tag:v",
        "hvc1", path,
      ])
    }
    return try MediaFile(path: path)
  }

  private static func reader(_ file: MediaFile) throws -> FrameReader {
    try file.reader(of: try #require(file.firstVideo), threads: 1, isScrubbing: true)
  }

  @Test(
    "are those of a decoding from the beginning", .enabled(if: Clip.canBeCompared, "no ffmpeg"),
    arguments: Stream.allCases, ["mp4", "mkv"])
  func anyOrder(_ stream: Stream, _ ending: String) throws {
    let file = try Self.film(stream, ending)
    let hashes = try Clip.hashes(file)
    #expect(hashes.count == Self.frameCount)
    #expect(try hashes == Clip.hashesByFFmpeg(file.path))
    let reader = try Self.reader(file)
    var random = SeededGenerator(seed: 7)
    func check(_ number: Int) throws {
      #expect(try FrameCodes.md5(of: reader.frame(number).picture) == hashes[number], "frame \(number)")
    }
    for _ in 0..<30 {
      let number = Int.random(in: hashes.indices, using: &random)
      // A jump, then some steps to and fro.
      try check(number)
      for step in [1, 2, 3, 1, 5, 4, 9] where hashes.indices.contains(number + step) { try check(number + step) }
    }
    for number in hashes.indices { try check(number) }
    for number in hashes.indices.reversed() { try check(number) }
  }

  @Test(
    "Steps forward decode each sample at most once", .enabled(if: Clip.canBeCompared, "no ffmpeg"),
    arguments: Stream.allCases)
  func steps(_ stream: Stream) throws {
    let file = try Self.film(stream)
    let count = try #require(file.firstVideo?.index).samples.count
    let reader = try Self.reader(file)
    for number in 0..<Self.frameCount { _ = try reader.frame(number) }
    #expect(reader.sentCount <= count)
    let other = try Self.reader(file)
    for number in 13..<Self.frameCount { _ = try other.frame(number) }
    #expect(other.sentCount <= count)
  }

  @Test("A jump decodes no more than the frame needs", .enabled(if: Clip.canBeCompared, "no ffmpeg"))
  func jump() throws {
    let file = try Self.film(.pyramid)
    let index = try #require(file.firstVideo?.index)
    for number in [20, 23, 46, 70] {
      let reader = try Self.reader(file)
      _ = try reader.frame(number)
      let sample = index.frames[number].sample
      let whole = sample - index.start(of: sample) + 1
      // Of four frames between two others one refers to none but these, and is referred to; nobody needs the rest.
      #expect(reader.sentCount <= whole * 3 / 4, "frame \(number): \(reader.sentCount) of \(whole)")
    }
  }

  @Test(
    "Frames of real clips are the same in any order", .enabled(if: Clip.areHere, "no clips"),
    arguments: ["iphone-dv84-hlg-rot90.mov", "android-hlg-colorchecker.mp4", "tos-hdr10plus-s01.h265"])
  func clips(_ name: String) throws {
    let file = try MediaFile(path: Clip.path(name))
    let hashes = try Clip.hashes(file)
    let reader = try Self.reader(file)
    var random = SeededGenerator(seed: 3)
    for _ in 0..<12 {
      let number = Int.random(in: hashes.indices, using: &random)
      for next in number..<min(number + 3, hashes.count) {
        #expect(try FrameCodes.md5(of: reader.frame(next).picture) == hashes[next], "frame \(next)")
      }
    }
  }

  @Test("Half of a phone's frames are nobody's reference, and left out", .enabled(if: Clip.areHere, "no clips"))
  func phone() throws {
    let file = try MediaFile(path: Clip.path("iphone-dv84-hlg-rot90.mov"))
    let index = try #require(file.firstVideo?.index)
    let reader = try Self.reader(file)
    let number = 28
    _ = try reader.frame(number)
    let sample = index.frames[number].sample
    #expect(reader.sentCount * 2 <= sample - index.start(of: sample) + 1, "\(reader.sentCount)")
  }
}
