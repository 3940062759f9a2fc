package import HeadroomContainers
package import HeadroomGraphics

/// The changes to a file whose coded pictures stay byte for byte as they are.
package struct CodedEdit: Sendable {
  /// Changes the metadata of the picture that is shown.
  package typealias MetadataChange = @Sendable (StillMetadata) throws(ImageIOError) -> StillMetadata

  /// The metadata to remove: of the shown picture, of its gain map and of all other pictures of the file.
  package var stripped: MetadataParts
  /// The turn and mirror of the upright picture, given as the orientation of a stored picture.
  package var turn: CGImagePropertyOrientation
  /// Whether it is turned only by the file's stated orientation, not by moving coefficients.
  package var turnsByTag = false
  /// Whether the gain map is removed.
  package var removesGainMap: Bool
  /// A further change of the metadata; nil leaves it.
  package var change: MetadataChange?
  /// A change of the metadata of all pictures of the file; nil leaves it.
  package var changeOfAll: (@Sendable (StillMetadata) -> StillMetadata)?

  package init(
    stripped: MetadataParts = [], turn: CGImagePropertyOrientation = .up, removesGainMap: Bool = false,
    change: MetadataChange? = nil
  ) {
    self.stripped = stripped
    self.turn = turn
    self.removesGainMap = removesGainMap
    self.change = change
  }

  /// Whether unknown bytes have to be dropped, because they may hold facts that are to be removed.
  var dropsUnknown: Bool { !stripped.isEmpty }

  /// Whether more than metadata and the stated orientation changes.
  var changesPictures: Bool { dropsUnknown || removesGainMap || turn != .up && !turnsByTag }

  /// Whether the metadata of pictures that are not shown changes too.
  var changesOthers: Bool { dropsUnknown || changeOfAll != nil }
}

/// A file with changes around its coded pictures.
package struct CodedEditResult: Sendable {
  package var bytes: [UInt8]
  /// Losses, as sentences.
  package var warnings: [String]
  /// The methods used, for reports.
  package var notes: [String]

  package init(_ bytes: [UInt8], warnings: [String] = [], notes: [String] = []) {
    self.bytes = bytes
    self.warnings = warnings
    self.notes = notes
  }
}

/// A reader whose container can be changed without touching coded pictures.
package protocol CodedEditing: ImageReader {
  /// The changed file.
  ///
  /// - Throws: ``ImageIOError`` where the pictures would have to be coded again, or the file is damaged.
  func edited(by edit: CodedEdit) throws(ImageIOError) -> CodedEditResult
}

extension CodedEdit {
  /// The metadata of the picture that is shown, with the orientation that it then has.
  ///
  /// - Parameters:
  ///   - isStatedElsewhere: whether the container itself states the orientation, so that EXIF need not.
  ///   - carriesIPTC: whether the container has a place for IPTC; otherwise XMP takes the values that only IPTC has.
  func primary(
    _ metadata: StillMetadata, orientation: CGImagePropertyOrientation, isStatedElsewhere: Bool = false,
    carriesIPTC: Bool = false
  ) throws(ImageIOError) -> StillMetadata {
    var result = further(metadata)
    if removesGainMap { result.xmp = result.xmp.flatMap(XMPPacket.removingGainMapPart) }
    if let change { result = try change(result) }
    if !carriesIPTC, let iptc = result.iptc, dropsUnknown || iptc != metadata.iptc {
      result.xmp = XMPPacket.adding(IPTCBlock.reading(iptc).block, to: result.xmp)
    }
    result.setOrientation(orientation, addsEXIF: !isStatedElsewhere)
    return result
  }

  /// The video of a motion photo for the changed file: without its own tags where something is stripped. It shows the
  /// original frame, so a turned picture loses it.
  func motion(of metadata: StillMetadata) -> MotionVideo? {
    turn == .up && !removesGainMap ? metadata.removing(stripped).motion : nil
  }

  /// The message about a video that the changed file does not have.
  func motionWarning(of metadata: StillMetadata) -> [String] {
    guard let motion = metadata.motion, self.motion(of: metadata) == nil else { return [] }
    return [motion.omission(mayTell: turn == .up && !removesGainMap && !stripped.contains(.all))]
  }

  /// The metadata of any picture of the file without the removed parts. The description of a gain map stays: without
  /// it the map has no meaning.
  func further(_ metadata: StillMetadata) -> StillMetadata {
    var result = metadata
    if dropsUnknown { result = result.removing(stripped).keepingGainMapPart(of: metadata) }
    return changeOfAll?(result).keepingGainMapPart(of: metadata) ?? result
  }
}

extension StillMetadata {
  /// The metadata with the properties of a gain map and further pictures from `other`, where its packet is another one.
  func keepingGainMapPart(of other: StillMetadata) -> StillMetadata {
    guard xmp != other.xmp, let part = other.xmp.flatMap(XMPPacket.gainMapPart) else { return self }
    var result = self
    result.xmp = XMPPacket.replacingGainMapPart(of: xmp, by: part)
    return result
  }

  /// The metadata of a picture whose coefficients are turned: without parts that show or measure the original picture.
  var ofTurnedPixels: StillMetadata { ofRenderedPixels.reframed(.other).keepingGainMapPart(of: self) }

  /// Sets the orientation wherever it is stated, and in an EXIF block where it has to be.
  fileprivate mutating func setOrientation(_ orientation: CGImagePropertyOrientation, addsEXIF: Bool) {
    if let exif {
      self.exif = EXIFBlock.settingOrientation(orientation.rawValue, in: exif)
    } else if orientation != .up, addsEXIF {
      var block = EXIFBlock()
      block.orientation = orientation.rawValue
      exif = block.serialized()
    }
    xmp = xmp.map { XMPPacket.describing(orientation: orientation.rawValue, in: $0) }
  }
}
