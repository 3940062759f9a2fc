import Foundation
import HeadroomFilters
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// Filters that a client writes.
@Suite struct ClientFilterTests {
  /// As a client on Linux writes it: `@KeyedInput` where other platforms have `@objc dynamic`.
  final class Dimmer: CIFilter {
    @KeyedInput var inputImage: CIImage?
    @KeyedInput var inputAmount: Float = 1

    override var outputImage: CIImage? {
      inputImage?.applyingFilter("CIExposureAdjust", parameters: ["inputEV": -inputAmount])
    }

    override class func customAttributes() -> [String: Any]? {
      [kCIAttributeFilterDisplayName: "Dimmer", kCIAttributeFilterCategories: [kCICategoryStillImage]]
    }
  }

  struct Maker: CIFilterConstructor {
    func filter(withName name: String) -> CIFilter? { name.hasPrefix("Dimmer") ? Dimmer() : nil }
  }

  @Test func `a subclass has its inputs under their keys`() throws {
    let filter = Dimmer()
    #expect(filter.inputKeys == ["inputImage", "inputAmount"])
    filter.setValue(CIImage(color: .white), forKey: kCIInputImageKey)
    filter.setValue(2, forKey: kCIInputAmountKey)
    #expect(filter.inputAmount == 2)
    #expect(filter.value(forKey: kCIInputAmountKey) as? Float == 2)
    let output = try #require(filter.value(forKey: kCIOutputImageKey) as? CIImage)
    let pixel = try TestPicture.render(output, PixelRect(x: 0, y: 0, width: 1, height: 1))
    #expect(pixel.pixels == [0.25, 0.25, 0.25, 1])
    filter.setDefaults()
    #expect(filter.inputAmount == 1)
    #expect(filter.inputImage == nil)
  }

  @Test func `a subclass describes itself`() {
    let filter = Dimmer()
    #expect(filter.name == "Dimmer")
    #expect(filter.attributes[kCIAttributeFilterDisplayName] as? String == "Dimmer")
    let amount = filter.attributes[kCIInputAmountKey] as? [String: Any]
    #expect(amount?[kCIAttributeClass] as? String == "NSNumber")
    #expect(throws: FilterError.self) { try filter.set("x", forInput: kCIInputAmountKey) }
    #expect(throws: FilterError.self) { try filter.set(1, forInput: "inputNothing") }
  }

  @Test func `a registered filter is made by its name`() throws {
    CIFilter.registerName(
      "DimmerOfTheTest", constructor: Maker(),
      classAttributes: [
        kCIAttributeFilterDisplayName: "Dimmer", kCIAttributeFilterCategories: [kCICategoryStillImage, "Mine"],
      ])
    let filter = try #require(CIFilter(name: "DimmerOfTheTest", parameters: [kCIInputAmountKey: 3]))
    #expect(filter is Dimmer)
    #expect(filter.name == "DimmerOfTheTest")
    #expect(filter.value(forKey: kCIInputAmountKey) as? Float == 3)
    #expect(CIFilter.filterNames(inCategory: "Mine") == ["DimmerOfTheTest"])
    #expect(CIFilter.localizedName(forFilterName: "DimmerOfTheTest") == "Dimmer")
    let image = CIImage(color: .white)
    let dimmed = image.applyingFilter("DimmerOfTheTest", parameters: [kCIInputAmountKey: 1])
    let pixel = try TestPicture.render(dimmed, PixelRect(x: 0, y: 0, width: 1, height: 1))
    #expect(pixel.pixels == [0.5, 0.5, 0.5, 1])
  }

  @Test func `a built-in name cannot be taken`() throws {
    CIFilter.registerName("CISepiaTone", constructor: Maker())
    #expect(CIFilter(name: "CISepiaTone")?.inputKeys == ["inputImage", "inputIntensity"])
  }
}
