import Foundation
import HeadroomColor
internal import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomRAW
import HeadroomTestSupport
import Testing

/// Tables are made once for what they depend on: a parameter that changes brings none but its own.
@Suite("Tables of kept plans")
struct TableSlotTests {
  /// Twelve nodes, three of which look colours up in tables: curves, a cube, a tone map.
  private struct Recipe {
    let photo = TestPictures.random(width: 32, height: 24, isOpaque: true)
    let curves = CIFilter(name: "CIColorCurves")
    let cube = CIFilter(name: "CIColorCube")
    var exposure = 0.5
    var domain = 1.0
    var target = 1.0

    init() {
      setCurves(seed: 5)
      cube?.setValue(33, forKey: "inputCubeDimension")
      cube?.setValue(TestPictures.table(4 * 33 * 33 * 33, seed: 6), forKey: "inputCubeData")
    }

    func setCurves(seed: UInt64) {
      curves?.setValue(TestPictures.table(3 * 4096, seed: seed), forKey: "inputCurvesData")
    }

    var image: CIImage {
      curves?.setValue(CIVector(x: 0, y: CGFloat(domain)), forKey: "inputCurvesDomain")
      var image = photo.applyingFilter("CIExposureAdjust", parameters: ["inputEV": exposure])
        .applyingFilter("CIVibrance", parameters: ["inputAmount": 0.3])
      for filter in [curves, cube] {
        filter?.setValue(image, forKey: kCIInputImageKey)
        image = filter?.outputImage ?? image
      }
      return image.applyingFilter("CIGammaAdjust", parameters: ["inputPower": 0.8])
        .applyingFilter("CIHueAdjust", parameters: ["inputAngle": 0.2])
        .applyingFilter("CISepiaTone", parameters: ["inputIntensity": 0.2])
        .applyingFilter("CIColorControls", parameters: ["inputSaturation": 1.2])
        .applyingFilter("CIVignette", parameters: ["inputIntensity": 0.4])
        .toneMapped(to: target, from: 8)
        .applyingFilter("CIToneCurve", parameters: ["inputPoint1": CIVector(x: 0.25, y: 0.2)])
    }
  }

  /// Memory to render to.
  @safe private final class Memory {
    let destination: CIRenderDestination
    private let base: UnsafeMutableRawPointer
    private static let byteCount = 32 * 24 * 4

    init() {
      unsafe base = UnsafeMutableRawPointer.allocate(byteCount: Self.byteCount, alignment: 64)
      unsafe destination = CIRenderDestination(
        bitmapData: base, width: 32, height: 24, bytesPerRow: 32 * 4, format: .BGRA8)
    }

    var bytes: [UInt8] { unsafe [UInt8](UnsafeRawBufferPointer(start: base, count: Self.byteCount)) }

    deinit { unsafe base.deallocate() }
  }

  /// A recipe that changes, bound again and again.
  private struct Bench {
    var recipe = Recipe()
    let render: PreparedRender
    private let memory = Memory()

    init() throws {
      render = try CIContext().preparedRender(of: recipe.image, to: memory.destination)
      try render.run(to: memory.destination)
    }

    /// Tables that a change brings; says so where the pixels are not those of a plan of its own.
    mutating func tables(_ findings: inout [String], _ change: (inout Recipe) -> Void) throws -> Int {
      change(&recipe)
      let (image, before) = (recipe.image, TableCount.value)
      try render.bind(image)
      try render.run(to: memory.destination)
      let made = TableCount.value - before
      let fresh = Memory()
      try CIContext().preparedRender(of: image, to: fresh.destination).run(to: fresh.destination)
      if fresh.bytes != memory.bytes { findings.append("other pixels") }
      return made
    }
  }

  /// Microseconds that binding takes as a rule.
  private static func time(_ bench: inout Bench, _ change: (inout Recipe, Int) -> Void) throws -> Double {
    let times = try (0..<200).map { step in
      change(&bench.recipe, step)
      let image = bench.recipe.image
      let start = ContinuousClock.now
      try bench.render.bind(image)
      return (ContinuousClock.now - start) / .microseconds(1)
    }
    return times.sorted()[100]
  }

  private static func wrongCounts() throws -> [String] {
    var findings: [String] = []
    var bench = try Bench()
    func expect(_ count: Int, _ name: String, _ change: (inout Recipe) -> Void) throws {
      let made = try bench.tables(&findings, change)
      if made != count { findings.append("\(name): \(made) tables, not \(count)") }
    }
    try expect(0, "exposure") { $0.exposure = 0.7 }
    try expect(0, "domain") { $0.domain = 1.5 }
    try expect(1, "curves") { $0.setCurves(seed: 7) }
    // More places of a slider than tables are kept.
    for step in 1...60 { try expect(1, "target \(step)") { $0.target = 1 + Double(step) / 20 } }
    try expect(0, "exposure behind them") { $0.exposure = 0.2 }
    let exposure = try time(&bench) { $0.exposure = Double($1) / 100 }
    let domain = try time(&bench) { $0.domain = 1 + Double($1) / 100 }
    print("BIND with another exposure \(exposure) us, domain \(domain) us")
    return findings
  }

  /// In a process of its own: tables of all of it are counted.
  @Test func `a parameter that changes brings no tables but its own`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      OwnProcess.run { try TableSlotTests.wrongCounts() }
    }
    OwnProcess.expectNothingWrong(result)
  }

  private static func wrongLooks() throws -> [String] {
    let data = Data(PlainDNG.neutral(width: 48, height: 36) { x, y in Double(x + y) / 84 }.bytes)
    guard let filter = CIRAWFilter(imageData: data, identifierHint: nil) else { return ["no filter"] }
    func tables(_ change: (CIRAWFilter) -> Void) throws -> Int {
      change(filter)
      guard let image = filter.outputImage else { return -1 }
      let before = TableCount.value
      _ = try tiled(image, PixelRect(enclosing: image.extent))
      return TableCount.value - before
    }
    _ = try tables { _ in }
    let counts = [
      try tables { $0.exposure = 0.5 }, try tables { $0.boostShadowAmount = 0.5 }, try tables { $0.exposure = 1 },
    ]
    return counts == [0, 2, 0] ? [] : ["\(counts) tables for exposure, shadows and exposure"]
  }

  @Test func `exposure of a sensor's picture makes no tables of its look`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      OwnProcess.run { try TableSlotTests.wrongLooks() }
    }
    OwnProcess.expectNothingWrong(result)
  }
}
