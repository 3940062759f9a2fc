internal import Foundation
internal import HeadroomColor
package import HeadroomPixels
internal import Synchronization

/// Measures how two upright pictures of the same size differ.
///
/// Rows are measured on several threads and summed in order, so the result does not depend on the number of threads.
package struct PictureComparer: Sendable {
  package let reference: LinearPicture
  package let candidate: LinearPicture

  private struct RowSums: Sendable {
    var deltaE = 0.0
    var squaredCodeError = 0.0
    var maxErrorNits = 0.0
  }

  /// - Throws: `PixelError` without memory for the values kept of each pixel.
  package func measure() throws(PixelError) -> PictureDifference {
    let width = reference.width
    let height = reference.height
    let sums = Mutex([RowSums](repeating: RowSums(), count: height))
    let deltas = try FloatPlane(width: width, height: height)
    let codes = (try FloatPlane(width: width, height: height), try FloatPlane(width: width, height: height))
    ThreadPool.shared.concurrentPerform(height) { row in
      let rowSums = measure(row, deltas, codes)
      sums.withLock { $0[row] = rowSums }
    }
    return summary(sums.withLock { $0 }, deltas, StructuralSimilarity.mean(codes.0, codes.1))
  }

  private func measure(_ row: Int, _ deltas: FloatPlane, _ codes: (FloatPlane, FloatPlane)) -> RowSums {
    var sums = RowSums()
    unsafe reference.withRow(row) { a in
      unsafe candidate.withRow(row) { b in
        for x in 0..<reference.width {
          let aNits = unsafe Self.nits(a, x)
          let bNits = unsafe Self.nits(b, x)
          codes.0[x, row] = Self.luminanceCode(aNits)
          if aNits == bNits {
            codes.1[x, row] = codes.0[x, row]
            continue
          }
          codes.1[x, row] = Self.luminanceCode(bNits)
          deltas[x, row] = Float(Self.add(aNits, bNits, to: &sums))
        }
      }
    }
    return sums
  }

  private static func nits(_ row: UnsafeBufferPointer<Float>, _ x: Int) -> SIMD3<Double> {
    let rgb = unsafe SIMD3(Double(row[4 * x]), Double(row[4 * x + 1]), Double(row[4 * x + 2]))
    // A NaN pixel has no colour to compare; black keeps the sums finite and the error large.
    return (rgb * 203).replacing(with: 0, where: rgb .!= rgb)
  }

  private static func luminanceCode(_ nits: SIMD3<Double>) -> Float {
    Float(PU21.encode(nits: (nits * ColorPrimaries.bt2020.luminanceWeights).sum()))
  }

  /// Adds the pixel's errors to the row's sums and returns its delta E.
  private static func add(_ a: SIMD3<Double>, _ b: SIMD3<Double>, to sums: inout RowSums) -> Double {
    for channel in 0..<3 {
      sums.maxErrorNits = max(sums.maxErrorNits, abs(a[channel] - b[channel]))
      let error = PU21.encode(nits: a[channel]) - PU21.encode(nits: b[channel])
      sums.squaredCodeError += error * error
    }
    let delta = DeltaEITP.difference(a, b)
    sums.deltaE += delta
    return delta
  }

  private func summary(_ rows: [RowSums], _ deltas: FloatPlane, _ ssim: Double) -> PictureDifference {
    let pixels = Double(reference.width * reference.height)
    let meanSquare = rows.reduce(0) { $0 + $1.squaredCodeError } / (3 * pixels)
    var result = PictureDifference()
    result.deltaEMean = rows.reduce(0) { $0 + $1.deltaE } / pixels
    result.deltaE95 = Double(deltas.quantile(0.95))
    result.deltaE99 = Double(deltas.quantile(0.99))
    result.deltaEMax = Double(deltas.quantile(1))
    result.psnr = meanSquare > 0 ? 10 * log10(PU21.peak * PU21.peak / meanSquare) : .infinity
    result.ssim = ssim
    result.maxErrorNits = rows.reduce(0) { max($0, $1.maxErrorNits) }
    return result
  }
}
