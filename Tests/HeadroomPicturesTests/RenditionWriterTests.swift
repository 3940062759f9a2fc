import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomFilters
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomImageTestSupport
import HeadroomPictures
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite("Renditions that are written")
struct RenditionWriterTests {
  /// Bytes, and the road that they came by.
  private final class Recorder: RenditionOutput {
    var bytes: [UInt8] = []
    var cameByParts = false

    func write(_ bytes: [UInt8]) { self.bytes = bytes }

    func writeByParts<Result>(_ body: (any ByteSink) throws -> Result?) throws -> Result? {
      let sink = MemoryByteSink()
      guard let result = try body(sink) else { return nil }
      (bytes, cameByParts) = (sink.bytes, true)
      return result
    }
  }

  /// Lamps of four times white on a dark wall.
  private static let lamps: CIImage = {
    let floats = (0..<70 * 50).flatMap { index -> [Float] in
      let (x, y) = (index % 70, index / 70)
      let isLamp = x % 23 < 6 && y % 17 < 5
      return isLamp ? [4, 3.5, 3, 1] : [0.1 + 0.005 * Float(x), 0.3, 0.6 - 0.01 * Float(y), 1]
    }
    return TestPictures.image(floats, width: 70, height: 50)
  }()

  private static func request(_ name: String) throws -> RenditionRequest {
    let format = try #require(ImageFormats.named(name == "adaptive" ? "jpeg" : name))
    let sdr = lamps.toneMapped(to: 1)
    switch name {
    case "png":
      return RenditionRequest(lamps, as: format, encoding: .itur2100PQ, pixelFormat: .rgb16)
    case "exr":
      return RenditionRequest(lamps, as: format, encoding: .extendedLinearSRGB, pixelFormat: .rgbHalf)
    case "adaptive":
      var request = RenditionRequest(sdr, as: format, encoding: .displayP3, pixelFormat: .rgb8)
      request.gainMap = .computed(from: lamps, options: GainMapOptions(channels: .luma, scale: 1))
      return request
    default: return RenditionRequest(sdr, as: format, encoding: .sRGB, pixelFormat: .rgb8)
    }
  }

  private static func written(_ request: RenditionRequest, byRows: Bool) throws -> Recorder {
    let output = Recorder()
    let context = CIContext(options: [:], pool: .shared, wholePictureLimit: byRows ? 0 : .max)
    try RenditionWriter(request, in: context).write(to: output)
    return output
  }

  @Test("hold the same by rows as made at once", arguments: ["jpeg", "png", "tiff", "exr", "adaptive"])
  func rows(_ name: String) throws {
    let request = try Self.request(name)
    let (large, small) = (try Self.written(request, byRows: true), try Self.written(request, byRows: false))
    #expect(large.cameByParts)
    #expect(!small.cameByParts)
    let (one, other) = try (decoded(large.bytes), decoded(small.bytes))
    #expect(codes(one.base) == codes(other.base))
    #expect(one.hdr == other.hdr)
    #expect((one.hdr.lightLevel?.maxCLL ?? 0 > 700) == (name == "png"))
    #expect((one.gainMap != nil) == (name == "adaptive"))
    if let map = one.gainMap, let whole = other.gainMap { #expect(codes(map.bitmap) == codes(whole.bitmap)) }
  }

  @Test("are refused by who looks at what came of them, and leave no file", arguments: [true, false])
  func refused(_ byRows: Bool) throws {
    struct Refusal: Error {}
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "a.jpg")
    let context = CIContext(options: [:], pool: .shared, wholePictureLimit: byRows ? 0 : .max)
    #expect(throws: Refusal.self) {
      try RenditionWriter(Self.request("adaptive"), in: context)
        .write(to: FileOutput(file)) { outcome throws in
          #expect(outcome.fidelity != nil)
          throw Refusal()
        }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test("are compared with what is read of PQ where that is asked for", arguments: [true, false])
  func light(_ byRows: Bool) throws {
    var request = try Self.request("png")
    let context = CIContext(options: [:], pool: .shared, wholePictureLimit: byRows ? 0 : .max)
    let plain = try RenditionWriter(request, in: context).write(to: Recorder())
    #expect(plain.lightFidelity == nil)
    request.options.checksLight = true
    let found = try RenditionWriter(request, in: context).write(to: Recorder()).lightFidelity
    #expect(try #require(found).losses == [])
    #expect((try #require(found).peak.ratio - 1).magnitude < 1e-6)
  }

  @Test("keep floats below a peak in their own primaries, and colours outside them", arguments: [true, false])
  func peak(_ byRows: Bool) throws {
    var request = try Self.request("exr")
    request.image = TestPictures.image(
      [[4, 0.1, 0.1, 1], [-0.2, 6, 1, 1], [1, 0.5, 0.2, 1]].flatMap { $0 }, width: 3, height: 1)
    request.pixelFormat = .rgbFloat
    request.gamutPeak = 2
    let bitmap = try decoded(Self.written(request, byRows: byRows).bytes).base
    let values = unsafe Array(
      UnsafeBufferPointer(start: bitmap.rowAddress(0).assumingMemoryBound(to: Float.self), count: 9))
    #expect(values.max() == 2)
    #expect(values[3] < -0.05)
  }

  @Test("leave out a gain map that says nothing", arguments: [true, false])
  func nothing(_ byRows: Bool) throws {
    var request = try Self.request("adaptive")
    let dark = Self.lamps.applyingFilter("CIExposureAdjust", parameters: ["inputEV": -3])
    request.gainMap = .computed(from: dark, options: GainMapOptions())
    request.omitsEmptyGainMap = true
    #expect(try decoded(Self.written(request, byRows: byRows).bytes).gainMap == nil)
  }

  private func codes(_ bitmap: PixelBitmap) -> [UInt8] {
    (0..<bitmap.height).flatMap { row in
      let count = bitmap.width * bitmap.format.bytesPerPixel
      return unsafe Array(UnsafeRawBufferPointer(start: bitmap.rowAddress(row), count: count))
    }
  }

  private func decoded(_ bytes: [UInt8]) throws -> StillImage {
    try ImageFormats.open(FileBytes(bytes), limits: DecodeLimits()).decode(DecodeRequest())
  }
}
