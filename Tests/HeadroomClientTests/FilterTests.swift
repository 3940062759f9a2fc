import Foundation
import Headroom
import Testing

/// Filters as another package sees them: no `package` access, `import Headroom` alone, built in release.
@Suite("Filters of a client")
struct FilterTests {
  static let noNames = [
    "", " ", "CINoSuch", "cigaussianblur", "CIGaussianBlur ", "\0", String(repeating: "x", count: 100_000),
  ]

  @Test(arguments: noNames)
  func `a name that no filter has gives nil, and applying it gives the image itself`(name: String) {
    #expect(CIFilter(name: name) == nil)
    #expect(CIFilter(name: name, parameters: nil) == nil)
    #expect(CIFilter(name: name, parameters: ["inputRadius": 1]) == nil)
    #expect(CIFilter(name: name, withInputParameters: ["inputRadius": 1]) == nil)
    let image = OddValues.image()
    #expect(image.applyingFilter(name) === image)
    #expect(image.applyingFilter(name, parameters: ["inputImage": 3, "x": "y"]) === image)
    #expect(CIFilter.localizedName(forFilterName: name) == nil)
    #expect(CIFilter.localizedDescription(forFilterName: name) == nil)
    #expect(CIFilter.localizedReferenceDocumentation(forFilterName: name) == nil)
    #expect(CIFilter.filterNames(inCategory: name).isEmpty)
  }

  @Test func `every name that is listed makes a filter of that name`() throws {
    let names = CIFilter.filterNames(inCategory: kCICategoryBuiltIn)
    #expect(names.count > 30)
    for name in names {
      let filter = try #require(CIFilter(name: name))
      #expect(filter.name == name)
      #expect(filter.attributes[kCIAttributeFilterName] as? String == name)
      #expect(CIFilter.localizedName(forFilterName: name)?.isEmpty == false)
    }
  }

  @Test(arguments: CIFilter.filterNames(inCategory: kCICategoryBuiltIn))
  func `no value under any key of a filter does harm`(name: String) throws {
    for (_, value) in OddValues.all {
      let filter = try #require(CIFilter(name: name, parameters: ["inputImage": value, "": value]))
      for key in filter.inputKeys + ["inputNothing", "outputImage", ""] {
        filter.setValue(value, forKey: key)
        _ = filter.value(forKey: key)
        try? filter.set(value, forInput: key)
      }
      _ = filter.debugDescription
      OddValues.exercise(filter.outputImage)
      for key in ["inputImage", "inputBackgroundImage"] where filter.inputKeys.contains(key) {
        filter.setValue(OddValues.image(), forKey: key)
      }
      OddValues.exercise(filter.outputImage)
      _ = OddValues.image().applyingFilter(name, parameters: ["inputRadius": value, "x": value])
    }
  }

  @Test func `a number may have any type`() throws {
    let values: [Any] = [
      5, UInt8(5), Int64(5), 5.0, Float(5), CGFloat(5), NSNumber(value: 5), Decimal(5), Optional(5) as Any,
    ]
    for value in values {
      let filter = try #require(CIFilter(name: "CIGaussianBlur", parameters: ["inputRadius": value]))
      #expect((filter.value(forKey: "inputRadius") as? NSNumber)?.doubleValue == 5)
    }
  }

  @Test func `an input that is set to nothing has its default, in whatever form nothing comes`() throws {
    let filter = try #require(CIFilter(name: "CIGaussianBlur"))
    let usual = (filter.value(forKey: "inputRadius") as? NSNumber)?.doubleValue
    for nothing in [nil, Optional<Double>.none as Any, Optional<CIImage?>.some(nil) as Any] as [Any?] {
      filter.setValue(7, forKey: "inputRadius")
      filter.setValue(nothing, forKey: "inputRadius")
      #expect((filter.value(forKey: "inputRadius") as? NSNumber)?.doubleValue == usual)
      filter.setValue(OddValues.image(), forKey: "inputImage")
      filter.setValue(nothing, forKey: "inputImage")
      #expect(filter.value(forKey: "inputImage") == nil)
    }
  }
}
