internal import HeadroomColor
internal import Testing

@Suite struct ContentHeadroomTests {
  let pq = ColorEncoding.itur2100PQ

  func display(_ nits: Double) -> MasteringDisplayColorVolume {
    MasteringDisplayColorVolume(primaries: .bt2020, maximumNits: nits, minimumNits: 0.005)
  }

  @Test func `MaxCLL comes first, unless it is above the mastering display`() {
    let light = ContentLightLevel(maxCLL: 600, maxFALL: 100)
    var metadata = HDRMetadata(mastering: display(1000), lightLevel: light)
    #expect(metadata.contentHeadroom(for: pq) == (600.0 / 203, .contentLightLevel))
    metadata.mastering = nil
    #expect(metadata.contentHeadroom(for: pq) == (600.0 / 203, .contentLightLevel))
    metadata.mastering = display(500)
    #expect(metadata.contentHeadroom(for: pq) == (500.0 / 203, .masteringDisplay))
  }

  @Test func `Nonsense is passed over`() {
    var metadata = HDRMetadata(lightLevel: ContentLightLevel(maxCLL: 0, maxFALL: 0))
    #expect(metadata.contentHeadroom(for: pq) == (1000.0 / 203, .assumed))
    metadata.lightLevel = ContentLightLevel(maxCLL: 100, maxFALL: 400)
    #expect(metadata.contentHeadroom(for: pq).source == .assumed)
    metadata.lightLevel = ContentLightLevel(maxCLL: 20000, maxFALL: 400)
    metadata.mastering = display(4000)
    #expect(metadata.contentHeadroom(for: pq) == (4000.0 / 203, .masteringDisplay))
    metadata.mastering = MasteringDisplayColorVolume(primaries: .bt2020, maximumNits: 1, minimumNits: 2)
    #expect(metadata.contentHeadroom(for: pq).source == .assumed)
  }

  @Test func `HLG never exceeds its display, and nothing is below one`() {
    let metadata = HDRMetadata(lightLevel: ContentLightLevel(maxCLL: 4000, maxFALL: 400))
    #expect(metadata.contentHeadroom(for: .itur2100HLG).value == 1000.0 / 203)
    let dim = HDRMetadata(lightLevel: ContentLightLevel(maxCLL: 80, maxFALL: 20))
    #expect(dim.contentHeadroom(for: pq).value == 1)
  }

  @Test func `SDR has headroom one, extended range has an unknown one`() {
    let metadata = HDRMetadata(lightLevel: ContentLightLevel(maxCLL: 600, maxFALL: 100))
    #expect(metadata.contentHeadroom(for: .sRGB) == (1, .standardRange))
    #expect(metadata.contentHeadroom(for: .extendedLinearSRGB) == (0, .unknown))
    #expect(HDRMetadata().isEmpty && !metadata.isEmpty)
  }

  @Test func `The worked example of MaxCLL and MaxFALL comes out`() {
    let example = ColorVectors.block("hdr_metadata")["maxcll_maxfall_example"]
    var meter = ContentLightMeter()
    for frame in example["frames_rgb_nits"].array {
      meter.addFrame(frame.array.flatMap { $0.array.map(\.vector) })
    }
    #expect(meter.level.maxCLL == example["MaxCLL"].double)
    #expect(meter.level.maxFALL == example["MaxFALL"].double)
    let headroom = HDRMetadata(lightLevel: meter.level).contentHeadroom(for: pq).value
    #expect(isClose(headroom, example["content_headroom_linear"].double, 1e-12))
    meter.addFrame([SIMD3(.nan, 9000, 1), SIMD3(-5, -5, -5)])
    meter.addFrame([])
    #expect(meter.level.maxCLL == 3000)
  }
}
