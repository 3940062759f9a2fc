import HeadroomContainers
import HeadroomRAW

/// A DNG with an exactly known picture.
struct TestDNG {
  var width = 37
  var height = 29
  /// 1 for a mosaic, 3 for a linear picture.
  var planes = 1
  var bits = 16
  var isFloat = false
  var order = ByteReader.ByteOrder.little
  var isBig = false
  /// Nil for strips of ``rowsPerStrip``.
  var tile: (width: Int, height: Int)?
  var rowsPerStrip = 29
  var isPlanar = false
  var compression = 1
  /// Fields that are added or take the place of others.
  var fields: [UInt16: TestTIFF.Value] = [:]
  /// The stored sample at a place of the stored picture; floats as their bits.
  var sample: (_ x: Int, _ y: Int, _ plane: Int) -> UInt32 = { x, y, plane in
    UInt32(truncatingIfNeeded: (x &* 2_654_435_761 ^ y &* 40503 ^ plane &* 977) >> 3)
  }
  /// Bytes of a strip or tile from its samples, row by row; nil packs them.
  var encode: ((_ samples: [UInt32], _ columns: Int, _ rows: Int) -> [UInt8])?

  var mask: UInt32 { bits == 32 ? .max : UInt32(1) << UInt32(bits) - 1 }

  /// The samples in the picture's order.
  var expected: [UInt32] {
    (0..<height).flatMap { y in (0..<width).flatMap { x in (0..<planes).map { sample(x, y, $0) & mask } } }
  }

  func file() -> FileBytes {
    var tiff = TestTIFF(order, isBig: isBig)
    var offsets: [Int] = []
    var counts: [Int] = []
    for data in segments(tiff) {
      offsets.append(tiff.append(data))
      counts.append(data.count)
    }
    var all = baseFields
    all[tile == nil ? 273 : 324] = .longs(offsets)
    all[tile == nil ? 279 : 325] = .longs(counts)
    all.merge(fields) { $1 }
    let directory = tiff.directory(all)
    return tiff.finish(directory)
  }

  func open() throws -> DNGFile { try DNGFile(file(), limits: .standard) }

  private var baseFields: [UInt16: TestTIFF.Value] {
    var all: [UInt16: TestTIFF.Value] = [
      254: .longs([0]), 256: .longs([width]), 257: .longs([height]),
      258: .shorts([Int](repeating: bits, count: planes)), 259: .shorts([compression]),
      262: .shorts([planes == 1 ? 32803 : 34892]), 277: .shorts([planes]), 284: .shorts([isPlanar ? 2 : 1]),
      50706: .bytes([1, 7, 1, 0]), 50707: .bytes([1, 4, 0, 0]), 50708: .ascii("Test"),
      50721: .signedRationals([(1, 1), (0, 1), (0, 1), (0, 1), (1, 1), (0, 1), (0, 1), (0, 1), (1, 1)]),
      50728: .rationals([(1, 2), (1, 1), (2, 3)]), 50778: .shorts([21]),
    ]
    if planes == 1 {
      all[33421] = .shorts([2, 2])
      all[33422] = .bytes([0, 1, 1, 2])
    }
    if isFloat { all[339] = .shorts([Int](repeating: 3, count: planes)) }
    if let tile {
      all[322] = .longs([tile.width])
      all[323] = .longs([tile.height])
    } else {
      all[278] = .longs([rowsPerStrip])
    }
    return all
  }

  private func segments(_ tiff: TestTIFF) -> [[UInt8]] {
    let size = tile ?? (width, rowsPerStrip)
    var result: [[UInt8]] = []
    for plane in 0..<(isPlanar ? planes : 1) {
      for y in stride(from: 0, to: height, by: size.1) {
        for x in stride(from: 0, to: width, by: size.0) {
          let rows = tile == nil ? min(size.1, height - y) : size.1
          let inside = isPlanar ? plane..<plane + 1 : 0..<planes
          // Beyond the picture: what a reader must not show.
          let samples = (y..<y + rows).flatMap { y in
            (x..<x + size.0).flatMap { x in inside.map { sample(x, y, $0) & mask } }
          }
          let columns = size.0 * inside.count
          result.append(encode?(samples, columns, rows) ?? packed(samples, columns: columns, tiff))
        }
      }
    }
    return result
  }

  /// Samples as uncompressed files store them.
  func packed(_ samples: [UInt32], columns: Int, _ tiff: TestTIFF) -> [UInt8] {
    if isFloat || bits == 32 || bits == 16 { return samples.flatMap { tiff.number(Int($0), bits / 8) } }
    var bytes: [UInt8] = []
    for first in stride(from: 0, to: samples.count, by: columns) {
      var (buffer, count) = (UInt64(0), 0)
      for value in samples[first..<first + columns] {
        buffer = buffer << UInt64(bits) | UInt64(value)
        count += bits
        while count >= 8 {
          bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt64(count - 8)))
          count -= 8
        }
      }
      if count > 0 { bytes.append(UInt8(truncatingIfNeeded: buffer << UInt64(8 - count))) }
    }
    return bytes
  }
}
