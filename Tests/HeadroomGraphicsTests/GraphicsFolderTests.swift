import HeadroomTestSupport
import Testing

/// What may know what: colours know no image, images no context, buffers all of them.
@Suite("Folders of graphics")
struct GraphicsFolderTests {
  /// Lowest first.
  private static let order = FolderOrder(
    "HeadroomGraphics",
    [
      "CoreFoundation", "Geometry", "Color", "Conversion", "Image", "Path", "Context", "PixelLayout", "IOSurface",
      "PixelBuffer",
    ])

  @Test("name nothing of the folders above them", arguments: order.indices)
  func arrows(_ index: Int) throws {
    #expect(try Self.order.mentionsAbove(index).isEmpty)
  }

  @Test("are all in the order")
  func complete() throws { #expect(try Self.order.strays().isEmpty) }
}
