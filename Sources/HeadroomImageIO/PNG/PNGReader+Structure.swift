internal import HeadroomColor
internal import HeadroomContainers

extension PNGReader {
  /// The chunks; neighbouring IDAT chunks are one part.
  package func structure() -> [FilePart] {
    [FilePart(name: "signature", offset: 0, byteCount: PNG.signature.count)]
      + PNGStructure(bytes: bytes, base: 0, isInside: false).parts
  }
}

/// The chunks of a PNG file, or of the PNG file inside a chunk of one.
private struct PNGStructure {
  let bytes: FileBytes
  /// The amount to add for offsets in the outer file.
  let base: Int
  let isInside: Bool

  /// More chunks than any real file has; the rest is reported as one part.
  private static let mostParts = 4096

  var parts: [FilePart] {
    guard var walker = try? PNG.ChunkWalker(bytes) else { return [] }
    var parts: [FilePart] = []
    while let next = try? walker.next() {
      if parts.count >= Self.mostParts {
        parts.append(
          FilePart(
            name: "...", offset: base + next.offset, byteCount: bytes.count - next.offset, summary: "further chunks"))
        return parts
      }
      let size = next.data.upperBound - next.offset + (next.isComplete ? 4 : 0)
      if next.type == .pictureData, let last = parts.last, last.name == "IDAT" {
        parts[parts.count - 1].byteCount += size
        continue
      }
      parts.append(
        FilePart(
          name: next.type.name, offset: base + next.offset, byteCount: size, summary: summary(of: next),
          children: children(of: next)))
      if next.type == .end { break }
    }
    if walker.position < bytes.count {
      parts.append(
        FilePart(name: "trailer", offset: base + walker.position, byteCount: bytes.count - walker.position))
    }
    return parts
  }

  private func children(of chunk: PNG.Chunk) -> [FilePart] {
    guard chunk.type == .gainMapPicture, !isInside else { return [] }
    return PNGStructure(bytes: FileBytes(bytes.copy(chunk.data)), base: base + chunk.data.lowerBound, isInside: true)
      .parts
  }

  private func summary(of chunk: PNG.Chunk) -> String {
    guard chunk.isComplete else { return "cut off" }
    // The head holds everything that is reported here, however large the chunk is.
    let head = bytes.copy(chunk.data.lowerBound..<min(chunk.data.upperBound, chunk.data.lowerBound + 128))
    return Self.summaries[chunk.type]?(head, chunk.declaredLength) ?? ""
  }

  private static let summaries: [PNG.ChunkType: @Sendable ([UInt8], Int) -> String] = [
    .header: { head, _ in
      guard head.count >= 13 else { return "" }
      let interlace = head[12] == 0 ? "" : ", interlaced"
      return "\(u32(head, 0))x\(u32(head, 4)), \(head[8]) bit, colour type \(head[9])\(interlace)"
    },
    .codePoints: { head, _ in head.count >= 4 ? "CICP \(head[0])/\(head[1])/\(head[2]), range \(head[3])" : "" },
    .mastering: { head, _ in mastering(head) },
    .draftMastering: { head, _ in mastering(head) },
    .lightLevel: { head, _ in lightLevel(head) },
    .draftLightLevel: { head, _ in lightLevel(head) },
    .profile: { head, _ in "'\(keyword(head))'" },
    .standardRGB: { head, _ in head.first.map { "rendering intent \($0)" } ?? "" },
    .gamma: { head, _ in head.count >= 4 ? "\(Double(u32(head, 0)) / 100_000)" : "" },
    .palette: { _, length in "\(length / 3) colours" },
    .text: { head, _ in keyword(head) },
    .compressedText: { head, _ in keyword(head) },
    .internationalText: { head, _ in keyword(head) },
    .gainMapMetadata: { _, length in length > 4 ? "gain map metadata" : "announces a gain map" },
    .gainMapPicture: { _, _ in "gain map" },
  ]

  private static func u32(_ bytes: [UInt8], _ index: Int) -> UInt32 {
    bytes[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func keyword(_ head: [UInt8]) -> String { PNG.latin(Array(head.prefix { $0 != 0 })) }

  private static func mastering(_ head: [UInt8]) -> String {
    guard let volume = try? MasteringDisplayColorVolume(pngBytes: head) else { return "" }
    return "\(volume.minimumNits) to \(volume.maximumNits) cd/m²"
  }

  private static func lightLevel(_ head: [UInt8]) -> String {
    guard let level = try? ContentLightLevel(pngBytes: head) else { return "" }
    return "MaxCLL \(level.maxCLL), MaxFALL \(level.maxFALL) cd/m²"
  }
}
