import Foundation
import HeadroomColor
internal import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomRAW
import HeadroomTestSupport
import Testing

@Suite struct CIRAWFilterTests {
  private static func filter(_ dng: PlainDNG) throws -> CIRAWFilter {
    try #require(CIRAWFilter(imageData: Data(dng.bytes), identifierHint: nil))
  }

  /// Nothing but matrices: WWDC21's recipe for linear scene light.
  private static func linear(_ filter: CIRAWFilter) -> CIRAWFilter {
    filter.boostAmount = 0
    filter.baselineExposure = 0
    filter.localToneMapAmount = 0
    filter.isGamutMappingEnabled = false
    return filter
  }

  private static func render(_ image: CIImage, tileEdge: Int? = nil) throws -> TestPicture {
    try TestPicture.render(image, PixelRect(enclosing: image.extent), tileEdge: tileEdge)
  }

  /// Colours of a pixel, by rows from the bottom.
  private static func pixel(_ picture: TestPicture, _ x: Int, _ y: Int) -> [Float] {
    let first = (y * picture.size[0] + x) * 4
    return Array(picture.pixels[first..<first + 3])
  }

  private static let ramp = PlainDNG.neutral(width: 64, height: 48) { x, _ in 0.02 + 0.012 * Double(x) }

  @Test func `What the camera takes for neutral is neutral, and linear light stays what it is`() throws {
    let filter = Self.linear(try Self.filter(Self.ramp))
    let picture = try Self.render(try #require(filter.outputImage))
    for x in [8, 31, 55] {
      let light = Float(0.02 + 0.012 * Double(x))
      for value in Self.pixel(picture, x, 20) { #expect(abs(value - light) < 2e-4 * max(1, light)) }
    }
  }

  @Test func `Exposure doubles linear light with each stop`() throws {
    let filter = Self.linear(try Self.filter(Self.ramp))
    filter.exposure = 2
    let picture = try Self.render(try #require(filter.outputImage))
    #expect(abs(Self.pixel(picture, 40, 10)[1] - 4 * 0.5) < 2e-3)
    // Nothing ends at 1 where there is no curve.
    #expect(Self.pixel(picture, 60, 10)[1] > 2.9)
  }

  @Test func `The SDR look ends at exactly 1, the HDR look goes on to its headroom`() throws {
    let clipped = PlainDNG.neutral(width: 64, height: 48) { x, _ in Double(x) / 40 }
    let filter = try Self.filter(clipped)
    let sdr = try #require(filter.outputImage)
    filter.extendedDynamicRangeAmount = 1
    let hdr = try #require(filter.outputImage)
    #expect(sdr.contentHeadroom == 1)
    let (low, high) = (try Self.render(sdr), try Self.render(hdr))
    // Of a display's own primaries; those of the working space are a little narrower than what highlights are rebuilt to.
    #expect(low.pixels.max() ?? 0 <= 1.001)
    #expect((high.pixels.max() ?? 0) > 1.4)
    // As bright as the picture is, not as it could be.
    #expect(abs((high.pixels.max() ?? 0) / hdr.contentHeadroom - 1) < 0.02)
    #expect(hdr.contentHeadroom < exp2(1.5) - 0.2)
    filter.exposure = -4
    #expect(filter.outputImage?.contentHeadroom == 1)
    filter.exposure = 8
    let bright = try #require(filter.outputImage).contentHeadroom
    #expect(abs(bright - exp2(1.5)) < 0.02)
    // Shadows are the same picture.
    let (a, b) = (Self.pixel(low, 4, 20)[1], Self.pixel(high, 4, 20)[1])
    #expect(abs(log2(a / b)) < 0.5)
  }

  @Test func `Amounts of range are continuous`() throws {
    let filter = try Self.filter(Self.ramp)
    var last: [Float]?
    for step in 0...20 {
      filter.extendedDynamicRangeAmount = Float(step) * 0.1
      let pixels = try Self.render(try #require(filter.outputImage)).pixels
      if let last { #expect(zip(last, pixels).allSatisfy { abs($0 - $1) < 0.25 }) }
      last = pixels
    }
  }

  @Test func `The picture is turned as the file says, and sizes are those of the sensor`() throws {
    var dng = Self.ramp
    dng.orientation = 6
    let filter = try Self.filter(dng)
    #expect(filter.nativeSize == CGSize(width: 64, height: 48))
    #expect(filter.orientation == .right)
    #expect(filter.outputImage?.extent == CGRect(x: 0, y: 0, width: 48, height: 64))
    filter.orientation = .up
    filter.scaleFactor = 0.25
    #expect(filter.outputImage?.extent == CGRect(x: 0, y: 0, width: 16, height: 12))
    filter.scaleFactor = 0.6
    #expect(filter.outputImage?.extent == CGRect(x: 0, y: 0, width: 38, height: 29))
  }

  @Test func `Smaller pictures have the same light`() throws {
    let filter = Self.linear(try Self.filter(.neutral(width: 96, height: 80) { _, _ in 0.3 }))
    for scale in [0.5, 0.25, 0.37, 0.9] as [Float] {
      filter.scaleFactor = scale
      let picture = try Self.render(try #require(filter.outputImage))
      let middle = Self.pixel(picture, picture.size[0] / 2, picture.size[1] / 2)
      #expect(middle.allSatisfy { abs($0 - 0.3) < 1e-3 }, "scale \(scale): \(middle)")
    }
  }

  @Test func `White balance in kelvins is what is read back, and higher is warmer`() throws {
    let filter = Self.linear(try Self.filter(Self.ramp))
    filter.neutralTemperature = 5200
    filter.neutralTint = 12
    #expect(abs(filter.neutralTemperature - 5200) < 1)
    #expect(abs(filter.neutralTint - 12) < 0.05)
    let cool = try Self.render(try #require(filter.outputImage))
    filter.neutralTemperature = 7000
    let warm = try Self.render(try #require(filter.outputImage))
    let (before, after) = (Self.pixel(cool, 30, 20), Self.pixel(warm, 30, 20))
    #expect(after[0] / after[2] > 1.1 * before[0] / before[2])
  }

  @Test func `Tiles and crops give the same bits`() throws {
    let noisy = PlainDNG(width: 300, height: 200) { x, y, plane in
      0.1 + 0.3 * Double((x &* 7919 ^ y &* 104_729 ^ plane &* 31) & 255) / 255
    }
    let filter = try Self.filter(noisy)
    filter.luminanceNoiseReductionAmount = 0.7
    filter.colorNoiseReductionAmount = 1
    filter.sharpnessAmount = 0.5
    filter.contrastAmount = 0.3
    let image = try #require(filter.outputImage)
    let whole = try Self.render(image)
    #expect(try Self.render(image, tileEdge: 37).pixels == whole.pixels)
    let rect = PixelRect(x: 131, y: 67, width: 90, height: 50)
    let part = try TestPicture.render(image, rect)
    for y in 0..<rect.height {
      let first = ((rect.minY + y) * 300 + rect.minX) * 4
      #expect(Array(part.pixels[y * 360..<(y + 1) * 360]) == Array(whole.pixels[first..<first + 360]))
    }
  }

  @Test func `Noise goes, edges stay`() throws {
    let noisy = PlainDNG(width: 128, height: 96) { x, y, plane in
      let read = [0.5, 1, 2.0 / 3][plane]
      let noise = Double((x &* 7919 ^ y &* 104_729 ^ (x * y) &* 31) & 255) / 255 - 0.5
      return read * (x < 64 ? 0.1 : 0.6) + 0.004 * noise
    }
    let filter = Self.linear(try Self.filter(noisy))
    func spread(_ picture: TestPicture) -> Float {
      let values = (8..<56).flatMap { x in (8..<88).map { Self.pixel(picture, x, $0)[1] } }
      let mean = values.reduce(0, +) / Float(values.count)
      return (values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Float(values.count)).squareRoot()
    }
    let before = try Self.render(try #require(filter.outputImage))
    filter.luminanceNoiseReductionAmount = 1
    filter.colorNoiseReductionAmount = 1
    let after = try Self.render(try #require(filter.outputImage))
    #expect(spread(after) < 0.8 * spread(before))
    #expect(Self.pixel(after, 70, 40)[1] - Self.pixel(after, 57, 40)[1] > 0.48)
  }

  @Test func `A filter of the client's runs on linear light before the look`() throws {
    let filter = try Self.filter(Self.ramp)
    let plain = try Self.render(try #require(filter.outputImage))
    let exposure = try #require(CIFilter(name: "CIExposureAdjust"))
    exposure.setValue(1, forKey: "inputEV")
    filter.linearSpaceFilter = exposure
    let filtered = try Self.render(try #require(filter.outputImage))
    filter.linearSpaceFilter = nil
    filter.exposure = 1
    let exposed = try Self.render(try #require(filter.outputImage))
    #expect(filtered.pixels != plain.pixels)
    #expect(zip(filtered.pixels, exposed.pixels).allSatisfy { abs($0 - $1) < 2e-4 })
  }

  @Test func `Both renderers agree`() throws {
    let filter = try Self.filter(Self.ramp)
    filter.extendedDynamicRangeAmount = 1
    filter.boostAmount = 0.6
    filter.sharpnessAmount = 0.4
    let image = try #require(filter.outputImage)
    let rect = PixelRect(enclosing: image.extent)
    let (tiles, reference) = (try TestPicture.render(image, rect), try TestPicture.reference(image, rect))
    #expect(zip(tiles.pixels, reference.pixels).allSatisfy { abs($0 - $1) <= 1e-4 * max(1, abs($1)) })
  }

  @Test func `CIImage and CGImageSource know the file`() throws {
    var dng = PlainDNG.neutral(width: 64, height: 48) { x, _ in Double(x) / 50 }
    dng.orientation = 3
    let data = Data(dng.bytes)
    let sdr = try #require(CIImage(data: data))
    #expect(sdr.contentHeadroom == 1)
    let hdr = try #require(CIImage(data: data, options: [.expandToHDR: true]))
    #expect(hdr.contentHeadroom > 1.5 && hdr.contentHeadroom < 2)
    #expect(sdr.properties[kCGImagePropertyOrientation as String] as? Int == 1)
    let source = try #require(CGImageSourceCreateWithData(data, nil))
    #expect(CGImageSourceGetType(source) == "com.adobe.raw-image")
    let image = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    #expect((image.width, image.height) == (64, 48))
  }

  @Test func `Other files, versions and numbers that are none do no harm`() throws {
    #expect(CIRAWFilter(imageData: Data([1, 2, 3]), identifierHint: nil) == nil)
    let filter = try Self.filter(Self.ramp)
    filter.exposure = .nan
    filter.neutralTemperature = .infinity
    filter.neutralTint = .nan
    filter.scaleFactor = -1
    filter.boostAmount = .infinity
    filter.neutralChromaticity = CGPoint(x: CGFloat.nan, y: 2)
    filter.extendedDynamicRangeAmount = -.infinity
    let picture = try Self.render(try #require(filter.outputImage))
    #expect(picture.pixels.allSatisfy { $0.isFinite })
    filter.decoderVersion = .versionNone
    #expect(filter.outputImage == nil)
    #expect(CIRAWFilter.supportedCameraModels(version: .version8) == CIRAWFilter.supportedCameraModels)
    #expect(CIRAWFilter.supportedCameraModels(version: .version9).isEmpty)
  }

  @Test func `A file that ends inside its pixels is an error of the render`() throws {
    let filter = try #require(CIRAWFilter(imageData: Data(Self.cut), identifierHint: nil))
    let image = try #require(filter.outputImage)
    #expect(throws: (any Error).self) { try Self.render(image) }
  }

  /// The directory comes first where the pixels are cut off.
  private static var cut: [UInt8] {
    let whole = ramp.bytes
    var bytes = Array(whole[0..<8]) + Array(whole[(8 + 64 * 48 * 2)...])
    let moved = 64 * 48 * 2
    func word(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
    func set(_ value: Int, _ at: Int) { for i in 0..<4 { bytes[at + i] = UInt8(truncatingIfNeeded: value >> (8 * i)) } }
    let directory = word(4) - moved
    set(directory, 4)
    let count = Int(bytes[directory]) | Int(bytes[directory + 1]) << 8
    for index in 0..<count {
      let entry = directory + 2 + index * 12
      let tag = Int(bytes[entry]) | Int(bytes[entry + 1]) << 8
      let size = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 10: 8][Int(bytes[entry + 2])] ?? 1
      if size * word(entry + 4) > 4 { set(word(entry + 8) - moved, entry + 8) }
      if tag == 273 { set(bytes.count - 100, entry + 8) }
    }
    return bytes
  }

  @Test(.enabled(if: TestData.isAvailable)) func `A colour chart comes out as a chart`() throws {
    let filter = try CIRAWFilter(reading: TestData.still("dng/colorchart.dng"))
    #expect(filter.nativeSize == CGSize(width: 1734, height: 1156))
    let picture = try Self.render(try #require(filter.outputImage))
    #expect(picture.pixels.allSatisfy { $0.isFinite && $0 > -0.2 && $0 < 1.25 })
    #expect(filter.properties.isEmpty == false)
  }
}
