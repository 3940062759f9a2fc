import Foundation
import HeadroomColor
internal import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPictures
import HeadroomPixels
import HeadroomRAW
import HeadroomTestSupport
import Testing

/// Files with previews that were made of their own light in a known way.
@Suite struct CameraDevelopmentTests {
  private static let (width, height) = (360, 240)

  /// Patches of many colours and brightnesses, and a lamp.
  private static func light(_ x: Int, _ y: Int, _ plane: Int) -> Double {
    if (x - 300) * (x - 300) + (y - 60) * (y - 60) < 150 { return [1.7, 1.5, 1.2][plane] }
    let patch = x / 24 &* 73 &+ y / 20 &* 151
    func part(_ factor: Int) -> Double { Double((patch &* factor & 0xFF) ^ (patch >> 3 & 0x7F)) / 255 }
    let stops = -6.5 * part(29) + Double(x % 24) * 0.02 + Double(y % 20) * 0.015 - 0.5
    return exp2(stops) * (1 - 0.5 * part([37, 53, 11][plane]))
  }

  private static func dng(_ neutral: [Double] = [0.5, 1, 2.0 / 3]) -> PlainDNG {
    var dng = PlainDNG(width: width, height: height, planes: 3) { x, y, plane in light(x, y, plane) * neutral[plane] }
    dng.neutral = neutral
    return dng
  }

  private static func filter(_ dng: PlainDNG) throws -> CIRAWFilter {
    try #require(CIRAWFilter(imageData: Data(dng.bytes), identifierHint: nil))
  }

  /// The neutral development after a camera's own contrast and saturation.
  private static func camera(_ dng: PlainDNG) throws -> CIImage {
    try #require(filter(dng).outputImage)
      .applyingFilter("CIColorControls", parameters: ["inputSaturation": 1.3])
      .applyingFilter("CIGammaAdjust", parameters: ["inputPower": 1.25])
  }

  private static func preview(
    _ image: CIImage, space: CFString = CGColorSpace.sRGB
  ) throws -> (bytes: [UInt8], width: Int, height: Int) {
    let space = try #require(CGColorSpace(name: space))
    let data = try #require(CIContext().jpegRepresentation(of: image, colorSpace: space))
    return ([UInt8](data), Int(image.extent.width), Int(image.extent.height))
  }

  /// A JPEG without its APP2 segments.
  private static func withoutProfile(_ bytes: [UInt8]) -> [UInt8] {
    var (result, at) = (Array(bytes[0..<2]), 2)
    while at + 4 <= bytes.count, bytes[at] == 0xFF, bytes[at + 1] != 0xDA {
      let end = at + 2 + Int(bytes[at + 2]) << 8 + Int(bytes[at + 3])
      if bytes[at + 1] != 0xE2 { result += bytes[at..<end] }
      at = end
    }
    return result + bytes[at...]
  }

  private static func render(_ image: CIImage) throws -> TestPicture {
    try TestPicture.render(image, PixelRect(enclosing: image.extent))
  }

  private static func matched(_ dng: PlainDNG) throws -> CameraLookMatch {
    guard case .matched(let match) = try filter(dng).cameraLook else { throw NoMatch() }
    return match
  }

  private struct NoMatch: Error {}

  private static func reason(_ dng: PlainDNG) throws -> NeutralReason? {
    if case .neutral(let reason) = try filter(dng).cameraLook { reason } else { nil }
  }

