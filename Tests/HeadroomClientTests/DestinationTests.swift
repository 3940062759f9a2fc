import Foundation
import Headroom
import Testing

/// Where contexts render to.
@Suite("Destinations")
struct DestinationTests {
  private let linear = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)!

  private func color(_ red: CGFloat, alpha: CGFloat = 1, _ rect: CGRect) -> CIImage {
    CIImage(color: CIColor(red: red, green: 0, blue: 0, alpha: alpha, colorSpace: linear)!).cropped(to: rect)
  }

  @Test("a blend kernel lays the picture over what is there, in light or in the destination's numbers")
  func blends() throws {
    var pixels = [SIMD4<Float>](repeating: SIMD4(2, 0, 0, 1), count: 64)
    try pixels.withUnsafeMutableBytes { bytes in
      let destination = CIRenderDestination(
        bitmapData: bytes.baseAddress!, width: 8, height: 8, bytesPerRow: 128, format: .RGBAf)
      destination.colorSpace = linear
      destination.blendKernel = .componentAdd
      let image = color(1, CGRect(x: 0, y: 0, width: 4, height: 8))
      try CIContext().startTask(toRender: image, to: destination).waitUntilCompleted()
    }
    // Light above 1 stays, and so does all beside the picture.
    #expect(pixels[0].x == 3 && pixels[7] == SIMD4(2, 0, 0, 1))

    var bytes = [UInt8](repeating: 0, count: 4)
    func blended(inDestinationSpace: Bool) throws -> UInt8 {
      bytes = [255, 255, 255, 255]
      try bytes.withUnsafeMutableBytes { bytes in
        let destination = CIRenderDestination(
          bitmapData: bytes.baseAddress!, width: 1, height: 1, bytesPerRow: 4, format: .RGBA8)
        destination.blendKernel = .sourceOver
        destination.blendsInDestinationColorSpace = inDestinationSpace
        let half = color(0, alpha: 0.5, CGRect(x: 0, y: 0, width: 1, height: 1))
        try CIContext().startTask(toRender: half, to: destination).waitUntilCompleted()
      }
      return bytes[0]
    }
    // Half of the light is code 188, half of the code is 128.
    #expect(try abs(Int(blended(inDestinationSpace: false)) - 188) <= 1)
    #expect(try abs(Int(blended(inDestinationSpace: true)) - 128) <= 1)
  }

  @Test("a surface is read and written")
  func surfaces() throws {
    let surface = try #require(
      IOSurface(properties: [.width: 8, .height: 8, .pixelFormat: kCVPixelFormatType_64RGBAHalf]))
    let destination = CIRenderDestination(ioSurface: surface)
    destination.colorSpace = linear
    let rect = CGRect(x: 0, y: 0, width: 8, height: 8)
    try CIContext().startTask(toRender: color(3, rect), to: destination).waitUntilCompleted()
    var pixel = SIMD4<Float>()
    CIContext().render(
      CIImage(ioSurface: surface, options: [.colorSpace: linear]), toBitmap: &pixel, rowBytes: 16,
      bounds: CGRect(x: 2, y: 2, width: 1, height: 1), format: .RGBAf, colorSpace: linear)
    #expect(pixel.x == 3)
  }

  @Test("a context of a bitmap draws into it, scaled, above 1")
  func drawing() throws {
    let info =
      CGImageAlphaInfo.premultipliedLast.rawValue | CGBitmapInfo.floatComponents.rawValue
      | kCGBitmapByteOrder32Host.rawValue
    let bitmap = try #require(
      CGContext(
        data: nil, width: 16, height: 16, bitsPerComponent: 32, bytesPerRow: 0, space: linear, bitmapInfo: info))
    let context = CIContext(cgContext: bitmap, options: nil)
    let rect = CGRect(x: 0, y: 0, width: 8, height: 8)
    context.draw(color(2.5, rect), in: CGRect(x: 0, y: 0, width: 8, height: 16), from: rect)
    let rows = try #require(bitmap.data?.assumingMemoryBound(to: SIMD4<Float>.self))
    #expect(rows[4].x == 2.5 && rows[12] == .zero)
    // A context without a bitmap draws nothing.
    CIContext().draw(color(1, rect), in: rect, from: rect)
  }

  private final class Split: CIImageProcessorKernel {
    override class func roi(forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect) -> CGRect {
      outputRect
    }

    override class func process(
      with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, outputs: [any CIImageProcessorOutput]
    ) throws {
      for (index, output) in outputs.enumerated() {
        let count = Int(output.region.width * output.region.height)
        let pixels = output.baseAddress.assumingMemoryBound(to: SIMD4<Float>.self)
        let row = output.bytesPerRow / 16
        for place in 0..<count {
          let width = Int(output.region.width)
          pixels[place / width * row + place % width] = SIMD4(Float(index + 2), 0, 0, 1)
        }
      }
    }
  }

  private final class Corners: CIImageProcessorKernel {
    override class func roiTileArray(
      forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect
    ) -> [CIVector] {
      [CIVector(x: 0, y: 0, z: 1, w: 1), CIVector(x: 63, y: 63, z: 1, w: 1)]
    }

    override class func process(
      with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
    ) throws {
      let sum = (inputs ?? []).reduce(Float(0)) { sum, input in
        sum + input.baseAddress.assumingMemoryBound(to: Float.self)[0] * Float(input.roiTileIndex + 1)
      }
      let isRight = inputs?.count == 2 && inputs?.allSatisfy { $0.roiTileCount == 2 } == true
      output.baseAddress.assumingMemoryBound(to: SIMD4<Float>.self)[0] = SIMD4(isRight ? sum : -1, 0, 0, 1)
    }
  }

  private func light(_ image: CIImage) -> Float {
    var pixel = SIMD4<Float>()
    CIContext().render(
      image, toBitmap: &pixel, rowBytes: 16,
      bounds: CGRect(x: image.extent.minX, y: image.extent.minY, width: 1, height: 1), format: .RGBAf,
      colorSpace: linear)
    return pixel.x
  }

  @Test("processors of several results, and of parts of an input")
  func processors() throws {
    let rects = [CIVector(x: 0, y: 0, z: 4, w: 4), CIVector(x: 10, y: 10, z: 2, w: 6)]
    let images = try Split.apply(withExtents: rects, inputs: nil, arguments: nil)
    #expect(images.map(\.extent) == rects.map(\.cgRectValue) && images.map(light) == [2, 3])
    let ramp = color(1, CGRect(x: 0, y: 0, width: 32, height: 32))
      .composited(over: color(5, CGRect(x: 0, y: 0, width: 64, height: 64)))
    let one = CGRect(x: 0, y: 0, width: 1, height: 1)
    #expect(light(try Corners.apply(withExtent: one, inputs: [ramp], arguments: nil)) == 11)
  }
}
