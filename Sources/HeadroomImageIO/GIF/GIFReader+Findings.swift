internal import HeadroomContainers

extension GIFReader {
  /// More blocks than any real file has; the rest is reported as one part.
  private static let mostParts = 4096

  func structure() -> [FilePart] {
    let tableEnd = file.table?.upperBound ?? GIF.headerSize
    var parts = [
      FilePart(
        name: "header", offset: 0, byteCount: tableEnd,
        summary: "\(String(decoding: bytes.copy(3..<6), as: UTF8.self)), \((tableEnd - GIF.headerSize) / 3) colours")
    ]
    var walker = GIF.BlockWalker(bytes, from: tableEnd)
    while let block = try? walker.next() {
      guard parts.count < Self.mostParts else {
        parts.append(
          FilePart(
            name: "...", offset: block.range.lowerBound, byteCount: bytes.count - block.range.lowerBound,
            summary: "further blocks"))
        return parts
      }
      let summary = block.isComplete ? summary(of: block) : "cut off"
      parts.append(
        FilePart(name: block.name, offset: block.range.lowerBound, byteCount: block.range.count, summary: summary))
    }
    if file.end < bytes.count {
      parts.append(FilePart(name: "rest", offset: file.end, byteCount: bytes.count - file.end))
    }
    return parts
  }

  private func summary(of block: GIF.Block) -> String {
    switch block.kind {
    case .picture:
      var reader = ByteReader(bytes, range: block.range, part: "image", byteOrder: .little)
      guard (try? reader.skip(1)) != nil, let left = try? reader.u16(), let top = try? reader.u16(),
        let width = try? reader.u16(), let height = try? reader.u16(), let flags = try? reader.u8()
      else { return "" }
      let colors = GIF.tableSize(flags) == 0 ? "" : ", \(GIF.tableSize(flags) / 3) colours"
      return "\(width)x\(height) at \(left), \(top)\(colors)\(flags & 0x40 == 0 ? "" : ", interlaced")"
    case .extension(GIF.Label.application):
      return String(
        decoding: bytes.copy(block.content + 1..<min(block.content + 12, block.range.upperBound)), as: UTF8.self)
    default: return ""
    }
  }

  func conformanceFindings() -> [ConformanceFinding] {
    if file.frame.isCut { return [] }
    if !file.hasTrailer {
      return [finding("trailer-missing", .warning, "no trailer ends the blocks", file.end)]
    }
    guard file.end < bytes.count else { return [] }
    return [finding("trailing-bytes", .note, "\(bytes.count - file.end) bytes behind the trailer", file.end)]
  }

  private func finding(
    _ rule: String, _ severity: ConformanceFinding.Severity, _ message: String, _ offset: Int
  ) -> ConformanceFinding {
    ConformanceFinding(rule: "gif." + rule, severity: severity, message: message, part: "blocks", offset: offset)
  }
}
