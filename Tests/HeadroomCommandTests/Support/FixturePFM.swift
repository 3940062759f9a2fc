/// A portable float map written here: linear light, top row first.
struct FixturePFM {
  let bytes: [UInt8]

  init(width: Int, height: Int, light: (Int, Int) -> (Float, Float, Float)) {
    var bytes = Array("PF\n\(width) \(height)\n-1.0\n".utf8)
    // Rows are stored from the bottom.
    for y in (0..<height).reversed() {
      for x in 0..<width {
        let (r, g, b) = light(x, y)
        for value in [r, g, b] {
          let bits = value.bitPattern
          for shift in 0..<4 { bytes.append(UInt8(bits >> UInt32(8 * shift) & 0xFF)) }
        }
      }
    }
    self.bytes = bytes
  }
}
