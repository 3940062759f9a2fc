public import HeadroomEngine
package import HeadroomPixels

/// Weighted sums of bilinear samples of an image at positions that lie in rows. All pixels of a row are sampled
/// together, so that positions and each pixel's components form vectors; four times as fast as pixel by pixel.
@unsafe
@usableFromInline package struct RowSampler {
  /// Pixels at a time.
  package static let length = 256

  @usableFromInline let base: UnsafePointer<SIMD4<Float>>
  @usableFromInline let stride: Int
  @usableFromInline let minX, minY, maxX, maxY: Float
  @usableFromInline let count: Int
  @usableFromInline let places: UnsafeMutablePointer<Int32>
  @usableFromInline let shares: UnsafeMutablePointer<Float>
  @usableFromInline let sums: UnsafeMutablePointer<SIMD4<Float>>

  /// Stores the sums that `body` adds up in rows of at most ``length`` pixels.
  ///
  /// - Returns: false, with nothing done, where the image cannot be read like this.
  package static func run(
    _ sampler: borrowing KernelSampler, _ rows: RowPointers, _ count: Int, _ body: (RowSampler) -> Void
  ) -> Bool {
    guard sampler.isDirect, !sampler.isNearest else { return false }
    let (base, stride) = unsafe (sampler.base, sampler.stride)
    let (minX, minY, maxX, maxY) = (sampler.minX, sampler.minY, sampler.maxX, sampler.maxY)
    return unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: length) { places in
      unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: length) { shares in
        unsafe withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: length) { sums in
          guard let places = places.baseAddress, let shares = shares.baseAddress, let sums = sums.baseAddress else {
            return false
          }
          unsafe sums.initialize(repeating: .zero, count: count)
          unsafe body(
            RowSampler(
              base: base, stride: stride, minX: minX, minY: minY, maxX: maxX, maxY: maxY, count: count,
              places: places, shares: shares, sums: sums))
          unsafe rows.store(sums, count: count)
          return true
        }
      }
    }
  }

  /// Adds `weight` times the samples at one height.
  ///
  /// - Parameter x: of the sample of a pixel. Inlined with the loop.
  @inlinable @inline(__always)
  package func add(_ weight: Float, y: Float, x: (Int) -> Float) {
    let magic: Float = 8_388_608
    let py = unsafe smaller(larger(y - 0.5, minY), maxY)
    let fy = py.rounded(.down)
    let row = unsafe base + Int((fy - minY + magic).bitPattern & 0x7F_FFFF) &* stride
    let (places, shares, count) = unsafe (self.places, self.shares, self.count)
    for i in 0..<count {
      let px = unsafe smaller(larger(x(i) - 0.5, minX), maxX)
      let fx = px.rounded(.down)
      unsafe places[i] = Int32(bitPattern: (fx - minX + magic).bitPattern & 0x7F_FFFF)
      unsafe shares[i] = px - fx
    }
    unsafe add(weight, row, along: py - fy)
  }

  @usableFromInline func add(_ weight: Float, _ row: UnsafePointer<SIMD4<Float>>, along: Float) {
    let (places, shares, sums) = unsafe (self.places, self.shares, self.sums)
    let (above, count) = unsafe (row + stride, self.count)
    for i in 0..<count {
      let place = unsafe Int(places[i])
      let (p00, p10) = unsafe (row[place], row[place &+ 1])
      let (p01, p11) = unsafe (above[place], above[place &+ 1])
      let lower = unsafe p00 + (p10 - p00) * shares[i]
      let upper = unsafe p01 + (p11 - p01) * shares[i]
      unsafe sums[i] += (lower + (upper - lower) * along) * weight
    }
  }
}
