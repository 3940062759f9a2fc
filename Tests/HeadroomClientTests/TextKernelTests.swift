import Foundation
import Headroom
import Testing

/// Kernels from text as a client has them.
@Suite("Kernels from text") struct TextKernelTests {
  private let context = CIContext(options: [.workingColorSpace: NSNull()])

  /// One pixel of an image, as it is.
  private func pixel(_ image: CIImage?, x: Int = 0, y: Int = 0) throws -> [Float] {
    let image = try #require(image)
    var pixel = [Float](repeating: -9, count: 4)
    unsafe pixel.withUnsafeMutableBytes { bytes in
      unsafe context.render(
        image, toBitmap: bytes.baseAddress!, rowBytes: 16, bounds: CGRect(x: x, y: y, width: 1, height: 1),
        format: .RGBAf, colorSpace: nil)
    }
    return pixel
  }

  private func photo(_ pixels: [[Float]]) -> CIImage {
    CIImage(
      bitmapData: Array(pixels.joined()).withUnsafeBytes { Data($0) }, bytesPerRow: 16 * pixels.count,
      size: CGSize(width: pixels.count, height: 1), format: .RGBAf,
      colorSpace: nil)
  }

  @Test("everything over 1.0 is painted red")
  func red() throws {
    let kernel = try #require(
      CIColorKernel(
        source:
          "kernel vec4 red(__sample s) { return any(greaterThan(s.rgb, vec3(1.0))) ? vec4(1.0, 0.0, 0.0, 1.0) : s; }"))
    let image = kernel.apply(
      extent: CGRect(x: 0, y: 0, width: 2, height: 1), arguments: [photo([[0.5, 0.25, 1, 1], [0.5, 3, 1, 1]])])
    #expect(try pixel(image) == [0.5, 0.25, 1, 1])
    #expect(try pixel(image, x: 1) == [1, 0, 0, 1])
  }

  @Test("an inverter goes below 0 for HDR")
  func inverted() throws {
    let source = """
      #include <CoreImage/CoreImage.h>
      extern "C" float4 inverted(coreimage::sample_t s) { return float4(1 - s.rgb, s.a); }
      """
    let kernel = try CIColorKernel(functionName: "inverted", fromMetalLibraryData: Data(source.utf8))
    let image = kernel.apply(extent: CGRect(x: 0, y: 0, width: 1, height: 1), arguments: [photo([[4, 0.5, -1, 1]])])
    #expect(try pixel(image) == [-3, 0.5, 2, 1])
  }

  @Test("each kind has its class")
  func classes() throws {
    let source = """
      #include <CoreImage/CoreImage.h>
      using namespace metal;
      extern "C" { namespace coreimage {
        float4 tint(sample_t s, float4 color) { return s * color; }
        float2 moved(float distance, destination d) { return d.coord() + float2(distance, 0); }
        float4 second(sampler s) { return s.sample(s.coord() + float2(1, 0)); }
        float4 sum(sample_t a, sample_t b) { return a + b; }
      } }
      """
    let kernels = try CIKernel.kernels(withMetalString: source)
    #expect(kernels.map(\.name) == ["tint", "moved", "second", "sum"])
    let picture = photo([[1, 2, 3, 1], [4, 5, 6, 1]])
    let extent = CGRect(x: 0, y: 0, width: 2, height: 1)
    let tint = try #require(kernels[0] as? CIColorKernel)
    #expect(
      try pixel(tint.apply(extent: extent, arguments: [picture, CIVector(x: 2, y: 1, z: 0.5, w: 1)])) == [2, 2, 1.5, 1])
    let moved = try #require(kernels[1] as? CIWarpKernel)
    #expect(try pixel(moved.apply(extent: extent, image: picture, arguments: [1])) == [4, 5, 6, 1])
    #expect(try pixel(kernels[2].apply(extent: extent, arguments: [picture])) == [4, 5, 6, 1])
    #expect(
      try pixel(
        kernels[2].apply(extent: extent, roiCallback: { _, rect in rect.insetBy(dx: -1, dy: 0) }, arguments: [picture]))
        == [4, 5, 6, 1])
    let sum = try CIBlendKernel(functionName: "sum", fromMetalLibraryData: Data(source.utf8))
    #expect(try pixel(sum.apply(foreground: picture, background: picture), x: 1) == [8, 10, 12, 2])
  }

  @Test("what does not fit is told")
  func errors() throws {
    let kernel = try #require(
      CIColorKernel(source: "kernel vec4 k(__sample s, vec2 p, float x) { return s * x + p.x; }"))
    let (picture, extent) = (photo([[0, 0, 0, 1]]), CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(kernel.apply(extent: extent, arguments: [picture]) == nil)
    func message(_ arguments: [Any]) -> String {
      do { _ = try kernel.applied(extent: extent, arguments: arguments) } catch { return "\(error)" }
      return ""
    }
    #expect(message([picture]) == "k takes 3 arguments, not 1")
    #expect(message([picture, 1, 2]) == "argument 1 of k, 'p', has to be 2 numbers for 'vec2', not a number")
    #expect(message([1, CIVector(x: 1, y: 2), 2]) == "argument 0 of k, 's', has to be an image, not a number")
    #expect(message([picture, CIVector(x: 1, y: 2), 2]).isEmpty)
    #expect(CIColorKernel(source: "kernel vec4 k(__sample s) { return t; }") == nil)
    #expect(throws: KernelError.compiledLibrary(kernel: "data")) {
      try CIKernel(functionName: "k", fromMetalLibraryData: Data("MTLB\u{1}".utf8))
    }
    #expect(throws: KernelError.noFunction(name: "q", others: ["k"])) {
      try CIKernel(functionName: "q", fromMetalLibraryData: Data("extern \"C\" float4 k(float a) { return a; }".utf8))
    }
    do {
      _ = try CIKernel.kernels(withMetalString: "extern \"C\" float4 k(float a) { return b; }")
      Issue.record("compiled")
    } catch { #expect("\(error)".contains("kernel:1:42: error: use of undeclared") || "\(error)".contains("'b'")) }
  }

  @Test("a loop without end gives nothing, in time")
  func endless() throws {
    let kernel = try #require(
      CIColorKernel(source: "kernel vec4 k(__sample s) { while (true) { s.r += 1.0; } return s; }"))
    let image = kernel.apply(extent: CGRect(x: 0, y: 0, width: 1, height: 1), arguments: [photo([[1, 1, 1, 1]])])
    #expect(try pixel(image) == [0, 0, 0, 0])
  }
}
