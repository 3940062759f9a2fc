import Foundation
import HeadroomGraphics
import HeadroomTestSupport
import HeadroomVideo
import Testing

/// Sound that becomes tracks.
@Suite("Writers of sound")
struct SoundWritingTests {
  private let folder: TestFilm.Folder

  init() throws { folder = try TestFilm.Folder() }

  /// Integers of 16 bits, both channels the same.
  private static func buffer(_ samples: [Int16], at start: Int64) throws -> CMSampleBuffer {
    let description = AudioStreamBasicDescription(rate: 48_000, channels: 2, bits: 16, isFloat: false)
    let bytes = samples.flatMap { sample in
      let code = UInt16(bitPattern: sample)
      let pair = [UInt8(code & 0xff), UInt8(code >> 8)]
      return pair + pair
    }
    let timing = CMSampleTimingInfo(
      duration: time(1, 48_000), presentationTimeStamp: time(start, 48_000), decodeTimeStamp: .invalid)
    return try CMSampleBuffer(
      dataBuffer: SampleBufferTests.data(bytes),
      formatDescription: CMFormatDescription(audioStreamBasicDescription: description), numSamples: samples.count,
      sampleTimings: [timing], sampleSizes: [4])
  }

  private static func wave(_ count: Int) -> [Int16] {
    (0..<count).map { Int16(truncatingIfNeeded: ($0 &* 7919) % 30_000 - 15_000) }
  }

  private func write(
    _ type: AVFileType, _ settings: [String: Any]?, from start: CMTime = .zero, _ buffers: [CMSampleBuffer]
  ) async throws -> (MediaFile, SoundReader) {
    let path = folder.path("a")
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
    let writer = try Writing.start(path, type, input, at: start)
    for buffer in buffers {
      try await Writing.wait(input)
      #expect(input.append(buffer))
    }
    await writer.finishWriting()
    if let error = writer.error { throw error }
    let file = try MediaFile(path: path)
    return (file, try SoundReader(file, file.tracks[0]))
  }

  /// The samples of the media that are heard, and where in the film the first of them is.
  private func heard(_ file: MediaFile, _ reader: SoundReader) throws -> (at: Int64, samples: [Float]) {
    let segment = try #require(file.tracks[0].facts.segments.last { $0.source.start.isValid })
    func samples(_ time: CMTime) -> Int64 { time.convertScale(48_000, method: .roundHalfAwayFromZero).value }
    let (start, count) = (samples(segment.source.start), samples(segment.source.duration))
    let block = try reader.read(at: start, count: Int(count))
    return (samples(segment.target.start), block.planes[0])
  }

  /// The loudest sample's place in the film.
  private func loudest(_ file: MediaFile, _ reader: SoundReader) throws -> Int {
    let (start, plane) = try heard(file, reader)
    return Int(start) + (plane.indices.max { abs(plane[$0]) < abs(plane[$1]) } ?? 0)
  }

  private static var pcm: [String: Any] { [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16] }

  @Test("keep every sample of PCM, coded and as it is, with gaps as silence", arguments: [true, false])
  func pcm(_ isCoded: Bool) async throws {
    let wave = Self.wave(9600)
    let later: Int64 = isCoded ? 7000 : 4800
    let buffers = [try Self.buffer(Array(wave[..<4800]), at: 0), try Self.buffer(Array(wave[4800...]), at: later)]
    let (file, reader) = try await write(.mov, isCoded ? Self.pcm : nil, buffers)
    #expect(file.tracks[0].facts.codec == "pcm_s16le" && file.tracks[0].facts.audio?.channels == 2)
    let block = try reader.read(at: 0, count: Int(later) + 4800)
    for place in [0, 1, 4799] { #expect(block.planes[1][place] == Float(wave[place]) / 32_768) }
    for place in 4800..<Int(later) { #expect(block.planes[0][place] == 0) }
    for place in [0, 4799] { #expect(block.planes[0][Int(later) + place] == Float(wave[4800 + place]) / 32_768) }
    #expect(file.facts.duration == time(later + 4800, 48_000))
  }

  @Test("keep the place of sound in AAC and Opus", arguments: [kAudioFormatMPEG4AAC, kAudioFormatOpus])
  func coded(_ codec: AudioFormatID) async throws {
    let pulses = SoundFile.pulses(48_000, at: [12_000, 36_000]).map { Int16($0 * 30_000) }
    // The session starts a tenth of a second into the samples.
    let buffers = try stride(from: 0, to: 48_000, by: 4800).map {
      try Self.buffer(Array(pulses[$0..<$0 + 4800]), at: Int64($0))
    }
    let settings: [String: Any] = [
      AVFormatIDKey: codec, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1, AVEncoderBitRateKey: 96_000,
    ]
    let (file, reader) = try await write(.mp4, settings, from: time(1, 10), buffers)
    #expect(file.tracks[0].facts.audio?.channels == 1)
    let loudest = try loudest(file, reader)
    #expect([12_000 - 4800, 36_000 - 4800].contains { abs($0 - loudest) <= 2 }, "\(loudest)")
    #expect(abs((file.facts.duration - time(9, 10)).seconds) < 0.001, "\(file.facts.duration.seconds)")
  }

  @Test("begin late where the first sample does")
  func late() async throws {
    let (file, reader) = try await write(
      .mp4, [AVFormatIDKey: kAudioFormatMPEG4AAC],
      [try Self.buffer(SoundFile.pulses(24_000, at: [6000]).map { Int16($0 * 30_000) }, at: 24_000)])
    let loudest = try loudest(file, reader)
    #expect(abs(loudest - 30_000) <= 2, "\(loudest)")
    #expect(file.tracks[0].facts.timeRange.start == time(1, 2))
  }

  @Test("go beside pictures, whichever ends first")
  func beside() async throws {
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: Writing.settings())
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC])
    let writer = try AVAssetWriter(outputURL: URL(filePath: folder.path("a.mp4")), fileType: .mp4)
    for input in [video, audio] {
      #expect(writer.canAdd(input))
      writer.add(input)
    }
    #expect(!writer.canAdd(video) && writer.inputs.count == 2)
    writer.startWriting()
    writer.startSession(atSourceTime: .zero)
    for number in 0..<10 {
      try await Writing.wait(audio)
      #expect(audio.append(try Self.buffer(Self.wave(4800), at: Int64(number * 4800))))
    }
    audio.markAsFinished()
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: video)
    for number in 0..<60 {
      try await Writing.wait(video)
      let picture = try Writing.picture(kCVPixelFormatType_32BGRA, 64, 64) { _, _, _ in 90 }
      #expect(adaptor.append(picture, withPresentationTime: time(Int64(number), 30)))
    }
    await writer.finishWriting()
    let file = try MediaFile(path: folder.path("a.mp4"))
    #expect(file.tracks.map { $0.facts.timeRange.duration } == [time(2), time(1)])
  }

  @Test("refuse rates and codecs by name")
  func refusals() async throws {
    let writer = try AVAssetWriter(outputURL: URL(filePath: folder.path("a.mp4")), fileType: .mp4)
    for settings in [
      Self.pcm, [AVFormatIDKey: kAudioFormatAC3], [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 47_000],
      [AVFormatIDKey: kAudioFormatMPEG4AAC, AVLinearPCMBitDepthKey: 16],
    ] {
      #expect(!writer.canApply(outputSettings: settings, forMediaType: .audio))
    }
    await #expect(throws: AVError.self) {
      _ = try await write(
        .mp4, [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100], [try Self.buffer(Self.wave(100), at: 0)])
    }
  }
}
