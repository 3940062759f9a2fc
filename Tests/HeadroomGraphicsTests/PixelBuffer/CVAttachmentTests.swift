import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomPixels
import Testing

@Suite struct CVAttachmentTests {
  private func buffer(
    _ code: OSType = kCVPixelFormatType_32BGRA, _ width: Int = 4, _ height: Int = 4
  ) throws -> CVPixelBuffer {
    try TestBuffers.make(width, height, code)
  }

  @Test func `attachments are set, copied and removed with their mode`() throws {
    let buffer = try buffer()
    CVBufferSetAttachment(buffer, "a", 1, .shouldPropagate)
    CVBufferSetAttachments(buffer, ["b": "two"], .shouldNotPropagate)
    var mode = CVAttachmentMode.shouldNotPropagate
    #expect(unsafe CVBufferCopyAttachment(buffer, "a", &mode) as? Int == 1)
    #expect(mode == .shouldPropagate)
    #expect(CVBufferCopyAttachment(buffer, "b", nil) as? String == "two")
    #expect(CVBufferHasAttachment(buffer, "b") && !CVBufferHasAttachment(buffer, "c"))
    #expect(CVBufferCopyAttachments(buffer, .shouldNotPropagate)?.keys.sorted() == ["b"])
    CVBufferRemoveAttachment(buffer, "b")
    #expect(CVBufferCopyAttachments(buffer, .shouldNotPropagate) == nil)
    CVBufferRemoveAllAttachments(buffer)
    #expect(CVBufferCopyAttachments(buffer, .shouldPropagate) == nil)
  }

  @Test func `only attachments that propagate reach derived buffers`() throws {
    let (source, derived) = (try buffer(), try buffer())
    CVBufferSetAttachment(source, "kept", 1, .shouldPropagate)
    CVBufferSetAttachment(source, "left", 2, .shouldNotPropagate)
    CVBufferPropagateAttachments(source, derived)
    #expect(CVBufferHasAttachment(derived, "kept") && !CVBufferHasAttachment(derived, "left"))
  }

  @Test func `a buffer starts with the attachments it is made with`() throws {
    let made = try TestBuffers.make(
      2, 2, kCVPixelFormatType_32BGRA,
      attributes: [
        kCVBufferPropagatedAttachmentsKey: [kCVImageBufferColorPrimariesKey: "P3_D65"],
        kCVBufferNonPropagatedAttachmentsKey: ["x": 1],
      ])
    #expect(CVBufferCopyAttachments(made, .shouldPropagate)?[kCVImageBufferColorPrimariesKey] as? String == "P3_D65")
    #expect(CVBufferCopyAttachments(made, .shouldNotPropagate)?["x"] as? Int == 1)
  }

