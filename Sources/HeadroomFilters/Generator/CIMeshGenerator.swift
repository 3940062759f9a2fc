internal import Foundation
internal import HeadroomEngine
public import HeadroomImage
internal import HeadroomPixels

/// Lines.
struct MeshGenerator: FilterDefinition {
  static let name = "CIMeshGenerator"
  static let introduced = FilterAvailability(iOS: "12.0", macOS: "10.14")
  static let categories: [FilterCategory] = [.generator, .highDynamicRange, .stillImage, .video]
  static let imageKeys: [String] = []

  @Input("inputWidth", type: .distance, minimum: 0, slider: 1...10) var width: Float = 1.5
  @Input("inputColor") var color = CIColor.white
  @Input("inputMesh") var mesh: [CIVector]? = nil

  var isNeutral: Bool { false }

  func image(from inputs: FilterImages) -> CIImage? {
    guard let mesh, !mesh.isEmpty else { return nil }
    let lines = MeshLines(mesh.map(LineSegment.init), width: width, color: color)
    let extent = lines.bounds.grown(by: CGFloat(width))
    if extent.isUnbounded { return nil }
    return CIImage(generator: lines, extent: PixelRect(enclosing: extent).cgRect)
  }
}

/// The line between two points.
struct LineSegment: Sendable {
  let x, y, dx, dy: Float

  init(_ ends: CIVector) {
    // Limits values to the range in which single precision still resolves differences.
    func place(_ value: CGFloat) -> Float { Float(min(max(value, -1e12), 1e12)) }
    (x, y) = (place(ends.x), place(ends.y))
    (dx, dy) = (place(ends.z) - x, place(ends.w) - y)
  }

  var left: Float { min(x, x + dx) }
  var right: Float { max(x, x + dx) }
  var bottom: Float { min(y, y + dy) }
  var top: Float { max(y, y + dy) }

  /// The range of x in which the line lies within some distance of a row; nil where there is none.
  func reach(around row: Float, _ distance: Float) -> ClosedRange<Float>? {
    guard bottom <= row + distance, top >= row - distance else { return nil }
    guard dy != 0 else { return left...right }
    let (a, b) = ((row - distance - y) / dy, (row + distance - y) / dy)
    let (first, last) = (clamped(min(a, b), 0, 1), clamped(max(a, b), 0, 1))
    let (p, q) = (x + dx * first, x + dx * last)
    return min(p, q)...max(p, q)
  }
}

/// Lines of one colour and width, with round ends.
struct MeshLines: PointImplementation {
  let fingerprint: Fingerprint
  private let lines: [LineSegment]
  private let rows: LineRows
  private let width: Float
  private let color: CIColor

  init(_ lines: [LineSegment], width: Float, color: CIColor) {
    fingerprint = Fingerprint(
      "mesh", [Double(width)] + color.fingerprint + lines.flatMap { [$0.x, $0.y, $0.dx, $0.dy].map(Double.init) })
    self.lines = lines
    self.width = width
    self.color = color
    rows = LineRows(lines, reach: width / 2 + 0.5)
  }

  var alphaRule: AlphaRule { .premultiplied }
  var usesPosition: Bool { true }
  func peak(of inputs: [Float?]) -> Float? { max(color.peak, 0) }
  func isOpaque(_ inputs: [Bool]) -> Bool { false }

  /// The rectangle around the lines, without their width.
  var bounds: CGRect {
    let (left, right) = (lines.map(\.left).min() ?? 0, lines.map(\.right).max() ?? 0)
    let (bottom, top) = (lines.map(\.bottom).min() ?? 0, lines.map(\.top).max() ?? 0)
    return CGRect(
      x: CGFloat(left), y: CGFloat(bottom), width: CGFloat(right) - CGFloat(left),
      height: CGFloat(top) - CGFloat(bottom))
  }

  func makeStage(in space: WorkingSpace) -> RowStage {
    let (color, outer, most) = (color.pixel(in: space), width / 2 + 0.5, min(width, 1))
    return unsafe RowStage { rows, _, count, x, y in
      let cover = unsafe rows.a
      for i in 0..<count { unsafe cover[i] = 0 }
      let (first, row) = (Float(x) + 0.5, Float(y) + 0.5)
      for index in self.rows.lines(near: row) {
        let line = lines[Int(index)]
        guard let part = line.reach(around: row, outer) else { continue }
        // A pixel more than the line reaches on each side, against rounding.
        let from = Int(clamped((part.lowerBound - outer - first).rounded(.down) - 1, 0, Float(count)))
        let to = Int(clamped((part.upperBound + outer - first).rounded(.up) + 2, 0, Float(count)))
        if from >= to { continue }
        unsafe Self.add(
          line, to: cover + from, count: to - from, x: first + Float(from) - line.x, y: row - line.y, outer, most)
      }
      for i in 0..<count {
        let share = unsafe cover[i]
        unsafe (rows.r[i], rows.g[i], rows.b[i], rows.a[i]) = (
          color.r * share, color.g * share, color.b * share, color.a * share
        )
      }
    }
  }

