import Foundation
import Headroom
import HeadroomTestSupport
import Testing

/// The page's first program, run as it stands there.
private enum Example {
  static let begin = #line
  static func join(_ first: URL, _ second: URL, into film: URL) async throws {
    let composition = AVMutableComposition()
    let videoComposition = AVMutableVideoComposition()
    var layers: [AVMutableVideoCompositionLayerInstruction] = []
    let dissolve = CMTime(value: 1, timescale: 2)
    var (start, end) = (CMTime.zero, CMTime.zero)
    for url in [first, second] {
      let clip = try await AVURLAsset(url: url).loadTracks(withMediaType: .video)[0]
      let (range, size, turn) = try await clip.load(.timeRange, .naturalSize, .preferredTransform)
      let track = composition.addMutableTrack(
        withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)!
      start = layers.isEmpty ? .zero : end - dissolve
      end = start + range.duration
      try track.insertTimeRange(range, of: clip, at: start)
      let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
      layer.setTransform(turn, at: .zero)
      if layers.isEmpty { videoComposition.renderSize = CGRect(origin: .zero, size: size).applying(turn).size }
      layers.append(layer)
    }

    // The first clip lies on top, and fades out over the second.
    layers[0].setOpacityRamp(
      fromStartOpacity: 1, toEndOpacity: 0, timeRange: CMTimeRange(start: start, duration: dissolve))
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, end: end)
    instruction.layerInstructions = layers
    videoComposition.instructions = [instruction]
    videoComposition.frameDuration = CMTime(value: 1, timescale: 30)

    let session = AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHEVCHighestQuality)!
    session.videoComposition = videoComposition
    try await session.export(to: film, as: .mov)
  }
  static let end = #line
}

/// The page's program that reads frames.
private enum ReadingExample {
  static let begin = #line
  static func frames(of asset: AVURLAsset) async throws -> Int {
    let track = try await asset.loadTracks(withMediaType: .video)[0]
    let output = AVAssetReaderTrackOutput(
      track: track,
      outputSettings: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange])
    let reader = try AVAssetReader(asset: asset)
    reader.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 2, timescale: 1))
    reader.add(output)
    guard reader.startReading() else { throw reader.error! }
    var count = 0
    while let sample = output.copyNextSampleBuffer(), sample.imageBuffer != nil { count += 1 }
    if let error = reader.error { throw error }
    return count
  }
  static let end = #line
}

/// The page's program that writes pictures, run as it stands there.
private enum WritingExample {
  static let begin = #line
  static func write(_ pictures: [CVPixelBuffer], into film: URL) async throws {
    let settings: [String: Any] = [
      AVVideoCodecKey: AVVideoCodecType.hevc,
      AVVideoColorPropertiesKey: [
        AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_2020,
        AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_2100_HLG,
        AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_2020,
      ],
      AVVideoCompressionPropertiesKey: [AVVideoProfileLevelKey: kVTProfileLevel_HEVC_Main10_AutoLevel],
    ]
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
    let writer = try AVAssetWriter(outputURL: film, fileType: .mov)
    writer.add(input)
    writer.startWriting()
    writer.startSession(atSourceTime: .zero)
    for (number, picture) in pictures.enumerated() {
      while !input.isReadyForMoreMediaData { try await Task.sleep(for: .milliseconds(1)) }
      let time = CMTime(value: CMTimeValue(number), timescale: 30)
      guard adaptor.append(picture, withPresentationTime: time) else { break }
    }
    await writer.finishWriting()
    if let error = writer.error { throw error }
  }
  static let end = #line
}

/// What the page on films shows beside command lines: its programs and its project.
@Suite struct VideoPageTests {
  private static let page = "Documentation/Video.md"

  @Test func `The page shows this very program`() throws {
    // From the line behind the head of the function to its last brace.
    #expect(try PrintedCode.isShown(Example.begin + 2...Example.end - 1, of: #filePath, by: Self.page))
    #expect(
      try PrintedCode.isShown(ReadingExample.begin + 2...ReadingExample.end - 1, of: #filePath, by: Self.page))
  }

  @Test func `The program reads the frames of two seconds`() async throws {
    let scratch = try PrintedCommands.pictures()
    try PrintedCommands.films(scratch, project: "{}")
    #expect(try await ReadingExample.frames(of: AVURLAsset(url: scratch.file("a.mov"))) == 60)
  }

  @Test func `The page shows the program that writes`() throws {
    #expect(try PrintedCode.isShown(WritingExample.begin + 2...WritingExample.end - 1, of: #filePath, by: Self.page))
  }

  @Test func `The program writes pictures`() async throws {
    let scratch = try PrintedCommands.pictures()
    var pictures: [CVPixelBuffer] = []
    for _ in 0..<4 {
      var made: CVPixelBuffer?
      unsafe CVPixelBufferCreate(nil, 64, 64, kCVPixelFormatType_64RGBAHalf, nil, &made)
      let picture = try #require(made)
      CIContext().render(CIImage(color: .white), to: picture)
      pictures.append(picture)
    }
    try await WritingExample.write(pictures, into: scratch.file("written.mov"))
    let track = try firstTrack(of: "written.mov", in: scratch)
    #expect(track["frames"] as? Int == 4)
    #expect((track["hdr"] as? [String: Any])?["kind"] as? String == "hlg")
  }

  @Test func `The program joins two clips`() async throws {
    let scratch = try PrintedCommands.pictures()
    try PrintedCommands.films(scratch, project: "{}")
    try await Example.join(scratch.file("a.mov"), scratch.file("b.mov"), into: scratch.file("joined.mov"))
    let track = try firstTrack(of: "joined.mov", in: scratch)
    #expect(track["frames"] as? Int == 165)
    #expect((track["hdr"] as? [String: Any])?["kind"] as? String == "hlg")
    #expect(track["codecTag"] as? String == "hvc1")
  }

  @Test(arguments: PrintedCommands.projects(of: page))
  func `Every project of the page becomes a film`(_ project: String) throws {
    let scratch = try PrintedCommands.pictures()
    try PrintedCommands.films(scratch, project: project)
    let result = try Headroom.run("video", "edit", "cut.json", "film.mp4", in: scratch.folder)
    #expect(result.status == 0, "\(result.errors)")
    let track = try firstTrack(of: "film.mp4", in: scratch)
    #expect(track["width"] as? Int == 128)
    #expect(track["frames"] as? Int == 135)
    #expect((track["hdr"] as? [String: Any])?["kind"] as? String == "hlg")
  }

  @Test func `There is a project to try`() { #expect(!PrintedCommands.projects(of: Self.page).isEmpty) }

  private func firstTrack(of name: String, in scratch: Scratch) throws -> [String: Any] {
    let object = try Headroom.run("video", "info", "--json", name, in: scratch.folder).object()
    return try #require((object["tracks"] as? [[String: Any]])?.first)
  }
}
