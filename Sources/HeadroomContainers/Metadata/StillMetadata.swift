/// The metadata blocks of a picture as bytes, carried from reader to writer.
package struct StillMetadata: Hashable, Sendable {
  /// The EXIF block from its `II` or `MM` on, without the container's prefix.
  package var exif: [UInt8]?
  /// The XMP packet (UTF-8), extended packets not merged in.
  package var xmp: [UInt8]?
  /// The extended XMP, assembled, when the file has one and all its chunks are there.
  package var extendedXMP: [UInt8]?

  package init(exif: [UInt8]? = nil, xmp: [UInt8]? = nil, extendedXMP: [UInt8]? = nil) {
    self.exif = exif
    self.xmp = xmp
    self.extendedXMP = extendedXMP
  }
}
