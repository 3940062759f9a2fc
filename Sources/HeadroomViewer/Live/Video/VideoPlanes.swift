internal import HeadroomColor
internal import HeadroomPixels

/// A frame as video codecs take it: rows of luma, Cb and Cr in 10 bits, 4:2:0, narrow range, BT.2020.
///
/// Chroma lies on the even luma samples of a row and between two rows (`left`): a mean over two rows, so that fine lines do not
/// flicker.
package struct VideoPlanes: Sendable {
  private static let encoding = YCbCrEncoding(matrix: .bt2020, isFullRange: false, siting: .left)
  private static let filter = YCbCrEncodeKernels.ChromaFilter(isHalved: true, siting: .left)
  private static let kernels = YCbCrEncodeKernels(matrix: encoding.matrix, bitDepth: 10, isFullRange: false)
  private static let layout = SampleLayout.planar(bitDepth: 10)

  package let width: Int
  package let height: Int
  package var chromaWidth: Int { (width + 1) / 2 }
  private var luma: [UInt16]
  private var blue: [UInt16]
  private var red: [UInt16]

  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    luma = Array(repeating: 0, count: width * height)
    let chroma = ((width + 1) / 2) * ((height + 1) / 2)
    (blue, red) = (Array(repeating: 512, count: chroma), Array(repeating: 512, count: chroma))
  }

  /// Takes the codes of a frame of PQ words (``LiveFrame/Format/rgb10a2``) of the same size.
  package mutating func fill(with frame: LiveFrame) {
    precondition(
      frame.width == width && frame.height == height && frame.format == .rgb10a2
        && frame.pixels.count == 4 * width * height, "a frame of another kind")
    let (width, height, chromaWidth) = (width, height, chromaWidth)
    unsafe frame.pixels.withUnsafeBytes { words in
      unsafe luma.withUnsafeMutableBytes { luma in
        unsafe blue.withUnsafeMutableBytes { blue in
          unsafe red.withUnsafeMutableBytes { red in
            guard let words = words.baseAddress, let luma = luma.baseAddress,
              let blue = blue.baseAddress, let red = red.baseAddress
            else { return }
            let job = unsafe Filling(
              words: words, luma: luma, blue: blue, red: red, width: width, height: height, chromaWidth: chromaWidth)
            job.run()
          }
        }
      }
    }
  }

  /// Luma, Cb, Cr, row after row without gaps.
  package func withSamples<Result>(
    _ body: (UnsafePointer<UInt16>?, UnsafePointer<UInt16>?, UnsafePointer<UInt16>?) throws -> Result
  ) rethrows -> Result {
    try unsafe luma.withUnsafeBufferPointer { luma in
      try unsafe blue.withUnsafeBufferPointer { blue in
        try unsafe red.withUnsafeBufferPointer { red in
          try unsafe body(luma.baseAddress, blue.baseAddress, red.baseAddress)
        }
      }
    }
  }

  // Sendable: parts of the job write different rows.
  @safe private struct Filling: @unchecked Sendable {
    let words: UnsafeRawPointer
    let luma: UnsafeMutableRawPointer
    let blue: UnsafeMutableRawPointer
    let red: UnsafeMutableRawPointer
    let width: Int
    let height: Int
    let chromaWidth: Int

    func run() {
      let columns = width
      let makeRows: @Sendable () -> Pair = {
        Pair(upper: RowBuffer(capacity: columns), lower: RowBuffer(capacity: columns))
      }
      let job = self
      ThreadPool.shared.concurrentPerform((height + 1) / 2, scratch: makeRows) { index, pair in
        unsafe job.fill(pair: index, pair.upper.rows, pair.lower.rows)
      }
    }

    /// Two rows of luma and the row of chroma that they share.
    private func fill(pair: Int, _ upper: RowPointers, _ lower: RowPointers) {
      let rows = (2 * pair, min(2 * pair + 1, height - 1))
      unsafe read(rows.0, into: upper)
      unsafe read(rows.1, into: lower)
      unsafe VideoPlanes.kernels.storeLuma(upper, luma + 2 * width * rows.0, VideoPlanes.layout, width)
      unsafe VideoPlanes.kernels.storeLuma(lower, luma + 2 * width * rows.1, VideoPlanes.layout, width)
      let chroma = unsafe ChromaSamples(cb: blue + 2 * chromaWidth * pair, cr: red + 2 * chromaWidth * pair)
      unsafe VideoPlanes.kernels.storeChroma(
        upper, lower, VideoPlanes.filter, chroma, VideoPlanes.layout, width)
    }

    private func read(_ row: Int, into rows: RowPointers) {
      let from = unsafe (words + 4 * width * row).assumingMemoryBound(to: UInt32.self)
      let (r, g, b) = unsafe (rows.r, rows.g, rows.b)
      for x in 0..<width {
        let word = unsafe from[x]
        unsafe r[x] = Float(word & 1023) * (1 / 1023)
        unsafe g[x] = Float((word &>> 10) & 1023) * (1 / 1023)
        unsafe b[x] = Float((word &>> 20) & 1023) * (1 / 1023)
      }
    }
  }

  private struct Pair: ~Copyable {
    let upper: RowBuffer
    let lower: RowBuffer
  }
}
