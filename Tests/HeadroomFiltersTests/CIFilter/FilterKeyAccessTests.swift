import Foundation
import HeadroomColor
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// Inputs by key and by property.
@Suite struct FilterKeyAccessTests {
  @Test func `keys and properties are two views of one value`() throws {
    let filter = CIFilter.exposureAdjust()
    filter.ev = 1.5
    #expect(filter.value(forKey: kCIInputEVKey) as? Float == 1.5)
    filter.setValue(-2, forKey: "inputEV")
    #expect(filter.ev == -2)
    filter.setValue(NSNumber(value: 0.25), forKey: "inputEV")
    #expect(filter.ev == 0.25)
    filter.setValue(nil, forKey: "inputEV")
    #expect(filter.ev == 0)
  }

  @Test func `points, rectangles and transforms are vectors under their keys`() {
    let gradient = CIFilter.linearGradient()
    gradient.setValue(CIVector(x: 3, y: 4), forKey: kCIInputPoint0Key)
    #expect(gradient.point0 == CGPoint(x: 3, y: 4))
    gradient.point1 = CGPoint(x: 7, y: 8)
    #expect(gradient.value(forKey: kCIInputPoint1Key) as? CIVector == CIVector(x: 7, y: 8))
    let average = CIFilter.areaAverage()
    average.setValue(CIVector(cgRect: CGRect(x: 1, y: 2, width: 3, height: 4)), forKey: kCIInputExtentKey)
    #expect(average.extent == CGRect(x: 1, y: 2, width: 3, height: 4))
    let clamp = CIFilter.affineClamp()
    clamp.setValue(CGAffineTransform(scaleX: 2, y: 3), forKey: kCIInputTransformKey)
    #expect(clamp.transform == CGAffineTransform(scaleX: 2, y: 3))
    clamp.setValue(AffineTransform(translationByX: 5, byY: 6), forKey: kCIInputTransformKey)
    #expect(clamp.transform == CGAffineTransform(translationX: 5, y: 6))
  }

  @Test func `numbers outside the range become the nearest legal one`() {
    let controls = CIFilter.colorControls()
    controls.saturation = -3
    #expect(controls.saturation == 0)
    controls.setValue(-5, forKey: kCIInputBrightnessKey)
    #expect(controls.brightness == -1)
    controls.brightness = 40
    #expect(controls.brightness == 40)
    controls.contrast = .nan
    #expect(controls.contrast == 1)
    let histogram = CIFilter.areaLogarithmicHistogram()
    histogram.count = 100_000
    #expect(histogram.count == 2048)
    histogram.count = -1
    #expect(histogram.count == 1)
  }

