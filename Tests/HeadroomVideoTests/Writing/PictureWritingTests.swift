import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomPixels
import HeadroomTestSupport
import HeadroomVideo
import Testing

/// Pictures that become films, as their own reader and ffprobe find them.
@Suite("Writers of pictures")
struct PictureWritingTests {
  private let folder: TestFilm.Folder

  init() throws { folder = try TestFilm.Folder() }

  private func codes(_ number: Int) -> (Int, Int, Int) -> Int {
    { plane, x, y in 64 + (plane * 211 + x * 7 + y * 13 + number * 29) % 876 }
  }

  @Test(
    "keep every code where the tags are the film's",
    arguments: [
      (kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kVTProfileLevel_HEVC_Main10_AutoLevel),
      (kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, kVTProfileLevel_HEVC_Main42210_AutoLevel),
    ])
  func codes(_ format: OSType, _ profile: String) async throws {
    let settings = Writing.settings(
      .hevc,
      [
        AVVideoCompressionPropertiesKey: [AVVideoQualityKey: 1.0, AVVideoProfileLevelKey: profile] as [String: Any],
        AVVideoColorPropertiesKey: Writing.properties(AVVideoTransferFunction_ITU_R_2100_HLG),
      ])
    let file = try await Writing.write(folder.path("a.mp4"), settings, times: Writing.times(0..<5)) {
      try Writing.picture(format, 64, 48, Writing.hlg, codes($0))
    }
    let track = try #require(file.firstVideo)
    let video = try #require(track.facts.video)
    #expect(video.cicp == TestFilm.Kind.hlg.cicp && track.facts.codecTag == "hvc1" && video.bitDepth == 10)
    let reader = try file.reader(of: track, threads: 1, isScrubbing: false)
    for number in 0..<5 {
      let picture = try reader.frame(number).picture
      let value = codes(number)
      for (x, y) in [(0, 0), (13, 7), (63, 47), (30, 20)] {
        #expect(picture.code(0, x, y) == value(0, x, y))
        let (column, row) = (x / picture.subsampling.horizontal, y / picture.subsampling.vertical)
        #expect(picture.code(1, column, row) == value(1, 2 * column, row))
        #expect(picture.code(2, column, row) == value(1, 2 * column + 1, row))
      }
    }
  }

  @Test("take the tags of the pictures, or none, where the settings state none", arguments: [true, false])
  func absent(_ isTagged: Bool) async throws {
    let path = folder.path("a.mov")
    let file = try await Writing.write(path, as: .mov, Writing.settings(), times: Writing.times(0..<3)) { _ in
      try Writing.picture(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, 64, 64, isTagged ? Writing.pq : [:]) {
        plane, _, _ in plane == 0 ? 573 : 512
      }
    }
    let video = try #require(file.firstVideo?.facts.video)
    if isTagged {
      #expect(video.cicp == TestFilm.Kind.pq.cicp && video.colorSource != .assumed)
    } else {
      #expect(video.colorSource == .assumed)
    }
    guard let words = try Writing.probe(path, "stream=color_transfer") else { return }
    #expect(words.contains("smpte2084") == isTagged)
  }

  @Test("convert tagged pictures to the settings' colour, and tag others")
  func present() async throws {
    // PQ of 203 cd/m², and untagged codes.
    for (attachments, luma, expected) in [(Writing.pq, 573, 721), ([:], 600, 600)] as [([String: Any], Int, Int)] {
      let path = folder.path("\(luma).mp4")
      let settings = Writing.settings(
        .hevc,
        [AVVideoColorPropertiesKey: Writing.properties(AVVideoTransferFunction_ITU_R_2100_HLG)]
          .merging(Writing.lossless) { $1 })
      let file = try await Writing.write(path, settings, times: Writing.times(0..<3)) { _ in
        try Writing.picture(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, 64, 64, attachments) { plane, _, _ in
          plane == 0 ? luma : 512
        }
      }
      let track = try #require(file.firstVideo)
      #expect(track.facts.video?.cicp == TestFilm.Kind.hlg.cicp)
      let picture = try file.reader(of: track, threads: 1, isScrubbing: true).frame(1).picture
      #expect(abs(picture.code(0, 20, 20) - expected) <= 1, "\(picture.code(0, 20, 20))")
      #expect(abs(picture.code(1, 10, 10) - 512) <= 1)
    }
  }

  @Test("take RGB: white of sRGB is white of HLG and of BT.709")
  func rgb() async throws {
    for (transfer, expected) in [
      (AVVideoTransferFunction_ITU_R_2100_HLG, 721), (AVVideoTransferFunction_ITU_R_709_2, 235),
    ] {
      let path = folder.path("\(expected).mp4")
      let isHDR = expected == 721
      let properties =
        isHDR
        ? Writing.properties(transfer)
        : [
          AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_709_2, AVVideoTransferFunctionKey: transfer,
          AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_709_2,
        ]
      let settings = Writing.settings(
        .hevc, [AVVideoColorPropertiesKey: properties].merging(Writing.lossless) { $1 })
      let sRGB: [String: Any] = [kCVImageBufferCGColorSpaceKey: CGColorSpace(name: CGColorSpace.sRGB) as Any]
      let file = try await Writing.write(path, settings, times: Writing.times(0..<3)) { _ in
        try Writing.picture(kCVPixelFormatType_32BGRA, 64, 64, sRGB) { _, _, _ in 255 }
      }
      let track = try #require(file.firstVideo)
      #expect(track.facts.video?.bitDepth == (isHDR ? 10 : 8))
      let picture = try file.reader(of: track, threads: 1, isScrubbing: true).frame(1).picture
      #expect(abs(picture.code(0, 20, 20) - expected) <= 1, "\(picture.code(0, 20, 20))")
    }
  }

