internal import HeadroomColor
internal import HeadroomContainers

extension JPEGReader {
  /// The pictures of the file with their marker segments, and the data after them.
  package func structure() -> [FilePart] {
    var parts: [FilePart] = []
    for stream in allPictures() {
      parts.append(JPEGStructure(stream, isPrimary: stream.start == 0, limits: limits).part)
    }
    let end = parts.map { $0.offset + $0.byteCount }.max() ?? 0
    if end < bytes.count {
      parts.append(FilePart(name: "trailer", offset: end, byteCount: bytes.count - end, summary: trailer(at: end)))
    }
    return parts
  }

  /// The primary, and every further picture that the file lists or that is the gain map, in file order.
  func allPictures() -> [JPEGStream] {
    guard let primary = try? JPEGStream(bytes, at: 0, limits: limits) else { return [] }
    let block = JPEGMetadataBlocks(primary, limits: limits).multiPicture
    let listed = block.flatMap { try? MultiPictureFormat(parsing: $0, limits: limits) }?.entries.dropFirst() ?? []
    var starts = Set(listed.prefix(64).map(\.position).filter { $0 > 0 && JPEGStream.startsPicture(bytes, at: $0) })
    if let gainMap { starts.insert(gainMap.stream.start) }
    if starts.isEmpty, primary.isComplete, JPEGStream.startsPicture(bytes, at: primary.end) {
      starts.insert(primary.end)
    }
    return [primary] + starts.sorted().compactMap { try? JPEGStream(bytes, at: $0, limits: limits) }
  }

  private func trailer(at offset: Int) -> String {
    if bytes.hasBytes("ftyp".utf8, at: offset + 4) { return "video (motion photo)" }
    return ""
  }
}

/// One picture of a JPEG file as a ``FilePart``.
private struct JPEGStructure {
  let stream: JPEGStream
  let isPrimary: Bool
  let limits: DecodeLimits

  init(_ stream: JPEGStream, isPrimary: Bool, limits: DecodeLimits) {
    self.stream = stream
    self.isPrimary = isPrimary
    self.limits = limits
  }

  var part: FilePart {
    var children = [FilePart(name: "SOI", offset: stream.start, byteCount: 2)]
    for (index, segment) in stream.segments.enumerated() {
      children.append(part(of: segment))
      let next = index + 1 < stream.segments.count ? stream.segments[index + 1].offset : dataEnd
      if segment.marker == JPEGMarker.startOfScan, next > segment.payload.upperBound {
        children.append(
          FilePart(
            name: "data", offset: segment.payload.upperBound, byteCount: next - segment.payload.upperBound,
            summary: "entropy-coded"))
      }
    }
    if stream.isComplete { children.append(FilePart(name: "EOI", offset: stream.end - 2, byteCount: 2)) }
    let size = stream.frame.map { "\($0.width)x\($0.height)" } ?? "no frame"
    return FilePart(
      name: "picture", offset: stream.start, byteCount: stream.end - stream.start,
      summary: (isPrimary ? "primary, " : "") + size + (stream.isComplete ? "" : ", cut off"), children: children)
  }

  private var dataEnd: Int { stream.isComplete ? stream.end - 2 : stream.end }

  private func part(of segment: JPEGSegment) -> FilePart {
    let reader = ByteReader(stream.bytes, range: segment.payload, part: JPEGMarker.name(segment.marker))
    let (summary, children) = describe(segment.marker, reader)
    return FilePart(
      name: JPEGMarker.name(segment.marker), offset: segment.offset,
      byteCount: segment.payload.upperBound - segment.offset, summary: summary, children: children)
  }

  private func describe(_ marker: UInt8, _ reader: ByteReader) -> (String, [FilePart]) {
    if JPEGMarker.startsFrame(marker) { return (frame(reader), []) }
    for row in Self.segments where row.marker == marker && reader.starts(with: row.signature) {
      // A separate reader: offsets of the multi-picture block count from the end of the signature.
      let content = reader.start + row.signature.count..<reader.end
      return row.describe(self, ByteReader(stream.bytes, range: content, part: reader.part))
    }
    return ("", [])
  }

  private func frame(_ reader: ByteReader) -> String {
    guard let frame = stream.frame else { return "" }
    let process = frame.isProgressive ? ", progressive" : ""
    return "\(frame.width)x\(frame.height), \(frame.precision) bit, "
      + "\(frame.components.count) components, \(frame.chroma)\(process)"
  }

