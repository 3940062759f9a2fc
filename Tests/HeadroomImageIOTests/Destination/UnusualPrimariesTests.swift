import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import Testing

/// Renderers and cameras state primaries that no display has: beyond the spectral locus, with coordinates that are 0 or
/// negative, whites of any kind. Every container takes them, by number or by profile, and says the same when it is read.
@Suite struct UnusualPrimariesTests {
  private static let primaries: [ColorPrimaries] = [
    .ap0, .ap1, .romm, .xyzAxes, .xyzD50, .film, .dciP3,
    ColorPrimaries(
      red: Chromaticity(x: 0.8, y: 0.2), green: Chromaticity(x: -0.05, y: 1.1), blue: Chromaticity(x: 0.1, y: -0.1),
      white: .d65),
    ColorPrimaries(
      red: Chromaticity(x: 1.2, y: -0.2), green: Chromaticity(x: 0, y: 0.9), blue: Chromaticity(x: 0, y: 0),
      white: Chromaticity(x: 0.45, y: 0.41)),
  ]

  private static let formats: [(name: String, format: PixelFormat)] = [
    ("exr", .rgbHalf), ("exr", .rgbFloat), ("hdr", .rgbFloat), ("tiff", .rgbFloat), ("tiff", .rgb16), ("jxl", .rgbHalf),
    ("jxl", .rgbFloat), ("jxl", .rgb8), ("png", .rgb16), ("jpeg", .rgb8), ("webp", .rgb8), ("heic", .rgb8),
    ("avif", .rgb8),
  ]

  @Test(arguments: formats.indices, [true, false])
  func `Unusual primaries are written and come back`(_ index: Int, _ isLossless: Bool) throws {
    let (name, pixels) = Self.formats[index]
    let format = try #require(ImageFormats.named(name))
    guard !isLossless || format.abilities.contains([.lossless, .lossy]) else { return }
    for primaries in Self.primaries {
      // OpenEXR's tools write the XYZ axes for CIE XYZ itself, seen in the light of D65.
      if name == "exr", primaries == .xyzAxes || primaries == .xyzD50 { continue }
      let transfer = pixels.isFloatingPoint ? TransferFunction.linear : .sRGB
      let encoding = ColorEncoding(primaries: primaries, transfer: transfer, isExtended: pixels.isFloatingPoint)
      let picture = StillImage(base: try Self.gray(pixels), encoding: encoding)
      let file = try #require(ImageFormats.named(name)?.writer).encode(
        picture, options: EncodeOptions(isLossless: isLossless))
      let reader = try ImageFormats.open(FileBytes(file))
      let found = reader.info.encoding.primaries.toXYZ.rows
      for (row, wanted) in zip(found, primaries.toXYZ.rows) {
        let error = row - wanted
        #expect(
          max(abs(error.x), abs(error.y), abs(error.z)) < 0.001,
          "\(name), \(pixels): \(primaries) became \(reader.info.encoding.primaries)")
      }
      try Self.expectGray(try reader.decode(DecodeRequest()).base, name)
    }
  }

  /// A quarter of white, which is the same in all primaries.
  private static func gray(_ format: PixelFormat) throws -> PixelBitmap {
    let bitmap = try PixelBitmap(width: 16, height: 16, format: format)
    let rows = RowBuffer(capacity: 16)
    let light = unsafe rows.rows
    for x in 0..<16 { unsafe (light.r[x], light.g[x], light.b[x], light.a[x]) = (0.25, 0.25, 0.25, 1) }
    for row in 0..<16 { unsafe RowCodec.pack(light, count: 16, into: bitmap, row: row, x: 0, dither: .none) }
    return bitmap
  }

  private static func expectGray(_ bitmap: PixelBitmap, _ name: String) throws {
    let rows = RowBuffer(capacity: 16)
    let light = unsafe rows.rows
    unsafe RowCodec.unpack(bitmap, row: 8, x: 0, count: 16, into: light)
    let (red, green, blue) = unsafe (light.r[8], light.g[8], light.b[8])
    #expect(abs(red - 0.25) < 0.02 && abs(green - 0.25) < 0.02 && abs(blue - 0.25) < 0.02, "\(name)")
  }
}
