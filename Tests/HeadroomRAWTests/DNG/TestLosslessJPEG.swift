/// Writes lossless JPEG streams as ITU-T T.81 annex H has them.
struct TestLosslessJPEG {
  var precision = 14
  var components = 1
  var predictor = 1
  var pointTransform = 0
  /// Rows between restart markers; 0 for none.
  var restartRows = 0
  /// Whether a difference of category 16 is followed by 16 bits.
  var hasLongDifferences = false
  /// Lengths of the codes of the categories 0 ... 16.
  var codeLengths = [Int](repeating: 5, count: 17)

  /// Codes from one bit up to sixteen.
  static let unaryLengths = Array(1...15) + [16, 16]

  func stream(_ samples: [UInt16], width: Int) -> [UInt8] {
    let height = samples.count / (width * components)
    var bytes: [UInt8] = [0xFF, 0xD8]
    func segment(_ marker: UInt8, _ body: [UInt8]) {
      bytes += [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 0xFF)] + body
    }
    segment(0xE0, [1, 2, 3])
    let size = [UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF)]
    segment(0xC3, [UInt8(precision)] + size + [UInt8(components)] + (0..<components).flatMap { [UInt8($0), 0x11, 0] })
    let order = (0...16).sorted { (codeLengths[$0], $0) < (codeLengths[$1], $1) }
    let counts = (1...16).map { length in UInt8(codeLengths.filter { $0 == length }.count) }
    segment(0xC4, [0] + counts + order.map { UInt8($0) })
    segment(0xC4, [1] + counts + order.map { UInt8($0) })
    if restartRows > 0 { segment(0xDD, [UInt8(restartRows * width >> 8), UInt8(restartRows * width & 0xFF)]) }
    let tables = (0..<components).flatMap { [UInt8($0), UInt8($0 & 1) << 4] }
    segment(0xDA, [UInt8(components)] + tables + [UInt8(predictor), 0, UInt8(pointTransform)])
    return bytes + data(samples.map { $0 >> UInt16(pointTransform) }, rowSamples: width * components, order)
      + [0xFF, 0xD9]
  }

  private func data(_ samples: [UInt16], rowSamples: Int, _ order: [Int]) -> [UInt8] {
    var writer = Bits()
    let codes = codes(order)
    let height = samples.count / rowSamples
    for row in 0..<height {
      let restarts = restartRows > 0 && row > 0 && row % restartRows == 0
      if restarts { writer.restart(row / restartRows - 1) }
      for column in 0..<rowSamples {
        let value = Int(samples[row * rowSamples + column])
        let isFirstRow = row == 0 || restarts
        let difference = (value - prediction(samples, row, column, rowSamples, isFirstRow)) & 0xFFFF
        write(difference, codes, &writer)
      }
    }
    writer.flush()
    return writer.bytes
  }

  private func prediction(
    _ samples: [UInt16], _ row: Int, _ column: Int, _ rowSamples: Int, _ isFirstRow: Bool
  ) -> Int {
    let place = row * rowSamples + column
    if isFirstRow {
      return column < components ? 1 << (precision - pointTransform - 1) : Int(samples[place - components])
    }
    let above = Int(samples[place - rowSamples])
    if column < components { return above }
    let left = Int(samples[place - components])
    let corner = Int(samples[place - rowSamples - components])
    return switch predictor {
    case 1: left
    case 2: above
    case 3: corner
    case 4: left + above - corner
    case 5: left + (above - corner) >> 1
    case 6: above + (left - corner) >> 1
    default: (left + above) >> 1
    }
  }

  private func codes(_ order: [Int]) -> [Int] {
    var codes = [Int](repeating: 0, count: 17)
    var (code, length) = (0, 0)
    for symbol in order {
      code <<= codeLengths[symbol] - length
      length = codeLengths[symbol]
      codes[symbol] = code
      code += 1
    }
    return codes
  }

  private func write(_ difference: Int, _ codes: [Int], _ writer: inout Bits) {
    if difference == 0x8000 {
      writer.put(codes[16], codeLengths[16])
      if hasLongDifferences { writer.put(0x8000, 16) }
      return
    }
    let signed = difference > 0x8000 ? difference - 0x10000 : difference
    var category = 0
    while abs(signed) >> category != 0 { category += 1 }
    writer.put(codes[category], codeLengths[category])
    writer.put(signed < 0 ? signed + (1 << category) - 1 : signed, category)
  }

  private struct Bits {
    var bytes: [UInt8] = []
    private var buffer = 0
    private var count = 0

    mutating func put(_ value: Int, _ length: Int) {
      for bit in (0..<length).reversed() {
        buffer = buffer << 1 | (value >> bit & 1)
        count += 1
        if count == 8 {
          bytes.append(UInt8(buffer))
          if buffer == 0xFF { bytes.append(0) }
          (buffer, count) = (0, 0)
        }
      }
    }

    mutating func flush() { while count != 0 { put(1, 1) } }

    mutating func restart(_ index: Int) {
      flush()
      bytes += [0xFF, 0xD0 + UInt8(index % 8)]
    }
  }
}
