import Foundation
import Testing

@Suite struct DisplaySimulateTests {
  private func pq(_ scratch: Scratch) throws -> String {
    let fixture = FixturePNG(width: 64, height: 2) { x, _ in (UInt16(x * 800), UInt16(x * 800), UInt16(x * 700)) }.pq
    return try scratch.write(fixture.bytes, to: "a.png")
  }

  private func rows(_ path: String, _ options: String...) throws -> PixelRows {
    let result = try Headroom.run(["display", "simulate", path, "--format", "npy"] + options)
    #expect(result.status == 0, "\(result.errors)")
    return try PixelRows(npy: result.output)
  }

  @Test func `a metal layer cuts what pixels prints, a layer does not exceed it`() throws {
    let scratch = try Scratch()
    let path = try pq(scratch)
    let light = try PixelRows(
      npy: Headroom.run("pixels", path, "--color-space", "extendedLinearSRGB", "--format", "npy").output)
    let cut = try rows(path, "--headroom", "1.5", "--layer", "metal")
    #expect((cut.width, cut.height) == (64, 2))
    for (value, whole) in zip(cut.values, light.values) { #expect(abs(value - min(whole, 1.5)) < 1e-5) }
    let mapped = try rows(path, "--headroom", "1.5", "--layer", "core")
    #expect((mapped.values.max() ?? 2) <= 1.5)
    let plain = try rows(path, "--headroom", "1.5", "--layer", "core", "--range", "standard")
    #expect((plain.values.max() ?? 2) <= 1)
    #expect(
      try rows(path, "--headroom", "inf", "--layer", "core").values
        == rows(path, "--headroom", "inf", "--layer", "metal").values)
  }

  @Test(arguments: ["1", "1.5", "3"]) func `a gain map is weighted for the headroom, as pixels does it`(
    _ headroom: String
  ) throws {
    let scratch = try Scratch()
    let fixture = FixturePNG(width: 64, height: 16) { x, y in (UInt16(x * 700), 30_000, UInt16(y * 1500)) }.pq
    let source = try scratch.write(fixture.bytes, to: "a.png")
    let path = scratch.path("map.jpg")
    #expect(try Headroom.run("convert", source, path).status == 0)
    let wanted = try PixelRows(
      npy: Headroom.run(
        "pixels", path, "--headroom", headroom, "--color-space", "extendedLinearSRGB", "--format", "npy"
      ).output)
    let limit = try #require(Float(headroom))
    let shown = try rows(path, "--headroom", headroom, "--layer", "core")
    // Colours that sRGB does not have end where its own do.
    for (value, whole) in zip(shown.values, wanted.values) where abs(whole) < limit * 0.98 {
      #expect(abs(value - whole) < 2e-3 + 2e-3 * abs(whole))
    }
    #expect((shown.values.max() ?? 9) <= max(limit, 1) + 1e-5)
  }

  @Test func `light is cut in the primaries that are asked for`() throws {
    let scratch = try Scratch()
    let path = try pq(scratch)
    for space in ["extendedLinearITUR_2020", "extendedLinearDisplayP3"] {
      let light = try PixelRows(npy: Headroom.run("pixels", path, "--color-space", space, "--format", "npy").output)
      let cut = try rows(path, "--headroom", "1.5", "--layer", "metal", "--color-space", space)
      for (value, whole) in zip(cut.values, light.values) { #expect(abs(value - min(whole, 1.5)) < 1e-5) }
    }
  }

  @Test func `SDR is shown as it is`() throws {
    let scratch = try Scratch()
    let fixture = FixturePNG(width: 16, height: 1) { x, _ in (UInt16(x * 4369), 0, 65_535) }
    let path = try scratch.write(fixture.bytes, to: "a.png")
    let light = try PixelRows(
      npy: Headroom.run("pixels", path, "--color-space", "extendedLinearSRGB", "--format", "npy").output)
    for layer in ["metal", "core"] {
      let shown = try rows(path, "--headroom", "1", "--layer", layer)
      for (value, wanted) in zip(shown.values, light.values) { #expect(abs(value - wanted) < 1e-5) }
    }
  }

  @Test func `a picture is written instead, once`() throws {
    let scratch = try Scratch()
    let path = try pq(scratch)
    let target = scratch.file("out.png").path
    let arguments = ["display", "simulate", path, "--headroom", "2", "--layer", "core", "--output", target]
    let first = try Headroom.run(arguments)
    #expect(first.status == 0 && first.output.isEmpty)
    let written = try PixelRows(
      npy: Headroom.run("pixels", target, "--color-space", "extendedLinearSRGB", "--format", "npy").output)
    let light = try rows(path, "--headroom", "2", "--layer", "core")
    for (value, wanted) in zip(written.values, light.values) {
      #expect(abs(value - wanted) < 1e-3 + 1e-3 * abs(wanted))
    }
    #expect(try Headroom.run(arguments).status == 4)
  }

  @Test func `a display never gives more than it could`() throws {
    let scratch = try Scratch()
    let path = try pq(scratch)
    #expect(
      try Headroom.run("display", "simulate", path, "--headroom", "4", "--layer", "core", "--potential", "2").status
        == 2)
    #expect(try Headroom.run("display", "simulate", path, "--headroom", "0.5", "--layer", "core").status == 2)
    #expect(try Headroom.run("display", "simulate", path, "--layer", "core").status == 2)
  }
}
