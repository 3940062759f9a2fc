/// The NAL units of a stream without a container, each behind a start code of zeros and a 1 (H.265 annex B).
package enum AnnexBUnits {
  /// Units that begin in `bytes`; the last one may be cut.
  package static func split(_ bytes: [UInt8]) -> [[UInt8]] {
    var units: [[UInt8]] = []
    var (start, zeros): (Int?, Int) = (nil, 0)
    for (place, byte) in bytes.enumerated() {
      if byte == 1, zeros >= 2 {
        if let start, start <= place - zeros { units.append(Array(bytes[start..<place - zeros])) }
        start = place + 1
      }
      zeros = byte == 0 ? zeros + 1 : 0
    }
    if let start { units.append(Array(bytes[start...])) }
    return units
  }
}
