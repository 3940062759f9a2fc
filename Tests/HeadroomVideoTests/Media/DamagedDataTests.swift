import Foundation
import HeadroomContainers
import HeadroomTestSupport
import HeadroomVideo
import Testing

/// Bytes of coded pictures that are others than were written: whatever a decoder makes of them is no frame.
@Suite("Damaged data of frames")
struct DamagedDataTests {
  /// A clip, and the sample that is damaged.
  struct Damage: CustomTestStringConvertible, Sendable {
    var clip: String
    var sample: Int
    var testDescription: String { clip }
  }

  static let damages = [
    Damage(clip: "h264-hlg-amve.mov", sample: 5), Damage(clip: "av1-hdr10plus-it35-track.mp4", sample: 18),
    Damage(clip: "prores422hq-untagged.mov", sample: 1),
    Damage(clip: "tos-hdr10plus-s01.h265", sample: 2),
  ]

  /// The clip with noise in the middle of a sample.
  private func damaged(_ damage: Damage) throws -> (bytes: [UInt8], index: FrameIndex) {
    var bytes = try Clip.bytes(damage.clip)
    let index = try #require(try MediaFile(FileBytes(bytes)).firstVideo?.index)
    let range = try #require(index.samples[damage.sample].range)
    var random = SeededGenerator(seed: 11)
    for place in range.dropFirst(range.count / 3).prefix(max(200, range.count / 3)) {
      bytes[place] = UInt8.random(in: 1...255, using: &random)
    }
    return (bytes, index)
  }

  @Test(
    "are an error at the time of the first frame that suffers", .enabled(if: Clip.areHere, "no clips"),
    arguments: damages, [true, false])
  func reported(_ damage: Damage, isScrubbing: Bool) throws {
    let (bytes, index) = try damaged(damage)
    let whole = try MediaFile(FileBytes(Clip.bytes(damage.clip)))
    let file = try MediaFile(FileBytes(bytes))
    let (own, other) = (try #require(whole.firstVideo), try #require(file.firstVideo))
    let reader = try file.reader(of: other, threads: 2, isScrubbing: isScrubbing)
    let wanted = try whole.reader(of: own, threads: 2, isScrubbing: false)
    var first: (number: Int, error: MediaError)?
    for (number, frame) in index.frames.enumerated() {
      do throws(MediaError) {
        let found = FrameCodes.md5(of: try reader.frame(number).picture)
        // No frame that comes is another than it was.
        #expect(found == FrameCodes.md5(of: try wanted.frame(number).picture), "frame \(number)")
      } catch {
        #expect(error.track == other.facts.id && error.time == frame.time)
        first = first ?? (number, error)
      }
    }
    let found = try #require(first, "nothing was found")
    #expect(found.error.description.contains("damaged data"))
    // None before the damage is refused, but those that are stored behind it.
    #expect(index.frames[..<found.number].allSatisfy { $0.sample != damage.sample })
    #expect(index.frames[found.number].sample >= damage.sample)
  }

  /// Frames of H.264 that several threads decode come before it is known that a part of them was made up.
  @Test(
    "are errors to several threads where they are to one", .enabled(if: Clip.areHere, "no clips"),
    arguments: ["h264-hlg-amve.mov", "h264-10bit-untagged.mp4", "h265-10bit-untagged.mp4"])
  func severalThreads(_ clip: String) throws {
    let whole = try Clip.bytes(clip)
    let index = try #require(try MediaFile(FileBytes(whole)).firstVideo?.index)
    var random = SeededGenerator(seed: 5)
    var refused = 0
    for number in 0..<16 {
      var bytes = whole
      let sample = try #require(index.samples[Int.random(in: index.samples.indices, using: &random)].range)
      let start = Int.random(in: sample, using: &random)
      for place in start..<min(start + 40, sample.upperBound) { bytes[place] = .random(in: 0...255, using: &random) }
      let file = try MediaFile(FileBytes(bytes))
      let track = try #require(file.firstVideo)
      let (one, four) = (try refusals(file, track, threads: 1), try refusals(file, track, threads: 4))
      #expect(one.isSubset(of: four), "\(number): \(one.subtracting(four).sorted())")
      refused += one.count
    }
    #expect(refused > 0)
  }

  /// The numbers of the frames that are errors.
  private func refusals(_ file: MediaFile, _ track: MediaTrack, threads: Int) throws -> Set<Int> {
    let reader = try file.reader(of: track, threads: threads, isScrubbing: false)
    return Set((0..<(track.index?.frames.count ?? 0)).filter { (try? reader.frame($0)) == nil })
  }

  @Test("do no harm to other groups of frames", .enabled(if: Clip.areHere, "no clips"))
  func otherGroups() throws {
    let damage = Damage(clip: "iphone-dv84-hlg-rot90.mov", sample: 40)
    let (bytes, index) = try damaged(damage)
    let next = try #require(index.samples.indices.first { $0 > damage.sample && index.samples[$0].isKey })
    let file = try MediaFile(FileBytes(bytes))
    let reader = try file.reader(of: #require(file.firstVideo), threads: 2, isScrubbing: false)
    let later = try #require(index.frames.firstIndex { $0.time > index.frames[0].time && $0.sample == next })
    _ = try reader.frame(later)
    _ = try reader.frame(0)
  }

  @Test func `Damage reaches frames of its group, but not those that are shown before a key frame`() {
    // I P b b | I b b P: the second group's first two b lie before its key frame.
    let times: [Int64] = [0, 3, 1, 2, 6, 4, 5, 9]
    let samples = times.enumerated().map { FrameIndex.Sample(time: $1, isKey: $0 == 0 || $0 == 4) }
    let index = FrameIndex(samples: samples, frames: [])
    func suffering(_ sample: Int) -> [Int] {
      var log = DamageLog(index, depth: 2)
      log.begin(at: 0)
      log.add(.malformed("x"), of: sample)
      return samples.indices.filter { log.damage(of: $0) != nil }
    }
    #expect(suffering(0) == [0, 1, 2, 3, 5, 6])
    #expect(suffering(1) == [1, 2, 3, 5, 6])
    #expect(suffering(4) == [4, 5, 6, 7])
    #expect(suffering(5) == [5, 6])
    #expect(suffering(7) == [7])
  }

  @Test func `A refusal is of a sample that has not come out`() {
    let samples = (0..<6).map { FrameIndex.Sample(time: $0, isKey: $0 == 0) }
    var log = DamageLog(FrameIndex(samples: samples, frames: []), depth: 3)
    log.begin(at: 0)
    for sample in 0..<2 { log.take(sample) }
    log.add(refusal: .malformed("x"), before: 5)
    #expect(log.damage(of: 1) == nil && log.damage(of: 2)?.sample == 2)
    log.take(2)
    #expect(log.damage(of: 2) == nil && log.damage(of: 3)?.sample == 3)
    log.begin(at: 0)
    #expect(log.damage(of: 5) == nil)
  }
}
