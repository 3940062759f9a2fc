import Foundation
import HeadroomTestSupport
import HeadroomVideo
import Testing

@Suite("Mixers of sound")
struct SoundMixerTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func file(_ planes: [[Float]], rate: Int = 48_000, _ name: String = "a.mov") throws -> MediaFile {
    try SoundFile.write(planes, rate: rate, .pcm24, .mov, in: folder, name)
  }

  private func mix(_ pieces: [SoundPiece], _ length: CMTime, _ format: SoundFormat = .mono(48_000)) throws -> [[Float]]
  {
    let timeline = try SoundTimeline(pieces, range: CMTimeRange(start: .zero, duration: length))
    return try SoundMixer(timeline, format).next(.max).planes
  }

  @Test("cut at the sample nearest to a time, without a gap or a block twice")
  func cuts() throws {
    let noise = SoundFile.noise(100_000)
    let source = try file([noise])
    // 7 frames of film are 14014 samples; the third piece joins the second.
    let pieces = [
      try SoundFile.piece(source, CMTimeRange(start: time(5, 48_000), duration: time(7007, 24_000))),
      try SoundFile.piece(
        source, CMTimeRange(start: time(1, 3), duration: time(1, 7)), at: time(7007, 24_000)),
      try SoundFile.piece(
        source, CMTimeRange(start: time(10, 21), duration: time(1, 10)), at: time(7007, 24_000) + time(1, 7)),
    ]
    let sound = try mix(pieces, time(1))[0]
    let rest = Int((0.1 * 48_000 + 48_000 / 7.0).rounded())
    let expected = Array(noise[5..<14_019]) + Array(noise[16_000..<16_000 + rest])
    #expect(Array(sound[..<expected.count]) == expected)
    #expect(sound[expected.count...].allSatisfy { $0 == 0 })
    #expect(sound.count == 48_000)
  }

  @Test("do not drift in an hour of frames at 24000/1001")
  func hour() throws {
    let frame = time(1001, 24_000)
    let noise = SoundFile.noise(8000)
    let source = try file([noise], rate: 44_100)
    let frames = 86_300..<86_314
    let pieces = try frames.map { number in
      try SoundFile.piece(
        source, CMTimeRange(start: .zero, duration: frame), at: CMTimeMultiply(frame, multiplier: Int32(number)))
    }
    let timeline = try SoundTimeline(pieces, range: range(0, 3601))
    for number in frames {
      let start = (number * 1001 * 44_100 + 12_000) / 24_000
      let mixer = SoundMixer(timeline, .mono(44_100), from: Int64(start))
      #expect(try mixer.next(1800).planes[0] == Array(noise[..<1800]))
    }
  }

  @Test("resample to the analytic sine", arguments: [(44_100, 1), (48_000, 2), (96_000, 1), (32_000, 3)])
  func resampling(_ rate: Int, _ speed: Int) throws {
    let sine = (0..<rate).map { Float(0.5 * sin(2 * .pi * 500 * Double($0) / Double(rate))) }
    let file = try file([sine], rate: rate)
    let target = CMTimeRange(start: .zero, duration: time(1, 4 * Int32(speed)))
    let piece = SoundPiece(
      try SoundSource(file, file.tracks[0]), media: CMTimeRange(start: time(1, 7), duration: time(1, 4)), target: target
    )
    let sound = try mix([piece], target.duration)[0]
    #expect(sound.count == 12_000 / speed)
    let errors = sound.enumerated().map { index, value in
      abs(Double(value) - 0.5 * sin(2 * .pi * 500 * (1.0 / 7 + Double(index * speed) / 48_000)))
    }
    #expect(errors.max() ?? 1 < 2e-5)
  }

  @Test("give the same whatever is asked for at once")
  func runs() throws {
    let source = try file([SoundFile.noise(50_000), SoundFile.noise(50_000, seed: 2)], rate: 44_100)
    let piece = try SoundFile.piece(source, range(time(1, 10), time(1)), at: time(1, 20))
    let timeline = try SoundTimeline([piece], range: range(0, 1))
    let whole = try SoundMixer(timeline, .mono(48_000)).next(48_000).planes[0]
    let mixer = SoundMixer(timeline, .mono(48_000))
    var joined: [Float] = []
    while joined.count < 48_000 { joined += try mixer.next(977).planes[0] }
    #expect(joined == whole)
    #expect(try mixer.next(10).count == 0)
  }

  @Test("give mono to both sides, and sum no louder than full scale")
  func channels() throws {
    let half = [Float](repeating: 0.5, count: 4800)
    let mono = try SoundFile.piece(try file([half]), range(time(0), time(1, 10)))
    let stereo = try mix([mono], time(1, 10), .stereo(48_000))
    #expect(stereo.allSatisfy { $0.allSatisfy { $0 == 0.5 } })
    #expect(try mix([mono, mono], time(1, 10))[0].allSatisfy { $0 == 1 })
    #expect(try mix([mono, mono, mono], time(1, 10))[0].allSatisfy { $0 > 0.999_999 && $0 <= 1 })
    let full = [Float](repeating: 0.999, count: 4800)
    let surround = try SoundFile.piece(
      try file(Array(repeating: full, count: 6), "b.mov"), range(time(0), time(1, 10)))
    let down = try mix([surround], time(1, 10), .stereo(48_000))
    #expect(down.allSatisfy { $0.allSatisfy { $0 > 0.9 && $0 <= 1 } })
  }

  @Test("fade a project's clips by its key frames and transitions")
  func project() throws {
    let text = """
      {"schema": 1, "tracks": [{"type": "audio", "clips": [
        {"source": "a", "duration": 1, "volume": [{"time": 0, "value": 0}, {"time": 0.5, "value": 1}]},
        {"source": "b", "duration": 1, "transition": {"type": "dissolve", "duration": 0.25}}]}]}
      """
    let files = [
      "a": try file([[Float](repeating: 0.5, count: 96_000)]),
      "b": try file([[Float](repeating: 0.25, count: 96_000)], "b.mov"),
    ]
    let project = try ProjectFile(parsing: Array(text.utf8), vocabulary: ProjectSamples.vocabulary)
    let placed = try ProjectTimeline(project) { _ in ProjectSourceFacts(duration: time(2)) }
    let timeline = try SoundTimeline(placed) { source throws(MediaError) in
      guard case .file(let name) = source, let file = files[name] else { throw MediaError(.unknownFormat) }
      return file
    }
    let sound = try SoundMixer(timeline, .mono(48_000)).next(.max).planes[0]
    #expect(sound.count == 84_000)
    for sample in stride(from: 0, to: 84_000, by: 375) {
      let volume = min(Float(sample) / 24_000, 1)
      let weight = min(max(Float(sample - 36_000) / 12_000, 0), 1)
      let earlier: Float = 0.5 * volume * (1 - weight)
      let later: Float = 0.25 * weight
      #expect(abs(sound[sample] - earlier - later) < 1e-6)
    }
  }

  @Test("are silent where edits name times that no sound has")
  func farTimes() throws {
    let source = try file([SoundFile.noise(4800)])
    for (start, scale) in [(Int64.max - 96_000, 48_000), (Int64.max, 1), (1 << 62, 600)] as [(Int64, Int32)] {
      let media = CMTimeRange(start: time(start, scale), duration: .zero)
      let track = try SoundSource(source, source.tracks[0])
      for length in [time(3), time(1)] {
        let piece = SoundPiece(
          track, media: CMTimeRange(start: media.start, duration: time(3)),
          target: CMTimeRange(start: .zero, duration: length))
        let sound = try mix([piece], length)[0]
        #expect(sound.count == Int(length.value) * 48_000 && sound.allSatisfy { $0 == 0 })
        let other = try mix([piece], length, .mono(44_100))[0]
        #expect(other.count == Int(length.value) * 44_100 && other.allSatisfy { $0 == 0 })
      }
      let copied = SoundPiece(track, media: media, target: CMTimeRange(start: .zero, duration: time(1)))
      let timeline = try SoundTimeline([copied], range: range(0, 1))
      #expect(throws: Never.self) {
        try SoundFile.export(timeline, .automatic, .matroska, to: folder.path("far.mkv"))
      }
    }
  }

  @Test("have the gains of tens of thousands of clips soon")
  func manyClips() throws {
    let clip = #"{"source":"a","duration":1}"#
    let faded = #"{"source":"a","duration":1,"transition":{"type":"dissolve","duration":0.25}}"#
    let clips = [clip] + Array(repeating: faded, count: 59_999)
    let text = #"{"schema":1,"tracks":[{"type":"audio","clips":[\#(clips.joined(separator: ","))]}]}"#
    let source = try file([SoundFile.noise(48_000)])
    let project = try ProjectFile(parsing: Array(text.utf8), vocabulary: ProjectSamples.vocabulary)
    let placed = try ProjectTimeline(project) { _ in ProjectSourceFacts(duration: time(1)) }
    let begin = ContinuousClock.now
    let timeline = try SoundTimeline(placed) { _ throws(MediaError) in source }
    #expect(ContinuousClock.now - begin < .seconds(15))
    #expect(timeline.pieces.count == clips.count)
    #expect(timeline.pieces.dropFirst().dropLast().allSatisfy { $0.gains.count == 2 })
    #expect([timeline.pieces[0], timeline.pieces[clips.count - 1]].allSatisfy { $0.gains.count == 1 })
  }
}
