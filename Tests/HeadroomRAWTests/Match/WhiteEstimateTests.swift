import HeadroomColor
import HeadroomPixels
import HeadroomRAW
import Testing

@Suite struct WhiteEstimateTests {
  /// A camera with one matrix.
  private static func model() throws -> CameraColorModel {
    try CameraColorModel(
      CameraCalibration(lights: [
        .init(
          temperature: 6500,
          colorMatrix: Matrix3x3(
            rows: SIMD3(0.99, -0.2771, -0.1324), SIMD3(-0.7072, 1.4229, 0.314), SIMD3(-0.279, 0.3344, 0.8861)))
      ]))
  }

  /// The camera's own colours of a scene under a light, and the preview that it would make of them.
  private static func views(_ white: Chromaticity, saturation: Double = 1.3) throws -> MatchedViews {
    let balance = try model().balance(for: white)
    let scene = MatchScene()
    let toCamera = try #require((MatchScene.primaries.matrix(of: balance)).inverse)
    var views = scene.views(
      scene.preview(
        CameraLook(
          curve: CameraLookCurve(knots: [SIMD2(-7, -7.5), SIMD2(-3, -3), SIMD2(-1, -0.8)])!, saturation: saturation)))
    views.scene = scene.light.converted(by: Matrix3x3(diagonal: 1 / balance.multipliers) * toCamera)
    return views
  }

  @Test(arguments: [(3200, 5), (5200, 10), (7000, -12)] as [(Double, Double)])
  func `A preview tells the white, whatever its contrast and saturation`(_ kelvins: Double, _ tint: Double) throws {
    let white = CorrelatedTemperature(temperature: kelvins, tint: tint).chromaticity
    let found = try #require(WhiteEstimate(Self.model()).white(from: Self.views(white)))
    let place = try #require(CorrelatedTemperature(found))
    #expect(abs(1e6 / place.temperature - 1e6 / kelvins) < 6, "\(place)")
    #expect(abs(place.tint - tint) < 6, "\(place)")
  }

  @Test func `Edges tell the white where their colours are grey in the mean`() throws {
    let white = CorrelatedTemperature(temperature: 3400, tint: 4).chromaticity
    let neutral = SIMD3<Float>(try Self.model().balance(for: white).neutral)
    var camera = SmallPicture(width: 60, height: 40)
    for index in 0..<camera.count {
      let (x, y) = (index % 60, index / 60)
      camera[index] = neutral * Float(1 + (x / 7 * 5 + y / 5 * 3) % 11) / 12
    }
    let found = try #require(WhiteEstimate(Self.model()).whiteOfEdges(camera, isClipped: { _ in false }))
    let place = try #require(CorrelatedTemperature(found))
    #expect(abs(place.temperature - 3400) < 60 && abs(place.tint - 4) < 2, "\(place)")
    let flat = camera.mapped { _ in SIMD3(0.3, 0.4, 0.2) }
    #expect(try WhiteEstimate(Self.model()).whiteOfEdges(flat, isClipped: { _ in false }) == nil)
  }
}

extension ColorPrimaries {
  /// From a camera's balanced colours.
  fileprivate func matrix(of balance: CameraWhiteBalance) -> Matrix3x3 { balance.matrix(to: self) }
}
