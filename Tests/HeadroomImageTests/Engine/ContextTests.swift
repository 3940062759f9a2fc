import Foundation
import HeadroomColor
internal import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomImageTestSupport
import HeadroomPictures
import HeadroomPixels
import Testing

@Suite("Context")
struct ContextTests {
  /// Formats, and how near to a colour their codes come.
  static let formats: [(OSType, Float)] = [
    (kCVPixelFormatType_32BGRA, 0.006), (kCVPixelFormatType_64RGBAHalf, 0.001),
    (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, 0.012), (kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, 0.003),
    (kCVPixelFormatType_ARGB2101010LEPacked, 0.002), (kCVPixelFormatType_444YpCbCr10BiPlanarFullRange, 0.003),
  ]

  private func pixelBuffer(_ format: OSType, width: Int = 14, height: Int = 9) throws -> CVPixelBuffer {
    var buffer: CVPixelBuffer?
    _ = unsafe CVPixelBufferCreate(nil, width, height, format, nil, &buffer)
    return try #require(buffer)
  }

  @Test(
    "renders to pixel buffers and reads them back",
    arguments: Self.formats)
  func pixelBuffers(format: OSType, tolerance: Float) throws {
    let buffer = try pixelBuffer(format)
    let context = CIContext()
    let color = try #require(
      CIColor(red: 0.25, green: 0.5, blue: 0.75, colorSpace: CGColorSpace(encoding: buffer.encoding)))
    let extent = CGRect(x: 0, y: 0, width: 14, height: 9)
    context.render(CIImage(color: color).cropped(to: extent), to: buffer)
    let back = CIImage(cvPixelBuffer: buffer)
    #expect(back.extent == extent)
    let bitmap = try context.bitmap(
      back, region: PixelRect(enclosing: extent), format: .rgbxFloat, encoding: buffer.encoding)
    for row in 0..<9 {
      let values = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: Float.self)
      for x in 0..<14 {
        unsafe #expect(abs(values[4 * x] - 0.25) < tolerance)
        unsafe #expect(abs(values[4 * x + 1] - 0.5) < tolerance)
        unsafe #expect(abs(values[4 * x + 2] - 0.75) < tolerance)
      }
    }
  }

  @Test("half of red reads 187 in 8-bit sRGB: light is linear")
  func linearLight() throws {
    let image = CIImage.red.cropped(to: CGRect(x: 0, y: 0, width: 1, height: 1))
      .applyingFilter("CIColorMatrix", parameters: ["inputRVector": CIVector(x: 0.5, y: 0, z: 0, w: 0)])
    var pixel = [UInt8](repeating: 0, count: 4)
    unsafe pixel.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe CIContext().render(
        image, toBitmap: base, rowBytes: 4, bounds: image.extent, format: .RGBA8, colorSpace: nil)
    }
    #expect(pixel[0] == 188 || pixel[0] == 187)
    #expect(pixel[1] == 0 && pixel[3] == 255)
  }

  @Test("an 8-bit image of a pixel four times as bright as white is white: no tone mapping unasked")
  func clipping() throws {
    let image = TestPictures.solid(4, 4, 4)
    let rendered = try #require(CIContext().createCGImage(image, from: image.extent))
    #expect(rendered.bitsPerComponent == 8)
    #expect(rendered.dataProvider?.data?.first == 255)
  }

  @Test("an HDR output space gives half floats that carry the headroom")
  func halfFloat() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedLinearDisplayP3))
    let context = CIContext(options: [.outputColorSpace: space])
    let image = TestPictures.solid(4, 4, 4).settingContentHeadroom(4)
    let rendered = try #require(context.createCGImage(image, from: image.extent))
    #expect(rendered.bitsPerComponent == 16)
    #expect(rendered.contentHeadroom == 4)
    let statistics = try #require(context.calculateHDRStats(for: CIImage(cgImage: rendered)))
    #expect(abs(statistics.contentHeadroom - 4) < 0.01)
    #expect(abs(statistics.contentAverageLightLevel - 4) < 0.01)
  }

  @Test("infinite and empty images cannot be made into files, and say so")
  func refusals() throws {
    let context = CIContext()
    #expect(context.createCGImage(.red, from: .infinite) == nil)
    #expect(context.createCGImage(.empty(), from: CGRect(x: 0, y: 0, width: 4, height: 4)) == nil)
    let space = CGColorSpaceCreateDeviceRGB()
    #expect(context.jpegRepresentation(of: .red, colorSpace: space) == nil)
    let pq = try #require(CGColorSpace(name: CGColorSpace.itur_2100_PQ))
    #expect(context.jpegRepresentation(of: TestPictures.solid(1, 1, 1), colorSpace: pq) == nil)
  }

  @Test("a JPEG with a computed gain map reads back as the HDR it was made from")
  func adaptiveRoundTrip() throws {
    let context = CIContext()
    let extent = CGRect(x: 0, y: 0, width: 64, height: 64)
    let filter = try #require(CIFilter(name: "CILinearGradient"))
    filter.setValue(CIVector(x: 0, y: 0), forKey: "inputPoint0")
    filter.setValue(CIVector(x: 64, y: 64), forKey: "inputPoint1")
    let linear = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    filter.setValue(CIColor(red: 0.05, green: 0.06, blue: 0.07, colorSpace: linear), forKey: "inputColor0")
    filter.setValue(CIColor(red: 5, green: 4, blue: 3, colorSpace: linear), forKey: "inputColor1")
    let hdr = try #require(filter.outputImage).cropped(to: extent).settingContentHeadroom(5)
    let data = try #require(
      context.jpegRepresentation(
        of: hdr.toneMapped(to: 1), colorSpace: CGColorSpaceCreateDeviceRGB(),
        options: [.hdrImage: hdr, .hdrGainMapAsRGB: true]))
    let back = try #require(CIImage(data: data, options: [.expandToHDR: true]))
    #expect(back.colorSpace?.isHDR() == true)
    #expect(abs(back.contentHeadroom - 5) < 0.05)
    let region = PixelRect(enclosing: extent)
    for (a, b) in zip(try tiled(hdr, region), try tiled(back, region)) {
      #expect(abs(a.r - b.r) < 0.05 * max(a.r, 0.3))
      #expect(abs(a.b - b.b) < 0.05 * max(a.b, 0.3))
    }
    let map = try #require(CIImage(data: data, options: [.auxiliaryHDRGainMap: true]))
    let base = try #require(CIImage(data: data))
    #expect(base.contentHeadroom == 1)
    let applied = base.applyingGainMap(map)
    for (a, b) in zip(try tiled(applied, region), try tiled(back, region)) {
      #expect(abs(a.r - b.r) < 0.01 * max(a.r, 1))
    }
  }

  @Test("an image of a file has its properties; an upright one has its orientation reset")
  func properties() throws {
    let context = CIContext()
    let space = CGColorSpaceCreateDeviceRGB()
    let data = try #require(
      context.jpegRepresentation(of: TestPictures.solid(1, 0, 0, width: 8, height: 6), colorSpace: space))
    let image = try #require(CIImage(data: data))
    #expect(image.properties[kCGImagePropertyPixelWidth] as? Int == 8)
    let source = try #require(CGImageSourceCreateWithData(data, nil))
    let upright = CIImage(cgImageSource: source, index: 0, options: [.applyOrientationProperty: true])
    #expect(upright.extent == CGRect(x: 0, y: 0, width: 8, height: 6))
    #expect(upright.properties[kCGImagePropertyOrientation] as? Int == 1)
  }

  @Test("the region of interest reaches through the recipe")
  func regionOfInterest() {
    let source = TestPictures.solid(1, 1, 1, width: 40, height: 40)
    let image = source.transformed(by: CGAffineTransform(translationX: 10, y: 0)).cropped(
      to: CGRect(x: 20, y: 0, width: 10, height: 10))
    #expect(
      image.regionOfInterest(for: source, in: CGRect(x: 0, y: 0, width: 25, height: 5))
        == CGRect(x: 10, y: 0, width: 5, height: 5))
    #expect(image.regionOfInterest(for: source, in: CGRect(x: 0, y: 0, width: 5, height: 5)).isNull)
  }

  @Test("the debug description shows the recipe with the conversion from the source's space")
  func description() {
    let text = TestPictures.solid(1, 1, 1).transformed(by: .init(rotationAngle: 1)).debugDescription
    #expect(text.contains("affine"))
    #expect(text.contains("colormatch extendedLinearSRGB to working space"))
  }
}
