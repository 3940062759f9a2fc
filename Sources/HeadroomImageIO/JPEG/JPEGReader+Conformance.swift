internal import HeadroomContainers

extension JPEGReader {
  /// Errors in markers, the multi-picture block and the container directory.
  package func conformanceFindings() -> [ConformanceFinding] {
    let pictures = allPictures()
    guard let primary = pictures.first else { return [] }
    return JPEGConformance(primary: primary, others: Array(pictures.dropFirst()), gainMap: gainMap, limits: limits)
      .findings
  }
}

private struct JPEGConformance {
  let primary: JPEGStream
  let others: [JPEGStream]
  let gainMap: JPEGGainMapLocator.Found?
  let limits: DecodeLimits

  var findings: [ConformanceFinding] {
    let blocks = JPEGMetadataBlocks(primary, limits: limits)
    return multiPicture(blocks) + versions(blocks) + directory(blocks) + map() + trailer()
  }

  private func finding(
    _ rule: String, _ severity: ConformanceFinding.Severity, _ message: String, _ part: String, _ offset: Int? = nil
  ) -> ConformanceFinding {
    ConformanceFinding(rule: "jpeg." + rule, severity: severity, message: message, part: part, offset: offset)
  }

  // MARK: - Multi-picture block

  private func multiPicture(_ blocks: JPEGMetadataBlocks) -> [ConformanceFinding] {
    guard let block = blocks.multiPicture else {
      guard let gainMap else { return [] }
      return [
        finding(
          "mpf-missing", .warning, "no multi-picture block says where the gain map is; some readers look nowhere else",
          "picture", gainMap.stream.start)
      ]
    }
    guard let entries = try? MultiPictureFormat(parsing: block, limits: limits).entries else {
      return [finding("mpf-unreadable", .error, "the multi-picture block cannot be read", "APP2/MPF", block.start)]
    }
    return entries.enumerated().prefix(64).flatMap { check(entry: $1, index: $0, block.start) }
  }

  private func check(entry: MultiPictureFormat.Entry, index: Int, _ offset: Int) -> [ConformanceFinding] {
    if index == 0 {
      guard primary.isComplete, entry.size != primary.end - primary.start else { return [] }
      return [
        finding(
          "mpf-size", .warning,
          "the block says the primary has \(entry.size) bytes, it has \(primary.end - primary.start)", "APP2/MPF",
          offset)
      ]
    }
    guard entry.position < primary.bytes.count else {
      return [
        finding(
          "mpf-offset", .error,
          "the block says picture \(index) is at 0x\(String(entry.position, radix: 16)), the file has "
            + "0x\(String(primary.bytes.count, radix: 16)) bytes", "APP2/MPF", offset)
      ]
    }
    guard JPEGStream.startsPicture(primary.bytes, at: entry.position), entry.position > 0 else {
      return [
        finding(
          "mpf-offset", .error,
          "the block says picture \(index) is at 0x\(String(entry.position, radix: 16)), where none starts: the file was "
            + "changed without it", "APP2/MPF", offset)
      ]
    }
    guard let picture = others.first(where: { $0.start == entry.position }), picture.isComplete,
      entry.size != picture.end - picture.start
    else { return [] }
    return [
      finding(
        "mpf-size", entry.size < picture.end - picture.start ? .warning : .note,
        "the block says picture \(index) has \(entry.size) bytes, it has \(picture.end - picture.start)", "APP2/MPF",
        offset)
    ]
  }

  // MARK: - Gain map segments

  /// The primary's short ISO segment tells readers to search for the map.
  private func versions(_ blocks: JPEGMetadataBlocks) -> [ConformanceFinding] {
    guard let gainMap, gainMap.description.kinds.contains(.iso) else { return [] }
    let theirs = JPEGMetadataBlocks(gainMap.stream, limits: limits)
    guard theirs.isoGainMap != nil else { return [] }
    guard let version = blocks.isoGainMap else {
      return [
        finding(
          "iso-version-missing", .warning,
          "the map has ISO 21496-1 metadata, but the primary has no version segment that announces it", "APP2", nil)
      ]
    }
    guard version.count != 4 else { return [] }
    return [
      finding(
        "iso-version-size", .note, "the primary's version segment has \(version.count) bytes, not 4",
        "APP2/ISO 21496-1", version.start)
    ]
  }

  private func directory(_ blocks: JPEGMetadataBlocks) -> [ConformanceFinding] {
    guard let gainMap, let xmp = blocks.xmp, let packet = try? XMPPacket(parsing: xmp) else { return [] }
    let items = GainMapXMP.containerItems(packet)
    guard
      let item = items.first(where: { $0[XMLName(XMPNamespace.containerItem, "Semantic")]?.text == "GainMap" })
    else {
      guard gainMap.description.kinds.contains(.ultraHDR) else { return [] }
      return [
        finding("directory-missing", .warning, "the XMP has no container directory with the gain map", "APP1/XMP", nil)
      ]
    }
    let size = gainMap.stream.end - gainMap.stream.start
    guard let stated = Int(item[XMLName(XMPNamespace.containerItem, "Length")]?.text ?? ""), stated == size else {
      let stated = item[XMLName(XMPNamespace.containerItem, "Length")]?.text ?? "nothing"
      return [
        finding(
          "directory-length", .warning, "the container directory says the map has \(stated) bytes, it has \(size)",
          "APP1/XMP", nil)
      ]
    }
    return []
  }

  private func map() -> [ConformanceFinding] {
    guard let gainMap else { return [] }
    var findings: [ConformanceFinding] = []
    let blocks = JPEGMetadataBlocks(gainMap.stream, limits: limits)
    if let exif = blocks.exif, let block = try? EXIFBlock(parsing: exif.rest), block.orientation != 1 {
      findings.append(
        finding(
          "map-orientation", .note,
          "the map has an orientation of its own, \(block.orientation); only the primary's counts", "APP1/Exif",
          exif.start))
    }
    if let frame = gainMap.stream.frame, frame.components.count == 3, frame.chroma != "444" {
      findings.append(
        finding("map-chroma", .note, "the map's colours are stored at \(frame.chroma)", "SOF", gainMap.stream.start))
    }
    return findings
  }

  private func trailer() -> [ConformanceFinding] {
    let end = ([primary] + others).map(\.end).max() ?? 0
    let rest = primary.bytes.count - end
    guard rest > 0, primary.isComplete else { return [] }
    return [finding("trailer", .note, "\(rest) bytes behind the last picture", "trailer", end)]
  }
}
