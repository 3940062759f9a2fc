import Foundation
import HeadroomContainers
import HeadroomImageIO
import HeadroomTestSupport

/// Small OpenEXR files; `Tests/peers/make-exr-fixtures.py` says what they are.
enum EXRFixture {
  static func bytes(_ name: String) throws -> [UInt8] {
    let path = "Tests/HeadroomImageIOTests/OpenEXR/Fixtures/\(name).exr"
    return try [UInt8](Data(contentsOf: TestData.packageRoot.appending(path: path)))
  }

  static func open(_ name: String) throws -> any ImageReader { try ImageFormats.open(FileBytes(bytes(name))) }

  static let names = [
    "none", "rle", "zips", "zip", "piz", "pxr24", "b44", "b44a", "dwaa", "dwab", "mixed", "layer", "parts", "mipmap",
    "ripmap", "tiled-dwaa", "luminance-chroma-alpha", "luminance-chroma", "bottom-up",
    "luminance-chroma-b44a", "b44-linear", "layers",
  ]
}
