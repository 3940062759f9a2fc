import Foundation
import HeadroomColor
import HeadroomContainers
internal import HeadroomEngine
import HeadroomGraphics
import HeadroomImage
import HeadroomImageIO
import HeadroomImageTestSupport
import HeadroomPixels
import HeadroomTestSupport
import Testing

/// `applyingGainMap` and reading with `expandToHDR` are two roads to the same light.
@Suite("Applying gain maps")
struct GainMapBlendTests {
  /// A case: what the metadata says, and how large the map is.
  struct Case: Sendable {
    var formula: GainMapFormula
    var mapWidth = 6
    var mapHeight = 5
    var channels = 3
  }

  private static func iso(gamma: Double, useBase: Bool, offset: Double = 1.0 / 64) -> GainMapFormula {
    .iso(
      GainMapMetadata(
        baseHeadroom: 0, alternateHeadroom: 3, min: SIMD3(-1, 0, 0.5), max: SIMD3(3, 2.5, 2),
        gamma: SIMD3(gamma, 1, 1 / gamma), baseOffset: SIMD3(repeating: offset),
        alternateOffset: SIMD3(offset, offset / 2, 0), useBaseColorSpace: useBase))
  }

  static let cases: [Case] = [
    Case(formula: iso(gamma: 1, useBase: true)), Case(formula: iso(gamma: 2.4, useBase: true)),
    Case(formula: iso(gamma: 0.4, useBase: false)), Case(formula: iso(gamma: 2.4, useBase: false)),
    Case(formula: iso(gamma: 2.4, useBase: false), mapWidth: 24, mapHeight: 20),
    Case(formula: .apple(AppleGainMap(headroom: 6)), channels: 1),
    Case(formula: .apple(AppleGainMap(headroom: 6)), mapWidth: 24, mapHeight: 20, channels: 1),
  ]

  private static let (width, height) = (24, 20)

  /// A file with random pixels and a random map, described as the case wants. Its alternate is BT.2020.
  private static func picture(_ test: Case) throws -> StillPicture {
    var generator = SeededGenerator(seed: 7)
    func random(_ bitmap: PixelBitmap) {
      for row in 0..<bitmap.height {
        let bytes = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt8.self)
        for index in 0..<bitmap.width * bitmap.format.bytesPerPixel {
          unsafe bytes[index] = UInt8.random(in: 0...255, using: &generator)
        }
      }
    }
    let base = try PixelBitmap(width: width, height: height, format: .rgb8)
    random(base)
    let map = try PixelBitmap(
      width: test.mapWidth, height: test.mapHeight, format: test.channels == 1 ? .gray8 : .rgb8)
    random(map)
    let description = GainMapDescription(
      kinds: [.iso], formula: test.formula, width: test.mapWidth, height: test.mapHeight, channels: test.channels,
      alternateEncoding: .itur2100PQ)
    var still = StillImage(base: base, encoding: .displayP3)
    still.gainMap = GainMapImage(bitmap: map, description: description)
    return StillPicture(reader: MemoryReader(still: still))
  }

  /// A picture that was never a file: containers could not hold every case without loss.
  private struct MemoryReader: ImageReader {
    let bytes = FileBytes([])
    let still: StillImage
    var info: StillInfo {
      var info = StillInfo(
        format: "memory", width: still.base.width, height: still.base.height, bitDepth: 8, channels: 3,
        encoding: still.encoding)
      info.gainMap = still.gainMap?.description
      info.contentHeadroom = still.gainMap?.formula.contentHeadroom ?? 1
      return info
    }
    func decode(_ request: DecodeRequest) throws(ImageIOError) -> StillImage { still }
  }

  private static func images(_ test: Case, headroom: Double) throws -> (applied: CIImage, read: CIImage) {
    let picture = try picture(test)
    let base = try CIImage(picture: picture, options: [:])
    let map = try CIImage(picture: picture, options: [.auxiliaryHDRGainMap: true])
    let read = CIImage(source: StillSource(picture: picture, rendition: .expanded(headroom: headroom)))
    return (base.applyingGainMap(map, headroom: Float(headroom)), read)
  }

  private static let region = PixelRect(x: 0, y: 0, width: width, height: height)

  @Test("a map that is applied gives what reading as HDR gives, in both renderers", arguments: cases.indices)
  func agreement(index: Int) throws {
    for headroom in [1, 2.5, Double.infinity] {
      let (applied, read) = try Self.images(Self.cases[index], headroom: headroom)
      #expect(applied.contentHeadroom == read.contentHeadroom)
      let expected = try reference(read, Self.region)
      #expect(largestDifference(try tiled(applied, Self.region), expected) < 2e-4)
      #expect(largestDifference(try reference(applied, Self.region), expected) < 2e-4)
      #expect(largestDifference(try tiled(read, Self.region), expected) < 2e-4)
      #expect(try tiled(applied, Self.region, tileEdge: 16) == tiled(applied, Self.region))
    }
  }

  @Test("the light is that of the standard's formula, pixel by pixel", arguments: 0..<5)
  func formula(index: Int) throws {
    let test = Self.cases[index]
    let picture = try Self.picture(test)
    let still = try picture.still()
    guard case .iso(let metadata) = test.formula, let map = still.gainMap?.bitmap else { return }
    let (applied, _) = try Self.images(test, headroom: .infinity)
    let found = try tiled(applied, Self.region)
    let primaries: ColorPrimaries = metadata.useBaseColorSpace ? .p3D65 : .bt2020
    for row in 0..<Self.height {
      for column in 0..<Self.width {
        let code = Self.color(still.base, column, row)
        let light = SIMD3(
          TransferFunction.sRGB.decode(code.x), TransferFunction.sRGB.decode(code.y),
          TransferFunction.sRGB.decode(code.z))
        let stops = Self.interpolated(map, column, row) { metadata.logGain($0) }
        let inside = ColorPrimaries.p3D65.matrix(to: primaries).apply(light)
        let outside = metadata.apply(base: inside, logGain: stops, weight: 1)
        let expected = primaries.matrix(to: .bt709).apply(outside)
        let pixel = found[(Self.height - 1 - row) * Self.width + column]
        for (one, other) in zip([pixel.r, pixel.g, pixel.b], [expected.x, expected.y, expected.z]) {
          #expect(abs(Double(one) - other) < 2e-4 * max(1, outside.max()))
        }
      }
    }
  }

  private static func color(_ bitmap: PixelBitmap, _ column: Int, _ row: Int) -> SIMD3<Double> {
    let bytes = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: UInt8.self)
    func value(_ channel: Int) -> Double { unsafe Double(bytes[3 * column + channel]) / 255 }
    return SIMD3(value(0), value(1), value(2))
  }

  /// The map's gains in stops at a pixel of the picture: bilinear between the centres of its pixels.
  private static func interpolated(
    _ map: PixelBitmap, _ column: Int, _ row: Int, _ stops: (SIMD3<Double>) -> SIMD3<Double>
  ) -> SIMD3<Double> {
    let x = (Double(column) + 0.5) * Double(map.width) / Double(width) - 0.5
    let y = (Double(row) + 0.5) * Double(map.height) / Double(height) - 0.5
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    func at(_ column: Double, _ row: Double) -> SIMD3<Double> {
      stops(color(map, min(max(Int(column), 0), map.width - 1), min(max(Int(row), 0), map.height - 1)))
    }
    let upper = at(left, top) + (at(left + 1, top) - at(left, top)) * (x - left)
    let lower = at(left, top + 1) + (at(left + 1, top + 1) - at(left, top + 1)) * (x - left)
    return upper + (lower - upper) * (y - top)
  }
}