  @Test func `The camera's contrast and saturation are found, and make the picture its preview`() throws {
    var dng = Self.dng()
    dng.preview = try Self.preview(Self.camera(dng))
    let match = try Self.matched(dng)
    #expect(match.neutral.median > 4, "\(match)")
    #expect(match.matched.median < 1.5 && match.matched.most < 5, "\(match)")
    #expect(match.look.saturation > 1.1)
    #expect(match.look.curve.knots.count <= 16)
    let filter = try Self.filter(dng)
    #expect(filter.look == .neutral)
    let neutral = try Self.render(try #require(filter.outputImage))
    filter.look = .camera
    let seen = try Self.render(try #require(filter.outputImage))
    let wanted = try Self.render(Self.camera(dng))
    func distance(_ picture: TestPicture) -> Float {
      zip(picture.pixels, wanted.pixels).map { abs($0 - $1) }.reduce(0, +)
    }
    #expect(distance(seen) < 0.5 * distance(neutral))
  }

  @Test func `A preview that is cut or turned tells the same`() throws {
    var dng = Self.dng()
    let whole = try Self.camera(dng)
    dng.preview = try Self.preview(whole)
    let reference = try Self.matched(dng)
    for changed in [
      whole.cropped(to: CGRect(x: 6, y: 3, width: 348, height: 232)), whole.oriented(.right), whole.oriented(.down),
    ] {
      let origin = CGAffineTransform(translationX: -changed.extent.minX, y: -changed.extent.minY)
      dng.preview = try Self.preview(changed.transformed(by: origin))
      let match = try Self.matched(dng)
      #expect(match.correlation > 0.98)
      #expect(abs(match.look.saturation - reference.look.saturation) < 0.05, "\(match.look.saturation)")
      #expect(match.matched.median < reference.matched.median + 0.6, "\(match.matched)")
    }
  }

  @Test func `A preview's own colour space counts`() throws {
    var dng = Self.dng()
    let camera = try Self.camera(dng)
    dng.preview = try Self.preview(camera, space: CGColorSpace.adobeRGB1998)
    #expect(try Self.matched(dng).matched.median < 1.5)
    // Numbers of Adobe RGB without a profile, with the tag.
    let numbers = camera.matchedFromWorkingSpace(to: CGColorSpace(name: CGColorSpace.adobeRGB1998)!)!
      .matchedToWorkingSpace(from: CGColorSpace(name: CGColorSpace.sRGB)!)!
    var bare = try Self.preview(numbers)
    bare.bytes = Self.withoutProfile(bare.bytes)
    dng.preview = bare
    let wrong = try Self.matched(dng)
    dng.previewColorSpace = 3
    let right = try Self.matched(dng)
    #expect(right.look.saturation > 1.1 * wrong.look.saturation)
    #expect(right.matched.median < 1.5)
  }

  @Test func `SDR and HDR stay one picture, and bright light keeps its contrast`() throws {
    var dng = Self.dng()
    dng.preview = try Self.preview(Self.camera(dng))
    func pictures(_ look: DevelopmentLook) throws -> (sdr: TestPicture, hdr: TestPicture) {
      let filter = try Self.filter(dng)
      filter.look = look
      let sdr = try Self.render(try #require(filter.outputImage))
      filter.extendedDynamicRangeAmount = 1
      return (sdr, try Self.render(try #require(filter.outputImage)))
    }
    let (neutral, camera) = (try pictures(.neutral), try pictures(.camera))
    // The lamp, from below.
    let (plain, looked) = (neutral.hdr[300, Self.height - 60], camera.hdr[300, Self.height - 60])
    #expect(looked[0] > 1.2 && abs(log2(looked[1] / plain[1])) < 0.5, "\(looked) \(plain)")
    #expect((camera.sdr.pixels.max() ?? 0) <= 1.25)
  }

  @Test func `Previews that say nothing leave the neutral development`() throws {
    var dng = Self.dng()
    #expect(try Self.reason(dng) == .noPreview)
    let camera = try Self.camera(dng)
    dng.preview = try Self.preview(
      camera.transformed(by: CGAffineTransform(scaleX: 0.3, y: 0.3)).cropped(
        to: CGRect(x: 0, y: 0, width: 108, height: 72)))
    #expect(try Self.reason(dng) == .smallPreviews)
    dng.preview = try Self.preview(camera.applyingFilter("CIColorControls", parameters: ["inputSaturation": 0]))
    #expect(try Self.reason(dng) == .greyPreview)
    dng.preview = try Self.preview(camera.oriented(.upMirrored))
    if case .anotherPicture? = try Self.reason(dng) {} else { Issue.record("a mirrored preview is another picture") }
    dng.preview = ([1, 2, 3], 360, 240)
    #expect(try [.noPreview, .smallPreviews].contains(Self.reason(dng)))
    let filter = try Self.filter(dng)
    let neutral = try Self.render(try #require(filter.outputImage))
    filter.look = .camera
    #expect(try Self.render(try #require(filter.outputImage)).pixels == neutral.pixels)
  }

  @Test func `A preview of the neutral development is not made worse`() throws {
    var dng = Self.dng()
    dng.preview = try Self.preview(try #require(Self.filter(dng).outputImage))
    switch try Self.filter(dng).cameraLook {
    case .matched(let match): #expect(match.matched.median <= match.neutral.median && match.neutral.median < 1)
    case .neutral(let reason): #expect(reason == .notBetter)
    }
  }

  @Test func `Exposure works on top, and a white that is set leaves out the camera's tint`() throws {
    var dng = Self.dng()
    let warm = try Self.camera(dng).applyingFilter(
      "CIColorMatrix", parameters: ["inputRVector": CIVector(x: 1.1, y: 0, z: 0, w: 0)])
    dng.preview = try Self.preview(warm)
    let filter = try Self.filter(dng)
    filter.look = .camera
    let usual = try Self.render(try #require(filter.outputImage))
    filter.exposure = -1
    let darker = try Self.render(try #require(filter.outputImage))
    let ratio = usual.pixels.reduce(0, +) / darker.pixels.reduce(0, +)
    #expect(ratio > 1.2, "\(ratio)")
    filter.exposure = 0
    let white = filter.neutralChromaticity
    filter.neutralChromaticity = white
    let set = try Self.render(try #require(filter.outputImage))
    #expect(set[100, 100] != usual[100, 100])
  }

  @Test func `A white that the file does not say comes from the preview, else from the picture`() throws {
    // Tungsten, as a camera with the primaries of sRGB sees it.
    let white = CorrelatedTemperature(temperature: 3300, tint: 5).chromaticity.xyz
    let seen = ColorPrimaries.bt709.fromXYZ.apply(white)
    let neutral = [seen.x, seen.y, seen.z].map { $0 / seen.max() }
    var dng = Self.dng(neutral)
    let stated = try Self.filter(dng)
    #expect(abs(stated.neutralTemperature - 3300) < 10 && !stated.isNeutralEstimated)
    dng.preview = try Self.preview(Self.camera(dng))
    dng.statesNeutral = false
    let estimated = try Self.filter(dng)
    #expect(estimated.isNeutralEstimated)
    #expect(estimated.shotWhiteSource == .preview)
    #expect(abs(estimated.neutralTemperature - 3300) < 120, "\(estimated.neutralTemperature)")
    estimated.neutralTemperature = 5000
    #expect(!estimated.isNeutralEstimated)
    dng.preview = nil
    let guessed = try Self.filter(dng)
    #expect(guessed.shotWhiteSource == .picture)
    #expect(guessed.neutralTemperature < 4200, "\(guessed.neutralTemperature)")
    let flat = PlainDNG(width: 64, height: 48, planes: 3) { _, _, _ in 0.3 }
    var unknown = flat
    unknown.statesNeutral = false
    let daylight = try Self.filter(unknown)
    #expect(daylight.shotWhiteSource == .daylight && abs(daylight.neutralTemperature - 5501) < 5)
  }

  @Test(
    .enabled(if: TestData.isAvailable),
    arguments: ["dng/dng_with_preview.dng", "dng/canon_eos_6d.dng"])
  func `Adobe's previews are matched`(_ path: String) throws {
    let filter = try CIRAWFilter(reading: TestData.still(path))
    guard case .matched(let match) = filter.cameraLook else { throw NoMatch() }
    #expect(match.matched.median <= 2.6 && match.matched.most < 8, "\(match.matched)")
    #expect(match.neutral.median > match.matched.median + 0.5)
    filter.extendedDynamicRangeAmount = 1
    let headroom = try #require(filter.outputImage).contentHeadroom
    #expect(headroom > 1.3 && headroom < 2.6, "\(headroom)")
  }
}
