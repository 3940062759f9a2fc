import Foundation
import HeadroomColor
import HeadroomFilters
import HeadroomTestSupport
import HeadroomViewer
import Testing

/// Floating-point light that is not relative to white: exposed as the command does it, wherever the page looks.
struct ViewerBrightnessTests {
  private let folder: TemporaryFolder
  private let harness: ViewerHarness
  /// What brings the geometric mean of the first file's largest components in BT.2020, 76.6 * 2^(31.5/8), to 0.18, in tenths of a stop.
  private static let stops = -12.7
  private static let (width, height) = (64, 32)
  private static let toBT2020 = ColorPrimaries.bt709.matrix(to: .bt2020)

  init() throws {
    folder = try TemporaryFolder()
    let bright = MadeFiles.pfm(width: Self.width, height: Self.height, Self.light)
    try Data(bright).write(to: URL(filePath: folder.path("candela.pfm")))
    let usual = MadeFiles.pfm(width: 8, height: 8) { x, _ in SIMD3(repeating: x < 4 ? 0.2 : 3) }
    try Data(usual).write(to: URL(filePath: folder.path("usual.pfm")))
    harness = try ViewerHarness([folder.path("candela.pfm"), folder.path("usual.pfm")])
  }

  private static func light(_ x: Int, _ y: Int) -> SIMD3<Float> { SIMD3(40, 80, 20) * exp2(Float(x) / 8) }

  private func expected(_ x: Int, exposedBy stops: Double) -> SIMD3<Double> {
    Self.toBT2020.apply(SIMD3<Double>(Self.light(x, 0))) * exp2(stops)
  }

  private func expectLight(_ target: String, exposedBy stops: Double) async throws {
    let values = try await harness.file(target).halfFloats
    for x in [0, 31, 63] {
      let expected = expected(x, exposedBy: stops)
      for channel in 0..<3 {
        #expect(abs(Double(values[x * 3 + channel]) - expected[channel]) < 0.002 * expected[channel], "\(target) \(x)")
      }
    }
  }

  @Test func `Light, filters and pixels are exposed, before the person's own exposure`() async throws {
    try await expectLight("/light", exposedBy: Self.stops)
    let query = ViewerHarness.query(["filters": "CIExposureAdjust ev=1"])
    try await expectLight("/light" + query, exposedBy: Self.stops + 1)
    let pixel = try await harness.json("/pixel?x=5&y=2")
    let linear = try #require(pixel["linear"] as? [Double])
    let expected = expected(5, exposedBy: Self.stops)
    for channel in 0..<3 { #expect(abs(linear[channel] - expected[channel]) < 0.001 * expected[channel]) }
    // What is stored stays what it is.
    let code = try #require(pixel["code"] as? [Double])
    #expect(abs(code[1] - Double(Self.light(5, 2)[1])) < 0.001)
  }

  @Test func `Who does not want it gets the numbers of the file`() async throws {
    try await expectLight("/light?calibrated=0", exposedBy: 0)
    let brightness = try await harness.json("/brightness?calibrated=0")
    #expect(brightness["automaticStops"] as? Double == Self.stops && brightness["exposedStops"] as? Double == 0)
  }

  @Test func `The brightness says headroom and exposure of files whose headers say neither`() async throws {
    #expect(try await harness.json("")["contentHeadroom"] is NSNull)
    let brightness = try await harness.json("/brightness")
    #expect(brightness["exposedStops"] as? Double == Self.stops)
    let headroom = try #require(brightness["contentHeadroom"] as? Double)
    let peak = expected(63, exposedBy: Self.stops).max()
    #expect(headroom > 0.9 * peak && headroom < 1.02 * peak)
    let usual = try await harness.json("/brightness", at: 1)
    #expect(usual["exposedStops"] as? Double == 0)
    #expect(abs(try #require(usual["contentHeadroom"] as? Double) - 3) < 0.01)
  }

  @Test func `Commands leave the exposure to the command, unless the page has switched it off`() async throws {
    let command = try #require(try await harness.json("/commands")["convert"] as? String)
    #expect(!command.contains("--exposure") && !command.contains("CIExposureAdjust"))
    let raw = try #require(try await harness.json("/commands?calibrated=0")["convert"] as? String)
    #expect(raw.contains("--exposure 0"))
    let recipe = try await harness.json("/commands")["recipe"]
    #expect("\(recipe ?? "")".contains("CIExposureAdjust"))
  }

  @Test func `Light that was exposed is compared as it is shown`() async throws {
    let entries = harness.viewer.library.page(offset: 0, limit: 2).entries
    let pair = "a=\(entries[0].id)&b=\(entries[0].id)"
    #expect(try await harness.ask("/api/compare?\(pair)").object["compared"] as? String == "what is shown")
    #expect(try await harness.ask("/api/compare?\(pair)&calibrated=0").object["compared"] == nil)
  }
}
