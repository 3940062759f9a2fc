import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomPixels
import HeadroomVideo
import Synchronization
import Testing

/// What clients' compositors are given and what becomes of what they make, by what they support, what the sources are, and
/// what the composition states.
@Suite("The colour contract", .serialized)
struct ColorContractTests {
  private static let x420 = kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange

  // MARK: - Compositors

  /// What a compositor says of itself.
  protocol Support {
    static var takesWideColor: Bool { get }
    static var takesHDR: Bool { get }
    static var conforms: Bool { get }
  }

  enum Nothing: Support { static let (takesWideColor, takesHDR, conforms) = (false, false, false) }
  enum Wide: Support { static let (takesWideColor, takesHDR, conforms) = (true, false, false) }
  enum HDR: Support { static let (takesWideColor, takesHDR, conforms) = (false, true, false) }
  enum Both: Support { static let (takesWideColor, takesHDR, conforms) = (true, true, false) }
  enum Conforming: Support { static let (takesWideColor, takesHDR, conforms) = (true, true, true) }
  enum ConformingWide: Support { static let (takesWideColor, takesHDR, conforms) = (true, false, true) }

  /// The colour of a picture, and its first luma code.
  struct Seen: Hashable, CustomStringConvertible {
    var primaries: String
    var transfer: String
    var luma: Int

    init(_ color: (String, String), luma: Int) { ((primaries, transfer), self.luma) = (color, luma) }

    init(_ buffer: CVPixelBuffer) {
      primaries = CVBufferCopyAttachment(buffer, kCVImageBufferColorPrimariesKey, nil) as? String ?? "none"
      transfer = CVBufferCopyAttachment(buffer, kCVImageBufferTransferFunctionKey, nil) as? String ?? "none"
      _ = CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { _ = CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      let word = unsafe CVPixelBufferGetBaseAddressOfPlane(buffer, 0)?.load(as: UInt16.self)
      luma = Int(word ?? 0) >> 6
    }

    var description: String { "\(primaries) \(transfer) \(luma)" }
  }

  /// The tests run one after the other.
  static let arrived = Mutex<Set<Seen>>([])

