/// Builds uncompressed TIFF files from the text of the standard, sharing no code with the library.
struct TIFFBuilder {
  var width: Int
  var height: Int
  var bits = 8
  var samples = 1
  var isBigEndian = false
  var isBig = false
  var rowsPerStrip: Int?
  var tile: (width: Int, height: Int)?
  var isPlanar = false
  /// More fields, and others in place of the builder's own: tag, type (1 byte, 3 short, 4 long, 12 double), values.
  var fields: [(tag: Int, type: Int, values: [Int])] = []

  /// The file with samples by column, row and sample.
  func file(_ sample: (Int, Int, Int) -> UInt64) -> [UInt8] {
    let segments = segments(sample)
    var file: [UInt8] = isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
    file += isBig ? number(43, 2) + number(8, 2) + number(0, 2) + number(0, 8) : number(42, 2) + number(0, 4)
    var offsets: [Int] = []
    for segment in segments {
      offsets.append(file.count)
      file += segment
    }
    if file.count % 2 != 0 { file.append(0) }
    let place = number(file.count, isBig ? 8 : 4)
    file.replaceSubrange((isBig ? 8 : 4)..<(isBig ? 16 : 8), with: place)
    return file + directory(offsets, segments.map(\.count), at: file.count)
  }

  func number(_ value: Int, _ size: Int) -> [UInt8] {
    let little = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? little.reversed() : little
  }

  private func directory(_ offsets: [Int], _ lengths: [Int], at place: Int) -> [UInt8] {
    var all: [Int: (type: Int, values: [Int])] = [
      256: (4, [width]), 257: (4, [height]), 258: (3, [Int](repeating: bits, count: samples)), 259: (3, [1]),
      262: (3, [samples < 3 ? 1 : 2]), 277: (3, [samples]), 284: (3, [isPlanar ? 2 : 1]),
    ]
    if let tile {
      all[322] = (4, [tile.width])
      all[323] = (4, [tile.height])
      all[324] = (4, offsets)
      all[325] = (4, lengths)
    } else {
      all[278] = (4, [rowsPerStrip ?? height])
      all[273] = (4, offsets)
      all[279] = (4, lengths)
    }
    for field in fields { all[field.tag] = (field.type, field.values) }
    let word = isBig ? 8 : 4
    var table = number(all.count, isBig ? 8 : 2)
    var values: [UInt8] = []
    let valueStart = place + table.count + all.count * (4 + 2 * word) + word
    for (tag, field) in all.sorted(by: { $0.key < $1.key }) {
      let size = [1: 1, 2: 1, 7: 1, 3: 2, 4: 4, 12: 8, 16: 8][field.type] ?? 1
      let bytes = field.values.flatMap { number($0, size) }
      table += number(tag, 2) + number(field.type, 2) + number(field.values.count, word)
      if bytes.count <= word {
        table += bytes + [UInt8](repeating: 0, count: word - bytes.count)
      } else {
        table += number(valueStart + values.count, word)
        values += bytes
      }
    }
    return table + number(0, word) + values
  }

  private func segments(_ sample: (Int, Int, Int) -> UInt64) -> [[UInt8]] {
    let size = tile ?? (width, rowsPerStrip ?? height)
    var result: [[UInt8]] = []
    for plane in 0..<(isPlanar ? samples : 1) {
      for top in stride(from: 0, to: height, by: size.1) {
        for left in stride(from: 0, to: width, by: size.0) {
          let rows = tile == nil ? min(size.1, height - top) : size.1
          var bytes: [UInt8] = []
          for y in top..<top + rows {
            let channels = isPlanar ? [plane] : Array(0..<samples)
            bytes += row((left..<left + size.0).flatMap { x in channels.map { sample(x, y, $0) } })
          }
          result.append(bytes)
        }
      }
    }
    return result
  }

  /// Samples without gaps, highest bit first; whole bytes in the file's order.
  private func row(_ samples: [UInt64]) -> [UInt8] {
    if bits % 8 == 0 { return samples.flatMap { number(Int(truncatingIfNeeded: $0), bits / 8) } }
    var bytes: [UInt8] = []
    var (word, count) = (UInt64(0), 0)
    for sample in samples {
      word = word << UInt64(bits) | sample
      count += bits
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(count - 8)))
        count -= 8
      }
      word &= (1 << UInt64(count)) - 1
    }
    if count > 0 { bytes.append(UInt8(truncatingIfNeeded: word << UInt64(8 - count))) }
    return bytes
  }
}
