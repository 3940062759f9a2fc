internal import Foundation
internal import HeadroomPixels

/// One block of a gain map that is quantised as JPEG does it, and the light that comes back.
struct HighlightBlock: ~Copyable {
  private let planes: Int
  private let stops: Float
  private let lowest: Float
  /// The transform and its squares, each with its transpose.
  private let basis = RowBuffer(capacity: 64)
  private let steps = RowBuffer(capacity: 64)
  /// Codes wanted, as they are written, and as they are decoded, of red, green and blue.
  private let wanted = RowBuffer(capacity: 64)
  private let cut = RowBuffer(capacity: 64)
  private let decoded = RowBuffer(capacity: 64)
  /// Light of the base, and what is wanted of it.
  private let base = RowBuffer(capacity: 64)
  private let light = RowBuffer(capacity: 64)
  /// What the changes of coefficients do: by plane of Y, Cb, Cr.
  private let gradient = RowBuffer(capacity: 64)
  private let curvature = RowBuffer(capacity: 64)
  private let weights = RowBuffer(capacity: 64)
  private let work = RowBuffer(capacity: 64)
  private var peak: Float = 0
  private var sum: Float = 0

  /// How red, green and blue come from Y, Cb and Cr.
  private static let mixing: [[Float]] = [[1, 0, 1.402], [1, -0.344136, -0.714136], [1, 1.772, 0]]

  /// Blocks with no gain of so many stops have no highlights.
  private static let least: Float = 0.5
  /// The largest errors that are left: of the sum, of the brightest pixels, and of any that outshines them.
  private static let sumTolerance: Float = 0.015
  private static let peakTolerance: Float = 0.05
  private static let excess: Float = 0.03
  /// Pixels of this share of the largest light are among the brightest.
  private static let nearPeak: Float = 0.95
  private static let mostChanges = 24
  private static let mostRaises = 8

  init(_ planes: Int, _ quantizers: GainMapQuantizers, _ stops: Float, _ lowest: Float) {
    self.planes = planes
    self.stops = stops
    self.lowest = lowest
    for u in 0..<8 {
      for x in 0..<8 {
        let scale = u == 0 ? 0.125.squareRoot() : 0.5
        let value = Float(scale * cos(Double((2 * x + 1) * u) * .pi / 16))
        unsafe basis.rows.r[8 * u + x] = value
        unsafe basis.rows.g[8 * x + u] = value
        unsafe basis.rows.b[8 * u + x] = value * value
        unsafe basis.rows.a[8 * x + u] = value * value
      }
    }
    for index in 0..<64 {
      unsafe steps.rows.r[index] = Float(quantizers.luma[index])
      unsafe steps.rows.g[index] = Float(quantizers.chroma[index])
      unsafe steps.rows.b[index] = Float(quantizers.chroma[index])
    }
  }

  private static func plane(_ rows: RowPointers, _ index: Int) -> UnsafeMutablePointer<Float> {
    unsafe GainField.plane(rows, index)
  }

  // MARK: - Codes

  /// Takes a block, and quantises it.
  ///
  /// - Parameters:
  ///   - near: the base's light at its first pixel.
  ///   - rowStride: floats from a row of that light to the next.
  /// - Returns: whether it has a highlight that would not come back.
  mutating func read(_ codes: UnsafePointer<UInt8>, rowBytes: Int, _ near: RowPointers, rowStride: Int) -> Bool {
    var largest: UInt8 = 0
    for row in 0..<8 {
      let start = unsafe codes + row * rowBytes
      for index in 0..<8 * planes { largest = unsafe max(largest, start[index]) }
    }
    guard lowest + stops * Float(largest) > Self.least else { return false }
    (peak, sum) = (0, 0)
    for plane in 0..<planes {
      let (values, bright) = unsafe (Self.plane(wanted.rows, plane), Self.plane(light.rows, plane))
      let (dim, source) = unsafe (Self.plane(base.rows, plane), Self.plane(near, plane))
      for index in 0..<64 {
        unsafe values[index] = Float(codes[index / 8 * rowBytes + index % 8 * planes + plane])
        unsafe dim[index] = source[index / 8 * rowStride + index % 8]
      }
      for index in 0..<64 { unsafe bright[index] = dim[index] * exp2Fast(lowest + stops * values[index]) }
      let share = brightness(plane)
      for index in 0..<64 {
        unsafe sum += share * bright[index]
        peak = unsafe max(peak, bright[index])
      }
    }
    unsafe quantize(wanted.rows)
    return fault > 1
  }

