import HeadroomTestSupport
import Testing

/// What may know what: the registry's words know no filter, filters not what is made of many of them.
@Suite("Folders of filters")
struct FilterFolderTests {
  private static let categories = [
    "Blur", "ColorAdjustment", "ColorEffect", "CompositeOperation", "DistortionEffect", "Generator",
    "GeometryAdjustment",
    "Gradient", "HalftoneEffect", "Reduction", "Sharpen", "Stylize", "Support", "TileEffect", "Transition",
  ]
  /// Lowest first.
  private static let order = FolderOrder(
    "HeadroomFilters", tiers: [["Definition"], categories, ["AutoAdjustment"], ["FilterXMP"], ["RecipeData"]])

  @Test("name nothing of the folders above them", arguments: order.indices)
  func arrows(_ index: Int) throws {
    #expect(try Self.order.mentionsAbove(index).isEmpty)
  }

  @Test("are all in the order")
  func complete() throws { #expect(try Self.order.strays().isEmpty) }
}
