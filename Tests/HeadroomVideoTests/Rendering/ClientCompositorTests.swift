import Foundation
import HeadroomColor
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomPixels
import HeadroomVideo
import Synchronization
import Testing

/// Compositors as clients write them: plain classes, made by the framework.
@Suite("A client's compositor")
struct ClientCompositorTests {
  static let x420 = kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange

  /// What compositors of the tests saw, by the number of the test that asks: the framework makes them, so they have no
  /// other way to tell.
  final class Journal: Sendable {
    struct Entries {
      var times: [CMTime] = []
      var formats: Set<OSType> = []
      var transfers: Set<String> = []
      var primaries: Set<String> = []
      var contexts = 0
      var hints = 0
      var cancels = 0
      var tracks: Set<Int32> = []
    }

    let entries = Mutex(Entries())
    func note(_ request: AVAsynchronousVideoCompositionRequest) {
      entries.withLock { entries in
        entries.times.append(request.compositionTime)
        for track in request.sourceTrackIDs.map(\.int32Value) {
          entries.tracks.insert(track)
          guard let frame = request.sourceFrame(byTrackID: track) else { continue }
          entries.formats.insert(CVPixelBufferGetPixelFormatType(frame))
          entries.transfers.insert(
            CVBufferCopyAttachment(frame, kCVImageBufferTransferFunctionKey, nil) as? String ?? "")
          entries.primaries.insert(CVBufferCopyAttachment(frame, kCVImageBufferColorPrimariesKey, nil) as? String ?? "")
        }
      }
    }
  }

