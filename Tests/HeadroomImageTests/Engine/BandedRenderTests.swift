import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomEngine
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomImageTestSupport
import HeadroomPixels
import Testing

/// A bitmap that can be read forwards only.
private struct RowsOfBitmap: SourceOperation {
  let bitmap: PixelBitmap
  let encoding: ColorEncoding? = .extendedLinearSRGB

  var width: Int { bitmap.width }
  var height: Int { bitmap.height }
  var alpha: AlphaMode { bitmap.alpha }
  var decodedByteCount: Int { width * height * bitmap.format.bytesPerPixel }
  var fingerprint: Fingerprint { Fingerprint("rows", objects: [ObjectIdentifier(bitmap.storage)]) }
  func peak(of inputs: [Float?]) -> Float? { nil }
  func isOpaque(_ inputs: [Bool]) -> Bool { alpha == .opaque }
  func load(_ region: PixelRect) throws -> LoadedSource { LoadedSource(bitmap: bitmap) }
  func rows() throws -> SourceRows? { SourceRows(source: Reader(bitmap)) }

  var image: CIImage {
    CIImage(node: RecipeNode(.source(self), inputs: [], extent: CGRect(x: 0, y: 0, width: width, height: height)))
  }

  final class Reader: StillRowSource {
    let bitmap: PixelBitmap
    var done = 0
    init(_ bitmap: PixelBitmap) { self.bitmap = bitmap }

    var width: Int { bitmap.width }
    var height: Int { bitmap.height }
    var format: PixelFormat { bitmap.format }
    var alpha: AlphaMode { bitmap.alpha }
    var encoding: ColorEncoding { .extendedLinearSRGB }
    var rowGroup: Int { 1 }
    var warnings: [String] { [] }
    var isPartial: Bool { false }

    func read(_ count: Int, into target: PixelBitmap, row: Int) throws(ImageIOError) {
      guard done + count <= height else { throw .internalError("read beyond the last row") }
      for index in 0..<count {
        unsafe target.rowAddress(row + index).copyMemory(
          from: bitmap.rowAddress(done + index), byteCount: width * format.bytesPerPixel)
      }
      done += count
    }
  }
}

private func bytes(_ bitmap: PixelBitmap) -> [UInt8] {
  (0..<bitmap.height).flatMap { row in
    unsafe [UInt8](
      UnsafeRawBufferPointer(start: bitmap.rowAddress(row), count: bitmap.width * bitmap.format.bytesPerPixel))
  }
}

/// The bytes of a render at once and of one by bands; the second is nil where there is none.
private func both(
  _ image: CIImage, format: PixelFormat = .rgbaFloat, encoding: ColorEncoding = .extendedLinearSRGB, bandHeight: Int?
) throws -> (whole: [UInt8], banded: [UInt8]?) {
  let bounds = CGRect(x: -20, y: -20, width: 90, height: 80)
  let region = PixelRect(enclosing: image.extent.intersection(bounds))
  let context = CIContext()
  let whole = try context.bitmap(image, region: region, format: format, encoding: encoding)
  let render = try context.bandedRender(
    image, region: region, format: format, encoding: encoding, isForced: true, bandHeight: bandHeight)
  guard let render else { return (bytes(whole), nil) }
  var rows: [UInt8] = []
  _ = try render.run { rows += bytes($0) }
  return (bytes(whole), rows)
}

@Suite("Renders by bands")
struct BandedRenderTests {
  private func source() throws -> CIImage {
    let picture = TestPictures.random(width: 41, height: 33)
    let bitmap = try CIContext().bitmap(
      picture, region: PixelRect(x: 0, y: 0, width: 41, height: 33), format: .rgbaFloat,
      encoding: .extendedLinearSRGB)
    return RowsOfBitmap(bitmap: bitmap).image
  }

  @Test("give the pixels of a render at once, for every kind of node", arguments: [1, 7, 32, nil] as [Int?])
  func recipes(bandHeight: Int?) throws {
    for (name, make) in RendererTests.recipes {
      let (whole, banded) = try both(make(try source()), bandHeight: bandHeight)
      if let banded { #expect(banded == whole, "\(name)") } else { #expect(name.contains("reduc"), "\(name)") }
    }
  }

  @Test(
    "give the pixels of a render at once, resized",
    arguments: [0.25, 0.37, 1.6] as [Float], [1, 7])
  func resized(scale: Float, bandHeight: Int) throws {
    let image = try source().applyingFilter("CILanczosScaleTransform", parameters: ["inputScale": scale])
      .applyingFilter("CIUnsharpMask", parameters: ["inputRadius": 3, "inputIntensity": 0.5])
    let (whole, banded) = try both(image, format: .rgb16, encoding: .itur2100PQ, bandHeight: bandHeight)
    #expect(banded == whole)
  }

  /// A gain map JPEG and a PQ PNG.
  private func files() throws -> [any ImageReader] {
    let base = try PixelBitmap(width: 64, height: 48, format: .rgb8, alpha: .opaque)
    let map = try PixelBitmap(width: 16, height: 12, format: .gray8, alpha: .opaque)
    let deep = try PixelBitmap(width: 64, height: 48, format: .rgb16, alpha: .opaque)
    for bitmap in [base, map, deep] {
      for row in 0..<bitmap.height {
        let bytes = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt8.self)
        for x in 0..<bitmap.width * bitmap.format.bytesPerPixel {
          unsafe bytes[x] = UInt8(truncatingIfNeeded: x * 3 + row * 5)
        }
      }
    }
    var still = StillImage(base: base, encoding: .displayP3)
    let metadata = GainMapMetadata(alternateHeadroom: 2, min: -0.25, max: 2.25)
    still.gainMap = GainMapImage(
      bitmap: map,
      description: GainMapDescription(kinds: [.iso], formula: .iso(metadata), width: 16, height: 12, channels: 1))
    let jpeg = try JPEGWriter().encode(still, options: EncodeOptions())
    let writer = try #require(PNGFormat.writer)
    let png = try writer.encode(StillImage(base: deep, encoding: .itur2100PQ), options: EncodeOptions())
    return try [jpeg, png].map { try ImageFormats.open(FileBytes($0)) }
  }