  @Test func `primaries and transfer function name an encoding`() throws {
    let buffer = try buffer(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
    CVBufferSetAttachments(
      buffer,
      [
        kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_ITU_R_2020,
        kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_ITU_R_2100_HLG,
        kCVImageBufferYCbCrMatrixKey: kCVImageBufferYCbCrMatrix_ITU_R_2020,
      ], .shouldPropagate)
    #expect(buffer.encoding == .itur2100HLG && buffer.taggedEncoding == .itur2100HLG)
    #expect(buffer.ycbcr.matrix.kr == 0.2627 && buffer.ycbcr.siting == .topLeft && !buffer.ycbcr.isFullRange)
    #expect(abs(buffer.contentHeadroom - 4.926) < 1e-3)
    let attachments = try #require(CVBufferCopyAttachments(buffer, .shouldPropagate))
    let space = unsafe CVImageBufferCreateColorSpaceFromAttachments(attachments)?.takeRetainedValue()
    #expect(space?.name == CGColorSpace.itur_2100_HLG)
  }

  @Test func `a colour space wins over a profile and that over strings`() throws {
    let buffer = try buffer()
    CVBufferSetAttachment(buffer, kCVImageBufferColorPrimariesKey, "ITU_R_2020", .shouldPropagate)
    CVBufferSetAttachment(buffer, kCVImageBufferTransferFunctionKey, "SMPTE_ST_2084_PQ", .shouldPropagate)
    #expect(buffer.encoding == .itur2100PQ)
    let profile = try #require(TestImages.space(CGColorSpace.displayP3).copyICCData())
    CVBufferSetAttachment(buffer, kCVImageBufferICCProfileKey, profile, .shouldPropagate)
    #expect(buffer.encoding == .displayP3)
    let space = try TestImages.space(CGColorSpace.extendedLinearSRGB)
    CVBufferSetAttachment(buffer, kCVImageBufferCGColorSpaceKey, space, .shouldPropagate)
    #expect(buffer.encoding == .extendedLinearSRGB && buffer.contentHeadroom == 0)
  }

  @Test func `a power is taken from the gamma level`() throws {
    let buffer = try buffer()
    CVBufferSetAttachment(buffer, kCVImageBufferColorPrimariesKey, "ITU_R_709_2", .shouldPropagate)
    CVBufferSetAttachment(buffer, kCVImageBufferTransferFunctionKey, "UseGamma", .shouldPropagate)
    #expect(buffer.taggedEncoding == nil)
    CVBufferSetAttachment(buffer, kCVImageBufferGammaLevelKey, 2.2, .shouldPropagate)
    #expect(buffer.taggedEncoding == ColorEncoding(primaries: .bt709, transfer: .gamma(2.2)))
    CVBufferSetAttachment(buffer, kCVImageBufferGammaLevelKey, -1, .shouldPropagate)
    #expect(buffer.taggedEncoding == nil)
  }

  @Test func `buffers without colour attachments are what is usual for their format`() throws {
    #expect(try buffer().encoding == .sRGB)
    #expect(try buffer(kCVPixelFormatType_64RGBAHalf).encoding == .extendedSRGB)
    #expect(try buffer(kCVPixelFormatType_OneComponent8).encoding == .genericGrayGamma22)
    #expect(try buffer(kCVPixelFormatType_DepthFloat32).encoding == .extendedLinearGray)
    let large = try buffer(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, 1280, 2)
    #expect(large.encoding.primaries == .bt709 && large.ycbcr.matrix.kr == 0.2126)
    let small = try buffer(kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, 720, 480)
    #expect(small.encoding.primaries == .smpteC && small.ycbcr.matrix.kr == 0.299 && small.ycbcr.isFullRange)
    #expect(small.contentHeadroom == 1, "10 bits alone are no HDR")
  }

  @Test func `HDR metadata is read from the bytes of the SEI messages`() throws {
    let buffer = try buffer(kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
    CVBufferSetAttachment(buffer, kCVImageBufferCGColorSpaceKey, try TestImages.space("itur_2100_PQ"), .shouldPropagate)
    let mastering = MasteringDisplayColorVolume(primaries: .p3D65, maximumNits: 1000, minimumNits: 0.0001)
    let light = ContentLightLevel(maxCLL: 609, maxFALL: 100)
    CVBufferSetAttachments(
      buffer,
      [
        kCVImageBufferMasteringDisplayColorVolumeKey: Data(mastering.seiBytes),
        kCVImageBufferContentLightLevelInfoKey: Data(light.seiBytes),
        kCVImageBufferAmbientViewingEnvironmentKey: Data([0, 0x2F, 0xE9, 0xA0, 0x3D, 0x13, 0x40, 0x42]),
      ], .shouldPropagate)
    let metadata = buffer.hdrMetadata
    #expect(metadata.lightLevel == light && metadata.mastering?.maximumNits == 1000 && metadata.ambient != nil)
    #expect(abs(buffer.contentHeadroom - 3) < 1e-6)
    CVBufferSetAttachment(buffer, kCVImageBufferContentLightLevelInfoKey, Data([1]), .shouldPropagate)
    #expect(buffer.hdrMetadata.lightLevel == nil, "damaged bytes say nothing")
  }

  @Test func `strings and codes of H273 are one another's`() {
    #expect(CVColorPrimariesGetIntegerCodePointForString("P3_D65") == 12)
    #expect(CVTransferFunctionGetIntegerCodePointForString("IEC_sRGB") == 13)
    #expect(CVTransferFunctionGetIntegerCodePointForString("SMPTE_ST_2084_PQ") == 16)
    #expect(CVYCbCrMatrixGetIntegerCodePointForString("ITU_R_2020") == 9)
    #expect(CVColorPrimariesGetIntegerCodePointForString("nothing") == 2)
    #expect(CVColorPrimariesGetIntegerCodePointForString(nil) == 2)
    #expect(CVColorPrimariesGetStringForIntegerCodePoint(9) == kCVImageBufferColorPrimaries_ITU_R_2020)
    #expect(CVTransferFunctionGetStringForIntegerCodePoint(18) == kCVImageBufferTransferFunction_ITU_R_2100_HLG)
    #expect(CVTransferFunctionGetStringForIntegerCodePoint(6) == kCVImageBufferTransferFunction_ITU_R_709_2)
    #expect(CVYCbCrMatrixGetStringForIntegerCodePoint(5) == kCVImageBufferYCbCrMatrix_ITU_R_601_4)
    #expect(CVYCbCrMatrixGetStringForIntegerCodePoint(0) == nil)
  }

  @Test func `chroma location and alpha mode are read`() throws {
    let video = try buffer(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    #expect(video.ycbcr.siting == .left)
    let places: [(String, YCbCrEncoding.Siting)] = [
      ("Center", .center), ("TopLeft", .topLeft), ("Top", .top), ("BottomLeft", .bottomLeft), ("Bottom", .bottom),
      ("Left", .left), ("DV 4:2:0", .left),
    ]
    for (name, siting) in places {
      CVBufferSetAttachment(video, kCVImageBufferChromaLocationTopFieldKey, name, .shouldPropagate)
      #expect(video.ycbcr.siting == siting)
    }
    let picture = try buffer()
    #expect(picture.alphaMode == .premultiplied)
    CVBufferSetAttachment(picture, kCVImageBufferAlphaChannelModeKey, "StraightAlpha", .shouldPropagate)
    #expect(picture.alphaMode == .straight)
    CVBufferSetAttachment(picture, kCVImageBufferAlphaChannelIsOpaque, true, .shouldPropagate)
    #expect(picture.alphaMode == .opaque)
  }

  @Test func `the clean aperture is centred, offset and kept inside`() throws {
    let buffer = try buffer(kCVPixelFormatType_32BGRA, 100, 50)
    #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 0, y: 0, width: 100, height: 50))
    CVBufferSetAttachment(
      buffer, kCVImageBufferCleanApertureKey,
      ["Width": 80, "Height": 40, "HorizontalOffset": -5, "VerticalOffset": 2.0] as [String: Any], .shouldPropagate)
    #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 5, y: 7, width: 80, height: 40))
    CVBufferSetAttachment(
      buffer, kCVImageBufferPixelAspectRatioKey, ["HorizontalSpacing": 2, "VerticalSpacing": 1], .shouldPropagate)
    #expect(CVImageBufferGetDisplaySize(buffer) == CGSize(width: 160, height: 40))
    #expect(CVImageBufferGetEncodedSize(buffer) == CGSize(width: 100, height: 50) && CVImageBufferIsFlipped(buffer))
  }
}
