internal import HeadroomColor
internal import Testing

@Suite struct DynamicRangeTests {
  @Test func `Mixtures of limits give the reference headrooms`() {
    for sample in ColorVectors.block("dynamic_range_limit")["samples"].array {
      let limit = DynamicRangeLimit(
        standard: sample["standard"].double, constrained: sample["constrained"].double,
        noLimit: sample["no_limit"].double)
      let headroom = limit.effectiveHeadroom(displayHeadroom: sample["display_headroom"].double)
      #expect(isClose(headroom, sample["effective_headroom"].double, 1e-12), "\(sample)")
    }
  }

  @Test func `The keywords are one, at most two, and all`() {
    #expect(DynamicRangeLimit.standard.effectiveHeadroom(displayHeadroom: 8) == 1)
    #expect(DynamicRangeLimit.constrainedHigh.effectiveHeadroom(displayHeadroom: 8) == 2)
    #expect(DynamicRangeLimit.constrainedHigh.effectiveHeadroom(displayHeadroom: 8, constrainedLimit: 1.6) == 1.6)
    #expect(DynamicRangeLimit.constrainedHigh.effectiveHeadroom(displayHeadroom: 1.5) == 1.5)
    #expect(DynamicRangeLimit.high.effectiveHeadroom(displayHeadroom: 8) == 8)
    #expect(DynamicRangeLimit().effectiveHeadroom(displayHeadroom: 8) == 8)
  }

  @Test func `Named displays have their white, black and headroom`() {
    #expect(ReferenceDisplay.sdr.blackNits == 0.2 && ReferenceDisplay.sdr.whiteNits == 80)
    #expect(ReferenceDisplay.sdr.headroom == 1)
    #expect(ReferenceDisplay.isoHDR.blackNits == 0.0005 && ReferenceDisplay.isoHDR.whiteNits == 203)
    #expect(ReferenceDisplay.isoHDR.headroom == 1000.0 / 203)
    #expect(ReferenceDisplay.referenceMode.headroom == 10)
  }
}
