package import HeadroomColor

extension PNG {
  /// The contents of a file's chunks, and the place of its picture data. No pixel is decoded for it.
  package struct Directory: Sendable {
    /// Where the file ends.
    package enum Ending: Hashable, Sendable {
      /// After IEND.
      case complete
      /// Inside an IDAT chunk, or before the first.
      case insidePictureData
      /// Between the last IDAT chunk and IEND; only decoding shows whether the picture is complete.
      case afterPictureData
    }

    package var header: Header
    package var palette: [UInt8] = []
    package var transparency: [UInt8] = []
    /// The IDAT chunks in order.
    package var pictureData: [Chunk] = []
    package var ending = Ending.insidePictureData

    package var codePoints: CICP?
    package var profile: (name: String, bytes: [UInt8])?
    package var renderingIntent: UInt8?
    /// The gAMA chunk: the encoding exponent times 100,000.
    package var gamma: UInt32?
    /// The cHRM chunk: x and y of white, red, green, blue times 100,000.
    package var chromaticities: [UInt32]?
    package var hdr = HDRMetadata()
    package var significantBits: [UInt8] = []
    /// The pHYs chunk: pixels per unit both ways.
    package var density: (x: UInt32, y: UInt32, isPerMetre: Bool)?
    /// The tIME chunk as ISO 8601 text.
    package var modificationTime: String?
    package var exif: [UInt8]?
    package var xmp: [UInt8]?
    /// "Raw profile type iptc": Photoshop's resources or, seldom, IPTC without them.
    package var iptcProfile: [UInt8]?
    /// Texts that are none of these, in the order of the file.
    package var texts: [MetadataText] = []
    /// Bytes of ``texts``, keywords with them.
    var textBytes = 0
    /// The acTL chunk: frames of an animation, of which the picture may be the first.
    var animationFrames: UInt32?
    /// Whether the picture is a frame of the animation, and not only the fallback for readers without animations.
    var isPictureAnimated = false
    /// ISO 21496-1 metadata of a gain map picture, or the version bytes of a picture that has one.
    package var gainMapMetadata: [UInt8]?
    /// The range of the gain map's own PNG file.
    package var gainMapPicture: Range<Int>?
    package var warnings: [String] = []
    /// Bytes that compressed metadata may still unpack to, all chunks together.
    var inflationBudget: Int

    /// The irregularities of single chunks.
    var chunkWarnings = WarningList()

    /// Reads all chunks. Critical ones must be valid; invalid others are left out with a warning.
    package init(reading bytes: FileBytes, limits: DecodeLimits) throws(ImageIOError) {
      var walker = try ChunkWalker(bytes)
      guard let first = try walker.next() else {
        throw .truncated(part: "IHDR", needed: 25, available: 0, offset: bytes.count)
      }
      header = try Header(first, in: bytes, limits: limits)
      inflationBudget = max(limits.maxDecompressedMetadataBytes, 0)
      try readChunks(&walker, bytes, limits: limits)
      warnings = chunkWarnings.texts + warnings
      guard !pictureData.isEmpty else {
        throw .malformed(part: "IDAT", text: "the file has no picture data", offset: bytes.count)
      }
      if header.colorType == .palette, palette.isEmpty {
        throw .malformed(part: "PLTE", text: "a picture of palette colours has no palette", offset: nil)
      }
    }
  }
}

extension PNG.Directory {
  /// Pictures of an animation, including the fallback for other readers; nil where there is none.
  package var frameCount: Int? { animationFrames.map { Int($0) + (isPictureAnimated ? 0 : 1) } }

  private mutating func readChunks(
    _ walker: inout PNG.ChunkWalker, _ bytes: FileBytes, limits: DecodeLimits
  ) throws(ImageIOError) {
    while true {
      let next: PNG.Chunk?
      do throws(ImageIOError) {
        next = try walker.next()
      } catch {
        // Nothing is needed after the picture data: a cut or damaged trailer does not hide the picture.
        guard !pictureData.isEmpty else { throw error }
        ending = .afterPictureData
        return warnings.append(error.description)
      }
      guard let chunk = next else {
        if !pictureData.isEmpty, ending != .insidePictureData || isLastPictureChunkComplete {
          ending = .afterPictureData
          warnings.append("IEND is missing")
        }
        return
      }
      if chunk.type == .end {
        ending = .complete
        return
      }
      try read(chunk, in: bytes, limits: limits)
    }
  }

  private var isLastPictureChunkComplete: Bool { pictureData.last?.isComplete ?? false }

  private mutating func read(
    _ chunk: PNG.Chunk, in bytes: FileBytes, limits: DecodeLimits
  ) throws(ImageIOError) {
    switch chunk.type {
    case .pictureData: addPictureData(chunk)
    case .palette where pictureData.isEmpty: try readPalette(chunk, in: bytes)
    case .header, .palette:
      throw .malformed(part: chunk.type.name, text: "the chunk is in the wrong place", offset: chunk.offset)
    default:
      guard !chunk.type.isCritical else {
        throw .unsupported(part: chunk.type.name, text: "a chunk that is needed to show the picture is not known here")
      }
      try readAncillary(chunk, in: bytes, limits: limits)
    }
  }

  private mutating func addPictureData(_ chunk: PNG.Chunk) {
    if let last = pictureData.last, last.data.upperBound + 4 != chunk.offset {
      return warn("IDAT: picture data behind other chunks is ignored")
    }
    pictureData.append(chunk)
    ending = .insidePictureData
  }

  private mutating func readPalette(_ chunk: PNG.Chunk, in bytes: FileBytes) throws(ImageIOError) {
    try chunk.check(in: bytes)
    guard palette.isEmpty else {
      throw .malformed(part: "PLTE", text: "there is a second palette", offset: chunk.offset)
    }
    let length = chunk.declaredLength
    guard length > 0, length % 3 == 0, length <= 768 else {
      throw .malformed(part: "PLTE", text: "\(length) bytes are no palette of 1 to 256 colours", offset: chunk.offset)
    }
    palette = bytes.copy(chunk.data)
  }

  /// Reads a chunk that the picture can be shown without: problems are warnings, except a cut before the picture data.
  private mutating func readAncillary(
    _ chunk: PNG.Chunk, in bytes: FileBytes, limits: DecodeLimits
  ) throws(ImageIOError) {
    do throws(ImageIOError) {
      try interpret(chunk, in: bytes, limits: limits)
    } catch {
      guard chunk.isComplete || !pictureData.isEmpty else { throw error }
      warn("ignored: \(error)")
    }
  }

  private mutating func warn(_ text: String) { chunkWarnings.append(text) }
}