  /// Hands the first source picture back.
  class Copying: NSObject, AVVideoCompositing {
    class var journal: Journal { journalOfCopying }
    var sourcePixelBufferAttributes: [String: any Sendable]? { [kCVPixelBufferPixelFormatTypeKey: [x420]] }
    var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] {
      [kCVPixelBufferPixelFormatTypeKey: [x420]]
    }
    var supportsHDRSourceFrames: Bool { true }
    func renderContextChanged(_ context: AVVideoCompositionRenderContext) {
      Self.journal.entries.withLock { $0.contexts += 1 }
    }
    func prerollForRendering(using hint: AVVideoCompositionRenderHint) {
      Self.journal.entries.withLock { $0.hints += 1 }
    }
    func cancelAllPendingVideoCompositionRequests() { Self.journal.entries.withLock { $0.cancels += 1 } }
    func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
      Self.journal.note(request)
      guard let track = request.sourceTrackIDs.first, let frame = request.sourceFrame(byTrackID: track.int32Value)
      else {
        return request.finish(with: CocoaError(.featureUnsupported))
      }
      request.finish(withComposedVideoFrame: frame)
    }
  }
  static let journalOfCopying = Journal()

  /// Answers from other threads, late, and not in order.
  final class Late: Copying, @unchecked Sendable {
    override class var journal: Journal { journalOfLate }
    private let count = Atomic(0)
    override func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
      let number = count.wrappingAdd(1, ordering: .relaxed).oldValue
      DispatchQueue.global().asyncAfter(deadline: .now() + (number % 2 == 0 ? 0.02 : 0.002)) {
        super.startRequest(request)
      }
    }
  }
  static let journalOfLate = Journal()

  class Silent: Copying {
    override class var journal: Journal { journalOfSilent }
    override func startRequest(_ request: AVAsynchronousVideoCompositionRequest) { Self.journal.note(request) }
  }
  static let journalOfSilent = Journal()

  final class Twice: Copying {
    override func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
      super.startRequest(request)
      super.startRequest(request)
    }
  }

  final class Small: Copying {
    override func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
      var buffer: CVPixelBuffer?
      unsafe CVPixelBufferCreate(nil, 32, 32, ClientCompositorTests.x420, nil, &buffer)
      if let buffer { request.finish(withComposedVideoFrame: buffer) }
    }
  }

  struct OwnError: Error, Equatable { var number = 7 }

  final class Failing: Copying {
    override func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
      if request.compositionTime.seconds > 0.1 { return request.finish(with: OwnError()) }
      super.startRequest(request)
    }
  }

  final class Formless: Copying {
    override var sourcePixelBufferAttributes: [String: any Sendable]? { [:] }
  }

  /// Takes no HDR.
  final class Standard: NSObject, AVVideoCompositing {
    static let journal = Journal()
    var sourcePixelBufferAttributes: [String: any Sendable]? { nil }
    var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] {
      [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA]
    }
    private let context = CIContext()
    func renderContextChanged(_ context: AVVideoCompositionRenderContext) {}
    func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
      Self.journal.note(request)
      guard let track = request.sourceTrackIDs.first, let frame = request.sourceFrame(byTrackID: track.int32Value),
        let buffer = request.renderContext.newPixelBuffer()
      else { return request.finish(with: OwnError()) }
      context.render(CIImage(cvPixelBuffer: frame), to: buffer)
      request.finish(withComposedVideoFrame: buffer)
    }
  }

  final class Told: Copying {
    override class var journal: Journal { journalOfTold }
  }
  static let journalOfTold = Journal()

  final class Generic<Value>: Copying {}

  // MARK: - Films

  /// Codes that differ from frame to frame and from pixel to pixel.
  private static func film(_ folder: TestFilm.Folder, _ kind: TestFilm.Kind = .hlg, frames: Int = 12) throws
    -> AVURLAsset
  {
    let path = folder.path("source.mp4")
    try TestFilm.write(path, kind, frames: frames, chroma: .quarter) { frame, x, y in
      kind.bitDepth == 10
        ? (200 + 10 * frame + 4 * x + y, 400 + 3 * x, 600 - 2 * y) : (50 + 2 * frame + x, 100 + x, 150 - y)
    }
    return AVURLAsset(url: URL(filePath: path))
  }

  private static func composition(
    _ asset: AVURLAsset, _ type: any AVVideoCompositing.Type, limit: TimeInterval? = nil
  ) -> AVMutableVideoComposition {
    let composition = AVMutableVideoComposition(propertiesOf: asset)
    composition.customVideoCompositorClass = type
    composition.pictureTimeLimit = limit
    return composition
  }

  /// The composed frames of a film, without loss, as an export has them.
  private static func frames(_ asset: AVAsset, _ composition: AVVideoComposition?) throws -> (
    CompositionScript, [String]
  ) {
    let timeline = try MovieTimeline(asset, composition)
    let video = try #require(timeline.video)
    let script = try CompositionScript(video, in: CMTimeRange(start: .zero, duration: timeline.duration))
    let frames = try ScriptFrames(script)
    defer { script.close() }
    return (script, try (0..<frames.count).map { FrameCodes.md5(of: try frames.codes($0)) })
  }

  private static func export(
    _ asset: AVAsset, _ composition: AVVideoComposition, to folder: TestFilm.Folder
  ) async throws -> AVURLAsset {
    let session = try #require(
      AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHEVCHighestQuality))
    session.videoComposition = composition
    let url = URL(filePath: folder.path("out.mov"))
    try await session.export(to: url, as: .mov)
    return AVURLAsset(url: url)
  }

  // MARK: - Tests

  @Test("is told by whoever composes with it")
  func told() async throws {
    let folder = try TestFilm.Folder()
    let asset = try Self.film(folder)
    let composition = Self.composition(asset, Told.self)
    let generator = AVAssetImageGenerator(asset: asset)
    generator.videoComposition = composition
    #expect(generator.customVideoCompositor == nil)
    _ = try await generator.image(at: .zero)
    #expect(generator.customVideoCompositor is Told)
    generator.videoComposition = nil
    _ = try await generator.image(at: .zero)
    #expect(generator.customVideoCompositor == nil)
    let output = AVAssetReaderVideoCompositionOutput(
      videoTracks: asset.contentsOrNone.tracks(of: .video), videoSettings: nil)
    output.videoComposition = composition
    let reader = try AVAssetReader(asset: asset)
    reader.add(output)
    #expect(output.customVideoCompositor == nil)
    try reader.start()
    #expect(output.customVideoCompositor is Told)
    #expect(throws: (any Error).self) { try reader.start() }
    reader.cancelReading()
    let session = try #require(
      AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHEVCHighestQuality))
    session.videoComposition = composition
    #expect(session.customVideoCompositor == nil)
    try await session.export(to: URL(filePath: folder.path("out.mov")), as: .mov)
    #expect(session.customVideoCompositor is Told)
  }

  @Test("that copies gives the codes of the built-in one")
  func copies() throws {
    let folder = try TestFilm.Folder()
    let asset = try Self.film(folder)
    let own = try Self.frames(asset, Self.composition(asset, Copying.self)).1
    #expect(own.count == 12)
    #expect(own == (try Self.frames(asset, AVMutableVideoComposition(propertiesOf: asset)).1))
    #expect(Set(own).count == 12)
    let journal = Self.journalOfCopying.entries.withLock { $0 }
    #expect(journal.formats == [Self.x420])
    #expect(journal.transfers == [kCVImageBufferTransferFunction_ITU_R_2100_HLG])
  }

  @Test("gets each frame once, and may answer late and out of order")
  func late() async throws {
    let folder = try TestFilm.Folder()
    let asset = try Self.film(folder)
    let out = try await Self.export(asset, Self.composition(asset, Late.self), to: folder)
    let journal = Self.journalOfLate.entries.withLock { $0 }
    #expect(journal.times.sorted() == (0..<12).map { CMTime(value: CMTimeValue($0), timescale: 30) })
    #expect((journal.contexts, journal.hints) == (1, 1))
    let other = try TestFilm.Folder()
    let plain = try await Self.export(asset, AVMutableVideoComposition(propertiesOf: asset), to: other)
    #expect(try Self.frames(out, nil).1 == (try Self.frames(plain, nil).1))
  }

  @Test("is made whatever its class")
  func classes() throws {
    final class Nested: Copying {}
    let folder = try TestFilm.Folder()
    let asset = try Self.film(folder, frames: 2)
    for type in [Nested.self, Generic<Int>.self, Copying.self] as [any AVVideoCompositing.Type] {
      #expect(try Self.frames(asset, Self.composition(asset, type)).1.count == 2)
    }
  }

  @Test("without a pixel format is refused before the first frame")
  func formless() throws {
    let asset = try Self.film(try TestFilm.Folder(), frames: 2)
    #expect(throws: AVError.self) { try MovieTimeline(asset, Self.composition(asset, Formless.self)) }
  }

  @Test("that takes no HDR gets SDR and makes SDR")
  func standard() throws {
    let folder = try TestFilm.Folder()
    let asset = try Self.film(folder, frames: 3)
    let (script, frames) = try Self.frames(asset, Self.composition(asset, Standard.self))
    #expect(frames.count == 3)
    #expect((script.color.primaries, script.color.transfer, script.color.matrix) == (1, 1, 1))
    let journal = Standard.journal.entries.withLock { $0 }
    #expect(journal.transfers == [kCVImageBufferTransferFunction_ITU_R_709_2])
    #expect(journal.primaries == [kCVImageBufferColorPrimaries_ITU_R_709_2])
  }

  @Test("that fails ends the work with its error and the time")
  func failing() async throws {
    let folder = try TestFilm.Folder()
    let asset = try Self.film(folder)
    let error = await #expect(throws: AVError.self) {
      try await Self.export(asset, Self.composition(asset, Failing.self), to: folder)
    }
    #expect(error?.underlying as? OwnError == OwnError())
    #expect(error?.time == CMTime(value: 4, timescale: 30))
    #expect(!FileManager.default.fileExists(atPath: folder.path("out.mov")))
  }

  @Test("that answers twice, or with another size, is an error", arguments: [true, false])
  func wrong(_ isTwice: Bool) async throws {
    let folder = try TestFilm.Folder()
    let asset = try Self.film(folder, frames: 4)
    let composition = Self.composition(asset, isTwice ? Twice.self : Small.self)
    let error = await #expect(throws: AVError.self) { try await Self.export(asset, composition, to: folder) }
    #expect(error.map { "\($0)".contains(isTwice ? "twice" : "32x32") } == true, "\(String(describing: error))")
    #expect(!FileManager.default.fileExists(atPath: folder.path("out.mov")))
  }

  @Test("that never answers is an error after the limit, and is told")
  func silent() async throws {
    let folder = try TestFilm.Folder()
    let asset = try Self.film(folder, frames: 4)
    let error = await #expect(throws: AVError.self) {
      try await Self.export(asset, Self.composition(asset, Silent.self, limit: 0.2), to: folder)
    }
    #expect(error.map { "\($0)".contains("not finished") } == true)
    #expect(Self.journalOfSilent.entries.withLock { $0.cancels } == 1)
  }
}
