import Foundation
import HeadroomColor
import HeadroomDisplay
import Testing

/// What is read of descriptions that are as they should be.
struct EDIDTests {
  @Test func theBaseBlockSaysMakerNameSizeColoursAndMode() throws {
    let edid = try EDID(EDIDBuilder.sdr.bytes)
    #expect(edid.manufacturer == "HDR" && edid.productCode == 0x2A01 && edid.year == 2025)
    #expect(edid.productName == "Test screen" && edid.name == "Test screen")
    #expect(edid.widthInMillimetres == 600 && edid.heightInMillimetres == 340)
    #expect(edid.isDigital && edid.bitDepth == 10 && edid.gamma == 2.2)
    let red = try #require(edid.primaries?.red)
    #expect(red == Chromaticity(x: 655.0 / 1024, y: 338.0 / 1024))
    #expect(edid.primaries?.white == Chromaticity(x: 320.0 / 1024, y: 337.0 / 1024))
    let mode = try #require(edid.preferredMode)
    #expect(mode.width == 1920 && mode.height == 1080)
    #expect(abs((mode.refreshRate ?? 0) - 60) < 1e-9)
    #expect(!edid.isHDR && edid.headroom == 1)
  }

  @Test func whatIsNotSaidIsNil() throws {
    var builder = EDIDBuilder(
      name: nil, chromaticities: [Int](repeating: 0, count: 8), timing: nil, centimetres: (16, 0))
    builder.version = (1, 3)
    let edid = try EDID(builder.bytes)
    #expect(edid.productName == nil && edid.name == "HDR 2A01")
    #expect(edid.primaries == nil && edid.preferredMode == nil && edid.widthInMillimetres == nil)
    #expect(edid.bitDepth == nil, "1.3 has no depth")
    #expect(edid.hdr == nil && edid.luminance == nil && edid.peakLuminance == nil)
  }

  @Test func aSizeInCentimetresServesWhereThereIsNoTiming() throws {
    let edid = try EDID(EDIDBuilder(timing: nil).bytes)
    #expect(edid.widthInMillimetres == 600 && edid.heightInMillimetres == 340)
  }

  @Test func anInterlacedTimingHasAllItsRows() throws {
    let builder = EDIDBuilder(timing: (1920, 540, 280, 22, 7425), isInterlaced: true)
    #expect(try EDID(builder.bytes).preferredMode?.height == 1080)
  }

  @Test func namesKeepOnlyWhatIsASign() throws {
    #expect(try EDID(EDIDBuilder(name: "A\u{1B}[2J  ").bytes).productName == "A?[2J")
  }

  @Test func staticMetadataIsReadByItsFormulas() throws {
    let edid = try EDID(EDIDBuilder.hdr10.bytes)
    let hdr = try #require(edid.hdr)
    #expect(hdr.curves == [.traditionalSDR, .pq, .hlg] && hdr.takesStaticMetadata)
    // 50 * 2^(138/32), 50 * 2^3, maximum * (18/255)² / 100.
    let peak = 50 * pow(2, 138.0 / 32)
    #expect(abs((hdr.maximumLuminance ?? 0) - peak) < 1e-9)
    #expect(hdr.maximumFrameAverageLuminance == 400)
    let darkest: Double = peak * 18 * 18 / 255 / 255 / 100
    #expect(abs((hdr.minimumLuminance ?? 0) - darkest) < 1e-12)
    #expect(edid.colorimetry.names == ["BT2020cYCC", "BT2020YCC", "BT2020RGB", "DCI-P3"])
    #expect(abs(edid.headroom - peak / 203) < 1e-12)
  }

  @Test(arguments: [(1, 51.095), (32, 100), (96, 400), (255, 12_525.722)])
  func luminanceCodesAreSteppedByThirtySecondsOfADoubling(code: UInt8, nits: Double) throws {
    let block = EDIDBuilder.hdr(curves: 4, codes: [code])
    let edid = try EDID(EDIDBuilder(extensions: [EDIDBuilder.cta([block])]).bytes)
    #expect(abs((edid.hdr?.maximumLuminance ?? 0) / nits - 1) < 1e-5)
  }

