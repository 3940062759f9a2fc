package import HeadroomContainers
package import HeadroomGraphics

/// What is changed in a file whose coded pictures stay byte for byte as they are.
package struct CodedEdit: Sendable {
  /// Changes the metadata of the picture that is shown.
  package typealias MetadataChange = @Sendable (StillMetadata) throws(ImageIOError) -> StillMetadata

  /// What goes of the metadata: of the picture that is shown, of its gain map and of all other pictures of the file.
  package var stripped: MetadataParts
  /// How the upright picture is turned and mirrored: as a stored picture of this orientation would be.
  package var turn: CGImagePropertyOrientation
  /// Whether it is turned by what the file states of its orientation alone, not by moving coefficients.
  package var turnsByTag = false
  /// Whether the gain map goes.
  package var removesGainMap: Bool
  /// What else becomes of the metadata; nil leaves it.
  package var change: MetadataChange?

  package init(
    stripped: MetadataParts = [], turn: CGImagePropertyOrientation = .up, removesGainMap: Bool = false,
    change: MetadataChange? = nil
  ) {
    self.stripped = stripped
    self.turn = turn
    self.removesGainMap = removesGainMap
    self.change = change
  }

  /// Whether bytes that nobody here understands have to go, since they may say what is to go.
  var dropsUnknown: Bool { !stripped.isEmpty }
}

/// A file with changes around its coded pictures.
package struct CodedEditResult: Sendable {
  package var bytes: [UInt8]
  /// What was lost on the way, in sentences.
  package var warnings: [String]
  /// How it was done, for those who ask.
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
  ///   - isStatedElsewhere: whether the container itself says the orientation, so that EXIF need not.
  ///   - carriesIPTC: whether the container has a place for IPTC; elsewhere XMP says what only IPTC said.
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

  /// The video of a motion photo as the changed file has it: without tags of its own where something is stripped. It shows the frame
  /// as it was, so that a turned picture leaves it behind.
  func motion(of metadata: StillMetadata) -> MotionVideo? {
    turn == .up && !removesGainMap ? metadata.removing(stripped).motion : nil
  }

  /// What is said of a video that the changed file does not have.
  func motionWarning(of metadata: StillMetadata) -> [String] {
    guard let motion = metadata.motion, self.motion(of: metadata) == nil else { return [] }
    return [motion.omission(mayTell: turn == .up && !removesGainMap && !stripped.contains(.all))]
  }

  /// The metadata of any picture of the file without what goes. What describes a gain map stays: without it the map means
  /// nothing.
  func further(_ metadata: StillMetadata) -> StillMetadata {
    guard dropsUnknown else { return metadata }
    return metadata.removing(stripped).keepingGainMapPart(of: metadata)
  }
}

extension StillMetadata {
  /// The metadata with what `other` says of a gain map and further pictures, where its packet is another one.
  func keepingGainMapPart(of other: StillMetadata) -> StillMetadata {
    guard xmp != other.xmp, let part = other.xmp.flatMap(XMPPacket.gainMapPart) else { return self }
    var result = self
    result.xmp = XMPPacket.replacingGainMapPart(of: xmp, by: part)
    return result
  }

  /// The metadata of a picture whose coefficients are turned: without what shows or measures the picture as it was.
  var ofTurnedPixels: StillMetadata { ofRenderedPixels.reframed(.other).keepingGainMapPart(of: self) }

  /// States the orientation wherever it is stated, and in an EXIF block where it has to be.
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
