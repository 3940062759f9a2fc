internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImageIO
internal import HeadroomPixels

/// Pictures that nobody would make, within what the types allow.
extension Choices {
  private static let sides = [1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 33, 40, 64, 65]
  private static let longSides = [300, 513, 1030]
  /// Where codecs begin another group of their blocks; the last is one more than WebP has.
  private static let longestSides = [2048, 2049, 2057, 4096, 4104, 4105, 8193, 16_384]

  /// Width and height: mostly small, at times one of them long, or very long beside a few pixels.
  mutating func size() -> (width: Int, height: Int) {
    let (width, height) = (one(of: Self.sides), one(of: Self.sides))
    let isLongest = isRare(8)
    let long = one(of: isLongest ? Self.longestSides : Self.longSides)
    let short = min(width, isLongest ? 33 : 9)
    switch index(16) {
    case 0: return (long, short)
    case 1: return (short, long)
    default: return (width, height)
    }
  }

  private static let formats: [PixelFormat] = PixelFormat.Component.allCases.flatMap { component in
    PixelFormat.Layout.allCases.compactMap { PixelFormat(component: component, layout: $0) }
  }.filter { !$0.isYCbCr && $0.layout != .alpha }

  private static let usualFormats: [PixelFormat] = [
    .rgb8, .rgba8, .gray8, .rgb16, .rgba16, .rgbHalf, .rgbaHalf, .rgbFloat, .rgbaFloat, .grayAlphaFloat,
  ]

  mutating func bitmap(_ width: Int, _ height: Int, formats: [PixelFormat]? = nil) -> PixelBitmap? {
    let format = one(of: formats ?? (isRare(2) ? Self.formats : Self.usualFormats))
    let alpha = one(of: [AlphaMode.opaque, .straight, .premultiplied])
    guard let bitmap = try? PixelBitmap(width: width, height: height, format: format, alpha: alpha) else { return nil }
    fill(bitmap)
    return bitmap
  }

  /// Smooth colours, noise, or bits of any kind.
  private mutating func fill(_ bitmap: PixelBitmap) {
    let kind = index(4)
    let scale = Float(number())
    let samples = bitmap.width * bitmap.format.channelCount
    for row in 0..<bitmap.height {
      let address = unsafe bitmap.rowAddress(row)
      guard bitmap.format.isFloatingPoint else {
        for index in 0..<bitmap.width * bitmap.format.bytesPerPixel {
          let value = kind == 0 ? byte() : UInt8(truncatingIfNeeded: index &* 3 &+ row &* 5)
          unsafe address.storeBytes(of: value, toByteOffset: index, as: UInt8.self)
        }
        continue
      }
      for index in 0..<samples {
        let smooth = Float(index % 61) / 61 + Float(row % 7) / 7
        let value: Float =
          switch kind {
          case 0: Float(number())
          case 1: isRare(40) ? Float(number()) : smooth
          case 2: smooth * scale
          default: smooth
          }
        if bitmap.format.component == .half {
          let half = kind == 0 && isRare(3) ? Float16(bitPattern: UInt16(truncatingIfNeeded: word())) : Float16(value)
          unsafe address.storeBytes(of: half, toByteOffset: 2 * index, as: Float16.self)
        } else {
          unsafe address.storeBytes(of: value, toByteOffset: 4 * index, as: Float.self)
        }
      }
    }
  }

  mutating func point() -> Chromaticity {
    isRare(3) ? Chromaticity(x: number(), y: number()) : one(of: [.d65, Chromaticity(x: 0.64, y: 0.33)])
  }

  private static let named: [ColorEncoding] = [
    .sRGB, .displayP3, .itur2100PQ, .itur2100HLG, .extendedLinearSRGB, .extendedLinearITUR2020, .extendedLinearGray,
    .adobeRGB1998, .genericGrayGamma22, .itur709,
  ]

  mutating func encoding() -> ColorEncoding {
    var encoding = one(of: Self.named)
    if isRare(8) { encoding.primaries = ColorPrimaries(red: point(), green: point(), blue: point(), white: point()) }
    if isRare(8) { encoding.transfer = transfer() }
    if isRare(8) { encoding.isExtended.toggle() }
    if isRare(24) { encoding.model = one(of: ColorEncoding.Model.allCases) }
    return encoding
  }

  private mutating func transfer() -> TransferFunction {
    switch index(6) {
    case 0: return .gamma(number())
    case 1:
      let curve = ParametricCurve(
        g: number(), a: number(), b: number(), c: number(), d: number(), e: number(), f: number())
      return curve.map { .parametric($0) } ?? .linear
    case 2:
      let count = 2 + index(40)
      return SampledCurve(samples: (0..<count).map { _ in number() }).map { .sampled($0) } ?? .sRGB
    default: return one(of: [.linear, .sRGB, .pq, .hlg, .bt709, .log100, .log316, .bt1361, .smpte428, .romm])
    }
  }

  mutating func picture() -> StillImage? {
    let (width, height) = size()
    guard let base = bitmap(width, height) else { return nil }
    var picture = StillImage(base: base, encoding: encoding())
    picture.iccProfile = optional { $0.profile() }
    picture.orientation = CGImagePropertyOrientation(exifTag: 1 + index(8))
    picture.hdr = hdrMetadata()
    picture.contentHeadroom = number()
    picture.metadata = metadata()
    if isRare(3) { picture.gainMap = gainMap(width, height) }
    if isRare(6) {
      picture.thumbnail = bitmap(1 + index(20), 1 + index(20), formats: [.rgb8, .gray8, .rgb16, .rgbHalf, .rgbaFloat])
    }
    return picture
  }
}
