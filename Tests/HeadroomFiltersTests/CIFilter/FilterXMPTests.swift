import Foundation
import HeadroomColor
internal import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// Filters in XMP, and those that a picture asks for.
@Suite struct FilterXMPTests {
  private static let extent = CGRect(x: 10, y: -20, width: 400, height: 300)

  private static func filter(_ name: String, _ values: [String: Any]) throws -> CIFilter {
    let filter = try #require(CIFilter(name: name))
    for (key, value) in values { try filter.set(value, forInput: key) }
    return filter
  }

  @Test func `every filter of the category comes back with its values`() throws {
    let names = CIFilter.filterNames(inCategory: "CICategoryXMPSerializable")
    #expect(names.contains("CIExposureAdjust"))
    for name in names {
      let filter = try Self.filter(name, [:])
      let entry = try #require(FilterRegistry.entry(named: name))
      for input in entry.inputs {
        if let slider = input.slider {
          filter.setValue(slider.lowerBound * 0.25 + slider.upperBound * 0.75, forKey: input.key)
        }
        if input.type == .boolean { filter.setValue(true, forKey: input.key) }
      }
      let data = try #require(CIFilter.serializedXMP(from: [filter], inputImageExtent: .infinite))
      let again = try CIFilter.filters(fromSerializedXMP: data, inputImageExtent: .infinite)
      #expect(again.map(\.description) == [filter.description])
    }
  }

  @Test func `the order stays, and other filters are left out`() throws {
    let filters = [
      try Self.filter("CISepiaTone", ["inputIntensity": 0.25]), try Self.filter("CIGaussianBlur", [:]),
      try Self.filter("CIExposureAdjust", ["inputEV": -1.5]),
    ]
    let data = try #require(CIFilter.serializedXMP(from: filters, inputImageExtent: Self.extent))
    let again = unsafe CIFilter.filterArray(fromSerializedXMP: data, inputImageExtent: Self.extent)
    #expect(again.map(\.name) == ["CISepiaTone", "CIExposureAdjust"])
    #expect(again.last?.value(forKey: "inputEV") as? NSNumber == -1.5)
    #expect(CIFilter.serializedXMP(from: [filters[1]], inputImageExtent: Self.extent) == nil)
    #expect(CIFilter.serializedXMP(from: [], inputImageExtent: Self.extent) == nil)
  }