  @Test func `the strict form refuses what the lenient one corrects`() throws {
    let filter = try #require(CIFilter(name: "CIBoxBlur"))
    #expect(throws: FilterError.unknownKey(filter: "CIBoxBlur", key: "inputSize")) {
      try filter.set(1, forInput: "inputSize")
    }
    #expect(
      throws: FilterError.wrongType(filter: "CIBoxBlur", key: "inputRadius", expected: "NSNumber", found: "String")
    ) {
      try filter.set("wide", forInput: "inputRadius")
    }
    #expect(
      throws: FilterError.outOfRange(filter: "CIBoxBlur", key: "inputRadius", value: "0", minimum: 1, maximum: 200_000)
    ) {
      try filter.set(0, forInput: "inputRadius")
    }
    #expect(throws: FilterError.self) { try filter.set(Double.nan, forInput: "inputRadius") }
    #expect(throws: FilterError.self) { try filter.set(Double.infinity, forInput: "inputRadius") }
    #expect(throws: FilterError.self) { try filter.set(7, forInput: kCIInputImageKey) }
    #expect(filter.value(forKey: kCIInputRadiusKey) as? Float == 10)
    try filter.set(12.5, forInput: "inputRadius")
    #expect(filter.value(forKey: kCIInputRadiusKey) as? Float == 12.5)
  }

  @Test func `errors say what is wrong in one line`() {
    let range = FilterError.outOfRange(filter: "CIBoxBlur", key: "inputRadius", value: "0", minimum: 1, maximum: nil)
    #expect("\(range)" == "CIBoxBlur inputRadius: 0 is out of range, must be 1 or more")
    #expect("\(FilterError.unknownFilter(name: "CIX"))" == "there is no filter 'CIX'")
  }

  @Test func `unknown keys and wrong types are ignored`() throws {
    let filter = try #require(CIFilter(name: "CIExposureAdjust", parameters: ["inputEV": 2, "inputNothing": 1]))
    filter.setValue("much", forKey: "inputEV")
    #expect(filter.value(forKey: "inputEV") as? Float == 2)
    #expect(filter.value(forKey: "inputNothing") == nil)
  }

  @Test func `an image taken from a filter does not follow the filter`() throws {
    let filter = CIFilter.exposureAdjust()
    filter.inputImage = CIImage(color: .white)
    filter.ev = 1
    let output = try #require(filter.outputImage)
    filter.ev = 5
    let pixel = try TestPicture.render(output, PixelRect(x: 0, y: 0, width: 1, height: 1))
    #expect(pixel.pixels == [2, 2, 2, 1])
  }

  @Test func `a missing image gives no output`() throws {
    for entry in FilterRegistry.builtIn where !entry.imageKeys.isEmpty {
      let filter = entry.makeFilter()
      #expect(filter.outputImage == nil, "\(entry.name)")
      #expect(filter.value(forKey: kCIOutputImageKey) == nil, "\(entry.name)")
    }
  }

  @Test func `a disabled filter hands its image on`() throws {
    let filter = CIFilter.colorInvert()
    let image = CIImage(color: .red)
    filter.inputImage = image
    filter.isEnabled = false
    #expect(filter.outputImage === image)
  }

  @Test func `optional inputs are nothing until they are set`() {
    let filter = CIFilter.toneMapHeadroom()
    #expect(filter.value(forKey: "inputSourceHeadroom") == nil)
    #expect(filter.sourceHeadroom == 0)
    filter.sourceHeadroom = 100
    #expect(filter.sourceHeadroom == 32)
    filter.setValue(nil, forKey: "inputSourceHeadroom")
    #expect(filter.value(forKey: "inputSourceHeadroom") == nil)
    let system = CIFilter.systemToneMap()
    system.setValue("constrainedHigh", forKey: "inputPreferredDynamicRange")
    #expect(system.preferredDynamicRange == .constrainedHigh)
    system.setValue("dazzling", forKey: "inputPreferredDynamicRange")
    #expect(system.preferredDynamicRange == .constrainedHigh)
  }

  @Test func `a filter describes itself`() throws {
    let filter = try #require(CIFilter(name: "CIGaussianBlur"))
    let text = filter.debugDescription
    for part in ["CIGaussianBlur", "Spreads every pixel", "CICategoryBlur", "inputRadius", "standard deviation"] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test func `setDefaults goes back to the start`() {
    let filter = CIFilter.sepiaTone()
    filter.intensity = 0.25
    filter.setDefaults()
    #expect(filter.intensity == 1)
  }

  @Test func `system tone mapping aims at the preferred range`() throws {
    let filter = CIFilter.systemToneMap()
    let light = CIColor(red: 8, green: 8, blue: 8, colorSpace: CGColorSpace(encoding: .extendedLinearSRGB))
    filter.inputImage = CIImage(color: try #require(light)).cropped(to: CGRect(x: 0, y: 0, width: 2, height: 2))
    filter.displayHeadroom = 4
    for (range, target) in [(nil, 4), (.high, 4), (.constrainedHigh, 2), (.standard, 1)]
      as [(CIDynamicRangeOption?, Float)]
    {
      filter.preferredDynamicRange = range
      let pixel = try TestPicture.render(#require(filter.outputImage), PixelRect(x: 0, y: 0, width: 1, height: 1))
      #expect(abs(pixel.pixels[0] / target - 1) < 1e-3, "\(String(describing: range))")
      #expect(pixel.pixels[0] <= target)
    }
  }
}
