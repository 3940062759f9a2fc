import Foundation
import HeadroomTestSupport
import HeadroomVideo
import Testing

/// What audio mixes sound like, by formulas, through written PCM.
@Suite("Sound of audio mixes")
struct AudioMixSoundTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func sine(_ frequency: Double, _ amplitude: Double = 0.5, rate: Int = 48_000, seconds: Int = 2) -> [Float] {
    (0..<rate * seconds).map { Float(amplitude * sin(2 * .pi * frequency * Double($0) / Double(rate))) }
  }

  private func track(
    _ movie: AVMutableComposition, _ plane: [Float], rate: Int = 48_000, _ name: String
  ) throws -> AVMutableCompositionTrack {
    _ = try SoundFile.write([plane], rate: rate, .pcm24, .mov, in: folder, name)
    let asset = AVURLAsset(url: URL(filePath: folder.path(name)))
    let track = try #require(
      movie.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid))
    try track.insertTimeRange(range(0, 2), of: try #require(asset.tracks.first), at: .zero)
    return track
  }

  private func mix(_ track: AVMutableCompositionTrack, _ change: (AVMutableAudioMixInputParameters) -> Void)
    -> AVAudioMix
  {
    let parameters = AVMutableAudioMixInputParameters(track: track)
    change(parameters)
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    return mix
  }

  /// What is written as PCM, and read again.
  private func written(
    _ movie: AVMutableComposition, _ mix: AVAudioMix?, _ part: CMTimeRange? = nil
  ) throws -> [Float] {
    let used = part ?? CMTimeRange(start: .zero, duration: movie.duration)
    let mixed = try MovieTimeline(movie).mixed(by: mix, in: used)
    let timeline = try SoundTimeline(mixed, range: used)
    try SoundFile.export(timeline, .pcm, .mov, to: folder.path("out.mov"))
    let file = try MediaFile(path: folder.path("out.mov"))
    let reader = try SoundReader(file, file.tracks[0])
    return try reader.read(at: 0, count: Int(used.duration.seconds * 48_000)).planes[0]
  }

  private func error(_ found: [Float], _ wanted: (Int) -> Double) -> Double {
    found.indices.map { abs(Double(found[$0]) - wanted($0)) }.max() ?? 1
  }

  @Test func `A volume ramp is exact at every sample, before, in and behind it`() throws {
    let movie = AVMutableComposition()
    let track = try track(movie, sine(440), "a.mov")
    // 7001/16000 s is no whole number of frames of any film.
    let fade = CMTimeRange(start: time(7001, 16_000), end: time(3, 2))
    let found = try written(
      movie, mix(track) { $0.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0.25, timeRange: fade) })
    let worst = error(found) { sample in
      let second = Double(sample) / 48_000
      let share = min(max((second - fade.start.seconds) / fade.duration.seconds, 0), 1)
      return (1 - 0.75 * share) * 0.5 * sin(2 * .pi * 440 * second)
    }
    #expect(found.count == 96_000 && worst < 1e-5, "\(worst)")
  }

  @Test func `Volumes that are set jump at their sample, and an export from the middle has the same`() throws {
    let movie = AVMutableComposition()
    let track = try track(movie, sine(440), "a.mov")
    let steps = mix(track) {
      $0.setVolume(0.5, at: time(1, 2))
      $0.setVolumeRamp(fromStartVolume: 2, toEndVolume: 0, timeRange: range(time(3, 4), time(7, 4)))
    }
    func wanted(_ sample: Int) -> Double {
      let second = Double(sample) / 48_000
      let volume = sample < 24_000 ? 1 : sample < 36_000 ? 0.5 : max(2 - 2 * (second - 0.75), 0)
      return volume * 0.5 * sin(2 * .pi * 440 * second)
    }
    let whole = try written(movie, steps)
    #expect(error(whole, wanted) < 1e-5)
    let part = try written(movie, steps, range(time(1, 3), time(5, 3)))
    #expect(error(part) { wanted($0 + 16_000) } < 1e-5)
  }

  @Test func `Tracks of other rates are summed, each with its volume`() throws {
    let movie = AVMutableComposition()
    _ = try track(movie, sine(440, 0.4), "a.mov")
    let second = try track(movie, sine(1000, 0.4, rate: 44_100), rate: 44_100, "b.mov")
    let found = try written(movie, mix(second) { $0.setVolume(0.5, at: .zero) })
    // The resampler reaches over the ends of its source.
    let inside = Array(found[1000..<95_000])
    let worst = error(inside) { sample in
      let second = Double(sample + 1000) / 48_000
      return 0.4 * sin(2 * .pi * 440 * second) + 0.2 * sin(2 * .pi * 1000 * second)
    }
    #expect(worst < 1e-4, "\(worst)")
  }

  @Test(arguments: [(2, 1), (2, 3), (1, 3)])
  func `A scaled stretch changes its pitch, and the ramp keeps to the new time`(_ up: Int64, _ down: Int32) throws {
    let movie = AVMutableComposition()
    let track = try track(movie, sine(440), "a.mov")
    // Two seconds at another speed.
    let length = time(2 * Int64(down), Int32(up))
    track.scaleTimeRange(range(0, 2), toDuration: length)
    let fade = mix(track) {
      $0.audioTimePitchAlgorithm = .varispeed
      $0.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: CMTimeRange(start: .zero, duration: length))
    }
    let found = try written(movie, fade)
    #expect(found.count == Int((length.seconds * 48_000).rounded()))
    let worst = error(Array(found[2000..<found.count - 2000])) { sample in
      let second = Double(sample + 2000) / 48_000
      return second / length.seconds * 0.5 * sin(2 * .pi * 440 * second * 2 / length.seconds)
    }
    #expect(worst < 1e-4, "\(worst)")
  }

  @Test(.enabled(if: InstalledProgram.ffmpeg != nil))
  func `A fade is that of the ffmpeg program`() throws {
    let movie = AVMutableComposition()
    let track = try track(movie, SoundFile.noise(96_000), "a.mov")
    let found = try written(
      movie,
      mix(track) { $0.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: range(time(1, 2), time(5, 4))) })
    let fade = "afade=t=out:curve=tri:start_sample=24000:nb_samples=36000"
    let data = try InstalledProgram.ffmpeg?.run(
      ["-v", "error", "-i", folder.path("a.mov"), "-af", "aformat=flt," + fade, "-f", "f32le", "-"])
    let peer = unsafe try #require(data).withUnsafeBytes { unsafe Array($0.bindMemory(to: Float.self)) }
    #expect(peer.count == found.count)
    let worst = zip(found, peer).map { abs($0 - $1) }.max() ?? 1
    #expect(worst < 1e-6, "\(worst)")
  }

  @Test(.enabled(if: InstalledProgram.ffmpeg != nil))
  func `Two tones at full scale stay below it, and keep their waves, by the ffmpeg program`() throws {
    let movie = AVMutableComposition()
    let first = try track(movie, sine(440, 0.999), "a.mov")
    _ = try track(movie, sine(660, 0.999), "b.mov")
    _ = try written(movie, mix(first) { $0.setVolume(1, at: .zero) })
    let found = try #require(try SoundFile.decoded(folder.path("out.mov"), channels: 1))
    #expect(found.count == 96_000)
    let peak = found.map { abs($0) }.max() ?? 9
    #expect(peak <= 1 && peak > 0.99, "\(peak)")
    // The sum of both, made quieter by one factor while the sum is as loud again and again.
    let sums = zip(sine(440, 0.999), sine(660, 0.999)).map { Double($0) + Double($1) }
    let loudest = sums.map { abs($0) }.max() ?? 0
    let worst = error(Array(found[4800..<91_200])) { sums[$0 + 4800] / loudest }
    #expect(loudest > 1.8 && worst < 2e-3, "\(loudest) \(worst)")
  }

  @Test(.enabled(if: Clip.canBeCompared))
  func `An export session fades the sound of a real clip`() async throws {
    let asset = AVURLAsset(url: Clip.folder.appending(path: "iphone-dv84-hlg-rot90.mov"))
    let sound = try #require(try await asset.loadTracks(withMediaType: .audio).first)
    let video = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let movie = AVMutableComposition()
    let pictures = try #require(movie.addMutableTrack(withMediaType: .video, preferredTrackID: 1))
    let track = try #require(movie.addMutableTrack(withMediaType: .audio, preferredTrackID: 2))
    try pictures.insertTimeRange(CMTimeRange(start: .zero, duration: time(1, 2)), of: video, at: .zero)
    try track.insertTimeRange(CMTimeRange(start: .zero, duration: time(1, 2)), of: sound, at: .zero)
    movie.naturalSize = CGSize(width: 64, height: 36)
    let session = try #require(
      AVAssetExportSession(asset: movie, presetName: AVAssetExportPresetHEVCHighestQuality))
    session.audioMix = mix(track) {
      $0.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: range(time(1, 10), time(3, 10)))
    }
    try await session.export(to: URL(filePath: folder.path("faded.mov")), as: .mov)
    let timeline = try SoundTimeline(MovieTimeline(movie))
    let format = timeline.naturalFormat
    let plain = try SoundMixer(timeline, format).next(.max).planes[0]
    let found = try #require(try SoundFile.decoded(folder.path("faded.mov"), channels: format.channels))
    let half = format.rate / 2
    try #require((half..<half + 1024).contains(found.count), "\(found.count)")
    func loudness(_ plane: [Float], _ part: ClosedRange<Double>) -> Float {
      let places = Int(part.lowerBound * Double(format.rate))..<Int(part.upperBound * Double(format.rate))
      return places.reduce(0) { $0 + plane[$1] * plane[$1] }
    }
    let early = loudness(found, 0.02...0.08) / loudness(plain, 0.02...0.08)
    #expect(abs(early - 1) < 0.1, "\(early)")
    // Half of the volume is a quarter of the power.
    let middle = loudness(found, 0.18...0.22) / loudness(plain, 0.18...0.22)
    #expect(middle > 0.15 && middle < 0.4, "\(middle)")
    #expect(loudness(found, 0.36...0.48) < 1e-4 * loudness(plain, 0.36...0.48) + 1e-6)
  }
}
