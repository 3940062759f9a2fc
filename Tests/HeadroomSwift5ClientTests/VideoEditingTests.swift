import Foundation
import Headroom
import Testing

/// A phone's clip: HLG, turned, with sound. Nil where it is not here.
private let phoneClip: URL? = {
  let folder = ProcessInfo.processInfo.environment["HEADROOM_TEST_DATA"] ?? "../shared/data"
  let url = URL(fileURLWithPath: folder).appendingPathComponent("video/iphone-dv84-hlg-rot90.mov")
  return FileManager.default.fileExists(atPath: url.path) ? url : nil
}()

/// Programs that edit HDR video, as apps have them: only `import Headroom` is other.
@Suite("Programs that edit HDR video", .enabled(if: phoneClip != nil, "no clips"))
struct VideoEditingTests {
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString, directoryHint: .isDirectory)
    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }
  }

  private let folder: Folder
  private let asset: AVURLAsset
  private static let short = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 5))

  init() throws {
    folder = try Folder()
    asset = AVURLAsset(url: try #require(phoneClip))
  }

  private var output: URL { folder.url.appending(path: "out.mov") }

  /// The curve of a film's first video track.
  private func transfer(of url: URL) async throws -> String? {
    let track = try #require(try await AVURLAsset(url: url).loadTracks(withMediaType: .video).first)
    let description = try #require(try await track.load(.formatDescriptions).first)
    return CMFormatDescriptionGetExtension(description, extensionKey: kCMFormatDescriptionExtension_TransferFunction)
      as? String
  }

  private func export(
    _ composition: AVVideoComposition?, preset: String = AVAssetExportPresetHEVCHighestQuality
  ) async throws {
    let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
    session.outputURL = output
    session.outputFileType = .mov
    session.timeRange = Self.short
    session.videoComposition = composition
    await session.export()
    if let error = session.error { throw error }
    #expect(session.status == .completed)
  }

  // MARK: - The built-in compositor

  @Test func `an export keeps HLG with an HEVC preset, and makes SDR with one of H264`() async throws {
    try await export(nil)
    #expect(try await transfer(of: output) == AVVideoTransferFunction_ITU_R_2100_HLG)
    try FileManager.default.removeItem(at: output)
    try await export(nil, preset: AVAssetExportPreset640x480)
    #expect(try await transfer(of: output) == AVVideoTransferFunction_ITU_R_709_2)
  }

  @Test func `a composition states the colours of its output`() async throws {
    let videoComposition = AVMutableVideoComposition(propertiesOf: asset)
    videoComposition.colorPrimaries = AVVideoColorPrimaries_ITU_R_2020
    videoComposition.colorTransferFunction = AVVideoTransferFunction_SMPTE_ST_2084_PQ
    videoComposition.colorYCbCrMatrix = AVVideoYCbCrMatrix_ITU_R_2020
    try await export(videoComposition)
    #expect(try await transfer(of: output) == AVVideoTransferFunction_SMPTE_ST_2084_PQ)
  }

  // MARK: - Filters

  @Test func `a handler applies a built-in filter`() async throws {
    let videoComposition = AVMutableVideoComposition(
      asset: asset,
      applyingCIFiltersWithHandler: { (request: AVAsynchronousCIImageFilteringRequest) -> Void in
        let ciFilter = CIFilter(name: "CIZoomBlur")
        ciFilter!.setValue(request.sourceImage, forKey: kCIInputImageKey)
        ciFilter!.setValue(
          CIVector(x: request.renderSize.width / 2, y: request.renderSize.height / 2), forKey: "inputCenter")
        request.finish(with: ciFilter!.outputImage!, context: nil)
      })
    try await export(videoComposition)
    #expect(try await transfer(of: output) == AVVideoTransferFunction_ITU_R_2100_HLG)
  }

  /// Paints stripes where light is above white.
  final class HDRHighlightFilter: CIFilter {
    var inputImage: CIImage?
    var inputTime: Float = 0

    static let kernel: CIColorKernel = {
      let source = """
        #include <CoreImage/CoreImage.h>
        extern "C" float4 HDRHighlight(coreimage::sample_t s, float time, coreimage::destination dest) {
          float diagonal = dest.coord().x + dest.coord().y;
          float stripe = fract(diagonal / 60.0 + time);
          if (stripe > 0.5 && max(max(s.r, s.g), s.b) > 1.0) { return float4(2.0, 0.0, 0.0, 1.0); }
          return s;
        }
        """
      return try! CIColorKernel(functionName: "HDRHighlight", fromMetalLibraryData: Data(source.utf8))
    }()

    override var outputImage: CIImage? {
      guard let input = inputImage else { return nil }
      return Self.kernel.apply(extent: input.extent, arguments: [input, inputTime])
    }
  }

  @Test func `a handler applies a kernel of its own`() async throws {
    let videoComposition = AVMutableVideoComposition(asset: asset) { request in
      let filter = HDRHighlightFilter()
      filter.inputImage = request.sourceImage
      filter.inputTime = Float(request.compositionTime.seconds)
      guard let output = filter.outputImage else { return request.finish(with: CocoaError(.featureUnsupported)) }
      request.finish(with: output, context: nil)
    }
    try await export(videoComposition)
    #expect(try await transfer(of: output) == AVVideoTransferFunction_ITU_R_2100_HLG)
  }

  @Test func `an inverter of the days of SDR goes below zero, which the output cannot hold`() async throws {
    let videoComposition = AVMutableVideoComposition(asset: asset) { request in
      let inverted = request.sourceImage.applyingFilter("CIColorInvert").cropped(to: request.sourceImage.extent)
      request.finish(with: inverted, context: nil)
    }
    try await export(videoComposition)
  }

  // MARK: - A compositor

  final class SampleCustomCompositor: NSObject, AVVideoCompositing {
    var sourcePixelBufferAttributes: [String: any Sendable]? = [
      kCVPixelBufferPixelFormatTypeKey as String: [kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange]
    ]
    var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] = [
      kCVPixelBufferPixelFormatTypeKey as String: [kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange]
    ]
    var supportsHDRSourceFrames = true
    var supportsWideColorSourceFrames = true
    private let coreImageContext = CIContext(options: [CIContextOption.cacheIntermediates: false])

    func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}

    func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
      guard let outputPixelBuffer = request.renderContext.newPixelBuffer(),
        let sourceTrackID = request.sourceTrackIDs.first?.int32Value,
        let sourcePixelBuffer = request.sourceFrame(byTrackID: sourceTrackID)
      else { return request.finish(with: CocoaError(.featureUnsupported)) }
      let filter = HDRHighlightFilter()
      filter.inputImage = CIImage(cvPixelBuffer: sourcePixelBuffer)
      filter.inputTime = Float(request.compositionTime.seconds)
      guard let outputImage = filter.outputImage else { return request.finishCancelledRequest() }
      let renderDestination = CIRenderDestination(pixelBuffer: outputPixelBuffer)
      do {
        try coreImageContext.startTask(toRender: outputImage, to: renderDestination).waitUntilCompleted()
        request.finish(withComposedVideoFrame: outputPixelBuffer)
      } catch {
        request.finish(with: error)
      }
    }
  }

  @Test func `a compositor of a client's class makes HDR`() async throws {
    let videoComposition = AVMutableVideoComposition(propertiesOf: asset)
    videoComposition.customVideoCompositorClass = SampleCustomCompositor.self
    try await export(videoComposition)
    #expect(try await transfer(of: output) == AVVideoTransferFunction_ITU_R_2100_HLG)
  }

  // MARK: - Reader to writer, players

  @Test func `a reader's frames go through a writer, all of them`() async throws {
    let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
    let reader = try AVAssetReader(asset: asset)
    let readerOutput = AVAssetReaderTrackOutput(
      track: track,
      outputSettings: [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
      ])
    reader.timeRange = Self.short
    reader.add(readerOutput)
    let writer = try AVAssetWriter(outputURL: output, fileType: .mov)
    let writerInput = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: [
        AVVideoCodecKey: AVVideoCodecType.hevc, AVVideoWidthKey: 1920, AVVideoHeightKey: 1080,
        AVVideoColorPropertiesKey: [
          AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_2020,
          AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_2100_HLG,
          AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_2020,
        ],
        AVVideoCompressionPropertiesKey: [
          AVVideoProfileLevelKey: "HEVC_Main10_AutoLevel"
        ],
      ])
    writer.add(writerInput)
    #expect(reader.startReading())
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    var count = 0
    while let sample = readerOutput.copyNextSampleBuffer() {
      while !writerInput.isReadyForMoreMediaData { try await Task.sleep(for: .milliseconds(1)) }
      #expect(writerInput.append(sample))
      count += 1
    }
    writerInput.markAsFinished()
    await writer.finishWriting()
    #expect(writer.status == .completed && count == 6)
    #expect(try await transfer(of: output) == AVVideoTransferFunction_ITU_R_2100_HLG)
    let copy = try #require(try await AVURLAsset(url: output).loadTracks(withMediaType: .video).first)
    #expect(try await copy.load(.timeRange).duration == Self.short.duration)
  }

  @Test func `a player's output gives light for screens with headroom`() async throws {
    let item = AVPlayerItem(asset: asset)
    let output = AVPlayerItemVideoOutput(outputSettings: [
      AVVideoAllowWideColorKey: true,
      AVVideoColorPropertiesKey: [
        AVVideoColorPrimariesKey: AVVideoColorPrimaries_P3_D65,
        AVVideoTransferFunctionKey: AVVideoTransferFunction_Linear,
        AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_709_2,
      ],
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_64RGBAHalf,
    ])
    item.add(output)
    let player = AVPlayer(playerItem: item)
    while item.status == .unknown { try await Task.sleep(for: .milliseconds(2)) }
    let buffer = try #require(output.copyPixelBuffer(forItemTime: .zero, itemTimeForDisplay: nil))
    #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_64RGBAHalf)
    player.pause()
  }

  @Test func `HDR is played where a screen can show it`() {
    #expect(!AVPlayer.eligibleForHDRPlayback || UIScreen.main.potentialEDRHeadroom > 1)
  }
}
