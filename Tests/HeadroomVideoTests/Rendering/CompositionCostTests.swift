import Foundation
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomPixels
import HeadroomTestSupport
import HeadroomVideo
import Testing

/// What clients' pictures cost beside the built-in compositor's, decoding apart. Measured alone, on demand: the processor
/// time of the process counts. `Benchmarks/RESULTS.md` has the numbers.
@Suite(
  "The cost of compositions", .serialized,
  .enabled(
    if: Clip.areHere && ProcessInfo.processInfo.environment["HEADROOM_MEASURE"] != nil,
    "measures, where HEADROOM_MEASURE is set"))
struct CompositionCostTests {
  private static let range = CMTimeRange(start: .zero, duration: CMTime(value: 2, timescale: 1))
  private static let x420 = kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange

  private let asset = AVURLAsset(url: URL(filePath: Clip.path("iphone-dv84-hlg-rot90.mov")))

  /// The least of three, in milliseconds a frame.
  private static func cost(_ work: () throws -> Int) throws -> Double {
    var least = Double.infinity
    for _ in 0..<3 {
      let start = ProcessorTime.seconds
      let count = try work()
      least = min(least, (ProcessorTime.seconds - start) * 1000 / Double(count))
    }
    return least
  }

  private static func compose(_ asset: AVAsset, _ composition: AVVideoComposition?) throws -> Int {
    let timeline = try #require(try MovieTimeline(asset, composition).video)
    let script = try CompositionScript(timeline, in: range)
    try FilmExporter([FilmOutput(script, FilmSettings(.mp4), path: "none.mp4")]).compose { _ in }
    return script.times.count
  }

