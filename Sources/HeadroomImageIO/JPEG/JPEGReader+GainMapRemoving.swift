internal import HeadroomContainers
internal import HeadroomGraphics

extension JPEGReader: GainMapRemoving {
  /// The primary without its multi-picture block, its ISO 21496-1 segment and what its XMP says of the map; further
  /// pictures and a trailer are left out, since nothing points at them any more.
  package func bytesWithoutGainMap() throws(ImageIOError) -> [UInt8] {
    let primary = try JPEGStream(bytes, at: 0, limits: limits)
    var out = ByteWriter(reserving: primary.end)
    out.append([0xFF, JPEGMarker.startOfImage])
    for segment in primary.segments {
      if segment.marker == JPEGMarker.startOfScan {
        // From the first scan on, everything is the picture's.
        out.append(bytes.copy(segment.offset..<primary.end))
        return out.bytes
      }
      if isOfGainMap(segment) { continue }
      if segment.marker == JPEGMarker.app1, bytes.hasBytes(JPEGSignature.xmp, at: segment.payload.lowerBound) {
        try appendCleaned(segment, to: &out)
      } else {
        out.append(bytes.copy(segment.offset..<segment.payload.upperBound))
      }
    }
    throw .malformed(part: "SOS", text: "the picture has no data", offset: primary.end)
  }

  private func isOfGainMap(_ segment: JPEGSegment) -> Bool {
    segment.marker == JPEGMarker.app2
      && [JPEGSignature.multiPicture, JPEGSignature.isoGainMap].contains {
        bytes.hasBytes($0, at: segment.payload.lowerBound)
      }
  }

  private func appendCleaned(_ segment: JPEGSegment, to out: inout ByteWriter) throws(ImageIOError) {
    let start = segment.payload.lowerBound + JPEGSignature.xmp.count
    let packet = bytes.copy(start..<segment.payload.upperBound)
    guard (try? XMPPacket(parsing: packet)) != nil else {
      // What no reader can parse says nothing of a map either.
      out.append(bytes.copy(segment.offset..<segment.payload.upperBound))
      return
    }
    guard
      let cleaned = XMPPacket.forPrimary(
        existing: packet, gainMapSize: nil, orientation: info.orientation.rawValue,
        keepsExtension: info.metadata.extendedXMP != nil),
      let parsed = try? XMPPacket(parsing: cleaned), !parsed.properties.isEmpty
    else { return }
    let payload = JPEGSignature.xmp + cleaned
    guard payload.count <= JPEGWriter.maxPayload else {
      throw .notEncodable(format: "jpeg", text: "the XMP packet does not fit into its segment")
    }
    out.append([0xFF, JPEGMarker.app1])
    out.u16(UInt16(payload.count + 2))
    out.append(payload)
  }
}
