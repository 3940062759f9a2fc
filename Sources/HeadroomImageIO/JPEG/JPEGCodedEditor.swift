internal import HeadroomContainers
internal import HeadroomGraphics

extension JPEGReader: CodedEditing {
  package func edited(by edit: CodedEdit) throws(ImageIOError) -> CodedEditResult {
    try JPEGCodedEditor(self, edit).result()
  }
}

/// Changes the parts around the coded pictures of a JPEG file.
///
/// ```
/// primary, segments changed | padding | gain map, segments changed | further pictures | video or other trailer
/// ```
/// The multi-picture block and the lengths in Google's container directory are updated.
struct JPEGCodedEditor {
  private let reader: JPEGReader
  private let edit: CodedEdit
  /// The pictures that stay, the primary first.
  private let pictures: [JPEGStream]
  private let turn: JPEGLosslessTransform

  init(_ reader: JPEGReader, _ edit: CodedEdit) throws(ImageIOError) {
    self.reader = reader
    self.edit = edit
    let all = Self.apart(reader.allPictures())
    guard let primary = all.first, let frame = primary.frame else {
      throw .malformed(part: "SOI", text: "the file has no picture", offset: 0)
    }
    // Where only metadata changes, the last picture stays as short as it is.
    if edit.changesPictures, let cut = all.first(where: { !$0.isComplete }) {
      throw .incompletePicture(part: "picture", offset: cut.end)
    }
    let mapStart = reader.gainMap?.stream.start
    let map = all.first { $0.start == mapStart }
    turn = JPEGLosslessTransform(
      from: reader.info.orientation, by: edit,
      frames: [frame] + (edit.removesGainMap ? [] : [map?.frame].compactMap { $0 }))
    if edit.removesGainMap {
      pictures = [primary]
    } else if turn.coding != .up {
      // Previews show the picture as it was.
      pictures = [primary] + [map].compactMap { $0 }
    } else {
      pictures = all
    }
  }

  /// The pictures without those that overlap others.
  private static func apart(_ pictures: [JPEGStream]) -> [JPEGStream] {
    pictures.reduce(into: []) { kept, next in
      if next.start >= kept.last?.end ?? 0, kept.isEmpty || next.start > 0 { kept.append(next) }
    }
  }

  func result() throws(ImageIOError) -> CodedEditResult {
    let rest = try pictures.dropFirst().map { (stream) throws(ImageIOError) in try further(stream) }
    let gaps = gaps()
    var out = ByteWriter(reserving: reader.bytes.count + Self.room)
    let multiPicture = try appendPrimary(rest.map(\.count), gaps, to: &out)
    var entries = [entry(0, 0..<out.count)]
    gaps[0].append(to: &out, of: reader.bytes)
    for (index, picture) in rest.enumerated() {
      entries.append(entry(index + 1, out.count..<out.count + picture.count))
      out.append(picture)
      gaps[index + 1].append(to: &out, of: reader.bytes)
    }
    if let place = multiPicture {
      out.replace(at: place, with: try multiPictureSegment(entries, at: place))
    }
    return CodedEditResult(out.bytes, warnings: warnings(gaps), notes: turn.notes)
  }

  /// Bytes for metadata that is longer than before.
  private static let room = 1 << 16

  private func entry(_ index: Int, _ place: Range<Int>) -> MultiPictureFormat.Entry {
    MultiPictureFormat.Entry(
      attributes: listed(index)?.attributes ?? (index == 0 ? 0x0003_0000 : 0), size: place.count,
      position: place.lowerBound)
  }

  // MARK: Pictures

  private func further(_ stream: JPEGStream) throws(ImageIOError) -> [UInt8] {
    var editor = JPEGPictureEditor(stream, limits: reader.limits)
    editor.metadata = edit.further(editor.stored)
    editor.dropsUnknown = edit.dropsUnknown
    editor.dropsPlaces = edit.changeOfAll != nil
    if turn.coding != .up {
      editor.coded = try turn.turned(stream, part: "gain map")
      editor.metadata = editor.metadata.ofTurnedPixels
    }
    return try editor.bytes()
  }

