internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

/// Turns planes into the pixels of a bitmap: chroma is interpolated by its siting, codes are expanded to the full range.
///
/// 8-bit planes make 8-bit pixels, deeper ones 16-bit pixels with `c * 65535 / (2^n - 1)`, rounded.
struct YCbCrConverter: Sendable {
  private let coefficients: YCbCrCoefficients
  private let subsampling: YCbCrPlanes.Subsampling
  private let bitDepth: Int
  private let siting: YCbCrEncoding.Siting

  /// Pixels that are worked on at once; their rows stay in the first-level cache. Even.
  private static let chunk = 512
  /// Rows that a thread takes at once.
  private static let bandHeight = 64

  /// - Throws: `ImageIOError/unsupported(part:text:)` for matrices that cannot be undone sample by sample, and identity
  ///   with reduced chroma.
  init(
    _ coding: YCbCrPlanes.Coding, bitDepth: Int, subsampling: YCbCrPlanes.Subsampling
  ) throws(ImageIOError) {
    coefficients = try YCbCrCoefficients(
      coding, bitDepth: bitDepth, isMonochrome: subsampling == .monochrome, outputBits: bitDepth > 8 ? 16 : 8)
    guard !coefficients.isIdentity || subsampling == .full else {
      throw .malformed(
        part: "colr", text: "identity matrix with \(subsampling.rawValue) samples", offset: nil)
    }
    self.subsampling = subsampling
    self.bitDepth = bitDepth
    siting = coding.siting
  }

