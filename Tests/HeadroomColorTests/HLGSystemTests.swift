internal import HeadroomColor
internal import Testing

@Suite struct HLGSystemTests {
  @Test func `The OOTF gives the reference luminances for every peak`() {
    for sample in ColorVectors.block("hlg_ootf")["samples"].array {
      let system = HLGSystem(displayPeakNits: sample["L_W"].double)
      #expect(isClose(system.gamma, sample["gamma"].double, 1e-12))
      let display = system.display(fromScene: sample["scene"].vector) * ReferenceWhite.nits
      #expect(isClose(display, sample["display_nits"].vector, 1e-12), "\(sample)")
    }
  }

  @Test func `The inverse OOTF gives the reference scene light and signals`() {
    for sample in ColorVectors.block("hlg_inverse_ootf")["samples"].array {
      let system = HLGSystem(displayPeakNits: sample["L_W"].double)
      let display = sample["display_nits"].vector / ReferenceWhite.nits
      #expect(isClose(system.scene(fromDisplay: display), sample["scene"].vector, 1e-12))
      #expect(isClose(system.signal(fromDisplay: display), sample["signal"].vector, 1e-12))
    }
  }

  @Test func `Both system gammas give the reference values`() {
    for sample in ColorVectors.block("hlg_system_gamma")["samples"].array {
      let peak = sample["L_W"].double
      #expect(isClose(HLGSystem.systemGamma(peakNits: peak), sample["gamma_bt2100"].double, 1e-12))
      let extended = [(5.0, "extended"), (1, "ambient_1nit"), (25, "ambient_25nit"), (100, "ambient_100nit")]
      for (surround, name) in extended {
        let gamma = HLGSystem.extendedSystemGamma(peakNits: peak, surroundNits: surround)
        #expect(isClose(gamma, sample["gamma_bt2390_\(name)"].double, 1e-12))
      }
    }
  }

  @Test(arguments: [100.0, 203, 400, 1000, 4000], [0.0, 0.05])
  func `Scene and display undo each other, negatives and darks included`(_ peak: Double, _ black: Double) {
    var system = HLGSystem(displayPeakNits: peak)
    system.blackNits = black
    for signal in [SIMD3(0.1, 0.2, 0.3), SIMD3(1, 0, 0.5), SIMD3(0.01, 0.9, 1.09), SIMD3(0.75, 0.75, 0.75)] {
      #expect(isClose(system.signal(fromDisplay: system.display(fromSignal: signal)), signal, 1e-10))
    }
    let outside = SIMD3(-0.05, 0.4, 0.3)
    #expect(isClose(system.scene(fromDisplay: system.display(fromScene: outside)), outside, 1e-12))
    let scene = SIMD3(0.2, 0.3, 0.4)
    #expect(system.display(fromScene: -scene) == -system.display(fromScene: scene))
  }

  @Test(arguments: [100.0, 300, 333.9, 1000])
  func `Black stays black, also where the system gamma is below one`(_ peak: Double) {
    let system = HLGSystem(displayPeakNits: peak)
    #expect(system.display(fromScene: .zero) == .zero)
    #expect(system.scene(fromDisplay: .zero) == .zero)
  }

  @Test func `Pure scene primaries show their luminance share, not the full peak`() {
    let system = HLGSystem.reference
    let nits = (0..<3).map { channel -> Double in
      var scene = SIMD3<Double>.zero
      scene[channel] = 1
      return system.display(fromScene: scene)[channel] * ReferenceWhite.nits
    }
    #expect(isClose(nits[0], 765.41, 1e-5) && isClose(nits[1], 925.22, 1e-5) && isClose(nits[2], 568.34, 1e-5))
  }

  @Test func `Three quarters of HLG is reference white to a thousandth, full signal is the default headroom`() {
    let encoding = ColorEncoding.itur2100HLG
    #expect(isClose(encoding.decode(SIMD3(repeating: 0.75)).x, 1.0007495, 1e-7))
    #expect(isClose(encoding.decode(SIMD3(repeating: 1)).x, ReferenceWhite.defaultHeadroom, 1e-7))
    #expect(isClose(encoding.decode(SIMD3(repeating: 0.5), placement: .legacy).x, 1, 1e-12))
    #expect(isClose(encoding.decode(SIMD3(repeating: 1), placement: .legacy).x, 12, 1e-7))
  }

  @Test func `HLG in other primaries shows the same colour for the same scene light`() {
    let scene = SIMD3(0.3, 0.2, 0.05)
    let toP3 = ColorPrimaries.bt2020.matrix(to: .p3D65)
    let wide = ColorEncoding.itur2100HLG.hlgSystem.display(fromScene: scene)
    let narrow = ColorEncoding.displayP3HLG.hlgSystem.display(fromScene: toP3.apply(scene))
    // BT.2100 prints its weights with four digits.
    #expect(isClose(narrow, toP3.apply(wide), 1e-5))
  }
}