  /// - Parameters:
  ///   - x, y: the first pixel's centre, from the line's first end.
  ///   - outer: the distance at which nothing is covered any more.
  private static func add(
    _ line: LineSegment, to cover: UnsafeMutablePointer<Float>, count: Int, x: Float, y: Float, _ outer: Float,
    _ most: Float
  ) {
    let square = line.dx * line.dx + line.dy * line.dy
    let scale = square > 0 ? 1 / square : 0
    for i in 0..<count {
      let px = x + Float(Int32(truncatingIfNeeded: i))
      let t = clamped((px * line.dx + y * line.dy) * scale, 0, 1)
      let (ex, ey) = (px - t * line.dx, y - t * line.dy)
      let share = clamped(outer - (ex * ex + ey * ey).squareRoot(), 0, most)
      unsafe cover[i] = larger(cover[i], share)
    }
  }

  func evaluate(_ pixels: [Pixel], x: Float, y: Float, in space: WorkingSpace) -> Pixel {
    let point = SIMD2(Double(x), Double(y))
    let nearest =
      lines.map { line in
        let (start, way) = (SIMD2(Double(line.x), Double(line.y)), SIMD2(Double(line.dx), Double(line.dy)))
        let square = (way * way).sum()
        let share = square > 0 ? min(max(((point - start) * way).sum() / square, 0), 1) : 0
        let apart = point - start - way * share
        return (apart * apart).sum().squareRoot()
      }.min() ?? .infinity
    let share = min(max(Double(width) / 2 + 0.5 - nearest, 0), min(Double(width), 1))
    return Pixel.clear.mixed(with: color.pixel(in: space), Float(share))
  }
}

/// Finds the lines near a row, from lists for bands of rows.
struct LineRows: Sendable {
  private let bottom: Float
  private let bandHeight: Float
  private let bands: [[Int32]]

  init(_ lines: [LineSegment], reach: Float) {
    let bottom = (lines.map(\.bottom).min() ?? 0) - reach
    let height = (lines.map(\.top).max() ?? 0) + reach - bottom
    // Bands of 16 rows, or higher ones where the lists together would be much longer than the list of lines.
    var bandHeight: Float = 16
    func bands(_ line: LineSegment) -> (first: Float, last: Float) {
      (
        ((line.bottom - reach - bottom) / bandHeight).rounded(.down),
        ((line.top + reach - bottom) / bandHeight).rounded(.down)
      )
    }
    let most = Float(8 * lines.count + 4096)
    while height / bandHeight > most || lines.reduce(0, { $0 + bands($1).last - bands($1).first + 1 }) > most {
      bandHeight *= 2
    }
    var lists = [[Int32]](repeating: [], count: Int(height / bandHeight) + 1)
    for (index, line) in lines.enumerated() {
      let (first, last) = bands(line)
      for band in Int(max(first, 0))...Int(max(last, first, 0)) where band < lists.count {
        lists[band].append(Int32(truncatingIfNeeded: index))
      }
    }
    (self.bottom, self.bandHeight, self.bands) = (bottom, bandHeight, lists)
  }

  func lines(near row: Float) -> [Int32] {
    let band = (row - bottom) / bandHeight
    return band >= 0 && band < Float(bands.count) ? bands[Int(band)] : []
  }
}

/// Lines; see `CIFilter.meshGenerator()`.
public protocol CIMeshGenerator: CIFilterProtocol {
  /// How wide the lines are, in pixels, 0 or more.
  var width: Float { get set }
  /// The colour.
  var color: CIColor { get set }
  /// The lines: a `CIVector` for each, with x and y of one end and of the other. Other values are ignored entirely.
  var mesh: [Any] { get set }
}

extension BuiltInFilter: CIMeshGenerator where Definition == MeshGenerator {
  var width: Float {
    get { definition.width }
    set { definition.width = newValue }
  }
  var color: CIColor {
    get { definition.color }
    set { definition.color = newValue }
  }
  var mesh: [Any] {
    get { definition.mesh ?? [] }
    set { setValue(newValue, forKey: "inputMesh") }
  }
}

extension CIFilter {
  /// Lines.
  ///
  /// ## Formula
  /// With d the distance of a pixel's centre from the nearest of the lines, the colour covers `clamp(inputWidth / 2 + 0.5 - d, 0,
  /// 1)` of it: ends are round. Lines thinner than a pixel cover no more than their width.
  ///
  /// ## Extended range
  /// Colours above 1 stay as they are.
  ///
  /// ## Alpha
  /// Premultiplied.
  ///
  /// ## Extent
  /// The rectangle around all lines, `inputWidth` larger on each side, rounded outwards. No result without lines, or where it is
  /// infinite.
  ///
  /// ## Keys
  /// - `inputWidth`: default 1.5, 0 or more, in pixels.
  /// - `inputColor`: default white.
  /// - `inputMesh`: vectors of four numbers, x and y of one end and of the other; no default.
  public class func meshGenerator() -> any CIFilter & CIMeshGenerator { BuiltInFilter<MeshGenerator>() }
}
