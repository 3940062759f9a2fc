import Foundation
import HeadroomColor
import HeadroomTestSupport
import HeadroomViewer
import Testing

/// The tables of gains, mixed as the page mixes them, against the library's curve.
struct ViewerToneTests {
  private let folder: TemporaryFolder
  private let harness: ViewerHarness

  init() throws {
    folder = try TemporaryFolder()
    let file = MadeFiles.pfm(width: 64, height: 4) { x, _ in SIMD3(repeating: exp2(Float(x) / 16 - 1)) }
    try Data(file).write(to: URL(filePath: folder.path("ramp.pfm")))
    harness = try ViewerHarness([folder.path("ramp.pfm")])
  }

  private struct Tables {
    let headrooms: [Double]
    let gains: [[Float]]

    init(_ answer: ViewerResponse) throws {
      headrooms = try #require(answer.header("X-Headrooms")).split(separator: ",").compactMap { Double($0) }
      let floats = answer.floats
      try #require(floats.count == headrooms.count * 1024)
      gains = headrooms.indices.map { Array(floats[$0 * 1024..<($0 + 1) * 1024]) }
    }

    /// Stops of gain for entry `index` on a display of `stops`.
    func gain(_ index: Int, _ stops: Double) -> Double {
      guard let upper = headrooms.firstIndex(where: { $0 > stops }) else { return 0 }
      let weight = (stops - headrooms[upper - 1]) / (headrooms[upper] - headrooms[upper - 1])
      let mixed = (1 - weight) * Double(gains[upper - 1][index]) + weight * Double(gains[upper][index])
      return min(mixed, stops - (-12 + 24 * Double(index) / 1023))
    }
  }

  @Test(arguments: [-4.0, 0, 1, 5]) func `Mixed tables are the library's curve for every display`(_ exposure: Double)
    async throws
  {
    let tables = try Tables(try await harness.file("/tone?exposure=\(exposure)"))
    let content = exp2(try #require(tables.headrooms.last))
    #expect(tables.headrooms == tables.headrooms.sorted() && tables.headrooms.first == 0)
    for stops in [0, 0.3, 1, 1.4, 2, 3.7, 6] {
      let curve = ToneCurve(contentHeadroom: content, targetHeadroom: exp2(stops))
      for index in stride(from: 0, to: 1024, by: 31) {
        let level = exp2(-12 + 24 * Double(index) / 1023)
        let expected = log2(curve.gain(at: level))
        #expect(abs(tables.gain(index, stops) - expected) < 1e-5, "\(stops) stops, \(level)")
      }
    }
  }

  @Test func `The content's headroom follows the exposure`() async throws {
    let plain = try #require(try Tables(try await harness.file("/tone")).headrooms.last)
    let brighter = try #require(try Tables(try await harness.file("/tone?exposure=1.5")).headrooms.last)
    #expect(plain > 2.5 && abs(brighter - plain - 1.5) < 1e-9)
    let dark = try Tables(try await harness.file("/tone?exposure=-8"))
    #expect(dark.headrooms == [0] && dark.gains[0].allSatisfy { $0 == 0 })
  }
}