  /// Codes rounded, from coefficients rounded.
  func write(to codes: UnsafeMutablePointer<UInt8>, rowBytes: Int) {
    for plane in 0..<planes {
      let values = unsafe Self.plane(decoded.rows, plane)
      for index in 0..<64 {
        let code = unsafe UInt8(min(max(values[index], 0), 255).rounded())
        unsafe codes[index / 8 * rowBytes + index % 8 * planes + plane] = code
      }
    }
  }

  /// What an encoder and a decoder make of codes.
  private func quantize(_ codes: RowPointers) {
    let (red, green, blue) = unsafe (codes.r, codes.g, codes.b)
    for plane in 0..<planes {
      let out = unsafe work.rows.r
      for index in 0..<64 {
        switch plane {
        case _ where planes == 1: unsafe out[index] = red[index] - 128
        case 0: unsafe out[index] = 0.299 * red[index] + 0.587 * green[index] + 0.114 * blue[index] - 128
        case 1: unsafe out[index] = -0.168736 * red[index] - 0.331264 * green[index] + 0.5 * blue[index]
        default: unsafe out[index] = 0.5 * red[index] - 0.418688 * green[index] - 0.081312 * blue[index]
        }
      }
      unsafe multiply(basis.rows.r, out, into: work.rows.g)
      unsafe multiply(work.rows.g, basis.rows.g, into: out)
      let step = unsafe Self.plane(steps.rows, plane)
      for index in 0..<64 { unsafe out[index] = (out[index] / step[index]).rounded() * step[index] }
      unsafe multiply(basis.rows.g, out, into: work.rows.g)
      unsafe multiply(work.rows.g, basis.rows.r, into: Self.plane(weights.rows, plane))
    }
    for channel in 0..<planes {
      let out = unsafe Self.plane(decoded.rows, channel)
      for index in 0..<64 {
        var value: Float = 128
        for plane in 0..<planes {
          value += unsafe Self.plane(weights.rows, plane)[index] * mix(channel, plane)
        }
        unsafe out[index] = value
      }
    }
  }

  private func mix(_ channel: Int, _ plane: Int) -> Float { planes == 1 ? 1 : Self.mixing[channel][plane] }

  /// 8 x 8 matrices.
  @inline(__always)
  private func multiply(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>
  ) {
    for row in 0..<8 {
      var sum = SIMD8<Float>.zero
      for k in 0..<8 {
        let right = unsafe UnsafeRawPointer(b + 8 * k).loadUnaligned(as: SIMD8<Float>.self)
        unsafe sum.addProduct(SIMD8(repeating: a[8 * row + k]), right)
      }
      unsafe UnsafeMutableRawPointer(out + 8 * row).storeBytes(of: sum, as: SIMD8<Float>.self)
    }
  }

  // MARK: - Light

  /// What red, green and blue add to luminance, nearly, in any of the usual primaries.
  private func brightness(_ plane: Int) -> Float {
    if planes == 1 { return 1 }
    return plane == 0 ? 0.23 : plane == 1 ? 0.69 : 0.08
  }

  /// What a code makes of a base of 1.
  private func gain(_ code: Float) -> Float { exp2Fast(lowest + stops * min(max(code, 0), 255)) }

  /// The largest error as a multiple of what is left.
  private var fault: Float {
    let brightest = Self.nearPeak * peak
    var (total, top, bottom): (Float, Float, Float) = (0, 0, 1)
    for plane in 0..<planes {
      let codes = unsafe Self.plane(decoded.rows, plane)
      let (wanted, bright) = unsafe (Self.plane(light.rows, plane), work.rows.b)
      let dim = unsafe Self.plane(base.rows, plane)
      for index in 0..<64 { unsafe bright[index] = dim[index] * gain(codes[index]) }
      let part = brightness(plane)
      for index in 0..<64 {
        unsafe total += part * bright[index]
        top = unsafe max(top, bright[index])
        let share = unsafe wanted[index] > brightest ? bright[index] / wanted[index] : 1
        bottom = min(bottom, share)
      }
    }
    return max(
      (total / sum - 1).magnitude / Self.sumTolerance, (top / peak - 1) / Self.excess,
      (1 - bottom) / Self.peakTolerance)
  }

  // MARK: - Changes

  /// Rounds coefficients the other way while that helps.
  mutating func improve() {
    for _ in 0..<Self.mostChanges {
      findDerivatives()
      guard let best = bestChange() else { return }
      change(best)
      if fault <= 1 { return }
    }
  }

