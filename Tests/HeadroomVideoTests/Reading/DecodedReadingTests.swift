import Foundation
import HeadroomGraphics
import HeadroomPixels
import HeadroomTestSupport
import HeadroomVideo
import Testing

@Suite("Decoded frames of readers")
struct DecodedReadingTests {
  /// A clip, and the pixel format that holds its codes.
  struct Kind: CustomTestStringConvertible, Sendable {
    var clip: String
    var format: OSType
    var isDeep: Bool
    var testDescription: String { clip }
  }

  static let kinds = [
    Kind(clip: "iphone-dv84-hlg-rot90.mov", format: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, isDeep: true),
    Kind(clip: "android-hlg-colorchecker.mp4", format: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, isDeep: true),
    Kind(clip: "prores422hq-untagged.mov", format: kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, isDeep: true),
    Kind(clip: "sdr-720p-rot270.mp4", format: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, isDeep: false),
    Kind(clip: "vp9-10bit.webm", format: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, isDeep: true),
    Kind(clip: "sdr-bt601-ntsc.mov", format: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, isDeep: false),
  ]

  @Test(
    "have the codes that FFmpeg decodes", .enabled(if: Clip.canBeCompared, "no clips, or no ffmpeg"), arguments: kinds)
  func codes(_ kind: Kind) throws {
    let asset = Reading.clip(kind.clip)
    let track = try Reading.video(asset)
    let buffers = try Reading.samples(
      asset, AVAssetReaderTrackOutput(track: track, outputSettings: Reading.settings(kind.format)))
    let hashes = try buffers.map { Reading.md5(try #require($0.imageBuffer), isDeep: kind.isDeep) }
    #expect(!hashes.isEmpty)
    #expect(try hashes == Clip.hashesByFFmpeg(Clip.path(kind.clip), isTurned: false))
    let times = buffers.map(\.presentationTimeStamp)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    // Without a format there is one that loses nothing.
    let chosen = try Reading.samples(asset, AVAssetReaderTrackOutput(track: track, outputSettings: [:]))
    #expect(CVPixelBufferGetPixelFormatType(try #require(chosen.first?.imageBuffer)) == kind.format)
  }

  @Test("carry the colour of their track", .enabled(if: Clip.areHere, "no clips"))
  func colors() throws {
    let asset = Reading.clip("tiny-nclx-hdr10.mp4")
    let track = try Reading.video(asset)
    let described = try #require(track.formatDescriptions.first as? CMFormatDescription)
    for format in [kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_64RGBAHalf] {
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: Reading.settings(format))
      let buffer = try #require(try Reading.samples(asset, output).first)
      let picture = try #require(buffer.imageBuffer)
      for key in [
        kCVImageBufferColorPrimariesKey, kCVImageBufferTransferFunctionKey, kCVImageBufferYCbCrMatrixKey,
        kCVImageBufferMasteringDisplayColorVolumeKey, kCVImageBufferContentLightLevelInfoKey,
      ] {
        let known = described.extensions[CMFormatDescription.Extensions.Key(rawValue: key)]
        #expect(buffer.formatDescription?.extensions[CMFormatDescription.Extensions.Key(rawValue: key)] == known)
        #expect(CVBufferHasAttachment(picture, key) == (known != nil), "\(key)")
      }
    }
  }

  @Test("are converted where a colour is asked for, and where eight bits are too few")
  func conversions() throws {
    let folder = try TestFilm.Folder()
    // Reference white in HLG, narrow.
    try TestFilm.write(folder.path("a.mp4"), .hlg, frames: 2, chroma: .quarter) { _, _, _ in (721, 512, 512) }
    let asset = AVURLAsset(url: URL(filePath: folder.path("a.mp4")))
    let track = try Reading.video(asset)
    func first(_ settings: [String: Any]) throws -> CVPixelBuffer {
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
      return try #require(try Reading.samples(asset, output).first?.imageBuffer)
    }
    func luma(_ buffer: CVPixelBuffer) throws -> Int {
      Int(try Reading.load(buffer, as: UInt16.self) >> 6)
    }
    func transfer(_ buffer: CVPixelBuffer) -> String? {
      CVBufferCopyAttachment(buffer, kCVImageBufferTransferFunctionKey, nil) as? String
    }
    let x420 = kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
    let own = try first(Reading.settings(x420))
    #expect(try luma(own) == 721 && transfer(own) == kCVImageBufferTransferFunction_ITU_R_2100_HLG)
    let pq: [String: Any] = [
      AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_2020,
      AVVideoTransferFunctionKey: AVVideoTransferFunction_SMPTE_ST_2084_PQ,
      AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_2020,
    ]
    let converted = try first([kCVPixelBufferPixelFormatTypeKey: x420, AVVideoColorPropertiesKey: pq])
    #expect(
      abs(try luma(converted) - 573) <= 1 && transfer(converted) == kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ)
    let linear: [String: Any] = [
      AVVideoColorPrimariesKey: AVVideoColorPrimaries_P3_D65,
      AVVideoTransferFunctionKey: AVVideoTransferFunction_Linear,
      AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_709_2,
    ]
    let light = try first([
      kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_64RGBAHalf, AVVideoColorPropertiesKey: linear,
    ])
    #expect(abs(Float(try Reading.load(light, as: Float16.self)) - 1) < 0.01)
    #expect(transfer(light) == kCVImageBufferTransferFunction_Linear)
    let bytes = Reading.settings(kCVPixelFormatType_32BGRA)
    #expect(transfer(try first(bytes)) == kCVImageBufferTransferFunction_ITU_R_709_2)
    let wide = try first(bytes.merging([AVVideoAllowWideColorKey: true]) { $1 })
    #expect(transfer(wide) == kCVImageBufferTransferFunction_ITU_R_2100_HLG)
    let narrow = try first(Reading.settings(x420).merging([AVVideoAllowWideColorKey: false]) { $1 })
    #expect(transfer(narrow) == kCVImageBufferTransferFunction_ITU_R_709_2)
  }

