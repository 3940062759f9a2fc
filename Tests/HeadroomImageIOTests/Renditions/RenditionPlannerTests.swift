import HeadroomColor
import HeadroomImageIO
import Testing

/// Plans hold what their container can, for every container, kind of picture and wish.
@Suite("Planning renditions") struct RenditionPlannerTests {
  private static let targets = ImageFormats.all.filter { $0.writer != nil }.map { RenditionTarget($0) }
  private static let kinds: [(HDRKind, ColorEncoding, Int, Double)] = [
    (.sdr, .displayP3, 8, 1), (.sdr, .sRGB, 16, 1), (.gainMap, .sRGB, 8, 4), (.isoHDR, .itur2100PQ, 10, 49),
    (.isoHDR, .itur2100HLG, 12, 4.9), (.float, .sRGB.linearized.extended, 16, 8),
    (.float, .sRGB.linearized.extended, 32, 0),
  ]

  private func info(_ kind: (HDRKind, ColorEncoding, Int, Double)) -> StillInfo {
    StillInfo(
      format: "heic", width: 8, height: 8, bitDepth: kind.2, channels: 3, encoding: kind.1, kind: kind.0,
      contentHeadroom: kind.3)
  }

  private func plan(
    _ target: RenditionTarget, _ info: StillInfo, carries: Bool = false, edited: Bool = false,
    _ change: (inout RenditionWishes) -> Void = { _ in }
  ) throws(RenditionConflict) -> RenditionPlan {
    var wishes = RenditionWishes()
    change(&wishes)
    return try RenditionPlanner(
      info: info, carriesGainMap: carries, isEdited: edited, wishes: wishes, target: target
    ).plan()
  }

  @Test func `without wishes there is a plan for everything, which the container holds`() throws {
    for target in Self.targets {
      for kind in Self.kinds {
        let plan = try plan(target, info(kind))
        #expect(target.depths.contains(plan.depth), "\(target.name) \(kind)")
        switch plan.rendition {
        case .isoHDR:
          #expect(target.holdsISOHDR && plan.encoding.transfer.isHDR && (plan.depth.integerBits ?? 0) >= 10)
        case .adaptive: #expect(target.holdsGainMap && !plan.encoding.transfer.isHDR)
        case .float: #expect(plan.depth.integerBits == nil && plan.encoding.transfer == .linear)
        case .sdr: #expect(!plan.encoding.transfer.isHDR && !plan.encoding.isExtended || target.isLinear)
        }
        // HDR is dropped only where no form of it fits.
        let holdsHDR = target.holdsISOHDR || target.holdsGainMap || target.holdsFloat
        #expect(plan.losesHDR == (kind.0 != .sdr && !holdsHDR), "\(target.name) \(kind)")
      }
    }
  }

  @Test func `the form nearest to the picture's own is taken`() throws {
    let target = RenditionTarget(JPEGXLFormat.self)
    let wanted: [RenditionPlan.Rendition] = [.sdr, .sdr, .adaptive, .isoHDR, .isoHDR, .float, .float]
    #expect(try Self.kinds.map { try plan(target, info($0)).rendition } == wanted)
    #expect(try plan(target, info(Self.kinds[6])).depth == .float)
    #expect(try plan(target, info(Self.kinds[2])) { $0.forbidsGainMap = true }.rendition == .isoHDR)
    #expect(try plan(target, info(Self.kinds[3])) { $0.headroom = 1 }.rendition == .sdr)
  }

  @Test func `a base that goes along with its map keeps its colours`() throws {
    let target = RenditionTarget(AVIFFormat.self)
    var picture = info(Self.kinds[2])
    picture.encoding = .itur2100PQ
    #expect(try plan(target, picture, carries: true) { $0.choice = .adaptive }.keepsEncoding)
    #expect(try !plan(target, picture) { $0.choice = .adaptive }.keepsEncoding)
  }

  @Test func `what contradicts is said`() {
    let picture = info(Self.kinds[3])
    #expect(throws: RenditionConflict.depthNotHeld(.bits10)) {
      try plan(RenditionTarget(PNGFormat.self), picture) { $0.depth = .bits10 }
    }
    #expect(throws: RenditionConflict.hdrNotHeld(hasGainMap: true)) {
      try plan(RenditionTarget(JPEGFormat.self), picture) { $0.choice = .hdr }
    }
    #expect(throws: RenditionConflict.gainMapNotHeld) {
      try plan(RenditionTarget(PNGFormat.self), picture) { $0.choice = .adaptive }
    }
    #expect(throws: RenditionConflict.nothingToShape(isHDR: false)) {
      try plan(RenditionTarget(JPEGFormat.self), info(Self.kinds[0])) { $0.shapesGainMap = true }
    }
    #expect(throws: RenditionConflict.hdrInEightBits) {
      try plan(RenditionTarget(HEICFormat.self), picture) {
        $0.encoding = .itur2100PQ
        $0.depth = .bits8
      }
    }
  }
}
