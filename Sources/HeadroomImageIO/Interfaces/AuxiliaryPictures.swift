package import HeadroomContainers
package import HeadroomGraphics
package import HeadroomPixels

/// What a picture beside the shown one holds, other than a gain map and alpha.
package enum AuxiliaryKind: Hashable, Sendable, CaseIterable {
  case depth, disparity, portraitMatte, skinMatte, hairMatte, teethMatte, glassesMatte, skyMatte
}

/// An auxiliary picture as it is stored.
package struct AuxiliaryPicture: Sendable {
  /// One component of 8 or 16 bits.
  package var bitmap: PixelBitmap
  /// Its own XMP packet.
  package var xmp: [UInt8]?
  package var orientation: CGImagePropertyOrientation

  package init(bitmap: PixelBitmap, xmp: [UInt8]?, orientation: CGImagePropertyOrientation) {
    self.bitmap = bitmap
    self.xmp = xmp
    self.orientation = orientation
  }
}

/// A reader of files that may have depth and mattes.
package protocol AuxiliaryPictures: ImageReader {
  /// Those of a picture, with their sizes.
  func auxiliaryKinds(at index: Int) -> [(kind: AuxiliaryKind, width: Int, height: Int)]
  /// Decodes one; nil where the picture has none of the kind.
  func auxiliaryPicture(
    _ kind: AuxiliaryKind, at index: Int, limits: DecodeLimits
  ) throws(ImageIOError) -> AuxiliaryPicture?
}
