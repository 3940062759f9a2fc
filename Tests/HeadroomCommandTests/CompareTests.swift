import Foundation
import Testing

@Suite struct CompareTests {
  private func picture(_ scratch: Scratch, _ name: String, code: UInt16, width: Int = 24) throws -> String {
    let fixture = FixturePNG(width: width, height: 24) { x, y in
      let shade = code + UInt16((x * 7 + y * 13) % 50)
      return (shade, shade, shade)
    }.pq
    return try scratch.write(fixture.bytes, to: name)
  }

  @Test func `A picture equals itself`() throws {
    let scratch = try Scratch()
    let path = try picture(scratch, "a.png", code: 38_000)
    let object = try Headroom.run("compare", path, path, "--json").object()
    let delta = try #require(object["deltaEITP"] as? [String: Any])
    for key in ["mean", "p95", "p99", "max"] { #expect(delta[key] as? Double == 0) }
    #expect(object["pu21PSNR"] is NSNull)
    #expect(object["pu21SSIM"] as? Double == 1)
    #expect(object["maxErrorNits"] as? Double == 0)
  }

  @Test func `One step of luminance has the delta E that BT-2124 gives it`() throws {
    let scratch = try Scratch()
    // 203 and 210 cd/m² as 16-bit PQ codes; delta E ITP between them is 2.5533.
    let flat = { (code: UInt16) in FixturePNG(width: 16, height: 16) { _, _ in (code, code, code) }.pq.bytes }
    let low = try scratch.write(flat(38_055), to: "low.png")
    let high = try scratch.write(flat(38_288), to: "high.png")
    let object = try Headroom.run("compare", low, high, "--json").object()
    let delta = try #require(object["deltaEITP"] as? [String: Any])
    let mean = try #require(delta["mean"] as? Double)
    #expect(abs(mean - 720 * (38_288.0 - 38_055) / 65_535) < 0.01)
    let error = try #require(object["maxErrorNits"] as? Double)
    #expect(abs(error - 7) < 0.2)
    let psnr = try #require(object["pu21PSNR"] as? Double)
    #expect((45...60).contains(psnr))
  }

  @Test func `Pictures of different sizes are refused`() throws {
    let scratch = try Scratch()
    let wide = try picture(scratch, "wide.png", code: 30_000, width: 25)
    let narrow = try picture(scratch, "narrow.png", code: 30_000)
    let result = try Headroom.run("compare", wide, narrow)
    #expect(result.status == 3)
    #expect(result.errors.contains("24x24"))
  }
}
