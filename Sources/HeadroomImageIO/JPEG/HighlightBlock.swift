internal import HeadroomPixels

/// One block of a gain map, quantised as in JPEG, and the light that it restores.
struct HighlightBlock: ~Copyable {
  let planes: Int
  private let stops: Float
  private let lowest: Float
  let transform = BlockTransform()
  /// By which coefficients of Y, Cb and Cr are divided.
  let steps = BlockMemory(3)
  /// Codes of red, green and blue: wanted, as written, and as decoded.
  let wanted = BlockMemory(3)
  private let written = BlockMemory(3)
  let decoded = BlockMemory(3)
  private let saved = BlockMemory(3)
  /// Light of the base, the wanted light, and the light with decoded codes.
  private let base = BlockMemory(3)
  let light = BlockMemory(3)
  let found = BlockMemory(3)
  private let components = BlockMemory(3)
  /// The effects of changes to coefficients of Y, Cb and Cr, and their origin.
  let gradient = BlockMemory(3)
  let curvature = BlockMemory(3)
  let errors = BlockMemory(3)
  let weights = BlockMemory(3)
  private(set) var peak: Float = 0
  private var sum: Float = 0

  /// Blocks with no gain of so many stops have no highlights.
  private static let least: Float = 0.5
  /// The largest errors that are tolerated: of the sum, of the brightest pixels, and of any that outshines them.
  private static let sumTolerance: Float = 0.015
  private static let peakTolerance: Float = 0.05
  private static let excess: Float = 0.03
  /// Pixels of this share of the largest light are among the brightest.
  private static let nearPeak: Float = 0.95
  private static let mostRaises = 8

  init(_ planes: Int, _ quantizers: GainMapQuantizers, _ stops: Float, _ lowest: Float) {
    self.planes = planes
    self.stops = stops
    self.lowest = lowest
    for index in 0..<BlockMemory.size {
      unsafe steps[0][index] = Float(quantizers.luma[index])
      unsafe steps[1][index] = Float(quantizers.chroma[index])
      unsafe steps[2][index] = Float(quantizers.chroma[index])
    }
  }

  // MARK: - Codes

  /// Takes a block, and quantises it.
  ///
  /// - Parameters:
  ///   - near: the base's light at its first pixel.
  ///   - rowStride: floats from a row of that light to the next.
  /// - Returns: whether it has a highlight that would not be restored.
  mutating func load(_ codes: UnsafePointer<UInt8>, rowBytes: Int, _ near: RowPointers, rowStride: Int) -> Bool {
    var largest: UInt8 = 0
    for row in 0..<8 {
      let start = unsafe codes + row * rowBytes
      for index in 0..<8 * planes { largest = unsafe max(largest, start[index]) }
    }
    guard lowest + stops * Float(largest) > Self.least else { return false }
    for plane in 0..<planes {
      let (values, baseLight) = unsafe (wanted[plane], base[plane])
      let source = unsafe near.plane(plane)
      for row in 0..<8 {
        for x in 0..<8 {
          unsafe values[8 * row + x] = Float(codes[row * rowBytes + planes * x + plane])
          unsafe baseLight[8 * row + x] = source[row * rowStride + x]
        }
      }
    }
    computeLight(wanted, light)
    let whole = survey(light, atLeast: .infinity)
    (peak, sum) = (whole.top, whole.total)
    quantize(wanted)
    return faults.largest > 1
  }

  /// Writes a reader's codes, which are rounded, from rounded coefficients.
  func write(to codes: UnsafeMutablePointer<UInt8>, rowBytes: Int) {
    clip()
    for plane in 0..<planes {
      let values = unsafe written[plane]
      for row in 0..<8 {
        for x in 0..<8 { unsafe codes[row * rowBytes + planes * x + plane] = UInt8(values[8 * row + x]) }
      }
    }
  }

  /// Decoded values become the codes that are written.
  private func clip() {
    for plane in 0..<planes {
      let (from, to) = unsafe (decoded[plane], written[plane])
      for index in 0..<BlockMemory.size { unsafe to[index] = min(max(from[index], 0), 255).rounded() }
    }
  }

  /// Passes codes through an encoder and a decoder.
  private func quantize(_ codes: borrowing BlockMemory) {
    separate(codes)
    for plane in 0..<planes {
      let (out, step) = unsafe (components[plane], steps[plane])
      unsafe transform.forward(out)
      for index in 0..<BlockMemory.size { unsafe out[index] = (out[index] / step[index]).rounded() * step[index] }
      unsafe transform.inverse(out)
    }
    for channel in 0..<planes {
      let out = unsafe decoded[channel]
      unsafe out.update(repeating: 128, count: BlockMemory.size)
      for plane in 0..<planes { unsafe add(components[plane], mix(channel, plane), to: out) }
    }
  }

