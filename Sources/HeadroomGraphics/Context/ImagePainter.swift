internal import Foundation
internal import HeadroomColor
internal import HeadroomPixels

/// Draws an image into the memory of a context.
struct ImagePainter: Sendable {
  let image: CGImage
  /// From the image's pixels, rows from the top, to the context's.
  let transform: CGAffineTransform
  let quality: CGInterpolationQuality
  let toneMap: LightToneMap?
  /// The headroom that tone mapped light keeps to.
  let target: Double
  let compositor: RowCompositor

  private var pixels: ContextPixels { compositor.pixels }
  private var isOpaque: Bool { image.bitmap.alpha == .opaque }

  /// Whether numbers can be taken over as they are.
  private var isSameSpace: Bool {
    let space = image.colorSpace?.encoding
    return toneMap == nil && (space == nil || space == pixels.encoding)
  }

  func draw() {
    let area = compositor.area
    guard !area.columns.isEmpty, !area.rows.isEmpty else { return }
    if transform.b == 0, transform.c == 0, transform.a != 0, transform.d != 0 {
      drawAligned(columns: area.columns, rows: area.rows)
    } else {
      drawTurned(columns: area.columns, rows: area.rows)
    }
  }

  // MARK: - Sides parallel to the pixel grid

  private func drawAligned(columns: Range<Int>, rows: Range<Int>) {
    let across = axis(columns, transform.a, transform.tx, image.width)
    let down = axis(rows, transform.d, transform.ty, image.height)
    let isUnscaled = across.shift != nil && down.shift != nil
    let scaler = scaler(across, down, drawn: (columns, rows), keepsNumbers: isUnscaled && isSameSpace)
    let encoder =
      isUnscaled && isSameSpace ? nil : LightEncoder(encoding: pixels.encoding, format: pixels.bitmap.format)
    let bandRows = max(AntiRingingRows.most, 2 * down.tapCount)
    let bands = (rows.count + bandRows - 1) / bandRows
    let makeScratch: @Sendable () -> WorkerScratch = { WorkerScratch(scaler.makeScratch(), width: columns.count) }
    ThreadPool.shared.concurrentPerform(bands, scratch: makeScratch) { band, scratch in
      let first = rows.lowerBound + band * bandRows
      for row in first..<min(first + bandRows, rows.upperBound) {
        scaler.make(row: row, scratch: &scratch.scaler)
        let output = unsafe scratch.scaler.output.rows
        unsafe encoder?.encode(output, columns.count)
        unsafe compositor.draw(
          output, isOpaque: isOpaque, row: row, columns: columns, scratch: scratch.scaler.target.rows,
          coverage: scratch.coverage.rows.r)
      }
    }
  }

  private struct WorkerScratch: ~Copyable {
    var scaler: ImageScaler.Scratch
    let coverage: RowBuffer

    init(_ scaler: consuming ImageScaler.Scratch, width: Int) {
      self.scaler = scaler
      coverage = RowBuffer(capacity: width)
    }
  }

  private func axis(_ range: Range<Int>, _ scale: CGFloat, _ offset: CGFloat, _ count: Int) -> ResamplingAxis {
    let quality = image.shouldInterpolate ? quality : .none
    return ResamplingAxis(
      range: surroundings(range, scale, offset, count), scale: Double(scale), offset: Double(offset),
      sourceCount: count, quality: quality)
  }

  /// The range with the surrounding pixels of the image, on which results depend where these are
  /// clamped to the source's light.
  private func surroundings(_ range: Range<Int>, _ scale: CGFloat, _ offset: CGFloat, _ count: Int) -> Range<Int> {
    guard quality == .high, image.shouldInterpolate, !(scale == 1 && offset == offset.rounded()) else { return range }
    let ends = [offset, offset + scale * CGFloat(count)]
    let low = max(min(ends[0], ends[1]).rounded(.down), CGFloat(range.lowerBound - AntiRinging.reach))
    let high = min(max(ends[0], ends[1]).rounded(.up), CGFloat(range.upperBound + AntiRinging.reach))
    return min(Int(low), range.lowerBound)..<max(Int(high), range.upperBound)
  }

  private func scaler(
    _ columns: ResamplingAxis, _ rows: ResamplingAxis, drawn: (columns: Range<Int>, rows: Range<Int>),
    keepsNumbers: Bool
  ) -> ImageScaler {
    let source: ImageRows
    if keepsNumbers {
      source = .numbers(image.bitmap)
    } else {
      source = .light(
        LightConverter(
          image.bitmap, encoding: image.colorSpace?.encoding ?? pixels.encoding, primaries: pixels.encoding.primaries,
          toneMap: toneMap, target: target))
    }
    let limit = toneMap == nil ? Float.infinity : Float(target)
    return ImageScaler(
      image: source, isOpaque: isOpaque, columns: columns, rows: rows, drawn: drawn, limit: limit)
  }

  // MARK: - Everything else

  private func drawTurned(columns: Range<Int>, rows: Range<Int>) {
    // An image that gets much smaller is averaged to about its final size first; sampling alone would skip pixels.
    let width = Self.reduced(image.width, by: hypot(transform.a, transform.b))
    let height = Self.reduced(image.height, by: hypot(transform.c, transform.d))
    let scaleX = CGFloat(width) / CGFloat(image.width)
    let scaleY = CGFloat(height) / CGFloat(image.height)
    let toImage = CGAffineTransform(scaleX: 1 / scaleX, y: 1 / scaleY).concatenating(transform).inverted()
    let isNearest = quality == .none || !image.shouldInterpolate
    // Quarter turns and mirrors fall on the pixel grid, so their numbers need no conversion.
    let keepsNumbers = isSameSpace && transform.mapsPixelGridToItself
    let scaler = scaler(
      axis(0..<width, scaleX, 0, image.width), axis(0..<height, scaleY, 0, image.height),
      drawn: (0..<width, 0..<height), keepsNumbers: keepsNumbers)
    let sampler = ImageSampler(scaler)
    let encoder = keepsNumbers ? nil : LightEncoder(encoding: pixels.encoding, format: pixels.bitmap.format)
    let count = columns.count
    let makeScratch: @Sendable () -> TurnScratch = { TurnScratch(width: count) }
    ThreadPool.shared.concurrentPerform(rows.count, scratch: makeScratch) { index, scratch in
      let row = rows.lowerBound + index
      let start = CGPoint(x: CGFloat(columns.lowerBound) + 0.5, y: CGFloat(row) + 0.5).applying(toImage)
      let output = unsafe scratch.output.rows
      unsafe sampler.read(
        from: start, step: CGVector(dx: toImage.a, dy: toImage.b), count: count, isNearest: isNearest,
        isOpaque: isOpaque, into: output)
      unsafe encoder?.encode(output, count)
      unsafe compositor.draw(
        output, isOpaque: isOpaque, row: row, columns: columns, scratch: scratch.target.rows,
        coverage: scratch.coverage.rows.r)
    }
  }

  private struct TurnScratch: ~Copyable {
    let output: RowBuffer
    let target: RowBuffer
    let coverage: RowBuffer

    init(width: Int) {
      output = RowBuffer(capacity: width)
      target = RowBuffer(capacity: width)
      coverage = RowBuffer(capacity: width)
    }
  }

  private static func reduced(_ count: Int, by scale: CGFloat) -> Int {
    scale < 0.75 ? min(max(Int((CGFloat(count) * scale).rounded(.up)), 1), count) : count
  }
}
