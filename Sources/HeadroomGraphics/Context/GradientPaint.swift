internal import Foundation
internal import HeadroomColor
internal import HeadroomPixels

/// Where in a gradient a pixel lies.
protocol GradientShape: Sendable {
  /// The place of a point in pixels, 0 at the start and 1 at the end; not a number where there is none.
  func place(_ point: CGPoint) -> Double
}

/// Colours by their places in a gradient.
struct GradientPaint<Shape: GradientShape>: RowPaint {
  private let shape: Shape
  private let stops: [GradientStop]
  private let conversion: NumberConversion?
  private let options: CGGradientDrawingOptions
  private let toUser: CGAffineTransform
  var isOpaque: Bool { false }

  init(
    _ gradient: CGGradient, _ shape: Shape, options: CGGradientDrawingOptions, toUser: CGAffineTransform,
    in pixels: ContextPixels
  ) {
    self.shape = shape
    self.options = options
    self.toUser = toUser
    stops = gradient.stops
    let isSame = gradient.encoding == pixels.encoding && pixels.encoding.isExtended
    conversion = isSame ? nil : NumberConversion(from: gradient.encoding, to: pixels)
  }

  func paint(_ rows: RowPointers, row: Int, columns: Range<Int>) {
    for (x, column) in columns.enumerated() {
      let color = color(at: CGPoint(x: CGFloat(column) + 0.5, y: CGFloat(row) + 0.5).applying(toUser))
      unsafe rows.r[x] = Float(color.x)
      unsafe rows.g[x] = Float(color.y)
      unsafe rows.b[x] = Float(color.z)
      unsafe rows.a[x] = Float(color.w)
    }
    unsafe conversion?.convert(rows, columns.count)
  }

  private func color(at point: CGPoint) -> SIMD4<Double> {
    let place = shape.place(point)
    guard place >= 0 || options.contains(.drawsBeforeStartLocation), !place.isNaN else { return .zero }
    guard place <= 1 || options.contains(.drawsAfterEndLocation) else { return .zero }
    return color(min(max(place, 0), 1))
  }

  private func color(_ place: Double) -> SIMD4<Double> {
    // The first stop beyond.
    var (low, high) = (0, stops.count)
    while low < high {
      let middle = (low + high) / 2
      if stops[middle].place <= place { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return stops[0].color }
    guard low < stops.count else { return stops[stops.count - 1].color }
    let (from, to) = (stops[low - 1], stops[low])
    return from.color + (to.color - from.color) * ((place - from.place) / (to.place - from.place))
  }
}

/// Converts rows of numbers of one encoding into those of a context.
struct NumberConversion: Sendable {
  private let source: ColorEncoding
  private let isSame: Bool
  private let matrix: Matrix3x3
  private let encoder: LightEncoder
  private let isExtended: Bool

  init(from source: ColorEncoding, to pixels: ContextPixels) {
    self.source = source
    isSame = source == pixels.encoding
    isExtended = pixels.encoding.isExtended
    matrix = source.primaries.matrix(to: pixels.encoding.primaries)
    encoder = LightEncoder(encoding: pixels.encoding, format: pixels.bitmap.format)
  }

  func convert(_ rows: RowPointers, _ count: Int) {
    guard !isSame else {
      if !isExtended { unsafe clamp(rows, count) }
      return
    }
    unsafe rows.forEachColor { unsafe TransferRow.decode(source.transfer, $0, count) }
    if source.transfer == .hlg {
      unsafe HLGSystemRow.displayFromScene(source.hlgSystem, rows.r, rows.g, rows.b, count)
    }
    if matrix != .identity { unsafe MatrixRow.apply(matrix, rows.r, rows.g, rows.b, count) }
    unsafe encoder.encode(rows, count)
  }

  private func clamp(_ rows: RowPointers, _ count: Int) {
    unsafe rows.forEachColor { row in
      for x in 0..<count { unsafe row[x] = min(max(row[x], 0), 1) }
    }
  }
}