  @Test("keep light above white in linear half floats")
  func brightLight() throws {
    let folder = try TestFilm.Folder()
    try TestFilm.write(folder.path("a.mp4"), .hlg, frames: 1, chroma: .quarter) { _, _, _ in (940, 512, 512) }
    let asset = AVURLAsset(url: URL(filePath: folder.path("a.mp4")))
    let output = AVAssetReaderTrackOutput(
      track: try Reading.video(asset),
      outputSettings: [
        kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_64RGBAHalf,
        AVVideoColorPropertiesKey: [
          AVVideoColorPrimariesKey: AVVideoColorPrimaries_P3_D65,
          AVVideoTransferFunctionKey: AVVideoTransferFunction_Linear,
          AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_709_2,
        ],
      ])
    let picture = try #require(try Reading.samples(asset, output).first?.imageBuffer)
    #expect(abs(Float(try Reading.load(picture, as: Float16.self)) - 4.926) < 0.01)
  }

  @Test("lie in the range to the tick, and come again after a reset")
  func ranges() throws {
    let folder = try TestFilm.Folder()
    try TestFilm.write(folder.path("a.mp4"), .sdr, frames: 30, chroma: .quarter) { frame, _, _ in (16 + frame, 128, 128)
    }
    let asset = AVURLAsset(url: URL(filePath: folder.path("a.mp4")))
    let settings = Reading.settings(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    func number(_ buffer: CMSampleBuffer) throws -> Int { try Reading.byte(buffer) - 16 }
    let output = AVAssetReaderTrackOutput(track: try Reading.video(asset), outputSettings: settings)
    output.supportsRandomAccess = true
    let reader = try AVAssetReader(asset: asset)
    // From the middle of frame 4 to that of frame 7.
    reader.timeRange = range(time(9, 60), time(15, 60))
    reader.add(output)
    #expect(reader.startReading())
    let first = Reading.all(output)
    #expect(try first.map(number) == [4, 5, 6, 7])
    #expect(first.map(\.presentationTimeStamp) == [time(9, 60), time(5, 30), time(6, 30), time(7, 30)])
    #expect(first.map(\.duration) == [time(1, 60), time(1, 30), time(1, 30), time(1, 60)])
    #expect(reader.status == .reading)
    output.reset(forReadingTimeRanges: [
      NSValue(timeRange: range(time(2, 30), time(4, 30))), NSValue(timeRange: range(time(28, 30), .positiveInfinity)),
    ])
    #expect(try Reading.all(output).map(number) == [2, 3, 28, 29])
    output.reset(forReadingTimeRanges: [NSValue(timeRange: range(time(0), time(1, 30)))])
    #expect(try Reading.all(output).map(number) == [0])
    output.markConfigurationAsFinal()
    #expect(reader.status == .completed && output.copyNextSampleBuffer() == nil)
  }

  @Test("of a composition are those of its pieces, at its times")
  func composition() throws {
    let folder = try TestFilm.Folder()
    try TestFilm.write(folder.path("a.mp4"), .sdr, frames: 20, chroma: .quarter) { frame, _, _ in (16 + frame, 128, 128)
    }
    let source = AVURLAsset(url: URL(filePath: folder.path("a.mp4")))
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 1))
    let from = try Reading.video(source)
    try track.insertTimeRange(range(time(10, 30), time(12, 30)), of: from, at: .zero)
    try track.insertTimeRange(range(time(3, 30), time(5, 30)), of: from, at: time(4, 30))
    track.scaleTimeRange(range(time(4, 30), time(6, 30)), toDuration: time(8, 30))
    let output = AVAssetReaderTrackOutput(
      track: track, outputSettings: Reading.settings(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange))
    let buffers = try Reading.samples(composition, output)
    let numbers = try buffers.map { try Reading.byte($0) - 16 }
    #expect(numbers == [10, 11, 3, 4])
    #expect(buffers.map(\.presentationTimeStamp) == [time(0), time(1, 30), time(4, 30), time(8, 30)])
  }
}
