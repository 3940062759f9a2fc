import HeadroomColor
import HeadroomRAW
import Testing

@Suite struct CameraLookFitTests {
  /// A curve of contrast, strong and weak colours, a tint.
  static let looks = [
    CameraLook(
      gains: SIMD3(0.15, -0.06, -0.12),
      curve: CameraLookCurve(knots: [SIMD2(-8, -8.9), SIMD2(-5, -5.5), SIMD2(-2.5, -2.4), SIMD2(-0.7, -0.45)])!,
      saturation: 1.3),
    CameraLook(
      curve: CameraLookCurve(knots: [SIMD2(-8, -7.2), SIMD2(-4, -3.7), SIMD2(-1, -1.1)])!, saturation: 0.8),
    CameraLook(curve: CameraLookCurve(knots: [SIMD2(-4, -4.9)])!, saturation: 1.5),
  ]

  @Test(arguments: looks) func `A look that a preview was made with is found`(_ look: CameraLook) throws {
    let scene = MatchScene()
    let preview = scene.preview(look)
    let fit = CameraLookFit(scene.views(preview), scene: MatchScene.primaries, develop: MatchScene.developed)
    let found = try #require(fit?.look())
    #expect(abs(found.saturation / look.saturation - 1) < 0.03, "\(found.saturation)")
    for plane in 0..<3 { #expect(abs(found.gains[plane] - look.gains[plane]) < 0.03, "\(found.gains)") }
    for stops in stride(from: -6.0, through: -1.5, by: 0.5) {
      let (wanted, seen) = (look.curve.gain(at: stops), found.curve.gain(at: stops))
      #expect(abs(wanted - seen) < 0.08, "\(stops): \(seen) for \(wanted)")
    }
    let match = CameraLookMatch(found, scene.views(preview)) { look in
      MatchScene.developed(look.map { MatchScene.looked(scene.light, $0) } ?? scene.light)
    }
    #expect(match.isAligned && match.isBetter)
    #expect(match.matched.median < 0.6 && match.matched.most < 2, "\(match.matched)")
    #expect(match.neutral.median > 2 * match.matched.median)
  }

  @Test func `A look has its limits, and a curve no more knots than it may`() throws {
    let scene = MatchScene()
    let grey = scene.preview(CameraLook()).mapped { light in SIMD3(repeating: light.y) }
    let found = try #require(
      CameraLookFit(scene.views(grey), scene: MatchScene.primaries, develop: MatchScene.developed)?.look())
    #expect(found.saturation == 0.7)
    #expect(found.curve.knots.count <= CameraLookCurve.mostKnots)
    let wild = CameraLook(gains: SIMD3(3, -3, 0), saturation: 9)
    #expect(wild.gains == SIMD3(0.3, -0.3, 0) && wild.saturation == 1.6)
  }

  @Test func `The preview of another picture is not taken`() throws {
    let scene = MatchScene()
    let other = MatchScene(seed: 7).preview(CameraLook())
    let fit = CameraLookFit(scene.views(other), scene: MatchScene.primaries, develop: MatchScene.developed)
    guard let look = fit?.look() else { return }
    let match = CameraLookMatch(look, scene.views(other)) { look in
      MatchScene.developed(look.map { MatchScene.looked(scene.light, $0) } ?? scene.light)
    }
    #expect(!match.isAligned, "\(match.correlation)")
  }

  @Test func `Black and white pictures have no look`() {
    let scene = MatchScene()
    for level in [0, 1] as [Float] {
      let flat = scene.light.mapped { _ in SIMD3(repeating: level) }
      #expect(CameraLookFit(scene.views(flat), scene: MatchScene.primaries, develop: MatchScene.developed) == nil)
    }
  }
}

@Suite struct CameraLookTests {
  private static let look = CameraLookFitTests.looks[0].withoutGains

  private static func applied(_ color: SIMD3<Float>, _ look: CameraLook = look) -> SIMD3<Float> {
    var light = SmallPicture(width: 1, height: 1)
    light[0] = color
    return MatchScene.looked(light, look)[0]
  }

  @Test func `Above the last knot light keeps its contrast`() {
    let (low, high) = (Self.applied(SIMD3(1, 1, 1)), Self.applied(SIMD3(8, 8, 8)))
    for plane in 0..<3 { #expect(abs(high[plane] / low[plane] - 8) < 8e-3) }
  }

  @Test func `Bright light keeps its colour`() {
    let plain = CameraLook(saturation: 1.6)
    let lamp = SIMD3<Float>(9, 5, 4.5)
    let seen = Self.applied(lamp, plain)
    for plane in 0..<3 { #expect(abs(seen[plane] / lamp[plane] - 1) < 1e-3) }
    let dark = Self.applied(0.02 * lamp, plain)
    #expect(dark.x / dark.z > 1.3 * lamp.x / lamp.z)
  }

  @Test func `Curves rise, between their knots and beyond`() throws {
    let curve = try #require(
      CameraLookCurve(knots: [SIMD2(-7, -6), SIMD2(-6.5, -6), SIMD2(-2, -1.5), SIMD2(-1.9, -0.4), SIMD2(0, 0.2)]))
    var last = -Double.infinity
    for step in -1000...400 {
      let stops = Double(step) / 100
      let light = stops + curve.gain(at: stops)
      #expect(light >= last - 1e-9, "\(stops)")
      last = light
    }
    #expect(CameraLookCurve(knots: [SIMD2(0, 1), SIMD2(1, 0.5)]) == nil)
    #expect(CameraLookCurve(knots: [SIMD2(1, 1), SIMD2(0, 1)]) == nil)
    #expect(CameraLookCurve(knots: [SIMD2(.nan, 1)]) == nil)
  }

  @Test func `No look changes nothing`() {
    for color in [SIMD3<Float>(0.1, 0.4, 0.2), SIMD3(-0.01, 2, 7), .zero] {
      let seen = Self.applied(color, CameraLook())
      for plane in 0..<3 { #expect(abs(seen[plane] - color[plane]) < 1e-6) }
    }
  }
}
