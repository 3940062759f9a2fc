import HeadroomTestSupport
import Testing

/// What may know what: images know no kernel, kernels and filters no context.
@Suite("Folders of images")
struct ImageFolderTests {
  private static let module = "HeadroomImage"
  /// Lowest first.
  private static let order = FolderOrder(
    module,
    [
      "Values", "Errors", "Camera", "Image", "Kernel", "CIFilter", "Context", "Unavailable",
    ])

  @Test("name nothing of the folders above them", arguments: order.indices)
  func arrows(_ index: Int) throws {
    #expect(try Self.order.mentionsAbove(index).isEmpty)
  }

  @Test("are all in the order")
  func complete() throws { #expect(try Self.order.strays().isEmpty) }
}
