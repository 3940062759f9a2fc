import Foundation
import HeadroomTestSupport
import HeadroomVideo
import Testing

@Suite("Sound of readers")
struct SoundReadingTests {
  private static func pcm(bits: Int, isFloat: Bool) -> [String: Any] {
    [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: bits, AVLinearPCMIsFloatKey: isFloat]
  }

  private static func bytes(_ buffers: [CMSampleBuffer]) throws -> Data {
    try buffers.reduce(into: Data()) { $0 += try #require($1.dataBuffer).dataBytes() }
  }

  private static func integers(_ data: Data) -> [Int] {
    unsafe data.withUnsafeBytes { bytes in unsafe bytes.bindMemory(to: Int16.self).map(Int.init) }
  }

  private static func floats(_ data: Data) -> [Float] {
    unsafe data.withUnsafeBytes { bytes in unsafe Array(bytes.bindMemory(to: Float.self)) }
  }

  @Test(
    "is FFmpeg's decode within one step, from the first sample that is meant to be heard",
    .enabled(if: Clip.canBeCompared, "no clips, or no ffmpeg"),
    arguments: ["iphone-dv84-hlg-rot90.mov", "nasa-multi-stream.mp4"])
  func decoded(_ clip: String) throws {
    let asset = Reading.clip(clip)
    let track = try Reading.audio(asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: Self.pcm(bits: 16, isFloat: false))
    let buffers = try Reading.samples(asset, output)
    let ours = Self.integers(try Self.bytes(buffers))
    let theirs = Self.integers(
      try #require(
        try InstalledProgram.ffmpeg?.run(
          ["-v", "error", "-i", Clip.path(clip), "-map", "0:a:0", "-f", "s16le", "-c:a", "pcm_s16le", "-"])))
    #expect(!theirs.isEmpty)
    let count = min(ours.count, theirs.count)
    let worst = zip(ours, theirs).map { abs($0 - $1) }.max() ?? .max
    #expect(worst <= 1)
    // FFmpeg may keep what an edit hides at the end.
    #expect(abs(ours.count - theirs.count) <= 4096 && count > 0)
    let format = try #require(buffers.first?.formatDescription?.audioStreamBasicDescription)
    #expect(format.mBitsPerChannel == 16 && format.mFormatID == kAudioFormatLinearPCM)
    let lengths = buffers.map { time(Int64($0.numSamples), Int32(format.mSampleRate)) }
    let starts = buffers.map(\.presentationTimeStamp)
    #expect(zip(zip(starts, lengths), starts.dropFirst()).allSatisfy { $0.0 + $0.1 == $1 })
    let floats = try Reading.samples(
      asset, AVAssetReaderTrackOutput(track: track, outputSettings: Self.pcm(bits: 32, isFloat: true)))
    let values = Self.floats(try Self.bytes(floats))
    #expect(values.count == ours.count)
    #expect(zip(values, ours).allSatisfy { abs(max(min($0 * 32768, 32767), -32768) - Float($1)) <= 1 })
  }

  @Test("is cut by the sample")
  func cut() throws {
    let folder = try TemporaryFolder()
    let noise = SoundFile.noise(48_000)
    let file = try SoundFile.write([noise], .pcm16, .mov, in: folder, "a")
    let asset = AVURLAsset(url: URL(filePath: file.path))
    let track = try Reading.audio(asset)
    func read(_ range: CMTimeRange, _ settings: [String: Any]?) throws -> [CMSampleBuffer] {
      try Reading.samples(asset, AVAssetReaderTrackOutput(track: track, outputSettings: settings), in: range)
    }
    let whole = Self.integers(try Self.bytes(try read(range(0, 1), Self.pcm(bits: 16, isFloat: false))))
    #expect(whole.count == 48_000)
    let part = range(time(1001, 48_000), time(30_003, 48_000))
    for settings in [Self.pcm(bits: 16, isFloat: false), nil] {
      let buffers = try read(part, settings)
      #expect(Self.integers(try Self.bytes(buffers)) == Array(whole[1001..<30_003]))
      #expect(buffers.first?.presentationTimeStamp == part.start)
      #expect(buffers.last.map { $0.presentationTimeStamp + $0.duration } == part.end)
    }
  }

