import Foundation
internal import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// The headroom of the content goes along where it follows from the inputs', and is unknown where only pixels would tell.
@Suite struct ContentHeadroomTests {
  private let hdr = TestPictures.random(width: 12, height: 9, seed: 1, isOpaque: true).settingContentHeadroom(4)
  private let sdr = TestPictures.random(width: 12, height: 9, seed: 2, isOpaque: true).settingContentHeadroom(1)

  private func headroom(_ name: String, _ parameters: [String: Any] = [:]) -> Float {
    hdr.applyingFilter(name, parameters: parameters).contentHeadroom
  }

  @Test func `gains and curves change it`() {
    #expect(headroom("CIExposureAdjust", ["inputEV": 1.0]) == 8)
    #expect(headroom("CIExposureAdjust", ["inputEV": -5.0]) == 1)
    #expect(abs(headroom("CIGammaAdjust", ["inputPower": 0.5]) - 2) < 1e-5)
    let half = CIVector(x: 0.5, y: 0, z: 0, w: 0)
    let rows: [String: Any] = [
      "inputRVector": half, "inputGVector": CIVector(x: 0, y: 0.5, z: 0, w: 0),
      "inputBVector": CIVector(x: 0, y: 0, z: 0.5, w: 0),
    ]
    #expect(headroom("CIColorMatrix", rows) == 2)
  }

  @Test func `what moves, joins or mixes pictures keeps the larger`() {
    #expect(headroom("CIGaussianBlur", ["inputRadius": 3.0]) == 4)
    #expect(hdr.transformed(by: CGAffineTransform(rotationAngle: 1)).contentHeadroom == 4)
    for (upper, lower) in [(hdr, sdr), (sdr, hdr)] {
      #expect(upper.composited(over: lower).contentHeadroom == 4)
      let mixed = upper.applyingFilter(
        "CIDissolveTransition", parameters: ["inputTargetImage": lower, "inputTime": 0.5])
      #expect(mixed.contentHeadroom == 4)
    }
    #expect(sdr.composited(over: sdr).contentHeadroom == 1)
    #expect(CIImage(color: .white).contentHeadroom == 1)
  }

  @Test func `what mixes colours leaves it unknown`() {
    #expect(headroom("CIHueAdjust", ["inputAngle": 1.0]) == 0)
    #expect(headroom("CIVibrance", ["inputAmount": 0.5]) == 0)
    #expect(headroom("CIColorInvert") == 0)
    let unknown = TestPictures.random(width: 12, height: 9, seed: 3, isOpaque: true)
    #expect(unknown.contentHeadroom == 0)
    #expect(hdr.composited(over: unknown).contentHeadroom == 0)
  }

  /// Half a turn of the hue circle bounds a flat grey by almost twice its value; by that bound it came out darker.
  @Test func `a loose bound darkens nothing`() throws {
    let grey = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
    let color = try #require(grey.flatMap { CIColor(red: 2, green: 2, blue: 2, colorSpace: $0) })
    let flat = CIImage(color: color).cropped(to: CGRect(x: 0, y: 0, width: 32, height: 32))
    let turned = flat.applyingFilter("CIHueAdjust", parameters: ["inputAngle": Double.pi])
    #expect(turned.node.peak.map { $0 > 3 } ?? true)
    let mapped = try TestPicture.render(turned.toneMapped(to: 1), PixelRect(x: 3, y: 3, width: 1, height: 1))
    let direct = try TestPicture.render(flat.toneMapped(to: 1), PixelRect(x: 3, y: 3, width: 1, height: 1))
    #expect(abs(mapped.pixels[0] - direct.pixels[0]) < 0.01)
  }
}
