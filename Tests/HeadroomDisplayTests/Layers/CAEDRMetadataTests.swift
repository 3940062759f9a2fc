import Foundation
import HeadroomDisplay
import Testing

struct CAEDRMetadataTests {
  /// BT.2020, 1000 and 0.0001 cd/m².
  private static let display = Data([
    0x21, 0x34, 0x9b, 0xaa, 0x19, 0x96, 0x08, 0xfc, 0x8a, 0x48, 0x39, 0x08, 0x3d, 0x13, 0x40, 0x42, 0x00, 0x98, 0x96,
    0x80, 0x00, 0x00, 0x00, 0x01,
  ])

  @Test func `payloads say what numbers say`() {
    #expect(CAEDRMetadata.isAvailable)
    let read = CAEDRMetadata.hdr10(
      displayInfo: Self.display, contentInfo: Data([0x03, 0xe8, 0x01, 0x90]), opticalOutputScale: 100)
    #expect(read.payloadProblem == nil)
    #expect(read == CAEDRMetadata.hdr10(minLuminance: 0.0001, maxLuminance: 1000, opticalOutputScale: 100))
    let content = CAEDRMetadata.hdr10(
      displayInfo: Self.display, contentInfo: Data([0x02, 0x58, 0x01, 0x90]), opticalOutputScale: 100)
    #expect(content == CAEDRMetadata.hdr10(minLuminance: 0, maxLuminance: 600, opticalOutputScale: 100))
    #expect(CAEDRMetadata.hlg == CAEDRMetadata.hlg && CAEDRMetadata.hlg != content)
  }

  @Test func `payloads of a wrong size are told in words and count as not given`() {
    for count in [0, 3, 5, 23, 25, 1000] {
      let data = Data(count: count)
      let metadata = CAEDRMetadata.hdr10(displayInfo: data, contentInfo: data, opticalOutputScale: 203)
      #expect(
        metadata.payloadProblem == "displayInfo: mdcv: \(count) bytes where 24 are needed; "
          + "contentInfo: clli: \(count) bytes where 4 are needed")
      #expect(metadata == CAEDRMetadata.hdr10(displayInfo: nil, contentInfo: nil, opticalOutputScale: 203))
      #expect(CAEDRMetadata.hlg(ambientViewingEnvironment: data).payloadProblem?.contains("8 are needed") == true)
    }
    // 5 lux of D65.
    let room = CAEDRMetadata.hlg(ambientViewingEnvironment: Data([0, 0, 0xc3, 0x50, 0x3d, 0x13, 0x40, 0x42]))
    #expect(room.payloadProblem == nil && room != CAEDRMetadata.hlg)
  }

  @Test func `numbers that are no luminance count as usual ones`() {
    for odd in [Float.nan, .infinity, 0, -1, 1e9] {
      #expect(
        CAEDRMetadata.hdr10(minLuminance: odd, maxLuminance: odd, opticalOutputScale: odd)
          == CAEDRMetadata.hdr10(minLuminance: 0, maxLuminance: 1000, opticalOutputScale: 203))
    }
  }
}
