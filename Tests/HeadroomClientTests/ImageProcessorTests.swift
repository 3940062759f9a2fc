import Foundation
import Headroom
import Synchronization
import Testing

struct ProcessingFailed: Error, Equatable {
  let reason: String
}

/// The mean of each pixel and its right neighbour, times a factor.
final class NeighbourMean: CIImageProcessorKernel {
  override class func roi(forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect) -> CGRect {
    CGRect(x: outputRect.minX, y: outputRect.minY, width: outputRect.width + 1, height: outputRect.height)
  }

  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws {
    let input = try #require(inputs?.first)
    let factor = arguments?["factor"] as? Float ?? 1
    for row in 0..<Int(output.region.height) {
      let from = (input.baseAddress + row * input.bytesPerRow).assumingMemoryBound(to: Float.self)
      let to = (output.baseAddress + row * output.bytesPerRow).assumingMemoryBound(to: Float.self)
      for i in 0..<Int(output.region.width) * 4 { to[i] = (from[i] + from[i + 4]) / 2 * factor }
    }
  }
}

/// Notes what it was given, in the formats it was told.
final class Witness: CIImageProcessorKernel {
  struct Call {
    var regions: [CGRect]
    var output: CGRect
    var formats: [CIFormat]
    var digests: [UInt64]
  }
  static let calls = Mutex<[Call]>([])

  override class func roi(forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect) -> CGRect {
    input == 1 ? .null : outputRect
  }
  override class func formatForInput(at input: Int32) -> CIFormat { [.BGRA8, .RGBAh, .R8][Int(input)] }
  override class var outputFormat: CIFormat { .Rf }
  override class var outputIsOpaque: Bool { true }

  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws {
    let inputs = inputs ?? []
    calls.withLock {
      $0.append(
        Call(
          regions: inputs.map(\.region), output: output.region, formats: inputs.map(\.format) + [output.format],
          digests: inputs.map(\.digest) + [output.digest]))
    }
    let top = inputs[0].baseAddress.assumingMemoryBound(to: UInt8.self)
    let buffer = try #require(output.pixelBuffer)
    #expect(CVPixelBufferGetWidth(buffer) == Int(output.region.width))
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    let floats = try #require(CVPixelBufferGetBaseAddress(buffer)).assumingMemoryBound(to: Float.self)
    // The red byte of the top left pixel, which BGRA has third.
    floats[0] = Float(top[2])
  }
}

final class Failing: CIImageProcessorKernel {
  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws {
    throw ProcessingFailed(reason: arguments?["reason"] as? String ?? "")
  }
}

/// Fills its output with a number, out of nothing.
final class Filling: CIImageProcessorKernel {
  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws {
    #expect(inputs == nil)
    for row in 0..<Int(output.region.height) {
      let to = (output.baseAddress + row * output.bytesPerRow).assumingMemoryBound(to: Float.self)
      for i in 0..<Int(output.region.width) * 4 { to[i] = 0.5 }
    }
  }
}

@Suite("Image processors of a client", .serialized)
struct ImageProcessorTests {
  @Test func `a processor computes what a render needs, with transparent pixels around`() throws {
    let image = try NeighbourMean.apply(
      withExtent: KernelTests.bounds, inputs: [KernelTests.ramp()], arguments: ["factor": Float(2)])
    let pixels = try KernelTests.pixels(image)
    #expect(KernelTests.pixel(pixels, 4, 5) == [9, 12, 0.5, 2])
    #expect(KernelTests.pixel(pixels, 23, 5) == [23, 6, 0.25, 1])
    // Inside a chain, and cut.
    let chain = image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
      .cropped(to: CGRect(x: 4, y: 5, width: 2, height: 2))
    #expect(KernelTests.pixel(try KernelTests.pixels(chain), 5, 6)[0] == 22)
  }

  @Test func `formats, regions and digests are as asked for`() throws {
    Witness.calls.withLock { $0 = [] }
    let red = CIImage(color: CIColor(red: 1, green: 0, blue: 0)).cropped(to: KernelTests.bounds)
    let image = try Witness.apply(
      withExtent: KernelTests.bounds, inputs: [red, KernelTests.ramp(), KernelTests.ramp()], arguments: nil)
    let part = CGRect(x: 2, y: 3, width: 5, height: 4)
    let pixels = try KernelTests.pixels(image, part)
    #expect(pixels[3 * 5] == [255, 0, 0, 1])
    #expect(pixels[0] == [0, 0, 0, 1])
    let call = try #require(Witness.calls.withLock { $0.first })
    #expect(call.output == part && call.regions[0] == part && call.regions[1].isNull && call.regions[2] == part)
    #expect(call.formats == [.BGRA8, .RGBAh, .R8, .Rf])
    #expect(Set(call.digests).count == 4)
    #expect(image.isOpaque)
    _ = try KernelTests.pixels(image, part)
    #expect(Witness.calls.withLock { $0.last?.digests } == call.digests)
  }

  @Test func `what a processor throws, the render throws`() throws {
    let image = try Failing.apply(
      withExtent: KernelTests.bounds, inputs: [KernelTests.ramp()], arguments: ["reason": "no reason"])
    #expect {
      _ = try CIContext().renderedCGImage(image, from: image.extent, format: .RGBA8, colorSpace: nil)
    } throws: { error in
      guard case .processor("Failing", let inner)? = error as? RenderError else { return false }
      return inner as? ProcessingFailed == ProcessingFailed(reason: "no reason")
    }
    let space = CGColorSpaceCreateDeviceRGB()
    #expect(throws: ProcessingFailed(reason: "no reason")) {
      _ = try CIContext().heif10Representation(of: image, colorSpace: space)
    }
    var bytes = [UInt8](repeating: 0, count: 24 * 16 * 4)
    try bytes.withUnsafeMutableBytes { memory in
      let destination = CIRenderDestination(
        bitmapData: memory.baseAddress!, width: 24, height: 16, bytesPerRow: 96, format: .RGBA8)
      #expect(throws: ProcessingFailed(reason: "no reason")) {
        try CIContext().startTask(toRender: image, to: destination).waitUntilCompleted()
      }
      // The context and the image are none the worse.
      try CIContext().startTask(toRender: KernelTests.ramp(), to: destination).waitUntilCompleted()
    }
    #expect(CIContext().createCGImage(image, from: image.extent) == nil)
    // A class that overrides nothing says so.
    let idle = try CIImageProcessorKernel.apply(withExtent: KernelTests.bounds, inputs: nil, arguments: nil)
    #expect(throws: RenderError.self) {
      _ = try CIContext().renderedCGImage(idle, from: idle.extent, format: .RGBA8, colorSpace: nil)
    }
  }

  @Test func `a processor without inputs, empty and infinite extents`() throws {
    let filled = try Filling.apply(withExtent: KernelTests.bounds, inputs: nil, arguments: nil)
    #expect(KernelTests.pixel(try KernelTests.pixels(filled), 3, 3) == [0.5, 0.5, 0.5, 0.5])
    let endless = try Filling.apply(withExtent: .infinite, inputs: nil, arguments: nil)
    #expect(KernelTests.pixel(try KernelTests.pixels(endless), 23, 15) == [0.5, 0.5, 0.5, 0.5])
    #expect(try Filling.apply(withExtent: .null, inputs: nil, arguments: nil).extent.isNull)
    for extent in OddValues.rectangles {
      OddValues.exercise(try NeighbourMean.apply(withExtent: extent, inputs: [OddValues.image()], arguments: nil))
      OddValues.exercise(try Filling.apply(withExtent: extent, inputs: nil, arguments: ["x": OddValues.nan]))
    }
  }
}
