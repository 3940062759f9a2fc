import Foundation
import HeadroomDisplay
import HeadroomGraphics
import Testing

@Suite("Images by name")
struct ImageResourceTests {
  /// A bundle with pictures whose width says which one it is.
  private func withBundle(_ names: [String: Int], _ body: (Bundle) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "images-\(UUID()).resources")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, width) in names {
      UIGraphicsBeginImageContext(CGSize(width: width, height: 12))
      let data = UIGraphicsGetImageFromCurrentImageContext()?.pngData()
      UIGraphicsEndImageContext()
      try data?.write(to: folder.appending(path: name))
    }
    try body(#require(Bundle(url: folder)))
  }

  @Test("are found with and without ending, by the scale that is wanted")
  func scales() throws {
    try withBundle(["icon.png": 10, "icon@2x.png": 20, "icon@3x.png": 30, "photo.heic": 14, "only@2x.png": 20]) {
      bundle in
      func found(_ name: String, _ scale: CGFloat) -> UIImage? {
        UIImage(named: name, in: bundle, compatibleWith: UITraitCollection(displayScale: scale))
      }
      for scale in [1, 2, 3] as [CGFloat] {
        #expect(found("icon", scale)?.scale == scale && found("icon.png", scale)?.size.width == 10)
      }
      #expect(found("only", 1)?.size == CGSize(width: 10, height: 6) && found("only", 3)?.scale == 2)
      #expect(found("photo", 1)?.size.width == 14 && found("photo.heic", 1) != nil && found("photo.png", 1) == nil)
      #expect(found("icon@3x", 1)?.scale == 3)
      let path = try #require(bundle.resourceURL).appending(path: "only@2x.png").path
      #expect(UIImage(contentsOfFile: path)?.size == CGSize(width: 10, height: 6))
      #expect(found("missing", 1) == nil && found("", 1) == nil)
      #expect(found("../icon", 1) == nil && found("/etc/passwd", 1) == nil)
      #expect(UIImage(named: "icon", in: bundle, compatibleWith: nil)?.scale == 1)
    }
    #expect(UIImage(named: "no such picture") == nil && NSImage(named: "no such picture") == nil)
  }
}
