import Foundation
import Headroom
import Testing

/// Callbacks of regions that ask for less than their kernel reads.
@Suite("Callbacks that ask for too little") struct RegionCallbackTests {
  private let context = CIContext(options: [.workingColorSpace: NSNull()])
  private let image = CIImage(color: CIColor(red: 1, green: 1, blue: 1)).cropped(
    to: CGRect(x: 0, y: 0, width: 200, height: 200))
  private let tooLittle: CIKernelROICallback = { _, rect in rect }
  private let enough: CIKernelROICallback = { index, rect in
    index == 0 ? rect.offsetBy(dx: 20, dy: 0) : rect
  }

  /// Red of the pixels of a row of 64, rendered by itself.
  private func row(_ image: CIImage?, y: Int = 0) throws -> [Float] {
    let image = try #require(image)
    var pixels = [Float](repeating: -9, count: 64 * 4)
    unsafe pixels.withUnsafeMutableBytes { bytes in
      unsafe context.render(
        image, toBitmap: bytes.baseAddress!, rowBytes: 64 * 16, bounds: CGRect(x: 0, y: y, width: 64, height: 1),
        format: .RGBAf, colorSpace: nil)
    }
    return stride(from: 0, to: pixels.count, by: 4).map { pixels[$0] }
  }

  /// A row of an image, twice, with what was said of a kernel, line by line.
  private func told(of kernel: String, _ image: CIImage?) throws -> (row: [Float], lines: [String]) {
    var row: [Float] = []
    let said = try StandardError.written {
      row = try self.row(image)
      _ = try self.row(image, y: 7)
    }
    return (row, said.split(separator: "\n").map(String.init).filter { $0.contains("'\(kernel)'") })
  }

  private func kernel(_ name: String, _ body: String) throws -> CIKernel {
    let text = "#include <CoreImage/CoreImage.h>\nusing namespace coreimage;\nextern \"C\" \(body)"
    return try #require(try CIKernel.kernels(withMetalString: text).first { $0.name == name })
  }

  /// - Parameter make: a kernel that reads twenty pixels to the right, and its image: each kernel tells once.
  private func check(_ name: String, _ make: (@escaping CIKernelROICallback) throws -> CIImage?) throws {
    let right = try told(of: name, make(enough))
    #expect(right.row == [Float](repeating: 1, count: 64))
    #expect(right.lines.isEmpty)
    let wrong = try told(of: name, make(tooLittle))
    #expect(wrong.row.first == 1 && wrong.row.last == 0)
    let line = try #require(wrong.lines.first)
    #expect(wrong.lines.count == 1)
    #expect(line.contains("for (x 0, y 0, 64 x 1) of the result it asks for (x 0, y 0, 64 x 1) of image 0"), "\(line)")
    #expect(line.contains("and the kernel reads (x "), "\(line)")
  }

  @Test func `of a closure`() throws {
    try check("region closure") { callback in
      CIKernel(name: "region closure") { samplers, x, y, _ in samplers[0].sample(x: x + 20, y: y) }
        .apply(extent: image.extent, roiCallback: callback, arguments: [image])
    }
  }

  @Test func `of a warp`() throws {
    try check("region warp") { callback in
      CIWarpKernel(name: "region warp") { x, y, _ in (x + 20, y) }
        .apply(extent: image.extent, roiCallback: callback, image: image, arguments: nil)
    }
  }

  @Test func `of a text that reads at a distance`() throws {
    try check("shiftedRegion") { callback in
      try kernel("shiftedRegion", "float4 shiftedRegion(sampler s) { return s.sample(s.coord() + float2(20, 0)); }")
        .apply(extent: image.extent, roiCallback: callback, arguments: [image])
    }
  }

  @Test func `of a text that reads where another pixel says`() throws {
    try check("movedRegion") { callback in
      try kernel(
        "movedRegion",
        "float4 movedRegion(sampler s, sample_t by) { return s.sample(s.coord() + float2(20 * by.r, 0)); }"
      ).apply(extent: image.extent, roiCallback: callback, arguments: [image, image])
    }
  }

  @Test func `of a warp from text`() throws {
    try check("warpedRegion") { callback in
      let kernel = try kernel(
        "warpedRegion", "float2 warpedRegion(destination d) { return d.coord() + float2(20, 0); }")
      return try #require(kernel as? CIWarpKernel).apply(
        extent: image.extent, roiCallback: callback, image: image, arguments: [])
    }
  }

  @Test func `of a kernel that was given enough before`() throws {
    let kernel = CIWarpKernel(name: "region again") { x, y, _ in (x + 20, y) }
    try check("region again") { callback in
      kernel.apply(extent: image.extent, roiCallback: callback, image: image, arguments: nil)
    }
  }

  @Test func `what lies outside of an image needs not be asked for`() throws {
    let kernel = CIKernel(name: "region outside") { samplers, x, y, _ in samplers[0].sample(x: x - 500, y: y) }
    let found = try told(
      of: "region outside",
      kernel.apply(extent: image.extent, roiCallback: { _, _ in .null }, arguments: [image]))
    #expect(found.row == [Float](repeating: 0, count: 64) && found.lines.isEmpty)
  }
}
