internal import HeadroomContainers

/// One picture of a JPEG file with other metadata. Tables, frame and scans stay byte for byte as they are.
struct JPEGPictureEditor {
  let stream: JPEGStream
  /// The metadata in the picture's segments.
  let stored: StillMetadata
  /// The new metadata.
  var metadata: StillMetadata
  /// Whether unknown segments are dropped.
  var dropsUnknown = false
  /// Whether packets of XMP after the first, which is the one that counts, are dropped where they may state a place.
  var dropsPlaces = false
  /// Kinds of removed segments.
  var dropped: Set<JPEGSegmentKind> = []
  /// Replaces the multi-picture segment; nil copies it.
  var multiPicture: [UInt8]?
  /// A coded picture without application segments that replaces the stored one; nil copies the stored one.
  var coded: [UInt8]?

  init(_ stream: JPEGStream, limits: DecodeLimits) {
    self.stream = stream
    let blocks = JPEGMetadataBlocks(stream, limits: limits)
    var stored = StillMetadata(exif: blocks.exif?.rest, xmp: blocks.xmp, extendedXMP: blocks.extendedXMP)
    if let resources = blocks.photoshop { _ = stored.takeResources(resources, limits: limits) }
    self.stored = stored
    metadata = stored
  }

  /// The picture.
  func bytes() throws(ImageIOError) -> [UInt8] {
    var out = ByteWriter(reserving: stream.end - stream.start + 1024)
    _ = try append(to: &out)
    return out.bytes
  }

  /// Appends the picture.
  ///
  /// - Returns: the offset in the output of the multi-picture segment.
  func append(to out: inout ByteWriter) throws(ImageIOError) -> Int? {
    let places = places
    var place: Int?
    out.append([0xFF, JPEGMarker.startOfImage])
    let firstScan = stream.segments.firstIndex { $0.marker == JPEGMarker.startOfScan } ?? stream.segments.count
    for (index, segment) in stream.segments[..<firstScan].enumerated() {
      try appendNew(before: index, places, to: &out)
      append(segment, to: &out, &place)
    }
    try appendNew(before: firstScan, places, to: &out)
    if let coded {
      out.append(coded.dropFirst(2))
    } else {
      appendScans(from: firstScan, to: &out)
    }
    return place
  }

  private struct Places {
    let exif: Int
    let xmp: Int
    let resources: Int
  }

  /// The segments before which the blocks are inserted: the first of their kind, else the one after JFIF's.
  private var places: Places {
    let kinds = stream.segments.map { JPEGSegmentKind($0, in: stream.bytes) }
    let exif = kinds.firstIndex(of: .exif) ?? (stream.segments.first?.marker == JPEGMarker.app0 ? 1 : 0)
    let xmp = kinds.firstIndex(of: .xmp) ?? (kinds.contains(.exif) ? exif + 1 : exif)
    return Places(exif: exif, xmp: xmp, resources: kinds.firstIndex(of: .photoshop) ?? xmp)
  }

  // MARK: Blocks that are written anew

  private func appendNew(
    before index: Int, _ places: Places, to out: inout ByteWriter
  ) throws(ImageIOError) {
    if index == places.exif, let exif = metadata.exif, exif != stored.exif {
      try JPEGWriter.append(JPEGMarker.app1, JPEGSignature.exif + fitting(exif), to: &out)
    }
    if index == places.xmp, let packet = metadata.xmp, changesXMP { try append(packet, to: &out) }
    if index == places.resources, let resources = metadata.resources, changesResources {
      try JPEGWriter.appendResources(resources, to: &out)
    }
  }

  private var changesResources: Bool {
    dropsUnknown || metadata.iptc != stored.iptc || metadata.photoshop != stored.photoshop
  }

  private var changesXMP: Bool { metadata.xmp != stored.xmp || metadata.extendedXMP != stored.extendedXMP }

  /// Containers without JPEG's limit carry large previews; the picture's facts matter more.
  private func fitting(_ exif: [UInt8]) throws(ImageIOError) -> [UInt8] {
    guard exif.count > JPEGWriter.maxPayload - JPEGSignature.exif.count else { return exif }
    var block = try EXIFBlock(parsing: exif)
    block.previewBytes = nil
    block.preview = [:]
    return block.serialized()
  }

  private func append(_ packet: [UInt8], to out: inout ByteWriter) throws(ImageIOError) {
    var (main, extended) = (packet, metadata.extendedXMP)
    if packet.count > JPEGWriter.maxPayload - JPEGSignature.xmp.count {
      guard extended == nil else {
        throw .notEncodable(format: "jpeg", text: "the XMP packet does not fit into its segment")
      }
      (main, extended) = XMPPacket.split(packet, gainMapSize: nil)
      if let part = XMPPacket.gainMapPart(of: packet) { main = XMPPacket.replacingGainMapPart(of: main, by: part) }
    }
    try JPEGWriter.append(JPEGMarker.app1, JPEGSignature.xmp + main, to: &out)
    if let extended { try JPEGWriter.appendExtendedXMP(extended, main: main, to: &out) }
  }

  // MARK: What is there

  /// - Parameter place: where the multi-picture segment is in the output; nil before it.
  private func append(_ segment: JPEGSegment, to out: inout ByteWriter, _ place: inout Int?) {
    let kind = JPEGSegmentKind(segment, in: stream.bytes)
    if kind == .multiPicture, !dropped.contains(kind), place == nil {
      place = out.count
      if let multiPicture { return out.append(multiPicture) }
    }
    if keeps(segment, kind) { out.append(segment.offset..<segment.payload.upperBound, of: stream.bytes) }
  }

  private func keeps(_ segment: JPEGSegment, _ kind: JPEGSegmentKind) -> Bool {
    if dropped.contains(kind) { return false }
    switch kind {
    case .coding: return coded == nil
    case .rendering, .multiPicture, .isoGainMap: return true
    case .exif: return metadata.exif == stored.exif && (!dropsUnknown || isFirst(segment, kind))
    case .xmp: return isFirst(segment, kind) ? !changesXMP : keepsFurther(segment)
    // Readers ignore chunks of packets other than the one that counts.
    case .extendedXMP: return !changesXMP && (!dropsUnknown || stored.extendedXMP != nil)
    case .photoshop: return !changesResources
    case .other: return !dropsUnknown
    }
  }

  private func keepsFurther(_ segment: JPEGSegment) -> Bool {
    guard !dropsUnknown, dropped.isEmpty else { return false }
    let (packet, mark) = (stream.bytes.copy(segment.payload), Array("GPS".utf8))
    return !dropsPlaces || !packet.indices.contains { packet[$0...].starts(with: mark) }
  }

  private func isFirst(_ segment: JPEGSegment, _ kind: JPEGSegmentKind) -> Bool {
    stream.segments.first { JPEGSegmentKind($0, in: stream.bytes) == kind }?.offset == segment.offset
  }

  /// Appends the scans with the segments between them.
  private func appendScans(from first: Int, to out: inout ByteWriter) {
    var start = first < stream.segments.count ? stream.segments[first].offset : stream.end
    for segment in stream.segments[min(first, stream.segments.count)...]
    where dropsUnknown && JPEGSegmentKind(segment, in: stream.bytes) != .coding {
      out.append(start..<segment.offset, of: stream.bytes)
      start = segment.payload.upperBound
    }
    out.append(start..<stream.end, of: stream.bytes)
  }
}
