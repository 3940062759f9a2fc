import Foundation
import HeadroomGraphics
import HeadroomVideo
import Testing

/// Attachments that contradict each other, or are none: pictures of them are written, or refused with the time.
@Suite("Pictures with contradictory attachments", .serialized)
struct ContradictoryTagsTests {
  /// What is attached to a picture, by its name.
  static let all: [String: [String: any Sendable]] = [
    "HLG of BT.709 by BT.601": [
      kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_ITU_R_2100_HLG,
      kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_ITU_R_709_2,
      kCVImageBufferYCbCrMatrixKey: kCVImageBufferYCbCrMatrix_ITU_R_601_4,
    ],
    "unknown words": [
      kCVImageBufferTransferFunctionKey: "Loud", kCVImageBufferColorPrimariesKey: "Red",
      kCVImageBufferYCbCrMatrixKey: "", kCVImageBufferChromaLocationTopFieldKey: "Upstairs",
    ],
    "one unknown word": [
      kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_ITU_R_2100_HLG,
      kCVImageBufferColorPrimariesKey: "Red",
    ],
    "numbers": [
      kCVImageBufferTransferFunctionKey: 18, kCVImageBufferColorPrimariesKey: Double.nan,
      kCVImageBufferYCbCrMatrixKey: [1, 2], kCVImageBufferChromaLocationTopFieldKey: Date.distantPast,
    ],
    "a curve alone": [kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ],
    "gamma": [
      kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_UseGamma,
      kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_ITU_R_709_2,
      kCVImageBufferGammaLevelKey: -Double.infinity,
    ],
    "no gamma": [
      kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_UseGamma,
      kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_ITU_R_709_2, kCVImageBufferGammaLevelKey: 0,
    ],
    "short payloads": payloads { Data(repeating: 255, count: max($0 - 1, 0)) },
    "long payloads": payloads { Data(repeating: 255, count: $0 + 9) },
    "full payloads": payloads { Data(repeating: 255, count: $0) },
    "empty payloads": payloads { Data(repeating: 0, count: $0) },
    "no payloads": payloads { $0 },
    "a profile that is none": [kCVImageBufferICCProfileKey: Data([1, 2, 3]), kCVImageBufferCGColorSpaceKey: "P3"],
  ]

  private static func payloads(_ make: (Int) -> any Sendable) -> [String: any Sendable] {
    [
      kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ,
      kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_ITU_R_2020,
      kCVImageBufferYCbCrMatrixKey: kCVImageBufferYCbCrMatrix_ITU_R_2020,
      kCVImageBufferMasteringDisplayColorVolumeKey: make(24), kCVImageBufferContentLightLevelInfoKey: make(4),
      kCVImageBufferAmbientViewingEnvironmentKey: make(8),
    ]
  }

  static let formats = [
    kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
    kCVPixelFormatType_32BGRA, kCVPixelFormatType_64RGBAHalf,
  ]

  private static func picture(_ format: OSType, _ tags: [String: Any]) throws -> CVPixelBuffer {
    let buffer = try Writing.picture(format, 64, 64) { _, x, y in (x + y) & 127 }
    CVBufferSetAttachments(buffer, tags, .shouldPropagate)
    return buffer
  }

  @Test("Through an adaptor", arguments: all.keys.sorted())
  func written(_ name: String) async throws {
    let (folder, tags) = (try TestFilm.Folder(), try #require(Self.all[name]))
    for format in Self.formats {
      // The first is what the film is, and the same again is one in the middle of another film.
      for isFirst in [true, false] {
        let path = folder.path("\(format)\(isFirst).mp4")
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: Writing.settings())
        let (adaptor, writer) = (
          AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input), try Writing.start(path, .mp4, input)
        )
        for number in 0..<3 {
          try await Writing.wait(input)
          let own: [String: Any] = isFirst == (number == 0) ? tags : Writing.hlg
          let picture = try Self.picture(format, own)
          _ = adaptor.append(picture, withPresentationTime: time(Int64(number), 30))
        }
        await writer.finishWriting()
        guard writer.status == .completed else {
          #expect(writer.status == .failed && writer.error is AVError, "\(name)")
          #expect(!FileManager.default.fileExists(atPath: path))
          continue
        }
        #expect(try MediaFile(path: path).firstVideo?.facts.video?.frameCount == 3)
      }
    }
  }

  /// The tags that ``Tagging`` attaches, and to what.
  nonisolated(unsafe) private static var tagging: (format: OSType, tags: [String: any Sendable]) = (0, [:])

  final class Tagging: BadCompositors.Making, @unchecked Sendable {
    override class var format: OSType { unsafe ContradictoryTagsTests.tagging.format }
    override func make(_ buffer: CVPixelBuffer, _ request: BadCompositors.Request) {
      CVBufferSetAttachments(buffer, unsafe ContradictoryTagsTests.tagging.tags, .shouldPropagate)
    }
  }

  @Test("From a compositor", arguments: all.keys.sorted())
  func composed(_ name: String) async throws {
    let (folder, tags) = (try TestFilm.Folder(), try #require(Self.all[name]))
    let asset = try Playing.film(folder, frames: 3)
    for format in Self.formats {
      unsafe Self.tagging = (format, tags)
      let composition = AVMutableVideoComposition(propertiesOf: asset)
      composition.customVideoCompositorClass = Tagging.self
      let outcome = try await Exporting.run(asset, composition, folder)
      #expect(outcome.isClean)
      guard outcome.error == nil else {
        #expect(outcome.known?.time == .zero && !outcome.isThere, "\(outcome)")
        continue
      }
      #expect(try MediaFile(path: folder.path("out.mov")).firstVideo?.facts.video?.frameCount == 3)
      try FileManager.default.removeItem(atPath: folder.path("out.mov"))
    }
  }
}
