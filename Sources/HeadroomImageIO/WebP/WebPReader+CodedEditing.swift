internal import HeadroomContainers
internal import HeadroomGraphics

extension WebPReader: CodedEditing {
  /// The chunks with other metadata; those of the picture stay byte for byte as they are.
  package func edited(by edit: CodedEdit) throws(ImageIOError) -> CodedEditResult {
    if info.isPictureCut { throw .incompletePicture(part: "RIFF", offset: bytes.count) }
    guard edit.turn == .up || edit.turnsByTag else {
      throw .unsupported(part: "RIFF", text: "readers of WebP follow no orientation tag")
    }
    let metadata = try edit.primary(info.metadata, orientation: info.orientation.followed(by: edit.turn))
    var chunks: [UInt8] = []
    var walker = WebP.ChunkWalker(bytes, file.content)
    while let chunk = try walker.next() {
      switch chunk.name {
      case "VP8X", "EXIF", "XMP ": continue
      case "ICCP", "ANIM", "ANMF", "ALPH", "VP8 ", "VP8L": break
      default: if edit.dropsUnknown { continue }
      }
      chunks += bytes.copy(chunk.offset..<walker.position)
      if chunks.count % 2 == 1 { chunks.append(0) }
    }
    if let exif = metadata.exif { chunks += WebP.chunk("EXIF", exif) }
    if let xmp = metadata.xmp { chunks += WebP.chunk("XMP ", xmp) }
    let head = head(hasEXIF: metadata.exif != nil, hasXMP: metadata.xmp != nil)
    guard head.count + chunks.count + WebP.form.count <= Int(UInt32.max) - 1 else {
      throw .notEncodable(format: "WebP", text: "a file has at most 4 GiB")
    }
    let length = head.count + chunks.count + WebP.form.count
    return CodedEditResult(WebP.riff + WebP.number(length, bytes: 4) + WebP.form + head + chunks)
  }

  /// The `VP8X` chunk, which lists the parts beside the picture; empty where there is only a picture.
  private func head(hasEXIF: Bool, hasXMP: Bool) -> [UInt8] {
    let metadata: UInt8 = (hasEXIF ? 0x08 : 0) | (hasXMP ? 0x04 : 0)
    guard let extended = file.extended else {
      guard metadata != 0 else { return [] }
      return WebP.chunk("VP8X", WebP.extended(flags: metadata | (file.hasAlpha ? 0x10 : 0), file.width, file.height))
    }
    return WebP.chunk(
      "VP8X", WebP.extended(flags: extended.flags & ~0x0C | metadata, extended.width, extended.height))
  }
}

extension WebP {
  /// u8 flags | 3 bytes 0 | u24 width - 1 | u24 height - 1
  static func extended(flags: UInt8, _ width: Int, _ height: Int) -> [UInt8] {
    [flags, 0, 0, 0] + number(width - 1, bytes: 3) + number(height - 1, bytes: 3)
  }
}
