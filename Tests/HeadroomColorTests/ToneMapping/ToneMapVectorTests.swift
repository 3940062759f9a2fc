internal import Glibc
internal import HeadroomColor
internal import Testing

/// Relative agreement, with a floor for values at zero.
private func agree(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool {
  abs(a - b) <= tolerance * max(abs(a), abs(b)) + 1e-14
}

private func agree(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ tolerance: Double) -> Bool {
  (0..<3).allSatisfy { agree(a[$0], b[$0], tolerance) }
}

@Suite("Tone mapping against the vectors")
struct ToneMapVectorTests {
  @Test("The reference-white operator has the draft's control points and curves")
  func referenceWhite() {
    for set in ColorVectors.block("rwtmo_st2094_50")["curves"].array {
      let map = ReferenceWhiteToneMap(
        contentStops: set["baseline_headroom_stops"].double, evaluation: .conforming)
      for (alternate, stops) in zip(map.alternates, set["alternate_headrooms_stops"].doubles) {
        #expect(agree(alternate.stops, stops, 1e-13))
      }
      for (alternate, points) in zip(map.alternates, set["control_points"].array) {
        for (node, point) in zip(alternate.curve.nodes, points.array) {
          #expect(agree(node.x, point.array[0].double, 1e-12))
          #expect(agree(node.stops, point.array[1].double, 1e-12))
          #expect(agree(node.slope, point.array[2].double, 1e-11))
        }
      }
      for curve in set["curves"].array { check(map, curve) }
    }
  }

  private func check(_ map: ReferenceWhiteToneMap, _ curve: JSONValue) {
    let target = log2(curve["target_headroom_linear"].double)
    for (input, output) in zip(curve["input"].doubles, curve["output"].doubles) {
      #expect(agree(input * exp2(map.gainStops(at: input, targetStops: target)), output, 1e-12), "\(input)")
    }
  }

  @Test("The reference-white operator maps the sample colours")
  func referenceWhiteColors() {
    for sample in ColorVectors.block("rwtmo_st2094_50")["color_samples"].array {
      let curve = ToneCurve(
        mode: .conforming, contentHeadroom: sample["baseline_linear"].double,
        targetHeadroom: sample["target_linear"].double)
      #expect(agree(curve.map(sample["rgb2020_relative"].vector), sample["output"].vector, 1e-12))
    }
  }

  @Test("BT.2390 has the vectors' luminances")
  func eetf() {
    for curve in ColorVectors.block("eetf_bt2390")["curves"].array {
      let eetf = BT2390(
        sourcePeakNits: curve["source_peak"].double, targetPeakNits: curve["target_peak"].double,
        sourceBlackNits: curve["source_black"].double, targetBlackNits: curve["target_black"].double)
      for (input, output) in zip(curve["input_nits"].doubles, curve["output_nits"].doubles) {
        #expect(agree(eetf.map(nits: input), output, 1e-10), "\(input) of \(eetf)")
      }
    }
  }

  @Test("BT.2446 methods A and C have the vectors' values")
  func bt2446() {
    let block = ColorVectors.block("bt2446")
    for curve in block["method_a_gray"].array {
      let method = BT2446.MethodA(hdrPeakNits: curve["L_HDR"].double, sdrPeakNits: curve["L_SDR"].double)
      for (input, output) in zip(curve["input_nits"].doubles, curve["output_nits"].doubles) {
        #expect(agree(method.map(grayNits: input), output, 1e-12))
      }
    }
    let method = BT2446.MethodA(hdrPeakNits: 1000)
    for sample in block["method_a_color_1000_to_100"].array {
      let signal = method.signal(fromNits: sample["rgb2020_nits"].vector)
      #expect(agree(signal, sample["rgb2020_sdr_signal"].vector, 1e-12))
    }
    for sample in block["method_a_inverse"].array {
      let signal = sample["rgb2020_sdr_signal"].vector
      let luma = 0.2627 * signal.x + 0.6780 * signal.y + 0.0593 * signal.z
      // The two pieces of the curve do not meet at code 70: rounding decides which one a sample there belongs to.
      let tolerance = abs(255 * luma - 70) < 1e-9 ? 2e-4 : 1e-11
      #expect(agree(BT2446.hdrLuma(luma), sample["y_hdr_prime"].double, tolerance))
      #expect(agree(BT2446.hdrNits(fromSDRSignal: signal), sample["rgb_hdr_nits"].vector, tolerance))
    }
    for sample in block["method_c_curve"].array {
      let (input, output) = (sample["input_nits"].double, sample["output_nits"].double)
      #expect(agree(BT2446.MethodC.sdr(fromHDR: input), output, 1e-12))
      #expect(agree(BT2446.MethodC.hdr(fromSDR: output), input, 1e-12))
    }
  }

  @Test("BT.2446 method C undoes its crosstalk")
  func crosstalk() {
    let color = SIMD3(900.0, 20, 3)
    let mixed = BT2446.MethodC.crosstalk(color, amount: 0.2)
    #expect(agree(mixed.sum(), color.sum(), 1e-14))
    #expect(agree(BT2446.MethodC.inverseCrosstalk(mixed, amount: 0.2), color, 1e-12))
  }

  @Test("Reinhard, Hable, Mobius, the ACES fit and the AgX polynomial have the vectors' values")
  func scalarOperators() {
    for row in ColorVectors.block("tone_map_operators")["operators"].array {
      guard let curve = Self.operators[row["name"].string] else { continue }
      for (input, output) in zip(row["input"].doubles, row["output"].doubles) {
        #expect(agree(curve(input), output, 1e-12), "\(row["name"].string) at \(input)")
      }
    }
  }

  private static let operators: [String: ScalarToneOperator] = [
    "libultrahdr_reinhard": .reinhard(headroom: 1000.0 / 203),
    "hable_normalised_to_peak_4.926": .hable(peak: 1000.0 / 203),
    "mobius_j0.3_peak_4.926": .mobius(peak: 1000.0 / 203, knee: 0.3), "aces_fit_narkowicz": .acesFit,
    "agx_contrast_poly6": .agxContrast,
  ]

  @Test("Reinhard with two headrooms has the vectors' values inside the content")
  func reinhard() {
    for row in ColorVectors.block("tone_map_operators")["operators"].array
    where row["name"].string == "reinhard_extended_headroom" {
      let curve = ToneCurve(
        operator: .reinhard, contentHeadroom: row["source_headroom"].double,
        targetHeadroom: row["target_headroom"].double)
      for (input, output) in zip(row["input"].doubles, row["output"].doubles) {
        let expected = curve.isIdentity ? output : min(output, curve.targetHeadroom)
        #expect(agree(input * curve.gain(at: input), expected, 1e-12))
      }
    }
  }

  @Test("The ACES 2 tone scale has the vectors' luminances")
  func aces2() {
    for row in ColorVectors.block("tone_map_operators")["aces2_tonescale"].array {
      let scale = ACES2Tonescale(peakNits: row["peak_nits"].double)
      for (input, output) in zip(row["scene_linear_gray"].doubles, row["display_nits"].doubles) {
        #expect(agree(scale.nits(sceneLinear: input), output, 1e-11))
      }
    }
  }

  @Test("Mixtures of dynamic range limits give the vectors' headrooms")
  func dynamicRangeLimit() {
    for sample in ColorVectors.block("dynamic_range_limit")["samples"].array {
      let limit = DynamicRangeLimit(
        standard: sample["standard"].double, constrained: sample["constrained"].double,
        noLimit: sample["no_limit"].double)
      let headroom = limit.effectiveHeadroom(displayHeadroom: sample["display_headroom"].double)
      #expect(agree(headroom, sample["effective_headroom"].double, 1e-13))
    }
  }
}
