internal import Foundation
internal import HeadroomPixels

/// An image in memory as light multiplied by alpha, sampled bilinearly at any place.
///
/// Pixels are interleaved: one sample is four loads of four floats. Beyond its edge the image repeats.
// Sendable: written by the initialiser only.
final class ImageSampler: @unchecked Sendable {
  private let pixels: [SIMD4<Float>]
  private let width: Int
  private let height: Int

  /// Reads all rows that a scaler makes; its axes start at 0.
  init(_ scaler: ImageScaler) {
    let (width, height) = (scaler.columns.range.count, scaler.rows.range.count)
    self.width = width
    self.height = height
    pixels = unsafe [SIMD4<Float>](unsafeUninitializedCapacity: width * height) { buffer, count in
      let target = unsafe Target(base: buffer)
      ThreadPool.shared.concurrentPerform((height + 31) / 32) { band in
        var scratch = scaler.makeScratch()
        for row in band * 32..<min(band * 32 + 32, height) {
          scaler.make(row: row, scratch: &scratch)
          let rows = unsafe scratch.output.rows
          unsafe AlphaRow.premultiply(rows, width)
          for x in 0..<width {
            unsafe target.base[row * width + x] = SIMD4(rows.r[x], rows.g[x], rows.b[x], rows.a[x])
          }
        }
      }
      count = width * height
    }
  }

  // Sendable: every band writes rows of its own.
  @unsafe private struct Target: @unchecked Sendable { let base: UnsafeMutableBufferPointer<SIMD4<Float>> }

  /// Samples a row of positions that start at `start` and are `step` apart, into straight alpha.
  func read(
    from start: CGPoint, step: CGVector, count: Int, isNearest: Bool, isOpaque: Bool, into rows: RowPointers
  ) {
    for x in 0..<count {
      let column = start.x + CGFloat(x) * step.dx
      let row = start.y + CGFloat(x) * step.dy
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
    let upper = pixel(x, y) * (1 - fx) + pixel(x + 1, y) * fx
    let lower = pixel(x, y + 1) * (1 - fx) + pixel(x + 1, y + 1) * fx
    return upper * (1 - fy) + lower * fy
  }

  private func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
    pixels[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
  }
}
