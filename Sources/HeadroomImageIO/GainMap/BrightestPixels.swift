internal import HeadroomContainers
internal import HeadroomPixels

/// The brightest pixel of every 64 x 8 pixels of the HDR rendition, with its values in both pictures. Once a map is
/// coded and the pictures are gone, they show how much of the highlights comes back.
struct BrightestPixels: Sendable {
  /// One of them.
  struct Pixel: Sendable {
    var column: Int
    var row: Int
    /// Linear values in the base's primaries.
    var base: SIMD3<Float>
    var alternate: SIMD3<Float>

    /// Whether one of the two is brighter than white.
    var isBright: Bool { max(base.max(), alternate.max()) > 1 }
  }

  static let blockWidth = 64
  static let blockHeight = 8
  private static let fields = 9

  private let width: Int
  private let blocks: PixelBitmap

  init(width: Int, height: Int) throws(ImageIOError) {
    self.width = width
    let columns = (width + Self.blockWidth - 1) / Self.blockWidth
    let rows = (height + Self.blockHeight - 1) / Self.blockHeight
    do throws(PixelError) {
      blocks = try PixelBitmap(width: columns * Self.fields, height: rows, format: .grayFloat, alpha: .opaque)
    } catch {
      throw ImageIOError(error)
    }
    for row in 0..<rows {
      let fields = unsafe blocks.rowAddress(row).assumingMemoryBound(to: Float.self)
      unsafe fields.update(repeating: -1, count: blocks.width)
    }
  }

  /// Examines a row. Rows of one block are to be added by one thread at a time, from the top.
  ///
  /// - Parameter light: the largest channel of the HDR rendition.
  func add(row: Int, light: UnsafePointer<Float>, base: RowPointers, alternate: RowPointers) {
    var fields = unsafe blocks.rowAddress(row / Self.blockHeight).assumingMemoryBound(to: Float.self)
    for start in stride(from: 0, to: width, by: Self.blockWidth) {
      var (best, place) = unsafe (fields[0], -1)
      for i in start..<min(start + Self.blockWidth, width) {
        let value = unsafe light[i]
        if value > best { (best, place) = (value, i) }
      }
      if place >= 0 {
        unsafe fields[0] = best
        unsafe fields[1] = base.r[place]
        unsafe fields[2] = base.g[place]
        unsafe fields[3] = base.b[place]
        unsafe fields[4] = alternate.r[place]
        unsafe fields[5] = alternate.g[place]
        unsafe fields[6] = alternate.b[place]
        unsafe fields[7] = Float(place)
        unsafe fields[8] = Float(row)
      }
      unsafe fields += Self.fields
    }
  }

  /// All of them whose alternate's largest channel is above `least`, row by row.
  func above(_ least: Float) -> [Pixel] {
    (0..<blocks.height).flatMap { row in pixels(ofBlockRow: row).filter { $0.alternate.max() > least } }
  }

  /// Those of a row of blocks, from the left.
  func pixels(ofBlockRow row: Int) -> [Pixel] {
    let first = unsafe blocks.rowAddress(row).assumingMemoryBound(to: Float.self)
    return (0..<blocks.width / Self.fields).map { index in
      let fields = unsafe first + index * Self.fields
      return unsafe Pixel(
        column: Int(fields[7]), row: Int(fields[8]), base: SIMD3(fields[1], fields[2], fields[3]),
        alternate: SIMD3(fields[4], fields[5], fields[6]))
    }
  }
}
