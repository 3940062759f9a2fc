internal import HeadroomContainers

extension StillImage {
  /// Takes on tags: they become the XMP, those of the `exif` and `tiff` schemas EXIF fields too, and `tiff:Orientation` how the
  /// picture has to be turned.
  package mutating func apply(_ tags: CGImageMetadata) {
    metadata.xmp = tags.tree.packet
    metadata.apply(tags.tree.properties)
    if let turn = tags.tree.orientation { orientation = turn }
  }
}
