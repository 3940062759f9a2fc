internal import Foundation
internal import HeadroomPixels

/// An image in memory as light multiplied by alpha, sampled bilinearly at any place.
///
/// Pixels are interleaved: one sample is four loads of four floats. Beyond the image its edge is repeated. Sendable:
/// written by the initialiser only.
@safe final class ImageSampler: @unchecked Sendable {
  private let pixels: UnsafeMutablePointer<SIMD4<Float>>
  private let width: Int
  private let height: Int

  /// Reads all rows that a scaler makes; its axes start at 0.
  init(_ scaler: ImageScaler) {
    let (width, height) = (scaler.drawn.columns.count, scaler.drawn.rows.count)
    self.width = width
    self.height = height
    unsafe pixels = .allocate(capacity: width * height)
    let bandRows = 32
    // Every band writes only its own rows.
    ThreadPool.shared.concurrentPerform((height + bandRows - 1) / bandRows) { [self] band in
      var scratch = scaler.makeScratch()
      for row in band * bandRows..<min((band + 1) * bandRows, height) {
        scaler.make(row: row, scratch: &scratch)
        unsafe interleave(scratch.output.rows, into: row)
      }
    }
  }

  deinit { unsafe pixels.deallocate() }

  private func interleave(_ rows: RowPointers, into row: Int) {
    unsafe AlphaRow.premultiply(rows, width)
    unsafe rows.interleave(into: pixels + row * width, width)
  }

  /// Samples a row of positions that start at `start` and are `step` apart, into straight alpha.
  func read(
    from start: CGPoint, step: CGVector, count: Int, isNearest: Bool, isOpaque: Bool, into rows: RowPointers
  ) {
    for x in 0..<count {
      // Samples far outside are never covered; the limits keep the numbers convertible.
      let column = min(max(start.x + CGFloat(x) * step.dx, -1), CGFloat(width) + 1)
      let row = min(max(start.y + CGFloat(x) * step.dy, -1), CGFloat(height) + 1)
      let color = isNearest ? pixel(Int(column.rounded(.down)), Int(row.rounded(.down))) : sample(column, row)
      unsafe rows.r[x] = color.x
      unsafe rows.g[x] = color.y
      unsafe rows.b[x] = color.z
      unsafe rows.a[x] = color.w
    }
    if isOpaque {
      unsafe rows.a.update(repeating: 1, count: count)
    } else {
      unsafe AlphaRow.unpremultiply(rows, count)
    }
  }

  private func sample(_ column: CGFloat, _ row: CGFloat) -> SIMD4<Float> {
    let (left, top) = ((column - 0.5).rounded(.down), (row - 0.5).rounded(.down))
    let (fx, fy) = (Float(column - 0.5 - left), Float(row - 0.5 - top))
    let (x, y) = (Int(left), Int(top))
    if x >= 0, y >= 0, x < width - 1, y < height - 1 {
      let first = unsafe pixels + (y * width + x)
      let second = unsafe first + width
      let upper = unsafe first[0] * (1 - fx) + first[1] * fx
      let lower = unsafe second[0] * (1 - fx) + second[1] * fx
      return upper * (1 - fy) + lower * fy
    }
    let upper = pixel(x, y) * (1 - fx) + pixel(x + 1, y) * fx
    let lower = pixel(x, y + 1) * (1 - fx) + pixel(x + 1, y + 1) * fx
    return upper * (1 - fy) + lower * fy
  }

  /// A pixel, at the edge where there is none.
  private func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
    unsafe pixels[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
  }
}
