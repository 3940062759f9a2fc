internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// Turns planes into a picture 2, 4 or 8 times smaller across and down, each pixel the mean light of a square.
///
/// The mean of codes is darker than that, the more so the further the curve is from straight: a photo in PQ lost an
/// eighth of all light at 200 pixels.
struct LightReducer: Sendable {
  private let encoding: ColorEncoding
  private let factor: Int
  private let converter: YCbCrConverter
  private let encoder: LightEncoder

  /// Rows of codes that are held at once.
  private static let bandHeight = 128

  /// - Parameters:
  ///   - encoding: the encoding of the pixels' numbers.
  ///   - converter: of all of the planes.
  ///   - format: of the bitmaps that are written.
  init(_ encoding: ColorEncoding, by factor: Int, _ converter: YCbCrConverter, format: PixelFormat) {
    (self.encoding, self.factor, self.converter) = (encoding, factor, converter)
    encoder = LightEncoder(encoding: encoding, format: format)
  }

  /// Writes the smaller picture, rounded up, with its top left corner at `x`, `y` of `bitmap`, cropped to it. Squares
  /// at the edges average the samples that they have.
  ///
  /// - Parameter isConcurrent: whether threads share the work.
  func convert(
    _ view: PlanarPicture, into bitmap: PixelBitmap, x: Int, y: Int, isConcurrent: Bool
  ) throws(ImageIOError) {
    let width = min((view.width + factor - 1) / factor, bitmap.width - x)
    let height = min((view.height + factor - 1) / factor, bitmap.height - y)
    guard width > 0, height > 0 else { return }
    let codes: PixelBitmap
    do throws(PixelError) {
      let rows = min(Self.bandHeight, view.height)
      codes = try PixelBitmap(width: view.width, height: rows, format: bitmap.format, alpha: bitmap.alpha)
    } catch {
      throw ImageIOError(error)
    }
    let wide = view.width
    let makeScratch: @Sendable () -> Scratch = { Scratch(width: wide) }
    for first in stride(from: 0, to: height, by: Self.bandHeight / factor) {
      let rows = first * factor..<min(first * factor + Self.bandHeight, view.height)
      converter.convert(rows: rows, of: view, into: codes, isConcurrent: isConcurrent)
      try TaskContext.check()
      let band = Band(reducer: self, codes: codes, height: rows.count, width: width)
      let count = min(Self.bandHeight / factor, height - first)
      try ThreadPool.shared.forEachPiece(count, maxWorkers: isConcurrent ? nil : 1, scratch: makeScratch) {
        row, scratch in
        let means = unsafe band.means(ofSquares: row, scratch)
        unsafe encoder.encode(means, width)
        unsafe RowCodec.pack(means, count: width, into: bitmap, row: y + first + row, x: x, dither: .none)
      }
    }
  }

  private struct Scratch: ~Copyable {
    let line: RowBuffer
    let sum: RowBuffer

    init(width: Int) {
      line = RowBuffer(capacity: width)
      sum = RowBuffer(capacity: width)
    }
  }

  /// Rows of codes, the first of a square at the top.
  private struct Band: Sendable {
    private let reader: LightConverter
    private let factor: Int
    private let columns: Int
    private let height: Int
    private let width: Int

    /// - Parameters:
    ///   - height: of the existing part of the picture.
    ///   - width: of the result.
    init(reducer: LightReducer, codes: PixelBitmap, height: Int, width: Int) {
      reader = LightConverter(codes, encoding: reducer.encoding)
      (factor, columns, self.height, self.width) = (reducer.factor, codes.width, height, width)
    }

    /// The mean light of a row of squares, in the scratch memory.
    func means(ofSquares row: Int, _ scratch: borrowing Scratch) -> RowPointers {
      let lines = row * factor..<min(row * factor + factor, height)
      let (line, sum) = unsafe (scratch.line.rows, scratch.sum.rows)
      unsafe reader.readSum(of: lines, count: columns, into: sum, line: line)
      unsafe sum.forEachColor { unsafe average($0, rows: lines.count) }
      return unsafe sum
    }

    /// Puts the means of squares, whose rows have been summed, at the row's start.
    private func average(_ row: UnsafeMutablePointer<Float>, rows: Int) {
      let full = min(columns / factor, width)
      switch factor {
      case 2: unsafe average(row, by: 2, rows: rows, full)
      case 4: unsafe average(row, by: 4, rows: rows, full)
      default: unsafe average(row, by: 8, rows: rows, full)
      }
      guard full < width else { return }
      let rest = full * factor..<columns
      unsafe row[full] = rest.reduce(0) { unsafe $0 + row[$1] } / Float(rest.count * rows)
    }

    @inline(__always)
    private func average(_ row: UnsafeMutablePointer<Float>, by across: Int, rows: Int, _ count: Int) {
      let scale = 1 / Float(across * rows)
      for column in 0..<count {
        var sum: Float = 0
        for next in 0..<across { unsafe sum += row[across &* column &+ next] }
        unsafe row[column] = sum * scale
      }
    }
  }
}