  @Test func `crops and transforms fit the picture at another size`() throws {
    let crop = try Self.filter("CICrop", ["inputRectangle": CIVector(x: 110, y: 55, z: 200, w: 150)])
    let moved = try Self.filter(
      "CIAffineTransform", ["inputTransform": CIVector([0.5, 0, 0, 2, 40, -30])])
    let data = try #require(CIFilter.serializedXMP(from: [crop, moved], inputImageExtent: Self.extent))
    let half = CGRect(x: 0, y: 0, width: 200, height: 150)
    let again = try CIFilter.filters(fromSerializedXMP: data, inputImageExtent: half)
    let rectangle = try #require(again[0].value(forKey: "inputRectangle") as? CIVector)
    #expect(zip(rectangle.values, [50, 37.5, 100, 75]).allSatisfy { abs($0 - $1) < 1e-9 })
    let transform = try #require(again[1].value(forKey: "inputTransform") as? CGAffineTransform)
    #expect([transform.a, transform.d, transform.tx, transform.ty] == [0.5, 2, 20, -15])
    #expect(CIFilter.serializedXMP(from: [crop], inputImageExtent: .infinite) == nil)
    #expect(throws: FilterXMPError.extent) {
      _ = try CIFilter.filters(fromSerializedXMP: data, inputImageExtent: .null)
    }
  }

  @Test func `broken packets are errors`() throws {
    let whole = try #require(
      CIFilter.serializedXMP(from: [Self.filter("CIExposureAdjust", ["inputEV": 1])], inputImageExtent: Self.extent))
    let text = String(decoding: whole, as: UTF8.self)
    for (from, to, words) in [
      ("CIExposureAdjust", "CIGaussianBlur", "carries no filter"), ("inputEV", "inputRadius", "no such input"),
      (">1<", ">one<", "no list of numbers"), (">1<", "><", "no list of numbers"), (">1<", ">nan<", "no list"),
      (">1<", ">1e999<", "no list"), ("hf:filters", "hf:others", "no filters"), ("</rdf:RDF>", "", "no XMP packet"),
    ] {
      let changed = Data(text.replacing(from, with: to).utf8)
      let error = try #require(throws: FilterXMPError.self) {
        _ = try CIFilter.filters(fromSerializedXMP: changed, inputImageExtent: Self.extent)
      }
      #expect(error.description.contains(words), "\(error)")
      var other: NSError?
      #expect(
        unsafe CIFilter.filterArray(fromSerializedXMP: changed, inputImageExtent: Self.extent, error: &other).isEmpty)
      #expect(other?.localizedDescription.contains(words) == true)
    }
    for count in stride(from: 0, to: whole.count, by: 7) {
      _ = unsafe CIFilter.filterArray(fromSerializedXMP: whole.prefix(count), inputImageExtent: Self.extent)
    }
  }

  // MARK: Adjustments

  /// Grey steps and a little colour around a lightness.
  private static func picture(_ middle: Float, _ width: Float) -> CIImage {
    let picture = TestPicture.random(
      width: 40, height: 30, seed: 3, max(middle - width, 0)...(middle + width), isOpaque: true)
    return picture.image
  }

  private static func applied(_ filters: [CIFilter], to image: CIImage) throws -> CIImage {
    try filters.reduce(image) { result, filter in
      filter.setValue(result, forKey: kCIInputImageKey)
      return try #require(filter.outputImage)
    }
  }

  private static func mean(_ image: CIImage) throws -> Float {
    let picture = try TestPicture.render(image, PixelRect(enclosing: image.extent))
    let greens = stride(from: 1, to: picture.pixels.count, by: 4).map { picture.pixels[$0] }
    return greens.reduce(0, +) / Float(greens.count)
  }

  @Test func `dark pictures become lighter and bright ones darker`() throws {
    for (middle, isLighter) in [(0.03, true), (0.8, false)] as [(Float, Bool)] {
      let image = Self.picture(middle, middle / 4)
      let filters = image.autoAdjustmentFilters()
      #expect(filters.contains { $0.name == "CIExposureAdjust" })
      let (before, after) = (try Self.mean(image), try Self.mean(Self.applied(filters, to: image)))
      #expect(isLighter ? after > before * 1.2 : after < before * 0.95)
      // What was adjusted asks for no more.
      let again = try Self.applied(filters, to: image).autoAdjustmentFilters()
      func stops(_ filters: [CIFilter]) -> Float {
        filters.first { $0.name == "CIExposureAdjust" }.map {
          abs(($0.value(forKey: "inputEV") as? NSNumber)?.floatValue ?? 0)
        } ?? 0
      }
      #expect(stops(again) <= stops(filters))
    }
  }

  @Test func `light above white stays above white`() throws {
    let image = Self.picture(0.05, 0.02).composited(over: CIImage(color: .black))
      .cropped(to: CGRect(x: 0, y: 0, width: 40, height: 30))
    let color = try #require(
      CIColor(red: 6, green: 5, blue: 4, colorSpace: CGColorSpace(encoding: .extendedLinearSRGB)))
    let lamp = CIImage(color: color).cropped(to: CGRect(x: 5, y: 5, width: 4, height: 4)).composited(over: image)
    let result = try Self.applied(lamp.autoAdjustmentFilters(), to: lamp)
    let pixel = try TestPicture.render(result, PixelRect(enclosing: CGRect(x: 6, y: 6, width: 1, height: 1)))
    #expect(pixel.pixels[0] > 3)
  }

  @Test func `what has no pixels or no end, or is not to be enhanced, gives no filters`() {
    #expect(CIImage.empty().autoAdjustmentFilters().isEmpty)
    #expect(CIImage(color: .red).autoAdjustmentFilters().isEmpty)
    #expect(Self.picture(0.03, 0.02).autoAdjustmentFilters(options: [.enhance: false, .redEye: true]).isEmpty)
    #expect(Self.picture(0.03, 0.02).autoAdjustmentFilters(options: [.crop: true, .level: true]).count >= 1)
  }

  @Test func `adjustments can be carried in XMP`() throws {
    let image = Self.picture(0.03, 0.01)
    let filters = image.autoAdjustmentFilters()
    let data = try #require(CIFilter.serializedXMP(from: filters, inputImageExtent: image.extent))
    let again = try CIFilter.filters(fromSerializedXMP: data, inputImageExtent: image.extent)
    let (one, other) = (try Self.applied(filters, to: image), try Self.applied(again, to: image))
    let rect = PixelRect(enclosing: image.extent)
    #expect(try TestPicture.render(one, rect) == TestPicture.render(other, rect))
  }
}