  /// The bitmap format for planes like these.
  static func format(
    bitDepth: Int, subsampling: YCbCrPlanes.Subsampling, hasAlpha: Bool
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

  /// Writes the picture with its top left corner at `x`, `y` of `bitmap`, cut to it. Alpha becomes opaque.
  ///
  /// - Parameter isConcurrent: whether threads share the work.
  func convert(
    _ view: YCbCrView, into bitmap: PixelBitmap, x: Int = 0, y: Int = 0, isConcurrent: Bool = false
  ) throws(ImageIOError) {
    let (width, height) = (min(view.width, bitmap.width - x), min(view.height, bitmap.height - y))
    guard width > 0, height > 0 else { return }
    precondition(view.bitDepth == bitDepth && view.subsampling == subsampling, "other planes")
    try convert(Source(view: view), Target(bitmap: bitmap, x: x, y: y, width: width), 0..<height, isConcurrent)
  }

  /// Writes some rows of the picture into the first rows of `bitmap`, which is as wide or narrower.
  func convert(rows: Range<Int>, of view: YCbCrView, into bitmap: PixelBitmap) throws(ImageIOError) {
    precondition(view.bitDepth == bitDepth && view.subsampling == subsampling, "other planes")
    precondition(bitmap.width <= view.width && rows.count <= bitmap.height && rows.upperBound <= view.height)
    let target = Target(bitmap: bitmap, x: 0, y: -rows.lowerBound, width: bitmap.width)
    try convert(Source(view: view), target, rows, true)
  }

  private func convert(
    _ source: Source, _ target: Target, _ rows: Range<Int>, _ isConcurrent: Bool
  ) throws(ImageIOError) {
    if !isConcurrent {
      convertRows(source, target, rows, Scratch())
      return
    }
    let bands = (rows.count + Self.bandHeight - 1) / Self.bandHeight
    let makeScratch: @Sendable () -> Scratch = { Scratch() }
    try ThreadPool.shared.forEachPiece(bands, scratch: makeScratch) { band, scratch in
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

  // Sendable: the planes are only read, and outlive the call.
  @safe
  private struct Source: @unchecked Sendable {
    let view: YCbCrView
  }

  /// Float rows for a chunk.
  @safe
  private final class Scratch {
    let base: UnsafeMutablePointer<Float>
    /// Values from one row to the next.
    static let rowLength = chunk + 32
    /// Values in front of the first of a row that can be reached.
    static let margin = 16

    init() {
      unsafe base = .allocate(capacity: Self.rowLength * 6)
      unsafe base.initialize(repeating: 0, count: Self.rowLength * 6)
    }

    deinit { unsafe base.deallocate() }

    func row(_ index: Int) -> UnsafeMutablePointer<Float> { unsafe base + index * Self.rowLength + Self.margin }
  }

  private func convertRows(_ source: Source, _ target: Target, _ rows: Range<Int>, _ scratch: Scratch) {
    for row in rows {
      if bitDepth > 8 {
        convert(UInt16.self, source.view, target, row, scratch)
      } else {
        convert(UInt8.self, source.view, target, row, scratch)
      }
    }
  }

  private func convert<Sample: PlaneSample>(
    _: Sample.Type, _ view: YCbCrView, _ target: Target, _ row: Int, _ scratch: Scratch
  ) {
    let out = unsafe target.bitmap.rowAddress(target.y + row) + target.x * target.bitmap.format.bytesPerPixel
    let stride = target.bitmap.format.channelCount
    if subsampling == .monochrome {
      unsafe YCbCrRows<Sample>.gray(view.planes[0].row(row), coefficients, out, stride: stride, target.width)
      if stride == 2 { unsafe YCbCrRows<Sample>.fillAlpha(out, target.width) }
      return
    }
    let codes = unsafe UnsafeMutableRawPointer(scratch.row(4))
    var start = 0
    while start < target.width {
      let count = min(Self.chunk, target.width - start)
      let offset = start * Sample.size
      if coefficients.isIdentity {
        for (index, plane) in [2, 0, 1].enumerated() {
          let from = unsafe view.planes[plane].row(row) + offset
          unsafe YCbCrRows<Sample>.gray(from, coefficients, codes + index * count * Sample.size, stride: 1, count)
        }
      } else if let light = coefficients.light {
        loadChroma(Sample.self, view, row, start, count, scratch)
        let (luma, blue, red) = unsafe (scratch.row(0), scratch.row(2), scratch.row(3))
        unsafe YCbCrRows<Sample>.signals(view.planes[0].row(row) + offset, luma, blue, red, coefficients, count)
        unsafe light.apply(luma, blue, red, scratch: scratch.row(1), count)
        unsafe YCbCrRows<Sample>.store(red, coefficients, codes, count)
        unsafe YCbCrRows<Sample>.store(luma, coefficients, codes + count * Sample.size, count)
        unsafe YCbCrRows<Sample>.store(blue, coefficients, codes + 2 * count * Sample.size, count)
      } else {
        loadChroma(Sample.self, view, row, start, count, scratch)
        unsafe YCbCrRows<Sample>.color(
          view.planes[0].row(row) + offset, scratch.row(2), scratch.row(3), coefficients, codes, count)
      }
      unsafe YCbCrRows<Sample>.interleave(codes, out + offset * stride, stride: stride, count)
      start += count
    }
  }

  // MARK: - Chroma

  /// Puts the chroma of a span into rows 2 and 3 of `scratch`, one value for each pixel.
  private func loadChroma<Sample: PlaneSample>(
    _: Sample.Type, _ view: YCbCrView, _ row: Int, _ start: Int, _ count: Int, _ scratch: Scratch
  ) {
    for index in 1...2 {
      let plane = view.planes[index]
      let to = unsafe scratch.row(index + 1)
      let origin = coefficients.chromaOrigin
      if subsampling == .full {
        unsafe YCbCrRows<Sample>.fullChroma(plane.row(row) + start * Sample.size, origin: origin, to, count)
        continue
      }
      let (near, far, weight) = chromaRows(of: row, height: plane.height)
      let from = unsafe scratch.row(index - 1)
      // One sample more on each side; beyond the picture its last one goes on.
      let columns = view.planes[index].width
      let first = start / 2
      let inside = max(first - 1, 0)..<min(first + count / 2 + 1, columns)
      let shift = inside.lowerBound - first
      unsafe YCbCrRows<Sample>.blend(
        plane.row(near) + inside.lowerBound * Sample.size, plane.row(far) + inside.lowerBound * Sample.size,
        farWeight: weight, origin: origin, from + shift, inside.count)
      if shift == 0 { unsafe from[-1] = from[0] }
      let held = inside.upperBound - first
      if held <= (count + 1) / 2 { unsafe from[held] = from[held - 1] }
      unsafe YCbCrRows<Sample>.double(from, ChromaTaps.horizontal(siting), to, count)
    }
  }

  /// The two rows of chroma that make that of a row of luma, and the share of the second.
  private func chromaRows(of row: Int, height: Int) -> (near: Int, far: Int, farWeight: Float) {
    guard subsampling == .quarter else { return (row, row, 0) }
    let taps = ChromaTaps.vertical(siting)
    let near = min(row / 2, height - 1)
    return row % 2 == 0
      ? (near, max(near - 1, 0), taps.evenBefore) : (near, min(near + 1, height - 1), taps.oddAfter)
  }
}
