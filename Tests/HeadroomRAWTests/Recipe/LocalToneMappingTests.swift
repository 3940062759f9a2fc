import Foundation
internal import HeadroomEngine
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomRAW
import HeadroomTestSupport
import Testing

@Suite struct LocalToneMappingTests {
  private static func filter(_ dng: PlainDNG) throws -> CIRAWFilter {
    let filter = try #require(CIRAWFilter(imageData: Data(dng.bytes), identifierHint: nil))
    (filter.boostAmount, filter.isGamutMappingEnabled) = (0, false)
    return filter
  }

  private static func render(_ filter: CIRAWFilter, tileEdge: Int? = nil) throws -> TestPicture {
    let image = try #require(filter.outputImage)
    return try TestPicture.render(image, PixelRect(enclosing: image.extent), tileEdge: tileEdge)
  }

  private static func green(_ picture: TestPicture, _ x: Int, _ y: Int) -> Float { picture[x, y][1] }

  /// A window in a dark room: an edge of five stops and a half.
  private static let room = PlainDNG.neutral(width: 900, height: 600) { x, y in
    (300..<600).contains(x) && (200..<400).contains(y) ? 0.9 : 0.02
  }

  @Test func `None of it is the picture without it, and amounts are continuous`() throws {
    let filter = try Self.filter(Self.room)
    #expect(filter.isLocalToneMapSupported)
    #expect(filter.localToneMapAmount == 0)
    let plain = try Self.render(filter)
    filter.localToneMapAmount = 0
    #expect(try Self.render(filter).pixels == plain.pixels)
    var last = Self.green(plain, 40, 40)
    for amount in stride(from: Float(0.001), through: 1, by: 0.111) {
      filter.localToneMapAmount = amount
      let now = Self.green(try Self.render(filter), 40, 40)
      #expect(now > last && now < last * exp2(1.6 * 0.112))
      last = now
    }
  }

  @Test func `Shadows open, white stays, and there are no seams along edges`() throws {
    let filter = try Self.filter(Self.room)
    let plain = try Self.render(filter)
    filter.localToneMapAmount = 1
    let mapped = try Self.render(filter)
    func gain(_ x: Int, _ y: Int) -> Float { log2(Self.green(mapped, x, y) / Self.green(plain, x, y)) }
    let (dark, bright) = (gain(40, 40), gain(450, 300))
    #expect(dark > 1 && dark < 1.5)
    #expect(abs(bright) < 0.02)
    // On both sides of every edge, apart from the two pixels that demosaicing mixes.
    var (least, most) = (Float.infinity, -Float.infinity)
    for x in Array(0..<296) + Array(604..<900) {
      (least, most) = (min(least, gain(x, 300)), max(most, gain(x, 300)))
    }
    #expect(most - dark < 0.06 && dark - least < 0.06, "dark: \(least) ... \(most) around \(dark)")
    (least, most) = (.infinity, -.infinity)
    for x in 304..<596 { (least, most) = (min(least, gain(x, 300)), max(most, gain(x, 300))) }
    #expect(most - bright < 0.06 && bright - least < 0.06, "bright: \(least) ... \(most) around \(bright)")
  }

  @Test func `Contrast inside shadows is kept`() throws {
    // Stripes of a third of a stop in the dark, beside the light.
    let dng = PlainDNG.neutral(width: 600, height: 400) { x, _ in x < 300 ? (x / 12 % 2 == 0 ? 0.01 : 0.0126) : 0.8 }
    let filter = try Self.filter(dng)
    filter.localToneMapAmount = 1
    let mapped = try Self.render(filter)
    let contrast = log2(Self.green(mapped, 138, 200) / Self.green(mapped, 150, 200))
    #expect(contrast > 0.27 && contrast < 0.36)
  }

  @Test func `The SDR look still ends at exactly 1, also where exposure lifts it`() throws {
    let ramp = PlainDNG.neutral(width: 512, height: 64) { x, _ in Double(x) / 460 }
    let filter = try #require(CIRAWFilter(imageData: Data(ramp.bytes), identifierHint: nil))
    filter.localToneMapAmount = 1
    for exposure in [0, 0.7, 2] as [Float] {
      filter.exposure = exposure
      let picture = try Self.render(filter)
      #expect(picture.pixels.max() ?? 0 <= 1.001)
      #expect(Self.green(picture, 500, 32) > 0.999)
      // Brighter stays brighter.
      let steps = stride(from: 10, to: 440, by: 10).map { Self.green(picture, $0, 32) }
      #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 < $1 + 1e-4 }, "at \(exposure) stops: \(steps)")
    }
    // Two stops over, half of the sensor's range would be white without it.
    #expect(Self.green(try Self.render(filter), 200, 32) < 0.98)
    filter.localToneMapAmount = 0
    #expect(Self.green(try Self.render(filter), 200, 32) > 0.999)
  }

  @Test func `Tiles, crops and both renderers agree`() throws {
    let dng = PlainDNG.neutral(width: 900, height: 640) { x, y in
      0.01 + 0.9 * Double((x / 50 &* 7919 ^ y / 40 &* 104_729) & 255) / 255
    }
    let filter = try Self.filter(dng)
    filter.localToneMapAmount = 0.8
    let whole = try Self.render(filter)
    #expect(try Self.render(filter, tileEdge: 91).pixels == whole.pixels)
    let image = try #require(filter.outputImage)
    let rect = PixelRect(x: 331, y: 167, width: 90, height: 50)
    let part = try TestPicture.render(image, rect)
    for y in 0..<rect.height {
      let first = ((rect.minY + y) * 900 + rect.minX) * 4
      #expect(Array(part.pixels[y * 360..<(y + 1) * 360]) == Array(whole.pixels[first..<first + 360]))
    }
    let reference = try TestPicture.reference(image, rect)
    #expect(zip(part.pixels, reference.pixels).allSatisfy { abs($0 - $1) <= 1e-4 * max(1, abs($1)) })
  }
}