  /// - Returns: the offset of the multi-picture segment.
  private func appendPrimary(
    _ sizes: [Int], _ gaps: [Gap], to out: inout ByteWriter
  ) throws(ImageIOError) -> Int? {
    var editor = JPEGPictureEditor(pictures[0], limits: reader.limits)
    var metadata = try edit.primary(editor.stored, orientation: turn.tag, carriesIPTC: true)
    if turn.coding != .up { metadata = turned(metadata) }
    metadata.xmp = metadata.xmp.map { XMPPacket.settingDirectory(directory(sizes, gaps), in: $0) }
    if gaps.contains(where: \.isLeftBehind) { metadata.xmp = metadata.xmp.map(XMPPacket.removingMotionMarks) }
    editor.dropsUnknown = edit.dropsUnknown
    editor.dropsPlaces = edit.changeOfAll != nil
    if edit.removesGainMap { editor.dropped = [.multiPicture, .isoGainMap] }
    if turn.coding != .up {
      editor.coded = try turn.turned(pictures[0], part: "picture")
    }
    editor.metadata = metadata
    if !keepsMultiPictureBlock {
      editor.multiPicture = [UInt8](repeating: 0, count: MultiPictureFormat.segmentSize(pictures.count))
    }
    return try editor.append(to: &out)
  }

  private func turned(_ metadata: StillMetadata) -> StillMetadata {
    let (width, height) = turn.coding.uprightSize(width: reader.info.width, height: reader.info.height)
    var result = metadata.ofTurnedPixels
    result.exif = result.exif.map { EXIFBlock.settingPixelSize(width: width, height: height, in: $0) }
    result.xmp = result.xmp.map { XMPPacket.describing(orientation: 1, size: (width, height), in: $0) }
    return result
  }

  // MARK: The multi-picture block

  private var multiPicture: (block: [UInt8], parsed: MultiPictureFormat)? {
    guard let block = JPEGMetadataBlocks(pictures[0], limits: reader.limits).multiPicture,
      let parsed = try? MultiPictureFormat(parsing: block, limits: reader.limits)
    else { return nil }
    return (block.rest, parsed)
  }

  /// Whether the block is changed in place: it may hold more than the pictures' places, such as their unique names.
  private var keepsMultiPictureBlock: Bool {
    !edit.dropsUnknown && multiPicture?.parsed.entries.count == pictures.count
  }

  /// The block's entry for a picture.
  private func listed(_ index: Int) -> MultiPictureFormat.Entry? {
    let entries = multiPicture?.parsed.entries ?? []
    if index == 0 { return entries.first }
    if let entry = entries.dropFirst().first(where: { $0.position == pictures[index].start }) { return entry }
    // In a block with wrong places, the order counts.
    return entries.count == pictures.count ? entries[index] : nil
  }

  private func multiPictureSegment(
    _ entries: [MultiPictureFormat.Entry], at place: Int
  ) throws(ImageIOError) -> [UInt8] {
    guard (entries.last.map { $0.position + $0.size } ?? 0) <= Int(UInt32.max) else {
      throw .notEncodable(format: "jpeg", text: "a file of several pictures has at most 4 GiB")
    }
    guard keepsMultiPictureBlock, let (block, parsed) = multiPicture else {
      return MultiPictureFormat.segment(entries, markPosition: place + 8)
    }
    var out = ByteWriter()
    out.append([0xFF, JPEGMarker.app2])
    out.u16(UInt16(truncatingIfNeeded: block.count + 2 + JPEGSignature.multiPicture.count))
    out.append(JPEGSignature.multiPicture)
    out.append(parsed.rewritten(block, entries: entries, markPosition: place + 8))
    return out.bytes
  }