  // MARK: - Application segments

  private struct Row: Sendable {
    let marker: UInt8
    let signature: [UInt8]
    let describe: @Sendable (JPEGStructure, ByteReader) -> (String, [FilePart])
  }

  private static let segments: [Row] = [
    Row(marker: JPEGMarker.app0, signature: JPEGSignature.jfif) { _, reader in
      var reader = reader
      guard let major = try? reader.u8(), let minor = try? reader.u8() else { return ("JFIF", []) }
      return ("JFIF \(major).\(minor < 10 ? "0" : "")\(minor)", [])
    },
    Row(marker: JPEGMarker.app1, signature: JPEGSignature.exif) { _, reader in
      ("EXIF, \(reader.remaining) bytes", [])
    },
    Row(marker: JPEGMarker.app1, signature: JPEGSignature.xmp) { _, reader in
      (xmp(reader), [])
    },
    Row(marker: JPEGMarker.app1, signature: JPEGSignature.extendedXMP) { _, reader in
      var reader = reader
      guard (try? reader.skip(32)) != nil, let total = try? reader.u32(), let offset = try? reader.u32() else {
        return ("extended XMP", [])
      }
      return ("extended XMP, \(reader.remaining) bytes at \(offset) of \(total)", [])
    },
    Row(marker: JPEGMarker.app2, signature: JPEGSignature.icc) { _, reader in (icc(reader), []) },
    Row(marker: JPEGMarker.app2, signature: JPEGSignature.multiPicture) { structure, reader in
      multiPicture(reader, structure.limits)
    },
    Row(marker: JPEGMarker.app2, signature: JPEGSignature.isoGainMap) { _, reader in (isoGainMap(reader), []) },
    Row(marker: JPEGMarker.app14, signature: JPEGSignature.adobe) { _, reader in
      ("Adobe, transform \(reader.rest.last.map { String($0) } ?? "missing")", [])
    },
  ]

  private static func xmp(_ reader: ByteReader) -> String {
    guard let packet = try? XMPPacket(parsing: reader.rest) else { return "XMP that cannot be read" }
    let findings = GainMapXMP.findings(in: packet)
    var words = ["XMP, \(reader.remaining) bytes"]
    if findings.ultraHDR != nil { words.append("Ultra HDR gain map metadata") }
    if findings.appleToneMap != nil { words.append("HDRToneMap gain map metadata") }
    if findings.isAppleGainMap { words.append("Apple gain map") }
    if GainMapXMP.announcesGainMap(packet), findings.ultraHDR == nil { words.append("announces a gain map") }
    return words.joined(separator: ", ")
  }

  private static func icc(_ reader: ByteReader) -> String {
    var reader = reader
    guard let sequence = try? reader.u8(), let count = try? reader.u8() else { return "ICC profile, cut off" }
    let chunk = "ICC profile, chunk \(sequence) of \(count), \(reader.remaining) bytes"
    guard count == 1, let profile = try? ICCProfile(parsing: reader.rest) else { return chunk }
    return chunk + ", '\(profile.description)'"
  }

  private static func isoGainMap(_ reader: ByteReader) -> String {
    guard reader.remaining > 4 else { return "ISO 21496-1, version bytes" }
    do throws(GainMapError) {
      let metadata = try GainMapMetadata(parsing: reader.rest)
      let channels = metadata.isMultichannel ? 3 : 1
      return "ISO 21496-1, metadata of \(channels) channel(s), headrooms 2^\(metadata.baseHeadroom) and "
        + "2^\(metadata.alternateHeadroom)"
    } catch {
      return "ISO 21496-1, \(error)"
    }
  }

  private static func multiPicture(_ reader: ByteReader, _ limits: DecodeLimits) -> (String, [FilePart]) {
    do throws(ImageIOError) {
      let entries = try MultiPictureFormat(parsing: reader, limits: limits).entries
      let children = entries.prefix(64).enumerated().map { index, entry in
        FilePart(
          name: "picture \(index)", offset: index == 0 ? 0 : entry.position, byteCount: entry.size,
          summary: "type 0x\(String(entry.type, radix: 16)), attributes 0x\(String(entry.attributes, radix: 16))")
      }
      return ("multi-picture block, \(entries.count) pictures", children)
    } catch {
      return ("multi-picture block: \(error)", [])
    }
  }
}
