import FilterRegistryTool
import Testing

/// What the build says of filter files that it cannot use.
@Suite struct FilterScanTests {
  static let good = """
    /// Adds light.
    struct Brighten: PointFilter {
      static let name = "CIBrighten"
      @Input("inputAmount", slider: 0...1, identity: 0) var amount: Float = 0
      @Input(
        "inputCenter", identity: .zero
      ) var center = CGPoint.zero
      struct Add: PointKernel {
        @inline(__always) func apply(_ p: Pixel) -> Pixel { p }
      }
    }
    /// Adds light.
    public protocol CIBrighten: CIFilterProtocol {
      /// How much.
      var amount: Float { get set }
      /// Where; "here" by default.
      var center: CGPoint { get set }
    }
    extension BuiltInFilter: CIBrighten where Definition == Brighten {
    }
    extension CIFilter {
      /// Adds light to a spot.
      ///
      /// ## Keys
      /// - `inputAmount`: default 0.
      /// - `inputCenter`: default [0 0].
      public class func brighten() -> any CIFilter & CIBrighten { BuiltInFilter<Brighten>() }
    }
    """

  private func scan(_ text: String, path: String = "/HeadroomFilters/ColorEffect/CIBrighten.swift") -> Result<
    ScannedFilter, Complaints
  > {
    let file = SourceFile(path: path, text: text)
    return ScannedFilter.scan(file, protocols: ProtocolComments([file]))
  }

  private func complaints(_ text: String) -> [String] {
    if case .failure(let found) = scan(text) { return found.complaints.map(\.description) }
    return []
  }

  @Test func `a filter file is read`() throws {
    let filter = try scan(Self.good).get()
    #expect(filter.name == "CIBrighten")
    #expect(filter.typeName == "Brighten")
    #expect(filter.documentation == "Adds light to a spot.")
    #expect(filter.inputs.map(\.key) == ["inputAmount", "inputCenter"])
    #expect(filter.inputs.map(\.property) == ["amount", "center"])
    #expect(filter.inputs.map(\.documentation) == ["How much.", "Where; \"here\" by default."])
  }

  @Test func `the generated list refers to wrappers by key path`() throws {
    let text = RegistrySource.text(of: [try scan(Self.good).get()])
    #expect(text.contains("Brighten.self,"))
    #expect(text.contains("extension Brighten: RegisteredFilter {"))
    #expect(
      text.contains(
        #"InputSlot(\.$center, of: Brighten(), name: "center", documentation: "Where; \"here\" by default.")"#))
  }

  @Test func `a name that is not the file's is refused at its line`() {
    let text = Self.good.replacing("\"CIBrighten\"", with: "\"CIDarken\"")
    #expect(
      complaints(text) == [
        "/HeadroomFilters/ColorEffect/CIBrighten.swift:3: error: the name must be that of the file, CIBrighten"
      ])
  }

  @Test func `a file without a definition is refused`() {
    #expect(complaints("struct Nothing {}").count == 1)
    #expect(complaints("").count == 1)
  }

  @Test func `an input that cannot be read is refused`() {
    let text = Self.good.replacing("@Input(\"inputAmount\"", with: "@Input(Self.key")
    #expect(complaints(text).contains { $0.contains(":4: error: cannot read this input") })
  }

  @Test func `an input without documentation is refused`() {
    #expect(
      complaints(Self.good.replacing("/// How much.", with: "")).contains {
        $0.contains("inputAmount has no documentation")
      })
  }

  @Test func `a key that the constructor's comment does not name is refused`() {
    let text = Self.good.replacing("- `inputAmount`", with: "- amount")
    #expect(complaints(text).contains { $0.contains("no line about `inputAmount`") })
  }

  @Test func `a kernel that is not inlined is refused at its line`() {
    let text = Self.good.replacing("@inline(__always) func", with: "func")
    let found = SourceFile(path: "a.swift", text: text).kernelsNotInlined()
    #expect(found.count == 1)
    #expect(found.first?.line == 9)
    #expect(SourceFile(path: "a.swift", text: Self.good).kernelsNotInlined().isEmpty)
    // What only builds on filters has no row loops.
    #expect(SourceFile(path: "/HeadroomFilters/RecipeData/a.swift", text: text).kernelsNotInlined().isEmpty)
  }

  @Test func `only files that must hold a filter are taken for one`() {
    #expect(SourceFile(path: "/HeadroomFilters/Blur/CIBoxBlur.swift", text: "").isFilter)
    #expect(!SourceFile(path: "/HeadroomFilters/Blur/BoxMean.swift", text: "").isFilter)
    #expect(!SourceFile(path: "/HeadroomFilters/Support/CIConvolution.swift", text: "").isFilter)
    #expect(!SourceFile(path: "/HeadroomFilters/Definition/CIFilter+Registry.swift", text: "").isFilter)
    #expect(!SourceFile(path: "/HeadroomFilters/RecipeData/CIImage+RecipeData.swift", text: "").isFilter)
  }
}