  // MARK: What lies between and behind the pictures

  private struct Gap {
    /// Where it lies in the file.
    let range: Range<Int>
    /// The bytes that replace it; nil where it stays.
    var bytes: [UInt8]?
    /// Whether something went.
    var isLeftBehind = false

    func append(to out: inout ByteWriter, of file: FileBytes) {
      if let bytes { out.append(bytes) } else { out.append(range, of: file) }
    }
  }

  /// A video, a maker's trailer, padding. All of it stays where nothing is stripped and the frame is the same;
  /// otherwise only the video and padding stay.
  private func gaps() -> [Gap] {
    let keeps = !edit.dropsUnknown && !edit.removesGainMap && edit.turn == .up
    let padding = containerItems.first?.padding ?? 0
    return pictures.indices.map { index in
      let end = index + 1 < pictures.count ? pictures[index + 1].start : reader.bytes.count
      let range = pictures[index].end..<max(end, pictures[index].end)
      if keeps { return Gap(range: range) }
      if let motion, range.contains(motion.range.lowerBound) {
        return Gap(range: range, bytes: motion.jpegBytes)
      }
      let isPadding = reader.bytes.copy(range).allSatisfy { $0 == 0 }
      // The directory states the amount of padding.
      let left = edit.removesGainMap || index > 0 ? 0 : min(range.count, padding)
      return Gap(range: range, bytes: [UInt8](repeating: 0, count: left), isLeftBehind: !isPadding)
    }
  }

  private var motion: MotionVideo? { edit.motion(of: reader.info.metadata) }

  private func warnings(_ gaps: [Gap]) -> [String] {
    let lost = edit.motionWarning(of: reader.info.metadata)
    // A user who removes the gain map expects the data after it to be removed too.
    guard lost.isEmpty, !edit.removesGainMap else { return lost }
    return gaps.filter(\.isLeftBehind).map { "what lies behind the picture (\($0.range.count) bytes) is left out" }
  }

  // MARK: Google's container directory

  private struct ContainerItem {
    let isGainMap: Bool
    let isMotion: Bool
    let position: Int
    let length: Int
    let padding: Int
  }

  private var containerItems: [ContainerItem] {
    guard let xmp = reader.info.metadata.xmp, let packet = try? XMPPacket(parsing: xmp) else { return [] }
    func field(_ item: XMPValue, _ name: String) -> String? {
      item[XMLName(XMPNamespace.containerItem, name)]?.text
    }
    var position = pictures[0].end
    return GainMapXMP.containerItems(packet).prefix(64).enumerated().map { index, item in
      let length = index == 0 ? 0 : min(max(Int(field(item, "Length") ?? "") ?? 0, 0), 1 << 40)
      let padding = min(max(Int(field(item, "Padding") ?? "") ?? 0, 0), 1 << 40)
      defer { position += length + padding }
      return ContainerItem(
        isGainMap: field(item, "Semantic") == "GainMap", isMotion: field(item, "Semantic") == "MotionPhoto",
        position: position, length: length, padding: padding)
    }
  }

  /// The new lengths of the directory's items; nil for those that are no longer in the file.
  private func directory(_ sizes: [Int], _ gaps: [Gap]) -> [Int: Int?] {
    var lengths: [Int: Int?] = [:]
    let mapStart = reader.gainMap?.stream.start
    for (index, item) in containerItems.enumerated().dropFirst() {
      let start = item.isGainMap ? mapStart ?? item.position : item.position
      if let picture = pictures.dropFirst().firstIndex(where: { $0.start == start }) {
        lengths[index] = .some(sizes[picture - 1])
      } else if item.isMotion, let motion {
        if edit.dropsUnknown { lengths[index] = .some(motion.directoryLength) }
      } else if gaps.contains(where: \.isLeftBehind) || pictures.count == 1 && item.isGainMap {
        lengths[index] = .some(nil)
      }
    }
    return lengths
  }
}