  /// Codes above the last one are cut when they are written, and what an encoder makes of the rest is darker: raises such a
  /// block until the light that a reader gets adds up.
  func settle() {
    guard exceedsCodes else { return }
    for _ in 0..<Self.mostRaises {
      for plane in 0..<planes {
        let (from, to) = unsafe (Self.plane(decoded.rows, plane), Self.plane(cut.rows, plane))
        for index in 0..<64 { unsafe to[index] = min(max(from[index], 0), 255).rounded() }
      }
      unsafe quantize(cut.rows)
      let isEnough = lightSum >= (1 - Self.sumTolerance) * sum
      // The mean by which the lowest coefficient's step raises a block.
      let raise = unsafe isEnough ? 0 : steps.rows.r[0] / 8
      for plane in 0..<planes {
        let (from, to) = unsafe (Self.plane(cut.rows, plane), Self.plane(decoded.rows, plane))
        for index in 0..<64 { unsafe to[index] = from[index] + raise }
      }
      if isEnough { return }
    }
  }

  private var exceedsCodes: Bool {
    for plane in 0..<planes {
      let codes = unsafe Self.plane(decoded.rows, plane)
      for index in 0..<64 where unsafe codes[index] > 255.5 { return true }
    }
    return false
  }

  private var lightSum: Float {
    var total: Float = 0
    for plane in 0..<planes {
      let (codes, dim) = unsafe (Self.plane(decoded.rows, plane), Self.plane(base.rows, plane))
      let share = brightness(plane)
      for index in 0..<64 { unsafe total += share * dim[index] * gain(codes[index]) }
    }
    return total
  }

  private struct Change {
    var plane: Int
    var index: Int
    var amount: Float
  }

  /// Of half the sum of squared errors of codes, weighted with the squares of the light.
  private func findDerivatives() {
    for plane in 0..<planes {
      unsafe Self.plane(gradient.rows, plane).update(repeating: 0, count: 64)
      unsafe Self.plane(curvature.rows, plane).update(repeating: 0, count: 64)
    }
    for channel in 0..<planes {
      let (codes, target) = unsafe (Self.plane(decoded.rows, channel), Self.plane(wanted.rows, channel))
      let (bright, dim) = unsafe (Self.plane(light.rows, channel), Self.plane(base.rows, channel))
      let (weight, error) = unsafe (work.rows.r, work.rows.g)
      for index in 0..<64 {
        let code = unsafe codes[index]
        let level = unsafe max(bright[index], dim[index] * gain(code)) / peak
        unsafe weight[index] = level * level
        unsafe error[index] = level * level * (min(max(code, 0), 255) - target[index])
      }
      for plane in 0..<planes {
        let share = mix(channel, plane)
        if share == 0 { continue }
        unsafe addTransform(of: error, basis.rows.r, basis.rows.g, share, to: Self.plane(gradient.rows, plane))
        unsafe addTransform(
          of: weight, basis.rows.b, basis.rows.a, share * share, to: Self.plane(curvature.rows, plane))
      }
    }
  }

  private func addTransform(
    of source: UnsafePointer<Float>, _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ share: Float,
    to out: UnsafeMutablePointer<Float>
  ) {
    unsafe multiply(left, source, into: work.rows.b)
    unsafe multiply(work.rows.b, right, into: work.rows.a)
    for index in 0..<64 { unsafe out[index] += share * work.rows.a[index] }
  }

  /// The one that lowers the error most; nil when none does.
  private func bestChange() -> Change? {
    var best: Change?
    var least: Float = 0
    for plane in 0..<planes {
      let (slope, bend) = unsafe (Self.plane(gradient.rows, plane), Self.plane(curvature.rows, plane))
      let step = unsafe Self.plane(steps.rows, plane)
      for index in 0..<64 {
        let amount = unsafe slope[index] > 0 ? -step[index] : step[index]
        let difference = unsafe amount * (slope[index] + 0.5 * amount * bend[index])
        if difference < least { (least, best) = (difference, Change(plane: plane, index: index, amount: amount)) }
      }
    }
    return best
  }

  private func change(_ change: Change) {
    let (u, v) = (change.index / 8, change.index % 8)
    for channel in 0..<planes {
      let amount = change.amount * mix(channel, change.plane)
      let codes = unsafe Self.plane(decoded.rows, channel)
      for y in 0..<8 {
        let part = unsafe amount * basis.rows.r[8 * u + y]
        for x in 0..<8 { unsafe codes[8 * y + x] += part * basis.rows.r[8 * v + x] }
      }
    }
  }
}
