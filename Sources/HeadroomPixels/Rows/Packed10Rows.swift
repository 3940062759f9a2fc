/// Rows of 32-bit words with three 10-bit components.
enum Packed10Rows {
  /// Where the components lie in a word, after swapping its bytes if it is big-endian.
  struct Fields {
    var red: UInt32
    var green: UInt32
    var blue: UInt32
    var alpha: UInt32?
    var isBigEndian = false

    init(_ layout: PixelFormat.Layout) {
      switch layout {
      case .rgba: (red, green, blue, alpha) = (0, 10, 20, 30)
      case .argb: (red, green, blue, alpha) = (20, 10, 0, 30)
      case .rgbx: (red, green, blue, alpha, isBigEndian) = (22, 12, 2, nil, true)
      default: (red, green, blue, alpha) = (20, 10, 0, nil)
      }
    }
  }

  static func unpack(_ source: UnsafeRawPointer, _ fields: Fields, into rows: RowPointers, _ count: Int) {
    if fields.isBigEndian {
      unsafe unpack(source, fields, into: rows, count) { $0.byteSwapped }
    } else {
      unsafe unpack(source, fields, into: rows, count) { $0 }
    }
  }

  @inline(__always)
  private static func unpack(
    _ source: UnsafeRawPointer, _ fields: Fields, into rows: RowPointers, _ count: Int, word: (UInt32) -> UInt32
  ) {
    let (r, g, b, a) = unsafe (rows.r, rows.g, rows.b, rows.a)
    let scale: Float = 1 / 1023
    for i in 0..<count {
      let bits = unsafe word(source.loadUnaligned(fromByteOffset: 4 &* i, as: UInt32.self))
      unsafe r[i] = float((bits &>> fields.red) & 1023) * scale
      unsafe g[i] = float((bits &>> fields.green) & 1023) * scale
      unsafe b[i] = float((bits &>> fields.blue) & 1023) * scale
    }
    guard let shift = fields.alpha else { return unsafe fill(a, 1, count) }
    for i in 0..<count {
      let bits = unsafe word(source.loadUnaligned(fromByteOffset: 4 &* i, as: UInt32.self))
      unsafe a[i] = float((bits &>> shift) & 3) * (1 / 3)
    }
  }

  static func unpack(
    _ source: UnsafeRawPointer, _ fields: Fields, table: UnsafePointer<Float>, into rows: RowPointers, _ count: Int
  ) {
    let (r, g, b) = unsafe (rows.r, rows.g, rows.b)
    for i in 0..<count {
      let loaded = unsafe source.loadUnaligned(fromByteOffset: 4 &* i, as: UInt32.self)
      let bits = fields.isBigEndian ? loaded.byteSwapped : loaded
      unsafe r[i] = unsafe table[Int((bits &>> fields.red) & 1023)]
      unsafe g[i] = unsafe table[Int((bits &>> fields.green) & 1023)]
      unsafe b[i] = unsafe table[Int((bits &>> fields.blue) & 1023)]
    }
    guard let shift = fields.alpha else { return unsafe fill(rows.a, 1, count) }
    let a = unsafe rows.a
    for i in 0..<count {
      let bits = unsafe source.loadUnaligned(fromByteOffset: 4 &* i, as: UInt32.self)
      unsafe a[i] = float((bits &>> shift) & 3) * (1 / 3)
    }
  }

  static func pack<D: DitherOffsets>(
    _ to: UnsafeMutableRawPointer, _ fields: Fields, _ rows: RowPointers, _ count: Int, _ dither: D
  ) {
    let (r, g, b, a) = unsafe (rows.r, rows.g, rows.b, rows.a)
    let alphaShift = fields.alpha ?? 0
    let alphaMask: UInt32 = fields.alpha == nil ? 0 : 3
    for i in 0..<count {
      let offset = dither.offset(i)
      var bits = unsafe (nearestCode(r[i], 1023, offset) & 1023) &<< fields.red
      bits |= unsafe (nearestCode(g[i], 1023, offset) & 1023) &<< fields.green
      bits |= unsafe (nearestCode(b[i], 1023, offset) & 1023) &<< fields.blue
      bits |= unsafe (nearestCode(a[i], 3, offset) & alphaMask) &<< alphaShift
      let word = fields.isBigEndian ? bits.byteSwapped : bits
      unsafe to.storeBytes(of: word, toByteOffset: 4 &* i, as: UInt32.self)
    }
  }
}

/// Sets `count` floats to a value.
@inline(__always)
func fill(_ row: UnsafeMutablePointer<Float>, _ value: Float, _ count: Int) {
  unsafe row.update(repeating: value, count: count)
}
