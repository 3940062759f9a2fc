import Foundation
import Headroom
import Testing

/// Filters as objects: copies, keys, kernels of older classes.
@Suite("Filters as objects")
struct FilterObjectTests {
  private func gray(_ level: CGFloat, _ rect: CGRect = CGRect(x: 0, y: 0, width: 8, height: 8)) -> CIImage {
    CIImage(color: CIColor(red: level, green: level, blue: level, colorSpace: linear)!).cropped(to: rect)
  }

  private let linear = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)!

  private func light(_ image: CIImage, x: Int = 3, y: Int = 3) -> SIMD4<Float> {
    var pixel = SIMD4<Float>()
    CIContext().render(
      image, toBitmap: &pixel, rowBytes: 16, bounds: CGRect(x: x, y: y, width: 1, height: 1), format: .RGBAf,
      colorSpace: linear)
    return pixel
  }

  @Test("a copy has the values, and changes on its own")
  func copies() throws {
    let filter = try #require(CIFilter(name: "CIExposureAdjust", parameters: [kCIInputImageKey: gray(0.25)]))
    filter.setValue(1, forKey: kCIInputEVKey)
    let copy = try #require(filter.copy() as? CIFilter)
    filter.setValue(3, forKey: kCIInputEVKey)
    #expect(try light(#require(copy.outputImage)).x == 0.5)
    #expect(copy.name == "CIExposureAdjust" && copy !== filter)
    let typed = CIFilter.sepiaTone()
    typed.intensity = 0.25
    #expect((typed.copy() as? any CIFilter & CISepiaTone)?.intensity == 0.25)
  }

  private final class Gain: CIFilter {
    @KeyedInput var inputImage: CIImage?
    @KeyedInput var inputGain: CGFloat = 1
    @KeyedInput var inputPower: Double = 1
    @KeyedInput var inputCount: Int32 = 0
    @KeyedInput var inputLimit: Double?

    override var outputImage: CIImage? {
      inputImage?.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: log2(inputGain)])
    }
  }

  @Test("inputs of any number type take any number by key")
  func numbers() throws {
    let filter = Gain()
    for value in [2 as Any, 2.0 as Float, 2.0, CGFloat(2), NSNumber(value: 2), Int8(2), UInt16(2)] {
      filter.setDefaults()
      for key in ["inputGain", "inputPower", "inputCount", "inputLimit"] { filter.setValue(value, forKey: key) }
      #expect(filter.inputGain == 2 && filter.inputPower == 2 && filter.inputCount == 2 && filter.inputLimit == 2)
    }
    filter.setValuesForKeys([kCIInputImageKey: gray(0.25), "inputGain": 4])
    #expect(try light(#require(filter.outputImage)).x == 1)
    filter.setValue(1e30, forKey: "inputCount")
    #expect(filter.inputCount == .max)
    #expect(filter.value(forKey: "inputGain") as? NSNumber == 4)
  }

  @Test("what is ignored is said, once, and can be had as an error")
  func ignored() {
    let filter = CIFilter.exposureAdjust()
    filter.setValue("much", forKey: kCIInputEVKey)
    filter.setValue(1, forKey: "inputNothing")
    #expect(filter.ev == 0)
    #expect(throws: FilterError.self) { try filter.set("much", forInput: kCIInputEVKey) }
  }

  @Test("a kernel applied by a filter, in an extent of the option's")
  func kernels() throws {
    let kernel = try #require(
      CIKernel(source: "kernel vec4 half(sampler s) { return sample(s, samplerCoord(s)) * 0.5; }"))
    let filter = Gain()
    let whole = filter.apply(kernel, arguments: [CISampler(image: gray(0.5))], options: nil)
    #expect(whole?.extent == CGRect(x: 0, y: 0, width: 8, height: 8))
    let part = try #require(
      filter.apply(
        kernel, arguments: [CISampler(image: gray(0.5))], options: [kCIApplyOptionExtent: [2, 2, 4, 4]]))
    #expect(part.extent == CGRect(x: 2, y: 2, width: 4, height: 4) && light(part).x == 0.25)
  }

  @Test("a clamped sampler has its image's extent")
  func samplers() {
    let sampler = CISampler(image: gray(1), options: [kCISamplerWrapMode: kCISamplerWrapClamp])
    #expect(sampler.extent == CGRect(x: 0, y: 0, width: 8, height: 8) && sampler.definition.extent == sampler.extent)
  }

  @Test("transitions without a shading image are unlit", arguments: ["CIRippleTransition", "CIPageCurlTransition"])
  func unlit(_ name: String) throws {
    let rect = CGRect(x: 0, y: 0, width: 64, height: 64)
    let level = gray(0.5, rect).clampedToExtent()
    let output = level.applyingFilter(
      name,
      parameters: [
        kCIInputTargetImageKey: level, kCIInputTimeKey: 0.5, kCIInputExtentKey: CIVector(cgRect: rect),
      ])
    #expect(output.extent == rect)
    for x in stride(from: 4, to: 60, by: 8) { #expect(abs(light(output, x: x, y: 32).x - 0.5) < 1e-3) }
  }
}