  /// Hands its first picture back.
  final class Copying<Flags: Support>: NSObject, AVVideoCompositing {
    var sourcePixelBufferAttributes: [String: any Sendable]? { [kCVPixelBufferPixelFormatTypeKey: [x420]] }
    var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] {
      [kCVPixelBufferPixelFormatTypeKey: [x420]]
    }
    var supportsWideColorSourceFrames: Bool { Flags.takesWideColor }
    var supportsHDRSourceFrames: Bool { Flags.takesHDR }
    var canConformColorOfSourceFrames: Bool { Flags.conforms }
    func renderContextChanged(_ context: AVVideoCompositionRenderContext) {}
    func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
      guard let frame = request.sourceFrame(byTrackID: request.sourceTrackIDs[0].int32Value) else {
        return request.finishCancelledRequest()
      }
      arrived.withLock { _ = $0.insert(Seen(frame)) }
      request.finish(withComposedVideoFrame: frame)
    }
  }

  // MARK: - Cases

  enum Source: String, CaseIterable, Sendable { case hlg, pq, sdr, p3 }
  enum Stated: String, CaseIterable, Sendable { case nothing, hlg, pq, sdr }

  private static let bt709 = (kCVImageBufferColorPrimaries_ITU_R_709_2, kCVImageBufferTransferFunction_ITU_R_709_2)
  private static let p3 = (kCVImageBufferColorPrimaries_P3_D65, kCVImageBufferTransferFunction_ITU_R_709_2)
  private static let wide = (kCVImageBufferColorPrimaries_ITU_R_2020, kCVImageBufferTransferFunction_ITU_R_709_2)
  private static let hlg = (kCVImageBufferColorPrimaries_ITU_R_2020, kCVImageBufferTransferFunction_ITU_R_2100_HLG)
  private static let pq = (
    kCVImageBufferColorPrimaries_ITU_R_2020, kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
  )

  /// A grey of 203 cd/m² in HDR, or white in SDR.
  private static func film(_ source: Source, _ folder: TestFilm.Folder) throws -> AVURLAsset {
    let path = folder.path("\(source).mp4")
    let (kind, luma): (TestFilm.Kind, Int) =
      switch source {
      case .hlg: (.hlg, 721)
      case .pq: (.pq, 573)
      case .sdr: (.sdr, 235)
      case .p3: (TestFilm.Kind(cicp: CICP(primaries: 12, transfer: 1, matrix: 1, fullRange: false)), 940)
      }
    let neutral = kind.bitDepth == 8 ? 128 : 512
    try TestFilm.write(path, kind, frames: 2, width: 32, height: 32, chroma: .quarter) { _, _, _ in
      (luma, neutral, neutral)
    }
    return AVURLAsset(url: URL(filePath: path))
  }

  private static func composition(_ asset: AVURLAsset, _ stated: Stated) -> AVMutableVideoComposition {
    let composition = AVMutableVideoComposition(propertiesOf: asset)
    let color: ((String, String), String)? =
      switch stated {
      case .nothing: nil
      case .hlg: (hlg, AVVideoYCbCrMatrix_ITU_R_2020)
      case .pq: (pq, AVVideoYCbCrMatrix_ITU_R_2020)
      case .sdr: (bt709, AVVideoYCbCrMatrix_ITU_R_709_2)
      }
    guard let color else { return composition }
    (composition.colorPrimaries, composition.colorTransferFunction) = color.0
    composition.colorYCbCrMatrix = color.1
    return composition
  }

  /// What a reader gives of the composition's first picture, ten bits.
  private static func output(_ asset: AVURLAsset, _ composition: AVVideoComposition) throws -> Seen {
    let track = try Reading.video(asset)
    let output = AVAssetReaderVideoCompositionOutput(
      videoTracks: [track], videoSettings: [kCVPixelBufferPixelFormatTypeKey: x420])
    output.videoComposition = composition
    let samples = try Reading.samples(asset, output)
    #expect(samples.count == 2)
    return Seen(try #require(samples.first?.imageBuffer))
  }

  /// The colours that a compositor with such support works in.
  private static func expected(
    takesHDR: Bool, takesWideColor: Bool, _ source: Source, _ stated: Stated
  ) -> (String, String) {
    if takesHDR {
      switch stated {
      case .hlg: return hlg
      case .pq: return pq
      case .sdr: return bt709
      case .nothing: return natural(source)
      }
    }
    guard takesWideColor else { return bt709 }
    switch stated {
    // The curve of HDR cannot be; the primaries that are stated can.
    case .hlg, .pq: return wide
    case .sdr: return bt709
    case .nothing: return source == .p3 ? p3 : source == .sdr ? bt709 : wide
    }
  }

  private static func natural(_ source: Source) -> (String, String) {
    switch source {
    case .hlg: hlg
    case .pq: pq
    case .sdr: bt709
    case .p3: p3
    }
  }

  /// The luma code of white in a colour. HDR becomes SDR by the curve that exports have.
  private static func white(_ color: (String, String), _ source: Source, _ asset: AVURLAsset) throws -> Int {
    if color.1 == hlg.1 { return 721 }
    if color.1 == pq.1 { return 573 }
    guard source == .hlg || source == .pq else { return 940 }
    let composition = AVMutableVideoComposition(propertiesOf: asset)
    (composition.colorPrimaries, composition.colorTransferFunction) = color
    composition.colorYCbCrMatrix =
      color.0 == wide.0 ? AVVideoYCbCrMatrix_ITU_R_2020 : AVVideoYCbCrMatrix_ITU_R_709_2
    let luma = try output(asset, composition).luma
    // Room is left for what is brighter.
    #expect(luma > 700 && luma < 940)
    return luma
  }

  // MARK: - Tests

  @Test(
    "gives sources in the composition's colours, as far as a compositor takes them", arguments: Source.allCases,
    Stated.allCases)
  func conversions(_ source: Source, _ stated: Stated) throws {
    let folder = try TestFilm.Folder()
    let asset = try Self.film(source, folder)
    let types: [(any AVVideoCompositing.Type, any Support.Type)] = [
      (Copying<Nothing>.self, Nothing.self), (Copying<Wide>.self, Wide.self), (Copying<HDR>.self, HDR.self),
      (Copying<Both>.self, Both.self),
    ]
    for (type, flags) in types {
      let composition = Self.composition(asset, stated)
      composition.customVideoCompositorClass = type
      let color = Self.expected(
        takesHDR: flags.takesHDR, takesWideColor: flags.takesWideColor, source, stated)
      let expected = Seen(color, luma: try Self.white(color, source, asset))
      Self.arrived.withLock { $0 = [] }
      let output = try Self.output(asset, composition)
      #expect(Self.arrived.withLock { $0 } == [expected], "\(flags) \(source) \(stated)")
      #expect(output == expected, "\(flags) \(source) \(stated)")
    }
  }

  @Test("leaves pictures as they are for compositors that conform them, unless they are not allowed")
  func conforming() throws {
    for source in Source.allCases {
      let folder = try TestFilm.Folder()
      let asset = try Self.film(source, folder)
      let codes = [Source.hlg: 721, .pq: 573, .sdr: 940, .p3: 940][source]
      let composition = Self.composition(asset, .pq)
      composition.customVideoCompositorClass = Copying<Conforming>.self
      Self.arrived.withLock { $0 = [] }
      let output = try Self.output(asset, composition)
      #expect(Self.arrived.withLock { $0 } == [Seen(Self.natural(source), luma: codes ?? 0)])
      // What comes back is read by its own tags.
      #expect(output == Seen(Self.pq, luma: 573), "\(source)")

      let narrow = Self.composition(asset, .nothing)
      narrow.customVideoCompositorClass = Copying<ConformingWide>.self
      Self.arrived.withLock { $0 = [] }
      _ = try Self.output(asset, narrow)
      let color = Self.expected(takesHDR: false, takesWideColor: true, source, .nothing)
      let luma = try Self.white(color, source, asset)
      #expect(Self.arrived.withLock { $0 } == [Seen(color, luma: luma)], "\(source)")
    }
  }

  /// HLG before PQ before SDR, over what instructions use.
  @Test(
    "of several sources is that of the first kind there is", arguments: [Source.hlg, .pq, .sdr],
    [Source.hlg, .pq, .sdr])
  func policy(_ first: Source, _ second: Source) throws {
    let folder = try TestFilm.Folder()
    let composition = AVMutableComposition()
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 2, timescale: 30))
    for source in [first, second] {
      let asset = try Self.film(source, folder)
      let track = try #require(
        composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
      try track.insertTimeRange(instruction.timeRange, of: try Reading.video(asset), at: .zero)
      instruction.layerInstructions.append(AVMutableVideoCompositionLayerInstruction(assetTrack: track))
    }
    let video = AVMutableVideoComposition()
    video.instructions = [instruction]
    video.renderSize = CGSize(width: 32, height: 32)
    video.frameDuration = CMTime(value: 1, timescale: 30)
    let timeline = try #require(try MovieTimeline(composition, video).video)
    let kinds = [first, second]
    let expected: VideoDynamicRange = kinds.contains(.hlg) ? .hlg : kinds.contains(.pq) ? .pq : .sdr
    #expect(VideoDynamicRange(transfer: timeline.color.transfer) == expected)
    // A source that no instruction uses does not count.
    instruction.layerInstructions.removeLast()
    video.instructions = [instruction]
    let alone = try #require(try MovieTimeline(composition, video).video)
    #expect(
      VideoDynamicRange(transfer: alone.color.transfer) == [Source.hlg: .hlg, .pq: .pq, .sdr: .sdr][first])
  }
}
