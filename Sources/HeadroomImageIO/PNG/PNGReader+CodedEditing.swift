internal import HeadroomContainers
internal import HeadroomGraphics

extension PNGReader: CodedEditing {
  package func edited(by edit: CodedEdit) throws(ImageIOError) -> CodedEditResult {
    if directory.ending == .insidePictureData { throw .incompletePicture(part: "IDAT", offset: bytes.count) }
    guard edit.turn == .up || edit.turnsByTag else { throw .unsupported(part: "IDAT", text: "PNG holds turned pixels") }
    let metadata = try edit.primary(info.metadata, orientation: info.orientation.followed(by: edit.turn))
    return CodedEditResult(try PNGChunkEditor(bytes, edit, stored: info.metadata, metadata: metadata).bytes())
  }
}

/// The chunks of a PNG file with other metadata; those of the pictures stay byte for byte as they are.
struct PNGChunkEditor {
  private let source: FileBytes
  private let edit: CodedEdit
  private let stored: StillMetadata
  private let metadata: StillMetadata

  init(_ source: FileBytes, _ edit: CodedEdit, stored: StillMetadata, metadata: StillMetadata) {
    self.source = source
    self.edit = edit
    self.stored = stored
    self.metadata = metadata
  }

  func bytes() throws(ImageIOError) -> [UInt8] {
    var walker = try PNG.ChunkWalker(source)
    var out = ByteWriter(reserving: source.count + 1024)
    out.append(PNG.signature)
    var isWritten = false
    while let chunk = try walker.next() {
      if chunk.type == .pictureData, !isWritten {
        out.append(newChunks)
        isWritten = true
      }
      try append(chunk, end: walker.position, to: &out)
      if chunk.type == .end { break }
    }
    if !edit.dropsUnknown { out.append(source.copy(walker.position..<source.count)) }
    return out.bytes
  }

  private func append(_ chunk: PNG.Chunk, end: Int, to out: inout ByteWriter) throws(ImageIOError) {
    guard keeps(chunk) else { return }
    if chunk.type == .gainMapPicture, edit.changesOthers, chunk.isComplete {
      return out.append(PNG.chunk(.gainMapPicture, try map(FileBytes(source.copy(chunk.data)))))
    }
    out.append(source.copy(chunk.offset..<end))
  }

  /// The PNG file of the gain map.
  private func map(_ bytes: FileBytes) throws(ImageIOError) -> [UInt8] {
    let inner = try PNG.Directory(reading: bytes, limits: .standard)
    let own = StillMetadata(exif: inner.exif, xmp: inner.xmp)
    return try PNGChunkEditor(bytes, edit, stored: own, metadata: edit.further(own)).bytes()
  }

  /// EXIF and XMP, where they have changed.
  private var newChunks: [UInt8] {
    var out: [UInt8] = []
    if changesEXIF, let exif = metadata.exif { out += PNG.chunk(.exif, exif) }
    if changesXMP, let xmp = metadata.xmp { out += PNG.xmpChunk(xmp) }
    return out
  }

  // An unreadable block may hold anything.
  private var changesEXIF: Bool { edit.dropsUnknown || metadata.exif != stored.exif }
  private var changesXMP: Bool { edit.dropsUnknown || metadata.xmp != stored.xmp }

  private func keeps(_ chunk: PNG.Chunk) -> Bool {
    switch chunk.type {
    case .gainMapMetadata, .gainMapPicture: return !edit.removesGainMap
    case .exif: return !changesEXIF
    case .text, .compressedText, .internationalText: return keepsText(chunk)
    case .modificationTime: return !edit.stripped.contains(.all)
    default: return !edit.dropsUnknown || !chunk.type.isUnknown
    }
  }

  private func keepsText(_ chunk: PNG.Chunk) -> Bool {
    let keyword = (try? PNG.keyword(of: source.copy(chunk.data.prefix(PNG.longestKeyword)), part: "")) ?? ""
    switch keyword {
    case PNG.xmpKeyword, "Raw profile type xmp": return !changesXMP
    case "Raw profile type exif": return !changesEXIF
    case "Raw profile type APP1": return !changesEXIF && !changesXMP
    // Changed IPTC is in XMP.
    case "Raw profile type iptc", "Raw profile type 8bim":
      return !edit.dropsUnknown && metadata.iptc == stored.iptc
    case _ where !edit.dropsUnknown: return true
    // Blocks that other programs store as hexadecimal digits; the parts of IPTC that may stay are in XMP.
    case _ where keyword.hasPrefix("Raw profile type"): return false
    default: return MetadataPolicy(removing: edit.stripped).keeps(textKeyword: keyword)
    }
  }
}

extension PNG {
  /// Keywords have at most 79 letters, followed by a zero.
  fileprivate static let longestKeyword = 80
}

extension PNG.ChunkType {
  /// Whether it is in neither the standard nor its extensions, so that its content is unknown.
  fileprivate var isUnknown: Bool { code & 0x2000_0000 != 0 && !Self.known.contains(self) }

  private static let known: Set<PNG.ChunkType> = [
    .transparency, .codePoints, .mastering, .lightLevel, .draftMastering, .draftLightLevel, .profile, .standardRGB,
    .gamma, .chromaticities, .significantBits, .exif, .text, .compressedText, .internationalText, .density,
    .modificationTime, .animation, .frameControl, .gainMapMetadata, .gainMapPicture, Self("fdAT"), Self("bKGD"),
    Self("hIST"), Self("sPLT"), Self("oFFs"), Self("sCAL"), Self("pCAL"), Self("sTER"),
  ]
}