  @Test func anHDRScreenThatDoesNotSayHowBrightHasNoHeadroom() throws {
    let edid = try EDID(EDIDBuilder.pqOnly.bytes)
    #expect(edid.isHDR && edid.peakLuminance == nil && edid.headroom == 1)
    let silent = EDIDBuilder.cta([EDIDBuilder.hdr(curves: 4, codes: [0, 0, 0])])
    #expect(try EDID(EDIDBuilder(extensions: [silent]).bytes).hdr?.maximumLuminance == nil, "code 0 says nothing")
  }

  @Test func aBrightScreenWithoutAnHDRCurveIsSDR() throws {
    let block = EDIDBuilder.cta([EDIDBuilder.hdr(curves: 1, codes: [138])])
    let edid = try EDID(EDIDBuilder(extensions: [block]).bytes)
    #expect(edid.peakLuminance ?? 0 > 900 && !edid.isHDR && edid.headroom == 1)
  }

  @Test func dataBlocksOfOlderRevisionsAreNone() throws {
    let block = EDIDBuilder.cta([EDIDBuilder.hdr(curves: 4, codes: [138])], revision: 2)
    #expect(try EDID(EDIDBuilder(extensions: [block]).bytes).hdr == nil)
  }

  @Test func displayIDSaysThePanelsLightNameAndPixels() throws {
    let edid = try EDID(EDIDBuilder.panel.bytes)
    #expect(edid.productName == "Panel")
    #expect(edid.luminance?.fullScreenMaximum == 600 && edid.luminance?.highlightMaximum == 1600)
    #expect(abs((edid.luminance?.minimum ?? 0) - 0.0005) < 1e-6)
    #expect(edid.peakLuminance == 1600, "the panel's own light, not the content that it wants")
    #expect(abs(edid.headroom - 1600.0 / 203) < 1e-12)
    #expect(abs((edid.primaries?.red.x ?? 0) - 0.68) < 1.0 / 4096)
    #expect(edid.preferredMode?.width == 1920, "the timing of the base block")
  }

  @Test func displayIDAloneSaysThatItTakesPQ() throws {
    let edid = try EDID(EDIDBuilder.displayIDOnly.bytes)
    #expect(edid.isHDR && edid.hdr?.curves.contains(.pq) == true && edid.colorimetry.contains(.bt2020RGB))
    #expect(edid.luminance == PanelLuminance(fullScreenMaximum: 400), "-0 stands for what is not said")
    #expect(abs(edid.headroom - 400.0 / 203) < 1e-12)
  }

  @Test func displayIDOfTheFirstVersionSaysPixelsAndHoldsOtherBlocks() throws {
    let edid = try EDID(EDIDBuilder.displayID1.bytes)
    #expect(edid.preferredMode == DisplayMode(width: 2560, height: 1440))
    #expect(edid.widthInMillimetres == 700 && edid.heightInMillimetres == 400)
    #expect(edid.hdr?.maximumLuminance == 400 && edid.isHDR)
  }

  @Test func pointsOfCIE1976AreBroughtToXAndY() throws {
    // u' = 4x / (-2x + 12y + 3), v' = 9y / (-2x + 12y + 3)
    func uv(_ x: Double, _ y: Double) -> [Double] {
      let sum: Double = 3 - 2 * x + 12 * y
      return [4 * x / sum, 9 * y / sum]
    }
    let points = uv(0.68, 0.32) + uv(0.265, 0.69) + uv(0.15, 0.06) + uv(0.3127, 0.329)
    let block = EDIDBuilder.displayID([EDIDBuilder.parameters([500, 500, 0.1], points: points, is1976: true)])
    let primaries = try #require(try EDID(EDIDBuilder(extensions: [block]).bytes).primaries)
    #expect(abs(primaries.green.x - 0.265) < 0.001 && abs(primaries.green.y - 0.69) < 0.001)
    #expect(abs(primaries.white.x - 0.3127) < 0.001 && abs(primaries.white.y - 0.329) < 0.001)
  }

  @Test(arguments: [Float16.nan, .infinity, -5, 0])
  func luminancesThatAreNoneAreNotTaken(light: Float16) throws {
    let block = EDIDBuilder.displayID([EDIDBuilder.parameters([light, light, light])])
    #expect(try EDID(EDIDBuilder(extensions: [block]).bytes).luminance == nil)
  }
}
