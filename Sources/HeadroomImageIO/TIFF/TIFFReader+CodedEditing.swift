internal import HeadroomContainers
internal import HeadroomGraphics

extension TIFFReader: CodedEditing {
  /// The directories with other fields; strips and tiles stay byte for byte as they are.
  package func edited(by edit: CodedEdit) throws(ImageIOError) -> CodedEditResult {
    if info.isPictureCut { throw .incompletePicture(part: "IFD0", offset: bytes.count) }
    let orientation = info.orientation.followed(by: edit.turn)
    let metadata = try edit.primary(info.metadata, orientation: orientation, carriesIPTC: true)
    let turned = turnedDirectories
    var rewriter = TIFF.Rewriter(file)
    let result = try rewriter.bytes { (directory) throws(ImageIOError) in
      if directory.offset == firstPage.directory.offset {
        return change(of: directory, from: info.metadata, to: metadata, orientation, edit)
      }
      let stored = StillMetadata(
        exif: file.exifBlock(of: directory).serialized(),
        xmp: try file.block(TIFF.Tag.xmp, of: directory, limit: file.limits.maxMetadataBytes))
      let own = file.first(TIFF.Tag.orientation, of: directory).map {
        CGImagePropertyOrientation(exifTag: Int(clamping: $0))
      }
      let isTurned = edit.turn != .up && turned.contains(directory.offset)
      let wanted = isTurned ? (own ?? .up).followed(by: edit.turn) : own
      return change(of: directory, from: stored, to: edit.further(stored), wanted, edit)
    }
    return CodedEditResult(result)
  }

  /// The smaller versions of the first page, which are turned with it: those below it, and those after it.
  private var turnedDirectories: Set<Int> {
    let below = file.subdirectories(TIFF.Tag.subDirectories, of: firstPage.directory, part: "SubIFDs")
    let pageOffsets = Set(pages.map(\.offset))
    let place = file.directories.firstIndex { $0.offset == firstPage.directory.offset } ?? 0
    let behind = file.directories[(place + 1)...].prefix { !pageOffsets.contains($0.offset) }
    return Set((below + behind).map(\.offset))
  }

  private func change(
    of directory: TIFF.Directory, from stored: StillMetadata, to metadata: StillMetadata,
    _ orientation: CGImagePropertyOrientation?, _ edit: CodedEdit
  ) -> TIFF.DirectoryChange {
    var change = TIFF.DirectoryChange()
    if edit.dropsUnknown {
      change.removed = Set(directory.fields.map(\.tag).filter { !TIFF.rendersPicture($0) })
    }
    if edit.dropsUnknown || metadata.exif != stored.exif {
      change.setEXIF(metadata.exif.flatMap { try? EXIFBlock(parsing: $0) } ?? EXIFBlock())
    }
    if edit.dropsUnknown || metadata.xmp != stored.xmp {
      change.removed.insert(TIFF.Tag.xmp)
      if let xmp = metadata.xmp { change.replacing.fields[TIFF.Tag.xmp] = .bytes(xmp) }
    }
    if edit.dropsUnknown || metadata.iptc != stored.iptc || metadata.photoshop != stored.photoshop {
      change.removed.formUnion([TIFF.Tag.iptc, TIFF.Tag.photoshop])
      if let iptc = metadata.iptc { change.replacing.fields[TIFF.Tag.iptc] = .undefined(iptc) }
      if metadata.photoshop != nil, let resources = metadata.resources {
        change.replacing.fields[TIFF.Tag.photoshop] = .bytes(resources)
      }
    }
    let isStated = directory[TIFF.Tag.orientation] != nil || orientation != .up
    if let orientation, isStated {
      change.replacing.fields[TIFF.Tag.orientation] = .shorts([UInt16(truncatingIfNeeded: orientation.rawValue)])
    }
    return change
  }
}

extension TIFF.DirectoryChange {
  fileprivate mutating func setEXIF(_ block: EXIFBlock) {
    let density: Set = [TIFF.Tag.xResolution, TIFF.Tag.yResolution, TIFF.Tag.resolutionUnit]
    removed.formUnion(TIFF.describingTags.subtracting(density))
    removed.formUnion([TIFF.Tag.exifDirectory, TIFF.Tag.gpsDirectory])
    for (tag, value) in block.image where TIFF.describingTags.contains(tag) { replacing.fields[tag] = value }
    var exif = TIFF.NewDirectory(block.exif)
    if !block.interoperability.isEmpty {
      exif.below[TIFF.Tag.interoperabilityDirectory] = TIFF.NewDirectory(block.interoperability)
    }
    if !exif.fields.isEmpty || !exif.below.isEmpty { replacing.below[TIFF.Tag.exifDirectory] = exif }
    if !block.gps.isEmpty { replacing.below[TIFF.Tag.gpsDirectory] = TIFF.NewDirectory(block.gps) }
  }
}

extension TIFF {
  /// Whether a field describes how the picture is stored and shown, not its content: TIFF 6.0 and its supplements, the
  /// profile, and the scale of LogLuv.
  fileprivate static func rendersPicture(_ tag: UInt16) -> Bool {
    if describingTags.contains(tag) {
      return [Tag.orientation, Tag.xResolution, Tag.yResolution, Tag.resolutionUnit].contains(tag)
    }
    // PageName and TargetPrinter are words.
    return (254...559).contains(tag) && tag != 285 && tag != 337 || tag == Tag.iccProfile || tag == 37439
  }
}
