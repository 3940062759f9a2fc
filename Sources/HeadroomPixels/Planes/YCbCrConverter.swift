internal import HeadroomColor

/// Turns planes into the pixels of a bitmap: chroma is interpolated by its siting, codes are expanded to the full range.
///
/// 8-bit planes make 8-bit pixels, deeper ones 16-bit pixels with `c * 65535 / (2^n - 1)`, rounded.
package struct YCbCrConverter: Sendable {
  private let coefficients: YCbCrCoefficients
  private let subsampling: PlanarPicture.Subsampling
  private let bitDepth: Int
  private let siting: YCbCrEncoding.Siting
  private let layout: SampleLayout
  private let chroma: ChromaReader

  /// Pixels that are worked on at once; their rows stay in the first-level cache.
  private static let chunk = ChromaReader.longest
  /// Rows that a thread takes at once.
  private static let bandHeight = 64

  /// - Throws: for matrices that cannot be undone sample by sample, and identity with reduced chroma.
  package init(
    _ coding: PlanarPicture.Coding, bitDepth: Int, subsampling: PlanarPicture.Subsampling
  ) throws(PlanarError) {
    coefficients = try YCbCrCoefficients(
      coding, bitDepth: bitDepth, isMonochrome: subsampling == .monochrome, outputBits: bitDepth > 8 ? 16 : 8)
    guard !coefficients.isIdentity || subsampling == .full else {
      throw .reducedComponents(subsampling)
    }
    self.subsampling = subsampling
    self.bitDepth = bitDepth
    siting = coding.siting
    layout = .planar(bitDepth: bitDepth)
    chroma = ChromaReader(
      layout: layout, origin: coefficients.chromaOrigin, isHalved: subsampling.horizontal == 2, siting: siting)
  }

  /// The bitmap format for planes like these.
  package static func format(
    bitDepth: Int, subsampling: PlanarPicture.Subsampling, hasAlpha: Bool
  ) -> PixelFormat {
    switch (bitDepth > 8, subsampling == .monochrome, hasAlpha) {
    case (false, false, false): .rgb8
    case (false, false, true): .rgba8
    case (false, true, false): .gray8
    case (false, true, true): .grayAlpha8
    case (true, false, false): .rgb16
    case (true, false, true): .rgba16
    case (true, true, false): .gray16
    case (true, true, true): .grayAlpha16
    }
  }

  /// Writes the picture with its top left corner at `x`, `y` of `bitmap`, cropped to it. Alpha becomes opaque.
  ///
  /// Rows are missing where the work was cancelled.
  ///
  /// - Parameter isConcurrent: whether threads share the work.
  package func convert(
    _ view: PlanarPicture, into bitmap: PixelBitmap, x: Int = 0, y: Int = 0, isConcurrent: Bool = false
  ) {
    let (width, height) = (min(view.width, bitmap.width - x), min(view.height, bitmap.height - y))
    guard width > 0, height > 0 else { return }
    precondition(isOf(view), "other planes")
    convert(view, Target(bitmap: bitmap, x: x, y: y, width: width), 0..<height, isConcurrent)
  }

  /// Whether a picture has the samples that this converter was made for: codes in the low bits, contiguous.
  private func isOf(_ view: PlanarPicture) -> Bool {
    view.bitDepth == bitDepth && view.subsampling == subsampling && view.layout == layout
      && view.chromaLayout == layout
  }

  /// Writes some rows of the picture into the first rows of `bitmap`, which is as wide or narrower.
  /// Rows are missing where the work was cancelled.
  package func convert(rows: Range<Int>, of view: PlanarPicture, into bitmap: PixelBitmap, isConcurrent: Bool) {
    precondition(isOf(view), "other planes")
    precondition(bitmap.width <= view.width && rows.count <= bitmap.height && rows.upperBound <= view.height)
    let target = Target(bitmap: bitmap, x: 0, y: -rows.lowerBound, width: bitmap.width)
    convert(view, target, rows, isConcurrent)
  }

  private func convert(_ source: PlanarPicture, _ target: Target, _ rows: Range<Int>, _ isConcurrent: Bool) {
    if !isConcurrent {
      convertRows(source, target, rows, Scratch())
      return
    }
    let bands = (rows.count + Self.bandHeight - 1) / Self.bandHeight
    let makeScratch: @Sendable () -> Scratch = { Scratch() }
    ThreadPool.shared.performPieces(bands, scratch: makeScratch) { band, scratch in
      let first = rows.lowerBound + band * Self.bandHeight
      convertRows(source, target, first..<min(first + Self.bandHeight, rows.upperBound), scratch)
    }
  }

  // MARK: - Rows

  private struct Target: Sendable {
    let bitmap: PixelBitmap
    let x: Int
    let y: Int
    let width: Int
  }

  /// Float rows for a chunk.
  @safe
  private final class Scratch {
    let base: UnsafeMutablePointer<Float>
    /// Values from one row to the next.
    static let rowLength = chunk + 32
    /// Values before the first of a row that may be accessed.
    static let margin = 16

    init() {
      unsafe base = .allocate(capacity: Self.rowLength * 6)
      unsafe base.initialize(repeating: 0, count: Self.rowLength * 6)
    }

    deinit { unsafe base.deallocate() }

    func row(_ index: Int) -> UnsafeMutablePointer<Float> { unsafe base + index * Self.rowLength + Self.margin }
  }

  private func convertRows(_ source: PlanarPicture, _ target: Target, _ rows: Range<Int>, _ scratch: Scratch) {
    for row in rows { convert(source, target, row, scratch) }
  }

  private func convert(_ view: PlanarPicture, _ target: Target, _ row: Int, _ scratch: Scratch) {
    let out = unsafe target.bitmap.rowAddress(target.y + row) + target.x * target.bitmap.format.bytesPerPixel
    let stride = target.bitmap.format.channelCount
    let line = unsafe view.luma.row(row)
    if subsampling == .monochrome {
      unsafe YCbCrColorRows.gray(line, layout, coefficients.factors, out, stride: stride, target.width)
      if stride == 2 { unsafe CodeRows.fillAlpha(out, size: layout.size, target.width) }
      return
    }
    let codes = unsafe UnsafeMutableRawPointer(scratch.row(4))
    var start = 0
    while start < target.width {
      let count = min(Self.chunk, target.width - start)
      let luma = unsafe line + start * layout.size
      if coefficients.isIdentity {
        for (index, plane) in [2, 0, 1].enumerated() {
          let from = unsafe view.rowAddress(row, plane: plane) + start * layout.size
          let to = unsafe codes + index * count * layout.size
          unsafe YCbCrColorRows.gray(from, layout, coefficients.factors, to, stride: 1, count)
        }
      } else {
        loadChroma(view, row, start, count, scratch)
        if let light = coefficients.light {
          unsafe convert(luma, light, codes, count, scratch)
        } else {
          unsafe YCbCrColorRows.color(
            luma, layout, scratch.row(2), scratch.row(3), coefficients.factors, codes, count)
        }
      }
      unsafe CodeRows.interleave(codes, out + start * layout.size * stride, size: layout.size, stride: stride, count)
      start += count
    }
  }

  /// Undoes a matrix that mixes light and signals.
  private func convert(
    _ from: UnsafeRawPointer, _ light: LightMatrix, _ codes: UnsafeMutableRawPointer, _ count: Int, _ scratch: Scratch
  ) {
    let (luma, blue, red) = unsafe (scratch.row(0), scratch.row(2), scratch.row(3))
    unsafe YCbCrColorRows.luma(from, layout, coefficients.factors, luma, count)
    let unit = coefficients.chromaUnit
    for i in 0..<count {
      unsafe blue[i] *= unit
      unsafe red[i] *= unit
    }
    unsafe light.apply(luma, blue, red, scratch: scratch.row(1), count)
    let size = count * layout.size
    unsafe YCbCrColorRows.codes(of: red, layout, coefficients.factors, codes, count)
    unsafe YCbCrColorRows.codes(of: luma, layout, coefficients.factors, codes + size, count)
    unsafe YCbCrColorRows.codes(of: blue, layout, coefficients.factors, codes + 2 * size, count)
  }

  // MARK: - Chroma

  /// Puts the chroma of a span into rows 2 and 3 of `scratch`, one value for each pixel.
  private func loadChroma(_ view: PlanarPicture, _ row: Int, _ start: Int, _ count: Int, _ scratch: Scratch) {
    guard let (blue, red) = view.chroma else { return }
    // Codecs' planes can be wider and higher than the picture.
    let columns = min(blue.width, red.width)
    let lines = ChromaRows(
      of: row, isHalved: subsampling == .quarter, siting: siting, height: min(blue.height, red.height))
    let near = unsafe ChromaSamples(reading: blue.row(lines.near), red.row(lines.near))
    let far = unsafe ChromaSamples(reading: blue.row(lines.far), red.row(lines.far))
    unsafe chroma.read(
      near, far, farWeight: lines.farWeight, columns: columns, first: start, count: count,
      scratch: (scratch.row(0), scratch.row(1)), into: (scratch.row(2), scratch.row(3)))
  }
}
