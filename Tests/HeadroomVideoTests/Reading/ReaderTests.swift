import Foundation
import HeadroomGraphics
import HeadroomPixels
import HeadroomTestSupport
import HeadroomVideo
import Testing

@Suite("Readers")
struct ReaderTests {
  private let folder: TestFilm.Folder
  private let asset: AVURLAsset

  init() throws {
    folder = try TestFilm.Folder()
    try TestFilm.write(folder.path("a.mp4"), .hlg, frames: 30, chroma: .quarter) { frame, x, _ in
      (64 + frame * 8 + x, 512 + x, 512 - x / 2)
    }
    asset = AVURLAsset(url: URL(filePath: folder.path("a.mp4")))
  }

  private func output(_ settings: [String: Any]? = [:]) throws -> AVAssetReaderTrackOutput {
    AVAssetReaderTrackOutput(track: try Reading.video(asset), outputSettings: settings)
  }

  private func failure(_ change: (AVAssetReader) throws -> Void) throws -> ReaderError? {
    let reader = try AVAssetReader(asset: asset)
    try change(reader)
    #expect(!reader.startReading() && reader.status == .failed)
    return (reader.error as? AVError)?.underlying as? ReaderError
  }

  @Test("compose as exports do, code for code", arguments: [1, 0.75])
  func composition(_ scale: Double) throws {
    let track = try Reading.video(asset)
    let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
    layer.setTransform(CGAffineTransform(scaleX: scale, y: scale), at: .zero)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = range(0, 1)
    instruction.layerInstructions = [layer]
    let video = AVMutableVideoComposition()
    video.instructions = [instruction]
    video.renderSize = CGSize(width: 64 * scale, height: 64 * scale)
    video.frameDuration = time(1, 30)
    let output = AVAssetReaderVideoCompositionOutput(videoTracks: [track], videoSettings: nil)
    output.videoComposition = video
    let buffers = try Reading.samples(asset, output)
    let movie = try MovieTimeline(asset, video)
    let timeline = try #require(movie.video)
    let script = try CompositionScript(timeline, in: range(0, 1))
    let frames = try ScriptFrames(script)
    #expect(buffers.count == frames.count && frames.count == 30)
    for (number, buffer) in buffers.enumerated() {
      let picture = try #require(buffer.imageBuffer)
      #expect(CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
      #expect(Reading.md5(picture, isDeep: true) == FrameCodes.md5(of: try frames.codes(number)), "frame \(number)")
      #expect(buffer.presentationTimeStamp == time(Int64(number), 30) && buffer.duration == time(1, 30))
    }
    let first = try #require(buffers.first?.imageBuffer)
    let transfer = CVBufferCopyAttachment(first, kCVImageBufferTransferFunctionKey, nil) as? String
    #expect(transfer == kCVImageBufferTransferFunction_ITU_R_2100_HLG)
  }

