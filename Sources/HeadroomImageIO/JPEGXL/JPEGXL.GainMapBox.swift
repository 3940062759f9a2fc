internal import HeadroomColor
internal import HeadroomContainers

extension JPEGXL {
  /// The content of a `jhgm` box (18181-2, second edition):
  ///
  ///     u8 version 0 | u16 size, ISO 21496-1 metadata | u8 size, ColorEncoding bundle of the alternate picture
  ///     | u32 size, compressed ICC profile of the alternate picture | codestream of the map
  struct GainMapBox: Sendable {
    var metadata: GainMapMetadata
    /// Colour of the alternate picture; size 0 when it is not stated.
    var alternate: Color?
    /// Whether a profile states that colour instead. Profiles have their own compression and are not read here.
    var hasProfile = false
    /// The map's codestream.
    var codestream: [UInt8]

    init(metadata: GainMapMetadata, alternate: Color?, codestream: [UInt8]) {
      self.metadata = metadata
      self.alternate = alternate
      self.codestream = codestream
    }

    /// - Throws: when a size exceeds the box, or metadata or version are not readable.
    init(parsing content: [UInt8]) throws(ImageIOError) {
      var reader = ByteReader(FileBytes(content), part: "jhgm")
      let version = try reader.u8()
      guard version == 0 else { throw .unsupported(part: "jhgm", text: "version \(version) is not known") }
      let payload = try reader.take(Int(try reader.u16()))
      do throws(GainMapError) {
        metadata = try GainMapMetadata(parsing: payload)
      } catch {
        throw .malformed(part: "jhgm", text: "\(error)", offset: nil)
      }
      let bundle = try reader.take(Int(try reader.u8()))
      let profileSize = Int(try reader.u32())
      try reader.skip(profileSize)
      codestream = reader.rest
      alternate = bundle.isEmpty ? nil : Color(bundle: bundle)
      hasProfile = profileSize > 0
    }

    /// The content as bytes.
    var bytes: [UInt8] {
      let payload = metadata.serialized()
      let bundle = alternate?.bundle ?? []
      var out = ByteWriter(reserving: payload.count + bundle.count + codestream.count + 8)
      out.u8(0)
      out.u16(UInt16(truncatingIfNeeded: payload.count))
      out.append(payload)
      out.u8(UInt8(truncatingIfNeeded: bundle.count))
      out.append(bundle)
      out.u32(0)
      out.append(codestream)
      return out.bytes
    }
  }
}
