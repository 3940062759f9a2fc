internal import HeadroomContainers
internal import HeadroomGraphics

extension JPEGXLReader: CodedEditing {
  /// The boxes with other metadata. In codestreams the header's orientation changes; frames stay
  /// byte for byte as they are.
  package func edited(by edit: CodedEdit) throws(ImageIOError) -> CodedEditResult {
    if info.isPictureCut { throw .incompletePicture(part: "codestream", offset: bytes.count) }
    let orientation = info.orientation.followed(by: edit.turn)
    let metadata = try edit.primary(info.metadata, orientation: orientation, isStatedElsewhere: true)
    return CodedEditResult(try JPEGXLBoxEditor(self, edit, metadata).bytes())
  }
}

/// Reassembles the boxes of a JPEG XL file.
private struct JPEGXLBoxEditor {
  private let reader: JPEGXLReader
  private let edit: CodedEdit
  private let metadata: StillMetadata

  init(_ reader: JPEGXLReader, _ edit: CodedEdit, _ metadata: StillMetadata) {
    self.reader = reader
    self.edit = edit
    self.metadata = metadata
  }

  func bytes() throws(ImageIOError) -> [UInt8] {
    let new = newBoxes
    let source = reader.bytes
    guard !reader.container.boxes.isEmpty else {
      // A bare codestream, which has no place for metadata.
      let codestream = try turned(source.copy(0..<source.count))
      return new.isEmpty ? codestream : JPEGXL.signature + JPEGXL.fileTypeBox + new + JPEGXL.box("jxlc", codestream)
    }
    var out = ByteWriter(reserving: source.count + new.count)
    var isWritten = false
    for box in reader.container.boxes {
      let isFirstPart = !isWritten && ["jxlc", "jxlp"].contains(box.type)
      if isFirstPart {
        out.append(new)
        isWritten = true
      }
      if keeps(box) { try append(box, isFirstPart: isFirstPart, to: &out) }
    }
    if let leftover = reader.container.leftover, !edit.dropsUnknown { out.append(source.copy(leftover)) }
    return out.bytes
  }

  private func append(_ box: JPEGXL.Box, isFirstPart: Bool, to out: inout ByteWriter) throws(ImageIOError) {
    let content = reader.bytes.copy(box.content)
    switch box.type {
    case "jxlc" where isFirstPart && edit.turn != .up: out.append(JPEGXL.box("jxlc", try turned(content)))
    case "jxlp" where isFirstPart && edit.turn != .up:
      // In front: which part it is.
      out.append(JPEGXL.box("jxlp", Array(content.prefix(4)) + (try turned(Array(content.dropFirst(4))))))
    case "jhgm" where edit.turn != .up: out.append(JPEGXL.box("jhgm", try turnedMap(content)))
    default: out.append(reader.bytes.copy(box.offset..<box.content.upperBound))
    }
  }

  private func turned(_ codestream: [UInt8]) throws(ImageIOError) -> [UInt8] {
    edit.turn == .up ? codestream : try JPEGXL.OrientationRewriter.turned(codestream, by: edit.turn)
  }

  /// The gain map is a codestream at the end of its box.
  private func turnedMap(_ content: [UInt8]) throws(ImageIOError) -> [UInt8] {
    let codestream = try JPEGXL.GainMapBox(parsing: content).codestream
    return content.dropLast(codestream.count) + (try turned(codestream))
  }

  private var changesEXIF: Bool { edit.dropsUnknown || metadata.exif != reader.info.metadata.exif }
  private var changesXMP: Bool { edit.dropsUnknown || metadata.xmp != reader.info.metadata.xmp }

  private var newBoxes: [UInt8] {
    var out: [UInt8] = []
    if changesEXIF, let exif = metadata.exif { out += JPEGXL.box("Exif", [0, 0, 0, 0] + exif) }
    if changesXMP, let xmp = metadata.xmp { out += JPEGXL.box("xml ", xmp) }
    return out
  }

  private func keeps(_ box: JPEGXL.Box) -> Bool {
    switch reader.type(of: box) {
    case "Exif": return !changesEXIF
    case "xml ": return !changesXMP
    case "jhgm": return !edit.removesGainMap
    // The data for restoring the JPEG file from which this one was made. It holds parts of the former metadata.
    case "jbrd": return !edit.dropsUnknown && !changesEXIF && !changesXMP && edit.turn == .up
    // It states the places of frames in the codestream, whose header may now be longer.
    case "jxli": return edit.turn == .up
    case "JXL ", "ftyp", "jxll", "jxlc", "jxlp": return true
    default: return !edit.dropsUnknown
    }
  }
}

extension JPEGXLReader {
  /// The type that a box has when it is not compressed.
  fileprivate func type(of box: JPEGXL.Box) -> String {
    guard box.type == "brob" else { return box.type }
    // A compressed box starts with it.
    let start = box.content.lowerBound
    return String(decoding: bytes.copy(start..<min(start + 4, box.content.upperBound)), as: UTF8.self)
  }
}
