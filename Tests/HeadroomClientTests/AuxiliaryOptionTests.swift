import Foundation
import Headroom
import Testing

/// Pictures beside the shown one.
@Suite("Auxiliary pictures of images")
struct AuxiliaryOptionTests {
  @Test("a file without depth and mattes gives nil, and its picture without the option")
  func none() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let picture = CIImage(color: .gray).cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8))
    let data = try #require(CIContext().heifRepresentation(of: picture, format: .RGBA8, colorSpace: space))
    let options: [CIImageOption] = [
      .auxiliaryDepth, .auxiliaryDisparity, .auxiliaryPortraitEffectsMatte, .auxiliarySemanticSegmentationSkinMatte,
      .auxiliarySemanticSegmentationHairMatte, .auxiliarySemanticSegmentationTeethMatte,
      .auxiliarySemanticSegmentationGlassesMatte, .auxiliarySemanticSegmentationSkyMatte,
    ]
    for option in options {
      #expect(CIImage(data: data, options: [option: true]) == nil)
      #expect(CIImage(data: data, options: [option: false])?.extent == picture.extent)
    }
  }
}