  /// Codes become components around 0.
  private func separate(_ codes: borrowing BlockMemory) {
    let (red, green, blue) = unsafe (codes[0], codes[1], codes[2])
    let (y, cb, cr) = unsafe (components[0], components[1], components[2])
    if planes == 1 {
      for index in 0..<BlockMemory.size { unsafe y[index] = red[index] - 128 }
      return
    }
    for index in 0..<BlockMemory.size {
      let (r, g, b) = unsafe (red[index], green[index], blue[index])
      unsafe y[index] = 0.299 * r + 0.587 * g + 0.114 * b - 128
      unsafe cb[index] = -0.168736 * r - 0.331264 * g + 0.5 * b
      unsafe cr[index] = 0.5 * r - 0.418688 * g - 0.081312 * b
    }
  }

  /// How much of Y, Cb or Cr is in red, green or blue.
  func mix(_ channel: Int, _ plane: Int) -> Float {
    switch (channel, plane) {
    case (_, 0): 1
    case (0, 2): 1.402
    case (1, 1): -0.344136
    case (1, 2): -0.714136
    case (2, 1): 1.772
    default: 0
    }
  }

  func add(_ source: UnsafePointer<Float>, _ share: Float, to out: UnsafeMutablePointer<Float>) {
    if share == 0 { return }
    for index in 0..<BlockMemory.size { unsafe out[index] += share * source[index] }
  }

  // MARK: - Light

  /// The approximate shares of red, green and blue in luminance, for any of the usual primaries.
  private func brightness(_ plane: Int) -> Float {
    if planes == 1 { return 1 }
    return plane == 0 ? 0.23 : plane == 1 ? 0.69 : 0.08
  }

  /// The light of a block's codes.
  private func computeLight(_ codes: borrowing BlockMemory, _ out: borrowing BlockMemory) {
    for plane in 0..<planes {
      let (values, baseLight, gainedLight) = unsafe (codes[plane], base[plane], out[plane])
      for index in 0..<BlockMemory.size {
        unsafe gainedLight[index] = baseLight[index] * exp2Fast(lowest + stops * min(max(values[index], 0), 255))
      }
    }
  }

  private struct Survey {
    /// Of luminance.
    var total: Float = 0
    /// The largest of any channel.
    var top: Float = 0
    /// The least share that is left of a wanted light; 1 when no light is wanted.
    var bottom: Float = 1
  }

  /// - Parameter level: wanted lights above this have to be restored.
  private func survey(_ lights: borrowing BlockMemory, atLeast level: Float) -> Survey {
    var survey = Survey()
    for plane in 0..<planes {
      var (sums, tops, bottoms) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.one)
      for row in 0..<8 {
        let (here, aim) = unsafe (blockRow(lights[plane], row), blockRow(light[plane], row))
        sums += here
        tops.replace(with: here, where: here .> tops)
        let share = here / aim
        bottoms.replace(with: share, where: (aim .> level) .& (share .< bottoms))
      }
      survey.total += brightness(plane) * sums.sum()
      survey.top = max(survey.top, tops.max())
      survey.bottom = min(survey.bottom, bottoms.min())
    }
    return survey
  }

  private func surveyFound() -> Survey {
    computeLight(decoded, found)
    return survey(found, atLeast: Self.nearPeak * peak)
  }

  /// Errors as multiples of their tolerances: of all light, of pixels that outshine the block, of its brightest pixels.
  struct Faults {
    var sum, excess, loss: Float

    var largest: Float { max(sum, excess, loss) }
  }

  /// Those of the codes as they are decoded.
  var faults: Faults {
    let here = surveyFound()
    return Faults(
      sum: (here.total / sum - 1).magnitude / Self.sumTolerance, excess: (here.top / peak - 1) / Self.excess,
      loss: (1 - here.bottom) / Self.peakTolerance)
  }

  /// Whether a pixel outshines the block, or is one of its brightest and lost.
  @inline(__always)
  func isFaulty(wanted: Float, found: Float) -> Bool {
    let isLost = wanted > Self.nearPeak * peak && found < (1 - Self.peakTolerance) * wanted
    return found > (1 + Self.excess) * peak || isLost
  }

  /// Remembers the codes as they are decoded.
  func snapshot() {
    for plane in 0..<planes { unsafe saved[plane].update(from: decoded[plane], count: BlockMemory.size) }
  }

  /// Restores the remembered codes.
  func restore() {
    for plane in 0..<planes { unsafe decoded[plane].update(from: saved[plane], count: BlockMemory.size) }
  }

  /// Codes above the largest are cut when they are written, so the encoded block is darker: raises such a block until a
  /// reader gets the right sum of light.
  func compensateClipping() {
    guard exceedsCodes else { return }
    for _ in 0..<Self.mostRaises {
      clip()
      quantize(written)
      let isEnough = surveyFound().total >= (1 - Self.sumTolerance) * sum
      // The mean by which the lowest coefficient's step raises a block.
      let raise = unsafe isEnough ? 0 : steps[0][0] / 8
      for plane in 0..<planes {
        let (from, to) = unsafe (written[plane], decoded[plane])
        for index in 0..<BlockMemory.size { unsafe to[index] = from[index] + raise }
      }
      if isEnough { return }
    }
  }

  private var exceedsCodes: Bool {
    for plane in 0..<planes {
      let codes = unsafe decoded[plane]
      for index in 0..<BlockMemory.size where unsafe codes[index] > 255.5 { return true }
    }
    return false
  }
}
