import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomPixels
import Synchronization
import Testing

/// A file in memory that decodes no more than it is asked for: the rest is garbage.
private final class TiledFile: ImageReader {
  let bytes = FileBytes([])
  let info: StillInfo
  private let requests = Mutex<[PixelRect?]>([])

  static let (width, height) = (1000, 800)

  init() {
    info = StillInfo(
      format: "png", width: Self.width, height: Self.height, bitDepth: 8, channels: 3,
      encoding: .sRGB)
  }

  /// The regions that were asked for.
  var regions: [PixelRect?] { requests.withLock { $0 } }

  func decode(_ request: DecodeRequest) throws(ImageIOError) -> StillImage {
    requests.withLock { $0.append(request.region) }
    let bitmap: PixelBitmap
    do throws(PixelError) {
      bitmap = try PixelBitmap(width: Self.width, height: Self.height, format: .rgb8, alpha: .opaque)
    } catch {
      throw ImageIOError(error)
    }
    let all = PixelRect(width: Self.width, height: Self.height)
    let region = request.region?.intersection(all) ?? all
    for y in 0..<Self.height {
      let row = unsafe bitmap.rowAddress(y).assumingMemoryBound(to: UInt8.self)
      for x in 0..<Self.width * 3 {
        let isInside = region.columns.contains(x / 3) && region.rows.contains(y)
        unsafe row[x] = isInside ? UInt8(truncatingIfNeeded: x * 7 + y * 13) : 255
      }
    }
    var still = StillImage(base: bitmap, encoding: info.encoding)
    if request.region != nil { still.decodedRegion = region }
    return still
  }
}

@Suite("Renders decode what they need")
struct RegionDecodingTests {
  private func pixels(_ image: CIImage, _ rect: CGRect) throws -> [UInt8] {
    let rendered = try #require(CIContext().createCGImage(image, from: rect))
    let bitmap = rendered.bitmap
    return (0..<bitmap.height).flatMap { row in
      unsafe [UInt8](
        UnsafeRawBufferPointer(start: bitmap.rowAddress(row), count: bitmap.width * bitmap.format.bytesPerPixel))
    }
  }

  private static let crop = CGRect(x: 300, y: 200, width: 64, height: 48)

  private func image(_ file: TiledFile, decoded: Bool = false) throws -> (CIImage, StillPicture) {
    let picture = StillPicture(reader: file)
    if decoded { _ = try picture.still() }
    return (try CIImage(picture: picture, options: [:]), picture)
  }

  @Test("a crop asks for itself and a margin, and has the pixels of the whole picture")
  func crop() throws {
    let file = TiledFile()
    let (image, picture) = try image(file)
    let (whole, _) = try self.image(TiledFile(), decoded: true)
    #expect(try pixels(image, Self.crop) == pixels(whole, Self.crop))
    let asked = try #require(file.regions.first ?? nil)
    // Rows count from the top.
    #expect(asked == PixelRect(columns: 268..<396, rows: 800 - 280..<800 - 168))
    #expect(file.regions.count == 1 && !picture.isDecoded)
  }

  @Test("filters that look around, turns and reductions get the pixels they need")
  func filters() throws {
    let recipes: [(CIImage) -> CIImage] = [
      { $0.applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 9.0]) },
      { $0.oriented(.right) },
      { $0.transformed(by: CGAffineTransform(rotationAngle: 0.4)) },
      { $0.clampedToExtent().transformed(by: CGAffineTransform(scaleX: 0.3, y: 0.3)) },
      { $0.applyingFilter("CIAreaAverage", parameters: ["inputExtent": CIVector(cgRect: $0.extent)]) },
    ]
    for recipe in recipes {
      let (image, _) = try image(TiledFile())
      let (whole, _) = try self.image(TiledFile(), decoded: true)
      let extent = recipe(image).extent
      let rect = extent.width > 64 ? CGRect(x: 100, y: 120, width: 50, height: 40) : extent
      #expect(try pixels(recipe(image), rect) == pixels(recipe(whole), rect))
    }
  }

  @Test("what lies in the part that is there is not decoded again; another region brings the whole picture")
  func again() throws {
    let file = TiledFile()
    let (image, picture) = try image(file)
    let (whole, _) = try self.image(TiledFile(), decoded: true)
    for rect in [Self.crop, Self.crop.insetBy(dx: -20, dy: -20), CGRect(x: 0, y: 0, width: 9, height: 9), Self.crop] {
      #expect(try pixels(image, rect) == pixels(whole, rect))
    }
    #expect(file.regions.count == 2)
    #expect(file.regions.last == .some(nil))
    #expect(picture.isDecoded)
    picture.purge()
    #expect(try pixels(image, Self.crop) == pixels(whole, Self.crop))
    #expect(file.regions.count == 3 && !picture.isDecoded)
  }
}
