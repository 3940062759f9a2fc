import Foundation
internal import HeadroomEngine
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomRAW
import HeadroomTestSupport
import Testing

@Suite struct BufferMosaicTests {
  private static let matrix: [Double] = [3.2406, -1.5372, -0.4986, -0.9689, 1.8758, 0.0415, 0.0557, -0.2040, 1.0570]

  private static func properties(_ change: (inout [String: Any]) -> Void = { _ in }) -> [AnyHashable: Any] {
    var dng: [String: Any] = [
      "ColorMatrix1": matrix, "CalibrationIlluminant1": 21, "AsShotNeutral": [0.5, 1, 2.0 / 3], "BlackLevel": [528],
      "WhiteLevel": 16383,
    ]
    change(&dng)
    return ["{DNG}": dng, "{TIFF}": ["Make": "Test", "Model": "Camera", "Orientation": 6] as [String: Any]]
  }

  /// A mosaic of neutral light that grows to the right.
  private static func buffer(_ code: OSType, _ planes: [Int]) throws -> CVPixelBuffer {
    var made: CVPixelBuffer?
    #expect(unsafe CVPixelBufferCreate(nil, 64, 48, code, nil, &made) == kCVReturnSuccess)
    let buffer = try #require(made)
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    let rowBytes = CVPixelBufferGetBytesPerRow(buffer)
    let base = try unsafe #require(CVPixelBufferGetBaseAddress(buffer))
    for y in 0..<48 {
      let row = unsafe (base + y * rowBytes).assumingMemoryBound(to: UInt16.self)
      for x in 0..<64 {
        let neutral = [0.5, 1, 2.0 / 3][planes[y % 2 * 2 + x % 2]]
        unsafe row[x] = UInt16((528 + (16383 - 528) * neutral * (0.02 + 0.012 * Double(x))).rounded())
      }
    }
    return buffer
  }

  @Test(arguments: [
    (kCVPixelFormatType_14Bayer_RGGB, [0, 1, 1, 2]), (kCVPixelFormatType_14Bayer_GRBG, [1, 0, 2, 1]),
    (kCVPixelFormatType_14Bayer_GBRG, [1, 2, 0, 1]), (kCVPixelFormatType_14Bayer_BGGR, [2, 1, 1, 0]),
  ])
  func `A mosaic in a pixel buffer is developed`(_ code: OSType, _ planes: [Int]) throws {
    let buffer = try Self.buffer(code, planes)
    let filter = try #require(CIRAWFilter(cvPixelBuffer: buffer, properties: Self.properties()))
    #expect(filter.nativeSize == CGSize(width: 64, height: 48))
    #expect(filter.orientation == .right)
    #expect((filter.properties["{TIFF}"] as? [String: Any])?["Model"] as? String == "Camera")
    filter.orientation = .up
    (filter.boostAmount, filter.isGamutMappingEnabled) = (0, false)
    let image = try #require(filter.outputImage)
    let picture = try TestPicture.render(image, PixelRect(enclosing: image.extent))
    for x in [8, 31, 55] {
      let light = Float(0.02 + 0.012 * Double(x))
      for value in picture[x, 20].prefix(3) { #expect(abs(value - light) < 5e-4) }
    }
  }

  @Test func `What is no mosaic, or of an unknown camera, gives no filter`() throws {
    let buffer = try Self.buffer(kCVPixelFormatType_14Bayer_RGGB, [0, 1, 1, 2])
    #expect(CIRAWFilter(cvPixelBuffer: buffer, properties: [:]) == nil)
    #expect(CIRAWFilter(cvPixelBuffer: buffer, properties: ["{DNG}": 3]) == nil)
    for change in [
      ["ColorMatrix1": [1, 2]], ["BlackLevel": [20000]], ["BlackLevel": [1, 2]], ["WhiteLevel": Double.nan],
      ["ColorMatrix1": [Double](repeating: 0, count: 9)],
    ] as [[String: Any]] {
      let properties = Self.properties { $0.merge(change) { $1 } }
      let filter = CIRAWFilter(cvPixelBuffer: buffer, properties: properties)
      #expect(filter == nil || change["WhiteLevel"] != nil, "\(change)")
    }
    var gray: CVPixelBuffer?
    #expect(unsafe CVPixelBufferCreate(nil, 8, 8, kCVPixelFormatType_OneComponent16, nil, &gray) == kCVReturnSuccess)
    #expect(CIRAWFilter(cvPixelBuffer: try #require(gray), properties: Self.properties()) == nil)
  }
}