  @Test("refuse what cannot be read before they start, by type")
  func refusals() throws {
    #expect(try failure { _ in } == .noOutputs)
    let other = AVURLAsset(url: asset.url)
    let foreign = AVAssetReaderTrackOutput(track: try Reading.video(other), outputSettings: nil)
    let reader = try AVAssetReader(asset: asset)
    #expect(!reader.canAdd(foreign))
    #expect(try failure { $0.add(foreign) } == .foreignTrack(1))
    let video = try Reading.video(asset)
    #expect(
      try failure { $0.add(AVAssetReaderAudioMixOutput(audioTracks: [video], audioSettings: nil)) }
        == .mediaType(1, .video))
    #expect(
      try failure { $0.add(AVAssetReaderVideoCompositionOutput(videoTracks: [video], videoSettings: nil)) }
        == .noVideoComposition)
    let used = try output()
    try AVAssetReader(asset: asset).add(used)
    #expect(try failure { $0.add(used) } == .usedOutput)
    let settings: [[String: Any]] = [
      [kCVPixelBufferPixelFormatTypeKey: 7], [AVVideoColorPropertiesKey: [AVVideoColorPrimariesKey: "ITU_R_2020"]],
      [AVVideoWidthKey: 0, AVVideoHeightKey: 5], ["AVVideoCodecKey": "hvc1"],
    ]
    for wrong in settings {
      guard case .setting? = try failure({ $0.add(try output(wrong)) }) else {
        Issue.record("\(wrong) is taken")
        continue
      }
    }
    #expect(
      try failure {
        $0.timeRange = CMTimeRange(start: .indefinite, duration: time(1))
        $0.add(try output())
      } != nil)
    #expect(throws: AVError.self) { try AVAssetReader(asset: AVURLAsset(url: URL(filePath: "/nowhere.mov"))) }
  }

  @Test("start once, and change nothing afterwards")
  func once() throws {
    let reader = try AVAssetReader(asset: asset)
    let output = try output()
    reader.add(output)
    #expect(output.copyNextSampleBuffer() == nil && reader.status == .unknown)
    #expect(reader.startReading() && reader.status == .reading)
    #expect(!reader.startReading() && reader.status == .reading)
    reader.timeRange = range(0, 0)
    output.supportsRandomAccess = true
    #expect(reader.timeRange.duration.isPositiveInfinity && !output.supportsRandomAccess)
    #expect(!reader.canAdd(try self.output()))
    #expect(Reading.all(output).count == 30 && reader.status == .completed)
  }

  @Test("fail where ranges are reset at the wrong moment, or overlap")
  func resets() throws {
    func failure(supports: Bool, reads: Bool, _ ranges: [CMTimeRange]) throws -> ReaderError? {
      let reader = try AVAssetReader(asset: asset)
      let output = try output()
      output.supportsRandomAccess = supports
      reader.add(output)
      reader.startReading()
      if reads { _ = Reading.all(output) } else { _ = output.copyNextSampleBuffer() }
      output.reset(forReadingTimeRanges: ranges.map { NSValue(timeRange: $0) })
      if reader.status == .failed { #expect(output.copyNextSampleBuffer() == nil) }
      return (reader.error as? AVError)?.underlying as? ReaderError
    }
    let good = [range(0, 1)]
    #expect(try failure(supports: true, reads: true, good) == nil)
    #expect(try failure(supports: true, reads: false, good) == .reset("not all samples have been read"))
    #expect(try failure(supports: false, reads: false, good) == .reset("the output does not support random access"))
    let (first, second) = (range(time(0), time(1, 2)), range(time(1, 4), time(1)))
    #expect(try failure(supports: true, reads: true, [first, second]) == .overlap(first, second))
  }

  @Test("stop when they are cancelled, from any thread, and when they are dropped")
  func cancelling() async throws {
    let reader = try AVAssetReader(asset: asset)
    let output = try output()
    reader.add(output)
    reader.startReading()
    #expect(output.copyNextSampleBuffer() != nil)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { _ = Reading.all(output) }
      group.addTask { reader.cancelReading() }
    }
    #expect([.cancelled, .completed].contains(reader.status) && reader.error == nil)
    #expect(output.copyNextSampleBuffer() == nil)
    weak var dropped: AVAssetReader?
    let left = try self.output()
    do {
      let reader = try AVAssetReader(asset: asset)
      dropped = reader
      reader.add(left)
      reader.startReading()
      #expect(left.copyNextSampleBuffer() != nil)
    }
    #expect(dropped == nil && left.copyNextSampleBuffer() == nil)
  }

  @Test("name track and time of a sample that does not decode", .enabled(if: Clip.areHere, "no clips"))
  func damage() throws {
    var bytes = try Clip.bytes("android-hlg-colorchecker.mp4")
    let whole = AVURLAsset(url: URL(filePath: Clip.path("android-hlg-colorchecker.mp4")))
    let places = try Reading.samples(whole, AVAssetReaderSampleReferenceOutput(track: try Reading.video(whole)))
    let last = try #require(places.last?.attachments[.sampleReferenceByteOffset]?.value as? Int)
    bytes.removeSubrange((last + 4)...)
    try Data(bytes).write(to: URL(filePath: folder.path("cut.mp4")))
    let cut = AVURLAsset(url: URL(filePath: folder.path("cut.mp4")))
    let reader = try AVAssetReader(asset: cut)
    let track = try Reading.video(cut)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    reader.add(output)
    #expect(reader.startReading())
    #expect(Reading.all(output).count == places.count - 1 && reader.status == .failed)
    let error = try #require((reader.error as? AVError)?.underlying as? MediaError)
    #expect(error.track == track.trackID && error.time != nil)
  }
}
