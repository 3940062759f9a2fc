internal import HeadroomContainers

extension WebPReader {
  /// More chunks than any real file has; the rest is reported as one part.
  private static let mostParts = 4096

  func structure() -> [FilePart] {
    let head = FilePart(
      name: "RIFF", offset: 0, byteCount: WebP.headerSize, summary: "\(file.declaredEnd - 8) bytes, WEBP")
    var parts = [head] + Self.parts(of: file.bytes, file.content, isInside: false)
    if file.content.upperBound < file.bytes.count {
      parts.append(
        FilePart(
          name: "trailer", offset: file.content.upperBound, byteCount: file.bytes.count - file.content.upperBound))
    }
    return parts
  }

  private static func parts(of bytes: FileBytes, _ range: Range<Int>, isInside: Bool) -> [FilePart] {
    var walker = WebP.ChunkWalker(bytes, range)
    var parts: [FilePart] = []
    while let chunk = try? walker.next() {
      guard parts.count < mostParts else {
        parts.append(
          FilePart(
            name: "...", offset: chunk.offset, byteCount: range.upperBound - chunk.offset, summary: "further chunks"))
        break
      }
      // A frame has a head of 16 bytes before its chunks.
      let inner = chunk.data.lowerBound + 16..<max(chunk.data.upperBound, chunk.data.lowerBound + 16)
      let children = chunk.name == "ANMF" && !isInside ? self.parts(of: bytes, inner, isInside: true) : []
      parts.append(
        FilePart(
          name: chunk.name, offset: chunk.offset, byteCount: chunk.data.upperBound - chunk.offset,
          summary: chunk.isComplete ? "" : "cut off", children: children))
    }
    return parts
  }

  func conformanceFindings() -> [ConformanceFinding] { sizes() + flags() + order() }

  private func finding(
    _ rule: String, _ severity: ConformanceFinding.Severity, _ message: String, _ part: String, _ offset: Int?
  ) -> ConformanceFinding {
    ConformanceFinding(rule: "webp." + rule, severity: severity, message: message, part: part, offset: offset)
  }

  private func sizes() -> [ConformanceFinding] {
    var found: [ConformanceFinding] = []
    let (declared, count) = (file.declaredEnd, file.bytes.count)
    if declared > count {
      found.append(finding("riff-size", .error, "declares \(declared) bytes, the file has \(count)", "RIFF", 4))
    } else if declared < count {
      found.append(finding("trailer", .note, "\(count - declared) bytes behind the declared end", "RIFF", declared))
    }
    if let extended = file.extended, !extended.isAnimated {
      let frame = file.frames[0]
      if (extended.width, extended.height) != (frame.width, frame.height) {
        found.append(
          finding(
            "canvas-size", .error,
            "a canvas of \(extended.width)x\(extended.height) for a picture of \(frame.width)x\(frame.height)", "VP8X",
            extended.offset))
      }
    }
    return found
  }

  /// Readers that trust the flags do not search for unannounced chunks.
  private func flags() -> [ConformanceFinding] {
    let chunks = [("ICCP", file.profile), ("EXIF", file.exif), ("XMP ", file.xmp)]
    guard let extended = file.extended else {
      return chunks.compactMap { name, chunk in
        chunk.map { finding("vp8x-missing", .warning, "\(name) needs a VP8X chunk in front", name, $0.offset) }
      }
    }
    let announced = [extended.announcesProfile, extended.announcesEXIF, extended.announcesXMP]
    var found = zip(chunks, announced).compactMap { chunk, isAnnounced in
      (chunk.1 != nil) == isAnnounced
        ? nil
        : finding(
          "flags", .warning, "\(chunk.0) is \(isAnnounced ? "announced but not there" : "there but not announced")",
          "VP8X", extended.offset)
    }
    if !extended.isAnimated, file.frames[0].hasAlpha, !extended.announcesAlpha {
      found.append(finding("flags", .warning, "alpha is there but not announced", "VP8X", extended.offset))
    }
    return found
  }

  /// The profile has to come before the picture.
  private func order() -> [ConformanceFinding] {
    guard let profile = file.profile, profile.offset > file.frames[0].chunks.lowerBound else { return [] }
    return [finding("chunk-order", .error, "ICCP has to come before the picture", "ICCP", profile.offset)]
  }
}