  @Test("write HDR10 with what is known of its light, and HLG without it")
  func metadata() async throws {
    let display = MasteringDisplayColorVolume(primaries: .p3D65, maximumNits: 1000, minimumNits: 0.005)
    let level = ContentLightLevel(maxCLL: 812, maxFALL: 203)
    let room = AmbientViewingEnvironment(illuminanceLux: 314)
    let properties: [String: Any] = [
      kVTCompressionPropertyKey_MasteringDisplayColorVolume: Data(display.seiBytes),
      kVTCompressionPropertyKey_ContentLightLevelInfo: Data(level.seiBytes),
      kVTCompressionPropertyKey_AmbientViewingEnvironment: Data(room.seiBytes),
      AVVideoProfileLevelKey: kVTProfileLevel_HEVC_Main10_AutoLevel,
    ]
    for (transfer, type) in [
      (AVVideoTransferFunction_SMPTE_ST_2084_PQ, AVFileType.mp4), (AVVideoTransferFunction_ITU_R_2100_HLG, .mov),
    ] {
      let path = folder.path(transfer)
      let settings = Writing.settings(
        .hevc,
        [
          AVVideoColorPropertiesKey: Writing.properties(transfer), AVVideoCompressionPropertiesKey: properties,
        ])
      let file = try await Writing.write(path, as: type, settings, times: Writing.times(0..<3)) { _ in
        try Writing.picture(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, 64, 64) { plane, _, _ in
          plane == 0 ? 500 : 512
        }
      }
      let hdr = try #require(file.firstVideo?.facts.video).hdr
      let isPQ = type == .mp4
      #expect(hdr.mastering?.seiBytes == (isPQ ? display.seiBytes : nil))
      #expect(hdr.lightLevel == (isPQ ? level : nil))
      #expect(hdr.ambient?.seiBytes == (isPQ ? nil : room.seiBytes))
    }
  }

  @Test(
    "write other codecs",
    arguments: [
      (AVVideoCodecType.proRes422HQ, AVFileType.mov, "prores", PlanarPicture.Subsampling.half),
      (.proRes4444, .mov, "prores", .full), (.h264, .mp4, "h264", .quarter),
      (AVVideoCodecType(rawValue: "av01"), .mp4, "av1", .quarter),
    ])
  func codecs(_ codec: AVVideoCodecType, _ type: AVFileType, _ name: String, _ chroma: PlanarPicture.Subsampling)
    async throws
  {
    let file = try await Writing.write(
      folder.path("a"), as: type, Writing.settings(codec), times: Writing.times(0..<5)
    ) { _ in
      try Writing.picture(kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, 256, 128, Writing.hlg) { plane, _, _ in
        plane == 0 ? 721 : 512
      }
    }
    let track = try #require(file.firstVideo)
    let video = try #require(track.facts.video)
    #expect(track.facts.codec == name && video.chroma == chroma && video.frameCount == 5)
    #expect(video.cicp.hasColor(of: TestFilm.Kind.hlg.cicp) && video.bitDepth >= 10)
    let picture = try file.reader(of: track, threads: 1, isScrubbing: true).frame(3).picture
    #expect(abs((picture.code(0, 20, 20) << 10) >> picture.bitDepth - 721) <= 3)
  }

  @Test("are of the settings' size, by its mode")
  func sizes() async throws {
    // A white half on the left of 128 by 64 pixels.
    for (mode, left) in [(AVVideoScalingModeResizeAspectFill, 235), (AVVideoScalingModeResizeAspect, 16)] {
      let settings = Writing.settings(
        .hevc,
        [AVVideoWidthKey: 64, AVVideoHeightKey: 64, AVVideoScalingModeKey: mode].merging(Writing.lossless) { $1 })
      let file = try await Writing.write(folder.path(mode), settings, times: Writing.times(0..<2)) { _ in
        try Writing.picture(kCVPixelFormatType_32BGRA, 128, 64) { _, x, _ in x % 4 == 3 || x < 256 ? 255 : 0 }
      }
      let track = try #require(file.firstVideo)
      #expect(track.facts.video?.width == 64 && track.facts.video?.height == 64)
      let picture = try file.reader(of: track, threads: 1, isScrubbing: true).frame(0).picture
      #expect(abs(picture.code(0, 16, 4) - left) <= 1 && picture.code(0, 48, 32) <= 17)
      #expect(picture.code(0, 8, 32) >= 234)
    }
  }
}
