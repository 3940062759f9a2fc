import Foundation
internal import HeadroomEngine
import HeadroomGraphics
import HeadroomImage
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomRAW
import HeadroomTestSupport
import Testing

/// What is chosen about a sensor's numbers, and whether the filter says the truth about what can be chosen.
@Suite struct RAWSensorOptionTests {
  private static func filter(_ dng: PlainDNG) throws -> CIRAWFilter {
    let filter = try #require(CIRAWFilter(imageData: Data(dng.bytes), identifierHint: nil))
    filter.boostAmount = 0
    filter.isGamutMappingEnabled = false
    return filter
  }

  private static func render(_ filter: CIRAWFilter) throws -> TestPicture {
    let image = try #require(filter.outputImage)
    return try TestPicture.render(image, PixelRect(enclosing: image.extent))
  }

  /// Colours of a pixel, by rows from the top.
  private static func pixel(_ picture: TestPicture, _ x: Int, _ y: Int) -> [Float] {
    let first = ((picture.size[1] - 1 - y) * picture.size[0] + x) * 4
    return Array(picture.pixels[first..<first + 3])
  }

  private static func isNear(_ a: [Float], _ b: [Float], _ error: Float) -> Bool {
    zip(a, b).allSatisfy { abs($0 - $1) <= error }
  }

  /// What the camera reads from a neutral surface.
  private static let read = [0.5, 1, 2.0 / 3]

  /// Grey of 0.2, and in it a pixel that the sensor saw as full.
  private static let speckled = PlainDNG(width: 48, height: 40) { x, y, plane in
    x == 20 && y == 17 ? 0.98 : 0.2 * read[plane]
  }

  /// All three colours of each pixel.
  private static let complete = PlainDNG(width: 48, height: 40, planes: 3) { x, _, plane in
    (0.1 + 0.01 * Double(x)) * [0.5, 0.6, 0.2][plane]
  }

  // MARK: Speckles

  @Test func `A speckle goes where that is asked for, and nothing else changes`() throws {
    let filter = try Self.filter(Self.speckled)
    #expect(filter.isDespeckleSupported && filter.despeckleAmount == 0)
    let before = try Self.render(filter)
    filter.despeckleAmount = 1
    #expect(filter.despeckleAmount == 1)
    let after = try Self.render(filter)
    #expect((Self.pixel(before, 20, 17).max() ?? 0) > 0.5)
    #expect(Self.isNear(Self.pixel(after, 20, 17), [0.2, 0.2, 0.2], 2e-3))
    #expect(Self.pixel(after, 5, 5) == Self.pixel(before, 5, 5))
  }

  @Test func `Pixels that have all colours have no speckles to take`() throws {
    let filter = try Self.filter(Self.complete)
    #expect(!filter.isDespeckleSupported)
    let before = try Self.render(filter)
    filter.despeckleAmount = 1
    #expect(filter.despeckleAmount == 0)
    #expect(try Self.render(filter).pixels == before.pixels)
  }

  // MARK: Tables of colours

