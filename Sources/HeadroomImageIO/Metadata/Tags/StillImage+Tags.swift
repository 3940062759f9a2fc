internal import HeadroomContainers

extension StillImage {
  /// Applies tags: they become the XMP, those of the `exif` and `tiff` schemas also become EXIF fields, and
  /// `tiff:Orientation` becomes the picture's orientation.
  package mutating func apply(_ tags: CGImageMetadata) {
    metadata.xmp = tags.tree.packet
    metadata.apply(tags.tree.properties)
    if let turn = tags.tree.orientation { orientation = turn }
  }
}
