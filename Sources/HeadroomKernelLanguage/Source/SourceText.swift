/// One file of kernel text: its name as diagnostics print it, its bytes, and where its lines begin.
package struct SourceText: Sendable {
  package let name: String
  package let bytes: [UInt8]
  let lineStarts: [Int]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    var starts = [0]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
    lineStarts = starts
  }

  package init(name: String, text: String) { self.init(name: name, bytes: Array(text.utf8)) }

  /// Line and column of a byte, both from 1. Columns count characters, as editors do.
  package func place(of offset: Int) -> (line: Int, column: Int) {
    let offset = min(max(offset, 0), bytes.count)
    let line = lineIndex(of: offset)
    return (line + 1, String(decoding: bytes[lineStarts[line]..<offset], as: UTF8.self).count + 1)
  }

  /// The text of the line that contains a byte, without the line's end.
  func line(around offset: Int) -> (text: String, start: Int) {
    let index = lineIndex(of: min(max(offset, 0), bytes.count))
    let start = lineStarts[index]
    var end = index + 1 < lineStarts.count ? lineStarts[index + 1] - 1 : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return (String(decoding: bytes[start..<max(start, end)], as: UTF8.self), start)
  }

  /// The offset of the first byte that is not part of well-formed UTF-8, or nil where all bytes are.
  var firstInvalidByte: Int? {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }

  private func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
