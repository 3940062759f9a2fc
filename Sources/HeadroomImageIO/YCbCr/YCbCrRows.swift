internal import CHeadroomMath
internal import HeadroomPixels

/// Loops that make R'G'B' of rows of planes.
///
/// Chroma lies in scratch rows as floats with its origin removed, one value for each pixel of a span.
enum YCbCrRows<Sample: PlaneSample> {
  typealias Row = UnsafeMutablePointer<Float>

  /// Gray of luma.
  static func gray(
    _ luma: UnsafeRawPointer, _ k: YCbCrCoefficients, _ to: UnsafeMutableRawPointer, stride: Int, _ count: Int
  ) {
    let (scale, offset, largest) = (k.lumaScale, k.lumaOffset, k.largest)
    if stride == 1 {
      for i in 0..<count {
        let y = unsafe offset.addingProduct(Sample.load(luma, i), scale)
        unsafe Sample.store(to, i, headroom_clamp(y, 0, largest))
      }
      return
    }
    for i in 0..<count {
      let y = unsafe offset.addingProduct(Sample.load(luma, i), scale)
      unsafe Sample.store(to, stride &* i, headroom_clamp(y, 0, largest))
    }
  }

  /// Colour of luma and chroma, in separate rows of codes: red, green and blue one behind the other, `count` each.
  static func color(
    _ luma: UnsafeRawPointer, _ cb: Row, _ cr: Row, _ k: YCbCrCoefficients, _ to: UnsafeMutableRawPointer, _ count: Int
  ) {
    let (scale, offset, largest) = (k.lumaScale, k.lumaOffset, k.largest)
    let (redCb, redCr) = (k.redFromCb, k.redFromCr)
    let (greenCb, greenCr) = (k.greenFromCb, k.greenFromCr)
    let (blueCb, blueCr) = (k.blueFromCb, k.blueFromCr)
    let green = unsafe to + count * Sample.size
    let blue = unsafe green + count * Sample.size
    for i in 0..<count {
      let y = unsafe offset.addingProduct(Sample.load(luma, i), scale)
      let (b, r) = unsafe (cb[i], cr[i])
      unsafe Sample.store(to, i, headroom_clamp(y.addingProduct(r, redCr).addingProduct(b, redCb), 0, largest))
      unsafe Sample.store(
        green, i, headroom_clamp(y.addingProduct(r, greenCr).addingProduct(b, greenCb), 0, largest))
      unsafe Sample.store(blue, i, headroom_clamp(y.addingProduct(r, blueCr).addingProduct(b, blueCb), 0, largest))
    }
  }

  /// Luma as signals of 0...1, and chroma, which has its origin removed, as differences of -0.5...0.5.
  static func signals(
    _ luma: UnsafeRawPointer, _ to: Row, _ cb: Row, _ cr: Row, _ k: YCbCrCoefficients, _ count: Int
  ) {
    let (scale, offset, unit) = (k.lumaScale / k.largest, k.lumaOffset / k.largest, k.chromaUnit)
    for i in 0..<count {
      unsafe to[i] = unsafe offset.addingProduct(Sample.load(luma, i), scale)
      unsafe cb[i] *= unit
      unsafe cr[i] *= unit
    }
  }

  /// Codes of signals.
  static func store(_ signals: Row, _ k: YCbCrCoefficients, _ to: UnsafeMutableRawPointer, _ count: Int) {
    let largest = k.largest
    for i in 0..<count { unsafe Sample.store(to, i, headroom_clamp(signals[i] * largest, 0, largest)) }
  }

  /// Chroma of full resolution.
  static func fullChroma(_ source: UnsafeRawPointer, origin: Float, _ to: Row, _ count: Int) {
    for i in 0..<count { unsafe to[i] = unsafe Sample.load(source, i) - origin }
  }

  /// A blend of two rows of chroma.
  static func blend(
    _ near: UnsafeRawPointer, _ far: UnsafeRawPointer, farWeight: Float, origin: Float, _ to: Row, _ count: Int
  ) {
    let nearWeight = 1 - farWeight
    for i in 0..<count {
      let own = unsafe (Sample.load(near, i) - origin) * nearWeight
      unsafe to[i] = unsafe own.addingProduct(Sample.load(far, i) - origin, farWeight)
    }
  }

  /// Twice as many values along a row. `chroma[-1]` and `chroma[(count + 1) / 2]` must be there.
  static func double(_ chroma: Row, _ taps: ChromaTaps, _ to: Row, _ count: Int) {
    let (before, after) = (taps.evenBefore, taps.oddAfter)
    let (ownEven, ownOdd) = (1 - before, 1 - after)
    for i in 0..<count / 2 {
      let own = unsafe chroma[i]
      unsafe to[2 &* i] = unsafe (own * ownEven).addingProduct(chroma[i &- 1], before)
      unsafe to[2 &* i &+ 1] = unsafe (own * ownOdd).addingProduct(chroma[i &+ 1], after)
    }
    if count % 2 == 1 {
      let last = count / 2
      unsafe to[count - 1] = unsafe (chroma[last] * ownEven).addingProduct(chroma[last - 1], before)
    }
  }

  /// Three rows of codes as pixels of three or four components; the fourth is opaque.
  static func interleave(_ rows: UnsafeMutableRawPointer, _ to: UnsafeMutableRawPointer, stride: Int, _ count: Int) {
    let red = unsafe rows.assumingMemoryBound(to: Sample.self)
    let out = unsafe to.assumingMemoryBound(to: Sample.self)
    let (green, blue) = unsafe (red + count, red + 2 * count)
    if stride == 3 {
      for i in 0..<count {
        unsafe out[3 &* i] = red[i]
        unsafe out[3 &* i &+ 1] = green[i]
        unsafe out[3 &* i &+ 2] = blue[i]
      }
      return
    }
    for i in 0..<count {
      unsafe out[4 &* i] = red[i]
      unsafe out[4 &* i &+ 1] = green[i]
      unsafe out[4 &* i &+ 2] = blue[i]
      unsafe out[4 &* i &+ 3] = .max
    }
  }

  /// Makes every second code, those of alpha, opaque.
  static func fillAlpha(_ to: UnsafeMutableRawPointer, _ count: Int) {
    let codes = unsafe to.assumingMemoryBound(to: Sample.self)
    for index in 0..<count { unsafe codes[2 &* index &+ 1] = .max }
  }
}