  private func decoding(times: Int) throws -> Double {
    try Self.cost {
      var count = 0
      for _ in 0..<times {
        let file = try MediaFile(path: asset.url.path)
        let reader = try file.reader(of: try #require(file.firstVideo), threads: 2, isScrubbing: false)
        count = 60
        for number in 0..<count { _ = try reader.frame(number) }
      }
      return count
    }
  }

  /// The film and its later part, the upper one half transparent.
  private func doubled() throws -> (AVMutableComposition, AVMutableVideoComposition) {
    let movie = AVMutableComposition()
    let source = try Reading.video(asset)
    let second = CMTime(value: 1, timescale: 1)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = Self.range
    for place in 0..<2 {
      let track = try #require(
        movie.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
      try track.insertTimeRange(
        CMTimeRange(start: place == 0 ? .zero : second, duration: Self.range.duration), of: source, at: .zero)
      let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
      if place == 0 { layer.setOpacity(0.5, at: .zero) }
      instruction.layerInstructions.append(layer)
    }
    let video = AVMutableVideoComposition()
    video.instructions = [instruction]
    (video.renderSize, video.frameDuration) = (source.naturalSize, CMTime(value: 1, timescale: 30))
    return (movie, video)
  }

  /// Blends its two sources by a recipe.
  final class Blending: NSObject, AVVideoCompositing {
    var sourcePixelBufferAttributes: [String: any Sendable]? { [kCVPixelBufferPixelFormatTypeKey: [x420]] }
    var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] {
      [kCVPixelBufferPixelFormatTypeKey: [x420]]
    }
    var supportsHDRSourceFrames: Bool { true }
    private let context = CIContext(options: [.cacheIntermediates: false])
    func renderContextChanged(_ context: AVVideoCompositionRenderContext) {}
    func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
      let frames = request.sourceTrackIDs.compactMap { request.sourceFrame(byTrackID: $0.int32Value) }
      guard frames.count == 2, let buffer = request.renderContext.newPixelBuffer() else {
        return request.finish(with: CocoaError(.featureUnsupported))
      }
      let mixed = CIImage(cvPixelBuffer: frames[0]).applyingFilter(
        "CIDissolveTransition", parameters: ["inputTargetImage": CIImage(cvPixelBuffer: frames[1]), "inputTime": 0.5])
      do {
        try context.startTask(toRender: mixed, to: CIRenderDestination(pixelBuffer: buffer)).waitUntilCompleted()
        request.finish(withComposedVideoFrame: buffer)
      } catch {
        request.finish(with: error)
      }
    }
  }

  @Test("of five point filters by a handler is at most 1.3 times a plain composition's")
  func handler() throws {
    let decoding = try decoding(times: 1)
    // Light is computed, as filters need it.
    let plain = AVMutableVideoComposition(propertiesOf: asset)
    (plain.colorPrimaries, plain.colorTransferFunction) = (
      AVVideoColorPrimaries_ITU_R_2020, AVVideoTransferFunction_SMPTE_ST_2084_PQ
    )
    plain.colorYCbCrMatrix = AVVideoYCbCrMatrix_ITU_R_2020
    let own = try Self.cost { try Self.compose(asset, plain) } - decoding
    let steps: [(String, [String: any Sendable])] = [
      ("CIExposureAdjust", ["inputEV": 0.3]), ("CIVibrance", ["inputAmount": 0.2]),
      ("CIColorMatrix", ["inputRVector": CIVector(x: 0.9, y: 0.1, z: 0, w: 0)]),
      ("CIColorControls", ["inputSaturation": 1.1]), ("CIGammaAdjust", ["inputPower": 0.95]),
    ]
    var clients = 0.0
    for count in 0...steps.count {
      let filtered = AVMutableVideoComposition(asset: asset) { request in
        let image = steps.prefix(count).reduce(request.sourceImage) { image, step in
          image.applyingFilter(step.0, parameters: step.1)
        }
        request.finish(with: image, context: nil)
      }
      clients = try Self.cost { try Self.compose(asset, filtered) } - decoding
      print("COST handler of \(count): \(clients / own), \(clients) and \(own) ms a frame, decoding \(decoding)")
    }
    #expect(clients <= 1.3 * own)
  }

  @Test("of a client's compositor that blends two sources is at most 1.25 times the built-in one's")
  func compositor() throws {
    let decoding = try decoding(times: 2)
    let (movie, video) = try doubled()
    let own = try Self.cost { try Self.compose(movie, video) } - decoding
    video.customVideoCompositorClass = Blending.self
    let clients = try Self.cost { try Self.compose(movie, video) } - decoding
    print("COST compositor \(clients / own): \(clients) and \(own) ms a frame, decoding \(decoding)")
    #expect(clients <= 1.25 * own)
  }

  /// On one core: `taskset -c 0`.
  @Test("of a picture that is played with a filter leaves time for 30 a second")
  func player() throws {
    let item = AVPlayerItem(asset: asset)
    item.videoComposition = AVMutableVideoComposition(asset: asset) { request in
      let brighter = request.sourceImage.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.3])
      request.finish(with: brighter, context: nil)
    }
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [kCVPixelBufferPixelFormatTypeKey: Self.x420])
    item.add(output)
    let player = AVPlayer(playerItem: item)
    let (begun, processor) = (ContinuousClock.now, ProcessorTime.seconds)
    player.play()
    var first: Duration?
    var times: Set<CMTime> = []
    while player.currentTime().seconds < 3, ContinuousClock.now - begun < .seconds(20) {
      let now = output.itemTime(forHostTime: CMClockGetTime(CMClockGetHostTimeClock()).seconds)
      var shown = CMTime.invalid
      if output.hasNewPixelBuffer(forItemTime: now),
        unsafe output.copyPixelBuffer(forItemTime: now, itemTimeForDisplay: &shown) != nil
      {
        first = first ?? ContinuousClock.now - begun
        times.insert(shown)
      }
      Thread.sleep(forTimeInterval: 0.004)
    }
    let each = (ProcessorTime.seconds - processor) * 1000 / Double(times.count)
    print("COST player: \(times.count) frames of 90, \(each) ms a frame, the first after \(first ?? .zero)")
    #expect(times.count >= 88)
    #expect(try #require(first) <= .milliseconds(250))
  }

  @Test("of any time, by an output, is that of exact access by number")
  func scrub() throws {
    let timeline = try MovieTimeline(asset)
    let script = try CompositionScript(
      try #require(timeline.video), in: CMTimeRange(start: .zero, duration: timeline.duration))
    let frames = try ScriptFrames(script)
    let item = AVPlayerItem(asset: asset)
    let output = AVPlayerItemVideoOutput(pixelBufferAttributes: [kCVPixelBufferPixelFormatTypeKey: Self.x420])
    item.add(output)
    var random = SeededGenerator(seed: 40)
    var costs: [(exact: Double, output: Double)] = []
    for _ in 0..<40 {
      let number = Int.random(in: 0..<frames.count, using: &random)
      let start = ProcessorTime.seconds
      _ = try frames.codes(number)
      let middle = ProcessorTime.seconds
      let picture = unsafe output.copyPixelBuffer(forItemTime: script.times[number], itemTimeForDisplay: nil)
      #expect(picture != nil)
      costs.append((middle - start, ProcessorTime.seconds - middle))
    }
    let (exact, own) = (costs.map(\.exact).sorted()[20] * 1000, costs.map(\.output).sorted()[20] * 1000)
    print("COST scrub: \(own) and \(exact) ms of processor, the medians of 40")
    #expect(own <= exact + 15)
  }
}
