package import HeadroomColor
package import HeadroomContainers
package import HeadroomGraphics
package import HeadroomPixels

/// A picture without its pixels: the contents of a file's header.
package struct StillHeader: Sendable {
  package var width: Int
  package var height: Int
  /// The format of the pixels that will come.
  package var format: PixelFormat
  /// The meaning of their alpha.
  package var alpha: AlphaMode
  /// The encoding of their numbers.
  package var encoding: ColorEncoding
  /// The ICC profile the encoding comes from; nil lets the writer make one.
  package var iccProfile: [UInt8]?
  /// How the stored picture has to be turned for display.
  package var orientation: CGImagePropertyOrientation
  /// The gain map of the picture.
  package var gainMap: GainMapImage?
  /// Mastering, light level and viewing metadata.
  package var hdr: HDRMetadata
  /// Whether the brightness of the numbers is known: 1 is reference white, or ``hdr`` states it.
  package var isBrightnessKnown: Bool
  /// EXIF and XMP blocks.
  package var metadata: StillMetadata

  package init(
    width: Int, height: Int, format: PixelFormat, alpha: AlphaMode, encoding: ColorEncoding,
    iccProfile: [UInt8]? = nil, orientation: CGImagePropertyOrientation = .up, gainMap: GainMapImage? = nil,
    hdr: HDRMetadata = HDRMetadata(), isBrightnessKnown: Bool = true, metadata: StillMetadata = StillMetadata()
  ) {
    self.width = width
    self.height = height
    self.format = format
    self.alpha = format.hasAlpha ? alpha : .opaque
    self.encoding = encoding
    self.iccProfile = iccProfile
    self.orientation = orientation
    self.gainMap = gainMap
    self.hdr = hdr
    self.isBrightnessKnown = isBrightnessKnown
    self.metadata = metadata
  }
}

extension StillImage {
  /// Everything but the pixels.
  package var header: StillHeader {
    StillHeader(
      width: base.width, height: base.height, format: base.format, alpha: base.alpha, encoding: encoding,
      iccProfile: iccProfile, orientation: orientation, gainMap: gainMap, hdr: hdr,
      isBrightnessKnown: contentHeadroomSource != .unknown, metadata: metadata)
  }
}

/// A file that is written while its rows are made, top to bottom. The header is written when the sink is made.
package protocol StillRowSink: AnyObject {
  /// Rows that the encoder takes at a time (a strip, a row of blocks); bands of a multiple of this cost least.
  var rowGroup: Int { get }

  /// Adds rows: all of `band`, which has the header's width, format and alpha. The band may be reused afterwards.
  func write(_ band: PixelBitmap) throws(ImageIOError)

  /// Ends the file.
  ///
  /// - Parameter lightLevel: replaces the header's, where the container stores one; it can be measured while the rows
  ///   pass by. A header without one has no place for it.
  /// - Throws: `ImageIOError/internalError(_:)` when rows are missing.
  func finish(lightLevel: ContentLightLevel?) throws(ImageIOError)
}

extension StillRowSink {
  /// Ends the file.
  package func finish() throws(ImageIOError) { try finish(lightLevel: nil) }
}

extension MemoryByteSink {
  /// The file of a picture that is in memory, through the sink that takes its rows.
  ///
  /// - Parameter open: starts the file.
  static func file(
    of base: PixelBitmap, _ open: (any ByteSink) throws(ImageIOError) -> any StillRowSink
  ) throws(ImageIOError) -> [UInt8] {
    let output = MemoryByteSink()
    let sink = try open(output)
    try sink.write(base)
    try sink.finish()
    return output.bytes
  }
}

/// A file with a gain map that is computed while base and alternate pass by: first all rows of the base, then all of
/// the alternate, each top to bottom. The map leads from the base as readers will decode it.
package protocol AdaptiveRowSink: AnyObject {
  /// Adds rows of the base.
  func writeBase(_ band: PixelBitmap) throws(ImageIOError)
  /// Adds rows of the alternate, which has the base's size; only after the base is complete.
  func writeAlternate(_ band: PixelBitmap) throws(ImageIOError)
  /// Whether all rows of the alternate have to be written a second time, because they have shown that another map is
  /// needed. Call it when all of them have been written.
  func wantsAlternateAgain() throws(ImageIOError) -> Bool
  /// Ends the file.
  ///
  /// - Parameter hasGainMap: whether the map is written, or only the base.
  /// - Returns: the fidelity of readers' results to the alternate; nil without a map.
  @discardableResult
  func finish(hasGainMap: Bool) throws(ImageIOError) -> GainMapFidelity?
}

/// The other rendition of an adaptive file, and the options for the map that leads to it.
package struct AlternateHeader: Sendable {
  /// The format of the rows that will come.
  package var format: PixelFormat
  /// The meaning of their alpha.
  package var alpha: AlphaMode
  /// The encoding of their numbers.
  package var encoding: ColorEncoding
  package var mapOptions: GainMapOptions

  package init(
    format: PixelFormat, alpha: AlphaMode, encoding: ColorEncoding, mapOptions: GainMapOptions
  ) {
    self.format = format
    self.alpha = format.hasAlpha ? alpha : .opaque
    self.encoding = encoding
    self.mapOptions = mapOptions
  }
}
