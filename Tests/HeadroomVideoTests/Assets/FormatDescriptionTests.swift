import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomVideo
import Testing

@Suite("Format descriptions")
struct FormatDescriptionTests {
  private func description(_ track: TrackFacts) -> CMFormatDescription { CMFormatDescription(track) }

  @Test(arguments: [
    (Film.hlg, "ITU_R_2020", "ITU_R_2100_HLG", "ITU_R_2020"), (Film.pq, "ITU_R_2020", "SMPTE_ST_2084_PQ", "ITU_R_2020"),
    (Film.hd, "ITU_R_709_2", "ITU_R_709_2", "ITU_R_709_2"), (Film.wide, "P3_D65", "ITU_R_709_2", "ITU_R_709_2"),
    (CICP(primaries: 6, transfer: 6, matrix: 6, fullRange: false), "SMPTE_C", "ITU_R_709_2", "ITU_R_601_4"),
    (CICP(primaries: 5, transfer: 4, matrix: 5, fullRange: true), "EBU_3213", "UseGamma", "ITU_R_601_4"),
  ])
  func `Colour is stated by Apple's strings`(
    _ color: CICP, _ primaries: String, _ transfer: String, _ matrix: String
  ) throws {
    let described = description(Film.video(color))
    let extensions = try #require(CMFormatDescriptionGetExtensions(described))
    #expect(extensions[kCMFormatDescriptionExtension_ColorPrimaries] as? String == primaries)
    #expect(extensions[kCMFormatDescriptionExtension_TransferFunction] as? String == transfer)
    #expect(extensions[kCMFormatDescriptionExtension_YCbCrMatrix] as? String == matrix)
    #expect(extensions[kCMFormatDescriptionExtension_FullRangeVideo] as? Bool == color.fullRange)
    let read = try #require(described.cicp)
    #expect(read.primaries == color.primaries && read.fullRange == color.fullRange)
    #expect(VideoDynamicRange(transfer: read.transfer) == VideoDynamicRange(transfer: color.transfer))
  }

  @Test func `Gamma keeps its exponent`() throws {
    let described = description(Film.video(CICP(primaries: 5, transfer: 5, matrix: 5, fullRange: false)))
    let level = CMFormatDescriptionGetExtension(described, extensionKey: kCMFormatDescriptionExtension_GammaLevel)
    #expect((level as? NSNumber)?.doubleValue == 2.8)
    #expect(described.cicp?.transfer == 5)
  }

  @Test func `What nobody states is not in the description`() {
    let described = description(Film.video { $0.colorSource = .assumed })
    #expect(described.extensions[.transferFunction] == nil && described.cicp == nil)
  }

  @Test func `Shapes are in pixels, or as they are meant to be seen`() {
    let described = description(
      Film.video {
        $0.cleanAperture = CleanAperture(width: 1900, height: 1000, horizontalOffset: 4, verticalOffset: -6)
        $0.pixelAspectRatio = (4, 3)
      })
    #expect(described.cleanAperture(originIsAtTopLeft: true) == CGRect(x: 14, y: 34, width: 1900, height: 1000))
    #expect(described.cleanAperture(originIsAtTopLeft: false).origin == CGPoint(x: 14, y: 46))
    #expect(
      described.presentationDimensions(usePixelAspectRatio: true, useCleanAperture: false)
        == CGSize(width: 2560, height: 1080))
    #expect(
      described.presentationDimensions(usePixelAspectRatio: false) == CGSize(width: 1900, height: 1000))
    let plain = description(Film.video())
    #expect(plain.presentationDimensions() == CGSize(width: 1920, height: 1080))
    #expect(CMVideoFormatDescriptionGetCleanAperture(plain, originIsAtTopLeft: true).origin == .zero)
  }

  @Test func `Descriptions are compared without what shall not count`() {
    let (hlg, pq) = (description(Film.video(Film.hlg)), description(Film.video(Film.pq)))
    #expect(!hlg.equalTo(pq) && hlg.equalTo(hlg) && !CMFormatDescriptionEqual(hlg, otherFormatDescription: pq))
    #expect(hlg.equalTo(pq, extensionKeysToIgnore: [.transferFunction]))
    let room = description(Film.video { $0.hdr.ambient = AmbientViewingEnvironment(illuminanceLux: 314) })
    #expect(!hlg.equalTo(room, extensionKeysToIgnore: [.ambientViewingEnvironment]))
    #expect(
      hlg.equalTo(
        room, extensionKeysToIgnore: [.ambientViewingEnvironment], sampleDescriptionExtensionAtomKeysToIgnore: ["amve"])
    )
  }

  @Test func `Overlay and C names read the same`() {
    let described = description(Film.video())
    #expect(described.extensions[.transferFunction] == .transferFunction(.itu_R_2100_HLG))
    #expect(described.mediaSubType == .hevc && described.mediaType == .video)
    #expect(CMFormatDescriptionGetMediaSubType(described) == kCMVideoCodecType_HEVC)
    #expect(CMVideoFormatDescriptionGetDimensions(described).width == 1920)
    #expect(kCMVideoCodecType_HEVC.letters == "hvc1")
  }

  @Test func `HDR metadata and Dolby Vision are there as their bytes`() throws {
    let described = description(
      Film.video {
        $0.hdr.ambient = AmbientViewingEnvironment(illuminanceLux: 314)
        $0.hdr.lightLevel = ContentLightLevel(maxCLL: 1000, maxFALL: 400)
        $0.dolbyVision = DolbyVisionConfiguration(
          profile: 8, level: 4, compatibility: 4, hasRPU: true, hasEnhancementLayer: false, hasBaseLayer: true)
      })
    let light = CMFormatDescriptionGetExtension(
      described, extensionKey: kCMFormatDescriptionExtension_ContentLightLevelInfo)
    #expect(light as? Data == Data([0x03, 0xe8, 0x01, 0x90]))
    let atoms = CMFormatDescriptionGetExtension(
      described, extensionKey: kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms)
    let boxes = try #require(atoms as? [String: Any])
    // 314 lux, D65, as iPhones write it.
    #expect((boxes["amve"] as? Data)?.prefix(4) == Data([0x00, 0x2f, 0xe9, 0xa0]))
    #expect((boxes["dvvC"] as? Data)?.prefix(5) == Data([0x01, 0x00, 0x10, 0x25, 0x40]))
    #expect((boxes["dvvC"] as? Data)?.count == 24)
  }

  @Test func `Sound has its rate and channels`() {
    let sound = description(Film.audio()).audioStreamBasicDescription
    #expect(sound?.mSampleRate == 48_000 && sound?.mChannelsPerFrame == 2)
    #expect(sound?.mFormatID.letters == "aac ")
  }

  @Test func `Sizes below 1 are refused`() {
    #expect(throws: AVError.self) { try CMFormatDescription(videoCodecType: .hevc, width: 0, height: 1080) }
  }
}