  /// RGBTables with one table, which leaves green of every colour, at the places of the profile's own curve.
  private static let grey: [UInt8] = {
    var bytes: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 4, 0]
    for place in 0..<8 { bytes += [UInt8](repeating: place & 2 == 0 ? 0 : 255, count: 6) }
    return bytes
  }()

  @Test func `A profile's table of colours finishes its look, as much as there is of the look`() throws {
    var dng = Self.complete
    let without = try Self.filter(dng)
    without.boostAmount = 1
    let colored = Self.pixel(try Self.render(without), 30, 20)
    #expect((colored.max() ?? 0) > 1.5 * (colored.min() ?? 0))
    dng.blocks[52543] = Self.grey
    let with = try Self.filter(dng)
    let linear = Self.pixel(try Self.render(with), 30, 20)
    with.boostAmount = 1
    let grey = Self.pixel(try Self.render(with), 30, 20)
    #expect(grey[1] > 0.05 && Self.isNear(grey, [grey[1], grey[1], grey[1]], 1e-3), "\(grey)")
    without.boostAmount = 0
    #expect(Self.isNear(linear, Self.pixel(try Self.render(without), 30, 20), 1e-6))
    with.boostAmount = 0.5
    let half = Self.pixel(try Self.render(with), 30, 20)
    let middle = zip(grey, linear).map { 0.5 * ($0 + $1) }
    #expect(Self.isNear(half, middle, 1e-3), "\(half) \(middle)")
  }

  /// A table that leaves green of every colour, for the upper half.
  @Test func `A table with a mask counts where its mask says`() throws {
    var dng = Self.complete
    let plain = try Self.filter(dng)
    plain.boostAmount = 1
    let before = try Self.render(plain)
    let name = "urn:com:adobe:dng:sky"
    dng.masks = [.init(name, width: 24, height: 20) { _, y in y < 10 ? 255 : 0 }]
    dng.blocks[52543] =
      Array(Self.grey[..<8]) + [UInt8(name.utf8.count), 0] + Array(name.utf8) + Array(Self.grey[10...])
    for orientation in [1, 6] {
      dng.orientation = orientation
      let filter = try Self.filter(dng)
      filter.boostAmount = 1
      filter.orientation = .up
      let after = try Self.render(filter)
      let (sky, ground) = (Self.pixel(after, 30, 5), Self.pixel(after, 30, 35))
      #expect(Self.isNear(sky, [sky[1], sky[1], sky[1]], 1e-3) && sky[1] > 0.05, "\(sky)")
      #expect(ground == Self.pixel(before, 30, 35))
    }
    // A part of a mask: the same upper half, and one that is none, so that the mask lies over everything.
    dng.masks = [.init(name, width: 24, height: 10) { _, _ in 255 }]
    for (area, isGrey) in [([0, 0, 24, 20], false), ([11, 0, 24, 20], true)] {
      dng.masks[0].area = area
      let filter = try Self.filter(dng)
      filter.boostAmount = 1
      filter.orientation = .up
      let after = try Self.render(filter)
      #expect(Self.isNear(Self.pixel(after, 30, 5), [Float](repeating: Self.pixel(after, 30, 5)[1], count: 3), 1e-3))
      #expect((Self.pixel(after, 30, 35) == Self.pixel(before, 30, 35)) == !isGrey)
    }
    // A mask for something else.
    dng.masks[0].name = "urn:com:adobe:dng:skin"
    let other = try Self.filter(dng)
    other.boostAmount = 1
    other.orientation = .up
    #expect(try Self.render(other).pixels == before.pixels)
  }

  // MARK: Drafts

  private static let textured = PlainDNG(width: 96, height: 80) { x, y, plane in
    let chance = (x &* 7919 ^ y &* 104_729 ^ (x * y) &* 31) & 255
    return (0.1 + 0.25 * Double(chance) / 255) * read[plane]
  }

  private static func mean(_ picture: TestPicture) -> [Float] {
    let count = Float(picture.pixels.count / 4)
    return (0..<3).map { plane in
      stride(from: plane, to: picture.pixels.count, by: 4).reduce(Float(0)) { $0 + picture.pixels[$1] } / count
    }
  }

  @Test(arguments: [1, 0.5, 0.25, 0.1] as [Float])
  func `A draft has the size and the light of the picture, and leaves no trace when it is over`(scale: Float) throws {
    let filter = try Self.filter(Self.textured)
    filter.scaleFactor = scale
    #expect(!filter.isDraftModeEnabled)
    let whole = try Self.render(filter)
    filter.isDraftModeEnabled = true
    let draft = try Self.render(filter)
    #expect(draft.size == whole.size)
    // At half size there is only one way to make a picture of Bayer's mosaic.
    #expect((draft.pixels == whole.pixels) == (scale == 0.5))
    #expect(Self.isNear(Self.mean(draft), Self.mean(whole), 0.012), "\(Self.mean(draft)) \(Self.mean(whole))")
    filter.isDraftModeEnabled = false
    #expect(try Self.render(filter).pixels == whole.pixels)
  }

  @Test func `There is nothing to draft where pixels have all colours`() throws {
    let filter = try Self.filter(Self.complete)
    let whole = try Self.render(filter)
    filter.isDraftModeEnabled = true
    #expect(try Self.render(filter).pixels == whole.pixels)
  }

  // MARK: What is supported

  @Test func `What needs a mosaic is not said to be there without one, and does nothing`() throws {
    let (mosaic, complete) = (try Self.filter(Self.speckled), try Self.filter(Self.complete))
    #expect(mosaic.isMoireReductionSupported && !complete.isMoireReductionSupported)
    #expect(mosaic.isHighlightRecoverySupported && complete.isHighlightRecoverySupported)
    #expect(mosaic.isColorNoiseReductionSupported && complete.isColorNoiseReductionSupported)
    let before = try Self.render(complete)
    complete.moireReductionAmount = 1
    #expect(complete.moireReductionAmount == 0)
    #expect(try Self.render(complete).pixels == before.pixels)
  }

  // MARK: Ends of sensors

  /// A neutral ramp whose green wells are full below white.
  private static let full = PlainDNG(width: 256, height: 128) { x, y, plane in
    let chance = (x &* 7919 ^ y &* 104_729) & 15
    let spread = Double(chance * ((x ^ y) & 1)) * 0.0002
    let light = 0.2 + 1.2 * Double(x) / 256
    return min(light * read[plane], 0.95 + spread)
  }

  @Test func `Highlights that are not rebuilt end in white, also where the sensor ends below its file's white`() throws
  {
    let filter = try Self.filter(Self.full)
    filter.isHighlightRecoveryEnabled = false
    let end = Self.pixel(try Self.render(filter), 240, 60)
    #expect(Self.isNear(end, [0.95, 0.95, 0.95], 4e-3), "\(end)")
    filter.isHighlightRecoveryEnabled = true
    let rebuilt = Self.pixel(try Self.render(filter), 240, 60)
    #expect((rebuilt.min() ?? 0) > 1.2, "\(rebuilt)")
  }
}
