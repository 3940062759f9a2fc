/// The metadata blocks of a picture as bytes, carried from reader to writer.
package struct StillMetadata: Hashable, Sendable {
  /// The EXIF block from its `II` or `MM` on, without the container's prefix.
  package var exif: [UInt8]?
  /// The XMP packet (UTF-8), extended packets not merged in.
  package var xmp: [UInt8]?
  /// The extended XMP, assembled, when the file has one with all its chunks.
  package var extendedXMP: [UInt8]?
  /// The data sets of IPTC-IIM, without a container's framing.
  package var iptc: [UInt8]?
  /// Photoshop's image resources except IPTC, without a container's framing.
  package var photoshop: [UInt8]?
  /// Texts of a PNG that are neither EXIF, XMP nor IPTC.
  package var texts: [MetadataText] = []
  /// The pixel density that the container states; EXIF may state another.
  package var density: PixelDensity?
  /// The video of a motion photo.
  package var motion: MotionVideo?

  package init(
    exif: [UInt8]? = nil, xmp: [UInt8]? = nil, extendedXMP: [UInt8]? = nil, motion: MotionVideo? = nil
  ) {
    self.motion = motion
    self.exif = exif
    self.xmp = xmp
    self.extendedXMP = extendedXMP
  }
}
