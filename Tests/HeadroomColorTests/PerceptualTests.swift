internal import HeadroomColor
internal import Testing

@Suite struct PerceptualTests {
  @Test func `The matrices of ICtCp are those of the reference`() {
    let block = ColorVectors.block("ictcp")
    #expect(isClose(ICtCp.lmsFromRGB, block["rgb_to_lms"].matrix, 1e-14))
    #expect(isClose(ICtCp.rgbFromLMS, block["lms_to_rgb"].matrix, 1e-12))
    #expect(isClose(ICtCp.fromLMSPQ, block["lms_to_ictcp_pq"].matrix, 1e-14))
    #expect(isClose(ICtCp.toLMSPQ, block["ictcp_to_lms_pq"].matrix, 1e-12))
    #expect(isClose(ICtCp.fromLMSHLG, block["lms_to_ictcp_hlg"].matrix, 1e-14))
    #expect(isClose(ICtCp.toLMSHLG, block["ictcp_to_lms_hlg"].matrix, 1e-12))
  }

  @Test func `ICtCp gives the reference colours for PQ and HLG and inverts`() {
    let block = ColorVectors.block("ictcp")
    for sample in block["samples_pq"].array {
      let nits = sample["rgb2020_nits"].vector
      let ictcp = ICtCp.encodePQ(nits: nits)
      // The formula gives black an intensity of 7.3e-7; here zero is zero.
      #expect(isClose(ictcp, sample["ictcp"].vector, nits == .zero ? 1e-6 : 1e-12), "\(sample)")
      #expect(isClose(ICtCp.decodePQ(ictcp), nits, 1e-9))
    }
    for sample in block["samples_hlg"].array {
      let scene = sample["rgb2020_scene"].vector
      let ictcp = ICtCp.encodeHLG(scene: scene)
      #expect(isClose(ictcp, sample["ictcp"].vector, 1e-12), "\(sample)")
      #expect(isClose(ICtCp.decodeHLG(ictcp), scene, 1e-9))
    }
  }

  @Test func `Delta E ITP gives the reference differences and is symmetric`() {
    for pair in ColorVectors.block("delta_e_itp")["pairs"].array {
      let a = pair["a_rgb2020_nits"].vector
      let b = pair["b_rgb2020_nits"].vector
      #expect(isClose(DeltaEITP.difference(a, b), pair["delta_e_itp"].double, 1e-9), "\(pair)")
      #expect(DeltaEITP.difference(a, b) == DeltaEITP.difference(b, a))
    }
  }

  @Test func `PU21 gives the reference codes, inverts, and limits its input`() {
    let block = ColorVectors.block("pu21_banding_glare")
    for (nits, code) in zip(block["input_nits"].doubles, block["output"].doubles) {
      #expect(isClose(PU21.encode(nits: nits), code, 1e-9))
      #expect(isClose(PU21.decode(PU21.encode(nits: nits)), nits, 1e-8))
    }
    #expect(PU21.encode(nits: 1e6) == PU21.peak)
    #expect(PU21.encode(nits: -1) == PU21.encode(nits: 0.005))
  }

  @Test func `OKLab and JzAzBz give the reference colours`() {
    let block = ColorVectors.block("perceptual_spaces")
    for sample in block["oklab"].array {
      let rgb = sample["linear_srgb"].vector
      #expect(isClose(OKLab.encode(linearSRGB: rgb), sample["oklab"].vector, 1e-9), "\(sample)")
      #expect(isClose(OKLab.decode(OKLab.encode(linearSRGB: rgb)), rgb, 1e-9))
    }
    for sample in block["jzazbz"].array {
      #expect(isClose(JzAzBz.encode(xyzNits: sample["xyz_nits"].vector), sample["jzazbz"].vector, 1e-9), "\(sample)")
      let xyz = ColorPrimaries.bt2020.toXYZ.apply(sample["rgb2020_nits"].vector)
      #expect(isClose(xyz, sample["xyz_nits"].vector, 1e-12))
    }
  }
}
