import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomPictures
import HeadroomPixels
import Testing

@Suite("What representations carry of a file's metadata") struct RepresentationPrivacyTests {
  /// A JPEG file whose EXIF block has a preview.
  private func file(preview: [UInt8]) throws -> Data {
    var block = EXIFBlock()
    block.image[EXIFBlock.Tag.model] = .ascii("Model")
    block.previewBytes = preview
    let bitmap = try PixelBitmap(width: 64, height: 48, format: .rgb8)
    for row in 0..<48 {
      unsafe bitmap.rowAddress(row).initializeMemory(as: UInt8.self, repeating: UInt8(row * 5), count: 64 * 3)
    }
    let picture = StillImage(base: bitmap, encoding: .sRGB, metadata: StillMetadata(exif: block.serialized()))
    return Data(try JPEGWriter().encode(picture, options: EncodeOptions()))
  }

  @Test(
    "A filtered or cropped image takes no preview of the original along", arguments: ["jpeg", "heic", "png", "tiff"])
  func previews(name: String) throws {
    let preview = [0xFF, 0xD8, 0xFF] + Array("a picture of somebody who was cropped".utf8)
    let data = try file(preview: preview)
    let mark = Data(preview.suffix(20))
    #expect(data.range(of: mark) != nil)
    let image = try #require(CIImage(data: data)).cropped(to: CGRect(x: 0, y: 0, width: 32, height: 32))
      .applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.5])
    let (context, space) = (CIContext(), CGColorSpace(encoding: .sRGB))
    let made: Data? =
      switch name {
      case "jpeg": context.jpegRepresentation(of: image, colorSpace: space)
      case "heic": context.heifRepresentation(of: image, format: .RGBX8, colorSpace: space)
      case "png": context.pngRepresentation(of: image, format: .RGBA8, colorSpace: space)
      default: context.tiffRepresentation(of: image, format: .RGBA8, colorSpace: space)
      }
    let written = try #require(made)
    #expect(written.range(of: mark) == nil)
    let info = try ImageFormats.open(FileBytes(written)).info
    #expect(info.cameraModel == "Model")
  }
}
