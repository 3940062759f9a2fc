import Foundation
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomTestSupport
import Testing

/// The registry against the reference list of Core Image's filters.
@Suite struct FilterRegistryTests {
  struct Reference: Decodable {
    struct Filter: Decodable {
      let name: String
      let displayName: String
      let categories: [String]
      let introduced: [String: String]
      let hdr: Bool
      let parameters: [Parameter]
    }
    struct Parameter: Decodable {
      let key: String
      let swiftName: String
      let `class`: String
      let type: String?
      let `default`: FixtureValue?
      let identity: FixtureValue?
      let min: FixtureValue?
      let max: FixtureValue?
      let sliderMin: FixtureValue?
      let sliderMax: FixtureValue?
    }
    let filters: [Filter]

    /// The whole list where it lies beside the package, otherwise the committed extract of the filters that exist.
    static func load() throws -> Reference {
      let whole = TestData.packageRoot.appending(path: "../shared/reference/filters.json").standardizedFileURL
      let extract = FormulaFixtures.folder.appending(path: "filters-extract.json")
      let file = FileManager.default.fileExists(atPath: whole.path) ? whole : extract
      return try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file))
    }
  }

  @Test func `the first filters are all there`() {
    #expect(FilterRegistry.builtIn.count >= 32)
    #expect(FilterRegistry.builtIn.map(\.name) == FilterRegistry.builtIn.map(\.name).sorted())
  }

  @Test func `names, categories and versions are Core Image's`() throws {
    let reference = Dictionary(uniqueKeysWithValues: try Reference.load().filters.map { ($0.name, $0) })
    for entry in FilterRegistry.builtIn {
      let expected = try #require(reference[entry.name], "\(entry.name) is not in the list")
      #expect(entry.displayName == expected.displayName)
      #expect(
        entry.categories.map(\.rawValue).sorted() == expected.categories.map { "CICategory" + $0 }, "\(entry.name)")
      #expect(entry.isHDR == expected.hdr, "\(entry.name)")
      #expect(entry.introduced.iOS == expected.introduced["iOS"], "\(entry.name)")
      #expect(entry.introduced.macOS == expected.introduced["macOS"], "\(entry.name)")
      #expect(!entry.documentation.isEmpty, "\(entry.name)")
    }
  }

  @Test func `inputs have Core Image's keys, classes, defaults and limits`() throws {
    let reference = Dictionary(uniqueKeysWithValues: try Reference.load().filters.map { ($0.name, $0) })
    for entry in FilterRegistry.builtIn {
      let filter = try #require(CIFilter(name: entry.name))
      let parameters = try #require(reference[entry.name]).parameters
      #expect(filter.inputKeys == parameters.map(\.key), "\(entry.name)")
      for parameter in parameters {
        let where_ = "\(entry.name) \(parameter.key)"
        let found = try #require(filter.attributes[parameter.key] as? [String: Any], "\(where_)")
        #expect(found[kCIAttributeClass] as? String == parameter.class, "\(where_)")
        #expect(found[kCIAttributeType] as? String == parameter.type.map { "CIAttributeType" + $0 }, "\(where_)")
        #expect(isSame(found[kCIAttributeMin], parameter.min), "\(where_)")
        #expect(isSame(found[kCIAttributeMax], parameter.max), "\(where_)")
        #expect(isSame(found[kCIAttributeSliderMin], parameter.sliderMin), "\(where_)")
        #expect(isSame(found[kCIAttributeSliderMax], parameter.sliderMax), "\(where_)")
        #expect(isSame(found[kCIAttributeDefault], parameter.default), "\(where_)")
        #expect(isSame(found[kCIAttributeIdentity], parameter.identity), "\(where_)")
        #expect(isSame(filter.value(forKey: parameter.key), parameter.default), "\(where_)")
        let description = entry.inputs.first { $0.key == parameter.key }
        #expect(description == nil || description?.name == parameter.swiftName, "\(where_)")
        #expect(description == nil || description?.documentation.isEmpty == false, "\(where_)")
      }
    }
  }

  /// Compares a value under key access with one of the list.
  private func isSame(_ found: Any?, _ expected: FixtureValue?) -> Bool {
    switch (found, expected) {
    case (nil, nil): true
    case (let number as Double, .number(let value)?): Float(number) == Float(value)
    case (let number as NSNumber, .number(let value)?): number.floatValue == Float(value)
    case (let vector as CIVector, .vector(let values)?):
      vector.count == values.count && values.indices.allSatisfy { vector.value(at: $0) == CGFloat(values[$0]) }
    case (let color as CIColor, .vector(let c)?): color == CIColor(red: c[0], green: c[1], blue: c[2], alpha: c[3])
    case (let transform as CGAffineTransform, .vector(let values)?):
      transform == CIVector(values.map { CGFloat($0) }).cgAffineTransformValue
    case (let text as String, .text(let expected)?): text == expected
    // Tables are listed by their size.
    case (let data as Data, .text(let text)?): text.contains("(\(data.count) bytes)")
    case (let space as CGColorSpace, .text("sRGB")?): space == CGColorSpace(name: CGColorSpace.sRGB)
    case (let vector as CIVector, .text("infinite")?): vector.cgRectValue == .infinite
    default: false
    }
  }

  @Test func `lists of names follow categories`() {
    #expect(
      CIFilter.filterNames(inCategory: kCICategoryBlur)
        == [
          "CIBokehBlur", "CIBoxBlur", "CIDepthBlurEffect", "CIDiscBlur", "CIGaussianBlur", "CIMaskedVariableBlur",
          "CIMedianFilter",
          "CIMorphologyGradient", "CIMorphologyMaximum", "CIMorphologyMinimum", "CIMorphologyRectangleMaximum",
          "CIMorphologyRectangleMinimum", "CIMotionBlur", "CINoiseReduction", "CIZoomBlur",
        ])
    #expect(CIFilter.filterNames(inCategories: [kCICategoryHighDynamicRange, kCICategorySharpen]).count == 2)
    #expect(CIFilter.filterNames(inCategory: nil).count >= 38)
    #expect(CIFilter.filterNames(inCategory: kCICategoryFilterGenerator).isEmpty)
    #expect(CIFilter.filterNames(inCategory: "nonsense").isEmpty)
  }

  @Test func `names for people`() {
    #expect(CIFilter.localizedName(forFilterName: "CIGaussianBlur") == "Gaussian Blur")
    #expect(CIFilter.localizedName(forFilterName: "CINothing") == nil)
    #expect(CIFilter.localizedName(forCategory: kCICategoryColorAdjustment) == "Color Adjustment")
    #expect(CIFilter.localizedDescription(forFilterName: "CICrop")?.contains("rectangle") == true)
  }

  @Test func `an unknown name makes no filter`() {
    #expect(CIFilter(name: "CINothing") == nil)
    #expect(CIFilter(name: "") == nil)
  }
}
