import Foundation
import Headroom
import Testing

@Suite("Files of a client")
struct WritingTests {
  typealias Write = @Sendable (CIContext, CIImage, CGColorSpace) throws -> Data?

  static let writers: [(name: String, write: Write)] = [
    ("jpeg", { $0.jpegRepresentation(of: $1, colorSpace: $2) }),
    ("png", { $0.pngRepresentation(of: $1, format: .RGBA8, colorSpace: $2) }),
    ("tiff", { $0.tiffRepresentation(of: $1, format: .RGBA16, colorSpace: $2) }),
    ("heic", { $0.heifRepresentation(of: $1, format: .RGBA8, colorSpace: $2) }),
    ("heic", { try $0.heif10Representation(of: $1, colorSpace: $2) }),
    ("avif", { try $0.avifRepresentation(of: $1, format: .RGBA8, colorSpace: $2) }),
    ("avif", { try $0.avif10Representation(of: $1, colorSpace: $2) }),
    ("jxl", { try $0.jpegXLRepresentation(of: $1, format: .RGBA8, colorSpace: $2) }),
    ("exr", { context, image, _ in try context.openEXRRepresentation(of: image) }),
  ]

  @Test(arguments: writers.indices)
  func `what is written is read back with its colour, upright`(index: Int) throws {
    let (context, space) = (CIContext(), CGColorSpaceCreateDeviceRGB())
    let left = CIImage(color: CIColor(red: 0.8, green: 0.2, blue: 0.1)).cropped(
      to: CGRect(x: 0, y: 0, width: 32, height: 48))
    let right = CIImage(color: CIColor(red: 0.1, green: 0.3, blue: 0.9)).cropped(
      to: CGRect(x: 32, y: 0, width: 32, height: 48))
    let image = left.composited(over: right).settingProperties([kCGImagePropertyOrientation: 6])
    // Turned by the client: the file must not have it turned once more.
    let data = try #require(try Self.writers[index].write(context, image.oriented(.right), space))
    let source = try #require(CGImageSourceCreateWithData(data, nil))
    let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
    #expect(properties[kCGImagePropertyOrientation] as? Int == 1)
    let back = try #require(CIImage(data: data, options: [.applyOrientationProperty: true]))
    #expect(back.extent == CGRect(x: 0, y: 0, width: 48, height: 64))
    let pixels = try #require(context.createCGImage(back, from: back.extent, format: .RGBA8, colorSpace: space))
    let bytes = try #require(pixels.dataProvider?.data)
    // Turned to the right, what was on the left is at the top.
    for (row, expected) in [(8, [204, 51, 26]), (56, [26, 77, 230])] {
      let start = row * pixels.bytesPerRow + 24 * 4
      for channel in 0..<3 { #expect(abs(Int(bytes[start + channel]) - expected[channel]) < 12) }
    }
  }
}
