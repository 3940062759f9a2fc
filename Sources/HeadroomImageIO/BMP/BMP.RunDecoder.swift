internal import HeadroomContainers
internal import HeadroomPixels

extension BMP {
  /// Fills a bitmap from runs of indices.
  ///
  ///     n | index: n pixels, of 4 bits the two halves in turn
  ///     0 | 0 end of the row     0 | 1 end of the picture     0 | 2 | right | up: a step
  ///     0 | n | n indices as they are, filled up to 16 bits
  ///
  /// Pixels that no run paints have the first colour; pixels beyond a row's end are dropped.
  struct RunDecoder {
    private let header: Header
    private let bitmap: PixelBitmap
    private let colors: [UInt8]
    private var reader: ByteReader
    private var x = 0
    /// Rows in the order of the file.
    private var y = 0

    init(_ bytes: FileBytes, _ header: Header, into bitmap: PixelBitmap) {
      self.header = header
      self.bitmap = bitmap
      colors = BMP.colors(of: header, in: bytes)
      reader = ByteReader(bytes, range: header.raster..<max(header.raster, bytes.count), part: "pixels")
    }

    /// - Throws: `ImageIOError/incompletePicture(part:offset:)` where the file ends before the picture.
    mutating func decode() throws(ImageIOError) {
      for row in 0..<header.height {
        if row % 16 == 0 { try TaskContext.check() }
        paint(row: row, columns: 0..<header.width) { _ in 0 }
      }
      var steps = 0
      while y < header.height {
        steps &+= 1
        if steps & 0xFFFF == 0 { try TaskContext.check() }
        do throws(ImageIOError) {
          guard try step() else { return }
        } catch {
          // Some writers leave the end mark out.
          if y == header.height - 1, x >= header.width { return }
          throw error.isTruncation ? .incompletePicture(part: "pixels", offset: reader.end) : error
        }
      }
    }

    /// Returns false at the end of the picture.
    private mutating func step() throws(ImageIOError) -> Bool {
      let (count, value) = (Int(try reader.u8()), try reader.u8())
      let isByte = header.bits == 8
      guard count == 0 else {
        run(count) { isByte ? value : $0 % 2 == 0 ? value >> 4 : value & 15 }
        return true
      }
      switch value {
      case 0: (x, y) = (0, y + 1)
      case 1: return false
      case 2: (x, y) = (x + Int(try reader.u8()), y + Int(try reader.u8()))
      default:
        let count = Int(value)
        let size = isByte ? count : (count + 1) / 2
        let indices = try reader.take(size)
        if size % 2 == 1, !reader.isAtEnd { try reader.skip(1) }
        run(count) { isByte ? indices[$0] : $0 % 2 == 0 ? indices[$0 / 2] >> 4 : indices[$0 / 2] & 15 }
      }
      return true
    }

    private mutating func run(_ count: Int, _ index: (Int) -> UInt8) {
      let first = x
      paint(row: y, columns: min(x, header.width)..<min(x + count, header.width)) { index($0 - first) }
      x += count
    }

    private func paint(row: Int, columns: Range<Int>, _ index: (Int) -> UInt8) {
      guard row < header.height else { return }
      let target = unsafe bitmap.rowAddress(header.isTopDown ? row : header.height - 1 - row)
      let pixels = unsafe target.assumingMemoryBound(to: UInt8.self)
      for column in columns {
        let color = 3 * Int(index(column))
        for channel in 0..<3 { unsafe pixels[3 * column + channel] = colors[color + channel] }
      }
    }
  }
}
