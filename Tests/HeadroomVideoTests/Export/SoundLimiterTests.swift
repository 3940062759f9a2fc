import Foundation
import HeadroomTestSupport
import HeadroomVideo
import Testing

@Suite("Limiters of sound")
struct SoundLimiterTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private static let rate = 48_000

  /// Two seconds whose middle is louder.
  private func source(_ name: String, _ frequency: Double, loud: ClosedRange<Int>) throws -> SoundPiece {
    let plane = (0..<2 * Self.rate).map { sample in
      Float((loud.contains(sample) ? 0.95 : 0.4) * sin(2 * .pi * frequency * Double(sample) / Double(Self.rate)))
    }
    let file = try SoundFile.write([plane], rate: Self.rate, .pcm24, .mov, in: folder, name)
    return try SoundFile.piece(file, range(0, 2))
  }

  private func mixer(_ pieces: [SoundPiece], from position: Int64 = 0, limits: Bool = true) throws -> SoundMixer {
    let timeline = try SoundTimeline(pieces, range: range(0, 2))
    return SoundMixer(timeline, .mono(Self.rate), from: position, limits: limits)
  }

  /// Loud from 1 s to 1.5 s, together 1.9.
  private func pieces() throws -> [SoundPiece] {
    let loud = 48_000...72_000
    return [try source("a.mov", 440, loud: loud), try source("b.mov", 443, loud: loud)]
  }

  @Test("let nothing over full scale, and cut nothing")
  func peaks() throws {
    let pieces = try pieces()
    let sum = try mixer(pieces, limits: false).next(.max).planes[0]
    let limited = try mixer(pieces).next(.max).planes[0]
    #expect(sum.map { abs($0) }.max() ?? 0 > 1.8)
    #expect(limited.allSatisfy { abs($0) <= 1 })
    #expect(limited.map { abs($0) }.max() ?? 0 > 0.999)
    // Cut sound would stay at full scale for many samples of each wave.
    #expect(limited.count { abs($0) > 0.9999 } < 2000)
    #expect(sum.count { abs($0) > 1 } > 4000)
  }

  @Test("change loudness without jumps, and the wave not at all")
  func smooth() throws {
    let pieces = try pieces()
    let sum = try mixer(pieces, limits: false).next(.max).planes[0]
    let limited = try mixer(pieces).next(.max).planes[0]
    let factors = zip(sum, limited).map { abs($0) > 0.05 ? $1 / $0 : .nan }
    #expect(factors.allSatisfy { $0.isNaN || $0 > 0.5 && $0 <= 1 })
    let jumps = zip(factors, factors.dropFirst()).map { abs($0 - $1) }.filter { !$0.isNaN }
    // A fall to a half takes at least 10 ms.
    #expect(jumps.max() ?? 1 < 1.0 / 480, "\(jumps.max() ?? 1)")
  }

  @Test("leave alone what is 20 ms away from peaks, bit for bit")
  func reach() throws {
    let pieces = try pieces()
    let sum = try mixer(pieces, limits: false).next(.max).planes[0]
    let limited = try mixer(pieces).next(.max).planes[0]
    let first = try #require(sum.firstIndex { abs($0) > 1 })
    let last = try #require(sum.lastIndex { abs($0) > 1 })
    #expect(Array(sum[..<(first - 960)]) == Array(limited[..<(first - 960)]))
    #expect(Array(sum[(last + 961)...]) == Array(limited[(last + 961)...]))
    // It looks ahead: at the peak itself it is quiet already.
    #expect(abs(limited[first]) < 1 && abs(limited[first - 200]) < abs(sum[first - 200]))
  }

  @Test("give the same bits wherever they begin, and however much is asked for", arguments: [1, 977, 8192, 20_000])
  func runs(_ run: Int) throws {
    let pieces = try pieces()
    let whole = try mixer(pieces).next(.max).planes[0]
    let start = 47_900
    let mixer = try mixer(pieces, from: Int64(start))
    var joined: [Float] = []
    while joined.count < 5000 { joined += try mixer.next(run).planes[0] }
    #expect(joined == Array(whole[start..<start + joined.count]))
  }

  @Test("treat all channels alike")
  func channels() throws {
    let loud = [Float](repeating: 0.9, count: 4800)
    let quiet = [Float](repeating: 0.1, count: 4800)
    let file = try SoundFile.write([loud, quiet], .pcm24, .mov, in: folder, "a.mov")
    let piece = try SoundFile.piece(file, range(time(0), time(1, 10)))
    let timeline = try SoundTimeline([piece, piece], range: range(time(0), time(1, 10)))
    let mixer = SoundMixer(timeline, .stereo(Self.rate))
    let sound = try mixer.next(.max).planes
    #expect(try mixer.next(100).count == 0)
    #expect(sound[0].allSatisfy { abs($0 - 1) < 1e-6 && $0 <= 1 })
    #expect(sound[1].allSatisfy { abs($0 - 0.2 / 1.8) < 1e-6 })
  }

  @Test("keep sound at full scale as it is")
  func fullScale() throws {
    let half = try SoundFile.write([[Float](repeating: 0.5, count: 4800)], .pcm24, .mov, in: folder, "a.mov")
    let piece = try SoundFile.piece(half, range(time(0), time(1, 10)))
    let timeline = try SoundTimeline([piece, piece], range: range(time(0), time(1, 10)))
    #expect(try SoundMixer(timeline, .mono(Self.rate)).next(.max).planes[0].allSatisfy { $0 == 1 })
  }
}
