internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomPixels

/// Rows of a picture that is made smaller while it is decoded: each pixel is the mean light of the pixels under it.
/// Only some rows of the picture are held.
///
/// Codes become 16-bit codes, which hold the precision that averaging adds; halves become floats.
final class ShrunkRows: StillRowSource {
  let width: Int
  let height: Int
  let format: PixelFormat
  private let rows: any StillRowSource
  private let boxes: [BoxAxis.Box]
  private let down: BoxAxis
  private let encoder: LightEncoder
  /// Rows of the picture.
  private let band: PixelBitmap
  /// The same rows, shrunk across: premultiplied light.
  private let narrow: PixelBitmap
  /// The row being gathered, and the part of the picture's row that belongs to the next one.
  private var sum: RowBuffer
  private var rest: RowBuffer
  private let row: RowBuffer
  private var nextRow = 0
  private var bandRows = 0..<0

  private static let bandBytes = 8 << 20
  private static let fewestRows = 16

  init(_ rows: any StillRowSource, width: Int, height: Int) throws(ImageIOError) {
    self.rows = rows
    (self.width, self.height) = (width, height)
    let component: PixelFormat.Component = rows.format.isFloatingPoint ? .float : .uint16
    guard let format = PixelFormat(component: component, layout: rows.format.layout) else {
      throw .internalError("rows of \(rows.format) have no larger components")
    }
    self.format = format
    boxes = BoxAxis(source: rows.width, target: width).boxes
    down = BoxAxis(source: rows.height, target: height)
    encoder = LightEncoder(encoding: format.isFloatingPoint ? rows.encoding.extended : rows.encoding, format: format)
    let most = max(Self.bandBytes / (rows.width * rows.format.bytesPerPixel), 1)
    let count = min(most, max(rows.rowGroup, Self.fewestRows), rows.height)
    do throws(PixelError) {
      band = try PixelBitmap(width: rows.width, height: count, format: rows.format, alpha: rows.alpha)
      narrow = try PixelBitmap(width: width, height: count, format: .rgbaFloat)
    } catch {
      throw ImageIOError(error)
    }
    sum = RowBuffer(capacity: width)
    rest = RowBuffer(capacity: width)
    row = RowBuffer(capacity: width)
  }

  var alpha: AlphaMode { rows.alpha }
  var encoding: ColorEncoding { rows.encoding }
  var rowGroup: Int { 1 }
  var warnings: [String] { rows.warnings }
  var isPartial: Bool { rows.isPartial }

  func read(_ count: Int, into bitmap: PixelBitmap, row: Int) throws(ImageIOError) {
    for index in row..<row + count {
      try gather()
      emit(into: bitmap, row: index)
    }
  }

  /// Adds rows of the picture until the next row of the result is complete.
  private func gather() throws(ImageIOError) {
    var isComplete = false
    while !isComplete {
      if nextRow == bandRows.upperBound { try fillBand() }
      let share = down.share(ofPixel: nextRow)
      unsafe RowCodec.unpack(narrow, row: nextRow - bandRows.lowerBound, x: 0, count: width, into: row.rows)
      unsafe Self.add(row.rows, times: share.part, to: sum.rows, width)
      if share.part < 1 { unsafe Self.add(row.rows, times: 1 - share.part, to: rest.rows, width) }
      nextRow += 1
      isComplete = share.isLast
    }
  }

  private func fillBand() throws(ImageIOError) {
    let count = min(band.height, rows.height - nextRow)
    try rows.read(count, into: band, row: 0)
    bandRows = nextRow..<nextRow + count
    let reader = LightConverter(band, encoding: encoding)
    let (band, narrow, boxes, alpha) = (band, narrow, boxes, alpha)
    let makeScratch: @Sendable () -> Scratch = { Scratch(wide: band.width, narrow: narrow.width) }
    try ThreadPool.shared.forEachPiece(count, scratch: makeScratch) { index, scratch in
      let (wide, result) = unsafe (scratch.wide.rows, scratch.narrow.rows)
      if alpha == .premultiplied {
        // Light already, some of which may be without alpha.
        unsafe RowCodec.unpack(band, row: index, x: 0, count: band.width, into: wide)
      } else {
        unsafe reader.read(row: index, x: 0, count: band.width, into: wide)
        if alpha == .straight { unsafe AlphaRow.premultiply(wide, band.width) }
      }
      for (x, box) in boxes.enumerated() { unsafe Self.average(wide, box, into: result.advanced(by: x)) }
      unsafe RowCodec.pack(result, count: narrow.width, into: narrow, row: index, x: 0, dither: .none)
    }
  }

  private struct Scratch: ~Copyable {
    let wide: RowBuffer
    let narrow: RowBuffer

    init(wide: Int, narrow: Int) {
      self.wide = RowBuffer(capacity: wide)
      self.narrow = RowBuffer(capacity: narrow)
    }
  }

  @inline(__always)
  private static func average(_ row: RowPointers, _ box: BoxAxis.Box, into pixel: RowPointers) {
    let (first, last) = (box.pixels.lowerBound, box.pixels.upperBound - 1)
    var (r, g, b, a) = unsafe (
      row.r[first] * box.first, row.g[first] * box.first, row.b[first] * box.first, row.a[first] * box.first
    )
    var weight = box.first
    for x in first + 1..<max(last, first + 1) {
      unsafe (r, g, b, a) = (r + row.r[x], g + row.g[x], b + row.b[x], a + row.a[x])
      weight += 1
    }
    if last > first {
      unsafe r += row.r[last] * box.last
      unsafe g += row.g[last] * box.last
      unsafe b += row.b[last] * box.last
      unsafe a += row.a[last] * box.last
      weight += box.last
    }
    unsafe (pixel.r[0], pixel.g[0], pixel.b[0], pixel.a[0]) = (r / weight, g / weight, b / weight, a / weight)
  }

  private static func add(_ row: RowPointers, times factor: Float, to sum: RowPointers, _ count: Int) {
    for x in 0..<count {
      unsafe sum.r[x] += row.r[x] * factor
      unsafe sum.g[x] += row.g[x] * factor
      unsafe sum.b[x] += row.b[x] * factor
      unsafe sum.a[x] += row.a[x] * factor
    }
  }

  /// The gathered row as the picture's numbers; what remains begins the next.
  private func emit(into bitmap: PixelBitmap, row index: Int) {
    let light = unsafe sum.rows
    unsafe Self.multiply(light, by: Float(down.target) / Float(down.source), width)
    if alpha == .straight { unsafe AlphaRow.unpremultiply(light, width) }
    if alpha != .premultiplied { unsafe encoder.encode(light, width) }
    unsafe RowCodec.pack(light, count: width, into: bitmap, row: index, x: 0, dither: .none)
    swap(&sum, &rest)
    unsafe Self.clear(rest.rows, width)
  }

  private static func multiply(_ row: RowPointers, by factor: Float, _ count: Int) {
    for x in 0..<count {
      unsafe row.r[x] *= factor
      unsafe row.g[x] *= factor
      unsafe row.b[x] *= factor
      unsafe row.a[x] *= factor
    }
  }

  private static func clear(_ row: RowPointers, _ count: Int) {
    for x in 0..<count { unsafe (row.r[x], row.g[x], row.b[x], row.a[x]) = (0, 0, 0, 0) }
  }
}
