internal import CHeadroomMath
internal import HeadroomColor
package import HeadroomPixels

/// Headroom's local tone map, for files without one from their camera: the light around a pixel decides how much the
/// pixel is lifted or lowered, so that shadows open without losing the contrast inside them.
///
/// Brightness is in stops relative to white, after exposure. Around a pixel it is the base, which the caller supplies;
/// the gain depends only on it:
///
/// - below one stop under white light is lifted, by a smooth step that ends at ``deepestLift`` stops seven stops under
///   white. Two close brightnesses stay at least 0.62 times as far apart as they were;
/// - where exposure raises the sensor's limit above white, light between one stop under white and that limit is
///   compressed so that the limit becomes white, unless the rendition has room for it above white;
/// - white itself stays, and so does other light that an exposure of 0 leaves below it: a picture that ended at white
///   still does.
///
/// The numbers are Headroom's: Apple's and Adobe's tables are stored in their files and made for them.
package struct LocalToneMap: Hashable, Sendable {
  /// Stops by which the deepest shadows are lifted at the full amount.
  package static let deepestLift = 1.5

  private static let shadowsEnd: Float = -1
  private static let shadowsWidth: Float = 6
  /// Added to light before its logarithm is taken, so that noise around black does not count as detail.
  private static let darkest: Float = 0x1p-12
  /// The sensor's limit becomes this much above white, so that rounding cannot make it less than white.
  private static let endAboveWhite = 0.02

  package let amount: Float
  /// The factor from the light of the rows to light after exposure.
  private let scale: Float
  /// The range of highlights above one stop under white, and the strength of their compression.
  private let reach: Float
  private let rolloff: Float

  /// - Parameters:
  ///   - amount: 0 for none, 1 for all; others are clamped. It multiplies the stops.
  ///   - exposure: the stops that are applied afterwards.
  ///   - dynamicRange: ``RAWToneSettings/dynamicRange``, in units of 1.5 stops above white.
  package init(amount: Double, exposure: Double, dynamicRange: Double) {
    self.amount = Float(min(max(amount.isFinite ? amount : 0, 0), 1))
    let stops = min(max(exposure.isFinite ? exposure : 0, -40), 40)
    scale = Float(Libm.exp2(stops))
    let reach = 1 + max(stops - 1.5 * max(dynamicRange.isFinite ? dynamicRange : 0, 0), 0)
    self.reach = Float(reach)
    rolloff = Float(max((reach / (1 + Self.endAboveWhite) - 1) / reach, 0))
  }

  /// The numbers that identify it.
  package var numbers: [Double] { [amount, scale, reach].map(Double.init) }

  /// The gain in stops for the brightness around a pixel, in stops from white. Continuous; 0 from one stop under white
  /// up, unless the sensor's limit lies above white.
  @inline(__always)
  package func stops(_ base: Float) -> Float {
    let t = headroom_clamp((Self.shadowsEnd - base) / Self.shadowsWidth, 0, 1)
    let lift = Float(Self.deepestLift) * t * t * (3 - 2 * t)
    let above = headroom_clamp(base - Self.shadowsEnd, 0, reach)
    return amount * (lift + (above / (1 + rolloff * above) - above))
  }

  /// Brightness of a pixel in stops from white.
  ///
  /// Half of it is the largest channel, which the tone curve uses, and half a mean in which green counts twice. It is
  /// not luminance: in the development's primaries blue has none, and a red wall in the sun is not in shadow.
  @inline(__always)
  package func level(_ r: Float, _ g: Float, _ b: Float) -> Float {
    let (red, green, blue) = (tamed(r), tamed(g), tamed(b))
    let light = 0.5 * largest(red, green, blue) + 0.125 * (red + blue) + 0.25 * green
    return log2Fast(headroom_max(light, 0) * scale + Self.darkest)
  }

  /// Writes the brightness of a span's pixels into its red; green and blue become 0.
  package func measure(_ rows: RowPointers, _ count: Int) {
    for i in 0..<count {
      unsafe rows.r[i] = level(rows.r[i], rows.g[i], rows.b[i])
      unsafe rows.g[i] = 0
      unsafe rows.b[i] = 0
    }
  }

  /// Multiplies a span by its gains, in place.
  ///
  /// - Parameters:
  ///   - slopes: for each pixel, the share of its own brightness in the base.
  ///   - offsets: the rest of the base, in stops.
  package func apply(
    _ rows: RowPointers, slopes: UnsafePointer<Float>, offsets: UnsafePointer<Float>, _ count: Int
  ) {
    for i in 0..<count {
      let own = unsafe level(rows.r[i], rows.g[i], rows.b[i])
      let base = unsafe tamed(slopes[i] * own + offsets[i])
      let gain = exp2Fast(stops(base))
      unsafe rows.r[i] *= gain
      unsafe rows.g[i] *= gain
      unsafe rows.b[i] *= gain
    }
  }
}