  @Test("decode files while they render", arguments: [5, 48])
  func decoding(bandHeight: Int) throws {
    for reader in try files() {
      for headroom in [1, 3, .infinity] as [Double] {
        let picture = StillPicture(reader: reader)
        let image = CIImage(picture: picture, headroom: headroom).cropped(to: CGRect(x: 3, y: 5, width: 50, height: 37))
        let context = CIContext()
        let region = PixelRect(enclosing: image.extent)
        let render = try #require(
          try context.bandedRender(
            image, region: region, format: .rgbaHalf, encoding: .extendedLinearITUR2020, isForced: true,
            bandHeight: bandHeight))
        var rows: [UInt8] = []
        _ = try render.run { rows += bytes($0) }
        #expect(!picture.isDecoded)
        let whole = try context.bitmap(image, region: region, format: .rgbaHalf, encoding: .extendedLinearITUR2020)
        #expect(rows == bytes(whole))
      }
    }
  }

  /// A wide blur goes by smaller pictures: their rows are handed on, or each band would compute again all within the blur's
  /// reach.
  @Test(
    "compute what a wide blur makes smaller once",
    arguments: [25, 80, 200] as [Double], [nil, 2 << 20, 40 << 10, 0] as [Int?])
  func handedOn(sigma: Double, memoryLimit: Int?) throws {
    let picture = TestPictures.random(width: 60, height: 900)
    let bitmap = try CIContext().bitmap(
      picture, region: PixelRect(x: 0, y: 0, width: 60, height: 900), format: .rgbaFloat,
      encoding: .extendedLinearSRGB)
    let rows = RowsOfBitmap(bitmap: bitmap).image
    let blurred = rows.clampedToExtent().applyingGaussianBlur(sigma: sigma).cropped(to: rows.extent)
    let options: [CIContextOption: Any] = memoryLimit.map { [.memoryLimit: $0] } ?? [:]
    func render(_ bandHeight: Int) throws -> (bytes: [UInt8], pixels: Int) {
      let task = RenderTask()
      let render = try #require(
        try CIContext(options: options).bandedRender(
          blurred, region: PixelRect(enclosing: rows.extent), format: .rgbaHalf, encoding: .extendedLinearSRGB,
          isForced: true, bandHeight: bandHeight, task: task))
      var result: [UInt8] = []
      _ = try render.run { result += bytes($0) }
      return (result, task.measures.pixels)
    }
    let (whole, low) = try (render(900), render(50))
    #expect(low.bytes == whole.bytes)
    if memoryLimit == nil { #expect(Double(low.pixels) < 1.1 * Double(whole.pixels)) }
  }

  @Test("are chosen where source and result exceed the memory limit")
  func choice() throws {
    let image = try source()
    let region = PixelRect(enclosing: image.extent)
    let limited = CIContext(options: [.memoryLimit: 0])
    #expect(try CIContext().bandedRender(image, region: region, format: .rgb8, encoding: .sRGB) == nil)
    #expect(try limited.bandedRender(image, region: region, format: .rgb8, encoding: .sRGB) != nil)
  }

  /// 24 megapixels of 16 bits: decoding them again costs little, blurring them again more than their memory.
  @Test("are chosen for base and alternate where what is done twice costs little")
  func repetition() throws {
    let head = Array("P6\n6000 4000\n65535\n".utf8)
    let file = FileBytes(head + [UInt8](repeating: 0, count: 6000 * 4000 * 6))
    let photo = CIImage(picture: StillPicture(reader: try ImageFormats.open(file)), headroom: .infinity)
    let blurred = photo.clampedToExtent().applyingGaussianBlur(sigma: 8).cropped(to: photo.extent)
    func isBanded(_ image: CIImage, passes: Int) throws -> Bool {
      let region = PixelRect(enclosing: image.extent)
      return try CIContext().bandedRender(image, region: region, format: .rgb8, encoding: .sRGB, passes: passes) != nil
    }
    let brighter = photo.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
    #expect(try isBanded(photo, passes: 2))
    #expect(try isBanded(brighter, passes: 2))
    #expect(try !isBanded(blurred, passes: 2))
    #expect(try isBanded(blurred, passes: 1))
  }
}