  @Test("of several tracks is their sum, with silence where there is none, limited at full scale")
  func mix() throws {
    let folder = try TemporaryFolder()
    let loud = [Float](repeating: 0.75, count: 48_000)
    let file = try SoundFile.write([loud], .pcm16, .mov, in: folder, "a")
    let source = AVURLAsset(url: URL(filePath: file.path))
    let composition = AVMutableComposition()
    let tracks = try (1...2).map { id in
      try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: Int32(id)))
    }
    try tracks[0].insertTimeRange(range(0, 1), of: Reading.audio(source), at: time(1, 2))
    try tracks[1].insertTimeRange(range(0, 1), of: Reading.audio(source), at: time(1))
    let output = AVAssetReaderAudioMixOutput(audioTracks: tracks, audioSettings: nil)
    let values = Self.floats(try Self.bytes(try Reading.samples(composition, output)))
    #expect(values.count == 96_000)
    #expect(values[..<24_000].allSatisfy { $0 == 0 })
    // Within 20 ms of what is too loud it is made quieter.
    #expect(values[24_000..<47_040].allSatisfy { abs($0 - 0.75) < 0.001 })
    #expect(values[48_000..<72_000].allSatisfy { $0 <= 1 && $0 > 0.999 })
    #expect(values[72_960...].allSatisfy { abs($0 - 0.75) < 0.001 })
    // One track alone has no silence before it.
    let alone = try Reading.samples(
      composition, AVAssetReaderTrackOutput(track: tracks[0], outputSettings: Self.pcm(bits: 32, isFloat: true)))
    #expect(alone.first?.presentationTimeStamp == time(1, 2))
    #expect(try Self.bytes(alone).count == 4 * 48_000)
  }

  @Test("of several tracks has the volumes of a mix, from any start")
  func volumes() throws {
    let folder = try TemporaryFolder()
    let file = try SoundFile.write([[Float](repeating: 0.5, count: 48_000)], .pcm24, .mov, in: folder, "a")
    let asset = AVURLAsset(url: URL(filePath: file.path))
    let track = try Reading.audio(asset)
    let parameters = AVMutableAudioMixInputParameters(track: track)
    parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: range(time(1, 4), time(3, 4)))
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    let output = AVAssetReaderAudioMixOutput(audioTracks: [track], audioSettings: nil)
    output.audioMix = mix
    // A mix is copied when it is set.
    mix.inputParameters = []
    #expect(output.audioMix?.inputParameters.count == 1)
    let values = Self.floats(
      try Self.bytes(try Reading.samples(asset, output, in: range(time(1, 10), time(9, 10)))))
    #expect(values.count == 38_400)
    for (index, value) in values.enumerated() {
      let second = Double(index + 4800) / 48_000
      let wanted = 0.5 * (1 - min(max((second - 0.25) / 0.5, 0), 1))
      if abs(Double(value) - wanted) > 1e-5 {
        Issue.record("sample \(index): \(value), wanted \(wanted)")
        break
      }
    }
    output.audioMix = nil
    #expect(output.audioMix != nil)
  }

  @Test("whose speed changes keeps its pitch by no way that there is not")
  func pitch() throws {
    let folder = try TemporaryFolder()
    let file = try SoundFile.write([[Float](repeating: 0.5, count: 48_000)], .pcm24, .mov, in: folder, "a")
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 5))
    try track.insertTimeRange(
      range(0, 1), of: Reading.audio(AVURLAsset(url: URL(filePath: file.path))), at: .zero)
    track.scaleTimeRange(range(0, 1), toDuration: time(1, 2))
    func refusal(_ make: () -> AVAssetReaderOutput) -> AudioMixError? {
      do {
        _ = try Reading.samples(composition, make())
        return nil
      } catch {
        return (error as? AVError)?.underlying as? AudioMixError
      }
    }
    let mixed = refusal {
      let output = AVAssetReaderAudioMixOutput(audioTracks: [track], audioSettings: nil)
      output.audioTimePitchAlgorithm = .spectral
      return output
    }
    #expect(mixed == .timePitchAlgorithm(5, .spectral))
    let alone = refusal {
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: Self.pcm(bits: 32, isFloat: true))
      output.audioTimePitchAlgorithm = .timeDomain
      return output
    }
    #expect(alone == .timePitchAlgorithm(5, .timeDomain))
    #expect(refusal { AVAssetReaderAudioMixOutput(audioTracks: [track], audioSettings: nil) } == nil)
  }
}
