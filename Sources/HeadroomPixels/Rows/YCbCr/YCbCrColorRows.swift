internal import CHeadroomMath

/// The numbers that turn codes of luma, and differences of colour in codes, into R'G'B' of any scale.
///
/// `r = y + redFromCb Cb + redFromCr Cr` and so on, `y = lumaScale Y + lumaOffset`, Cb and Cr without their origin.
package struct YCbCrFactors: Sendable {
  package var lumaScale: Float = 1
  package var lumaOffset: Float = 0
  package var redFromCb: Float = 0
  package var redFromCr: Float = 0
  package var greenFromCb: Float = 0
  package var greenFromCr: Float = 0
  package var blueFromCb: Float = 0
  package var blueFromCr: Float = 0
  /// The largest code of the result.
  package let largest: Float

  package init(largest: Float) { self.largest = largest }
}

/// Loops that make R'G'B' or gray codes from a row of luma and rows of chroma.
///
/// Codes are bytes for samples of a byte, else words.
package enum YCbCrColorRows {
  package typealias Row = UnsafeMutablePointer<Float>

  /// Gray of luma, `stride` codes apart.
  package static func gray(
    _ luma: UnsafeRawPointer, _ layout: SampleLayout, _ factors: YCbCrFactors, _ to: UnsafeMutableRawPointer,
    stride: Int, _ count: Int
  ) {
    unsafe layout.run(Gray(luma: luma, factors: factors, to: to, stride: stride, count: count))
  }

  /// Colour of luma and chroma, in consecutive rows of codes: red, green and blue, `count` each.
  package static func color(
    _ luma: UnsafeRawPointer, _ layout: SampleLayout, _ cb: Row, _ cr: Row, _ factors: YCbCrFactors,
    _ to: UnsafeMutableRawPointer, _ count: Int
  ) {
    unsafe layout.run(Color(luma: luma, cb: cb, cr: cr, factors: factors, to: to, count: count))
  }

  /// Luma as numbers of the factors' scale, divided by the largest.
  package static func luma(
    _ luma: UnsafeRawPointer, _ layout: SampleLayout, _ factors: YCbCrFactors, _ to: Row, _ count: Int
  ) {
    unsafe layout.run(Luma(luma: luma, factors: factors, to: to, count: count))
  }

  /// Codes of numbers of 0...1.
  package static func codes(
    of values: Row, _ layout: SampleLayout, _ factors: YCbCrFactors, _ to: UnsafeMutableRawPointer, _ count: Int
  ) {
    let layout = SampleLayout(size: layout.size, step: 1, shift: 0)
    unsafe layout.run(Codes(values: values, largest: factors.largest, to: to, count: count))
  }

  @safe private struct Codes: SampleLoop {
    let values: Row
    let largest: Float
    let to: UnsafeMutableRawPointer
    let count: Int

    @inline(__always)
    func run<Sample: PlaneSample>(_: Sample.Type, shift: Sample.Word) {
      let (values, largest, to) = unsafe (values, largest, to)
      for i in 0..<count { unsafe Sample.store(to, i, headroom_clamp(values[i] * largest, 0, largest), shift: 0) }
    }
  }

  @safe private struct Gray: SampleLoop {
    let luma: UnsafeRawPointer
    let factors: YCbCrFactors
    let to: UnsafeMutableRawPointer
    let stride: Int
    let count: Int

    @inline(__always)
    func run<Sample: PlaneSample>(_: Sample.Type, shift: Sample.Word) {
      let (luma, to, stride) = unsafe (luma, to, stride)
      let (scale, offset, largest) = (factors.lumaScale, factors.lumaOffset, factors.largest)
      if stride == 1 {
        for i in 0..<count {
          let y = unsafe offset.addingProduct(Sample.load(luma, i, shift: shift), scale)
          unsafe PlanarSample<Sample.Word>.store(to, i, headroom_clamp(y, 0, largest), shift: 0)
        }
        return
      }
      for i in 0..<count {
        let y = unsafe offset.addingProduct(Sample.load(luma, i, shift: shift), scale)
        unsafe PlanarSample<Sample.Word>.store(to, stride &* i, headroom_clamp(y, 0, largest), shift: 0)
      }
    }
  }

  @safe private struct Color: SampleLoop {
    let luma: UnsafeRawPointer
    let cb: Row
    let cr: Row
    let factors: YCbCrFactors
    let to: UnsafeMutableRawPointer
    let count: Int

    @inline(__always)
    func run<Sample: PlaneSample>(_: Sample.Type, shift: Sample.Word) {
      typealias Code = PlanarSample<Sample.Word>
      let (luma, cb, cr, k) = unsafe (luma, cb, cr, factors)
      let (scale, offset, largest) = (k.lumaScale, k.lumaOffset, k.largest)
      let (redCb, redCr) = (k.redFromCb, k.redFromCr)
      let (greenCb, greenCr) = (k.greenFromCb, k.greenFromCr)
      let (blueCb, blueCr) = (k.blueFromCb, k.blueFromCr)
      let red = unsafe to
      let green = unsafe red + count * MemoryLayout<Sample.Word>.size
      let blue = unsafe green + count * MemoryLayout<Sample.Word>.size
      for i in 0..<count {
        let y = unsafe offset.addingProduct(Sample.load(luma, i, shift: shift), scale)
        let (b, r) = unsafe (cb[i], cr[i])
        unsafe Code.store(
          red, i, headroom_clamp(y.addingProduct(r, redCr).addingProduct(b, redCb), 0, largest), shift: 0)
        unsafe Code.store(
          green, i, headroom_clamp(y.addingProduct(r, greenCr).addingProduct(b, greenCb), 0, largest), shift: 0)
        unsafe Code.store(
          blue, i, headroom_clamp(y.addingProduct(r, blueCr).addingProduct(b, blueCb), 0, largest), shift: 0)
      }
    }
  }

  @safe private struct Luma: SampleLoop {
    let luma: UnsafeRawPointer
    let factors: YCbCrFactors
    let to: Row
    let count: Int

    @inline(__always)
    func run<Sample: PlaneSample>(_: Sample.Type, shift: Sample.Word) {
      let (luma, to) = unsafe (luma, to)
      let largest = factors.largest
      let (scale, offset) = (factors.lumaScale / largest, factors.lumaOffset / largest)
      for i in 0..<count {
        unsafe to[i] = unsafe offset.addingProduct(Sample.load(luma, i, shift: shift), scale)
      }
    }
  }
}
