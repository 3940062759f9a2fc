import Foundation
import Headroom
import Testing

final class Haze: CIFilter {
  @KeyedInput var inputImage: CIImage?
  @KeyedInput var inputAmount: Float = 0.5
  @KeyedInput var inputNote: URL?
  @KeyedInput var inputIsStrong = false

  override var outputImage: CIImage? {
    inputImage?.applyingFilter("CIExposureAdjust", parameters: ["inputEV": -inputAmount])
  }
}

/// As it is written for other platforms, without the wrapper.
final class PlainHaze: CIFilter {
  var inputImage: CIImage?
  var inputAmount: Float = 0.5
  lazy var inputTable: [Float] = [1, 2]
  private var cache = 3

  override var outputImage: CIImage? { inputImage }
}

struct HazeMaker: CIFilterConstructor {
  func filter(withName name: String) -> CIFilter? { name == "ClientHaze" ? Haze() : nil }
}

@Suite("Filter classes of a client", .serialized)
struct SubclassTests {
  @Test func `a subclass is not made by the names of others`() {
    #expect(Haze(name: "CIGaussianBlur") == nil)
    #expect(Haze(name: "CINoSuch") == nil)
    #expect(Haze(name: "Haze") == nil)
  }

  @Test func `a registered class is made by its name, as itself`() throws {
    CIFilter.registerName("ClientHaze", constructor: HazeMaker(), classAttributes: [kCIAttributeFilterCategories: 3])
    CIFilter.registerName("ClientNothing", constructor: HazeMaker())
    #expect(CIFilter(name: "ClientNothing") == nil)
    #expect(try #require(Haze(name: "ClientHaze", parameters: ["inputAmount": 2])).inputAmount == 2)
    let image = OddValues.image().applyingFilter("ClientHaze", parameters: ["inputAmount": 1])
    let pixels = try #require(CIContext().createCGImage(image, from: image.extent))
    #expect(pixels.width == 8)
    #expect(image.applyingFilter("ClientNothing") === image)
  }

  @Test func `an input of a client's class takes any value without harm`() {
    let filter = Haze()
    for (_, value) in OddValues.all {
      for key in filter.inputKeys + ["inputNothing", "outputImage", ""] {
        filter.setValue(value, forKey: key)
        _ = filter.value(forKey: key)
        try? filter.set(value, forInput: key)
      }
      _ = filter.description
      OddValues.exercise(filter.outputImage)
    }
    filter.setDefaults()
    #expect(filter.value(forKey: "inputNote") == nil)
    filter.setValue(1, forKey: "inputIsStrong")
    #expect(filter.inputIsStrong)
  }

  @Test func `a plain property is named, with what to write instead, once`() throws {
    let said = try StandardError.written {
      let filter = PlainHaze()
      filter.setValue(OddValues.image(), forKey: "inputImage")
      filter.setValue(OddValues.image(), forKey: "inputImage")
      #expect(filter.value(forKey: "inputAmount") == nil)
      #expect(filter.inputKeys.isEmpty)
      filter.setValue(1, forKey: "inputNothing")
    }
    #expect(said.components(separatedBy: "PlainHaze.inputImage").count == 2)
    #expect(said.contains("write '@KeyedInput var inputImage: CIImage?'"))
    #expect(said.contains("write '@KeyedInput var inputAmount: Float'"))
    #expect(said.contains("PlainHaze.inputTable"))
    #expect(!said.contains("cache") && said.contains("inputNothing"))
  }

  @Test func `a plain property is an error where errors are asked for`() {
    #expect(throws: FilterError.plainProperty(filter: "PlainHaze", key: "inputAmount", type: "Float")) {
      try PlainHaze().set(1, forInput: "inputAmount")
    }
  }
}
