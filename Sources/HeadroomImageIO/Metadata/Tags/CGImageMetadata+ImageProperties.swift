public import HeadroomGraphics

// Properties of Image I/O's dictionaries as tags: what code that knows `{Exif}` and `{GPS}` needs to work with metadata.

/// The tag that says what a property of a picture's properties says; nil when there is none.
///
/// A place's angle and direction are one tag (`exif:GPSLatitude` is `48,51.5N`), and so are the time and date of its fix.
///
/// - Parameters:
///   - metadata: the metadata.
///   - dictionaryName: `{TIFF}`, `{Exif}` or `{GPS}`, as ``kCGImagePropertyExifDictionary`` is.
///   - propertyName: a key of that dictionary, such as ``kCGImagePropertyExifExposureTime``.
public func CGImageMetadataCopyTagMatchingImageProperty(
  _ metadata: CGImageMetadata, _ dictionaryName: CFString, _ propertyName: CFString
) -> CGImageMetadataTag? {
  EXIFTag.matching(dictionaryName, propertyName).flatMap { metadata.tree.node(matching: $0) }
    .map { CGImageMetadataTag($0) }
}

/// Sets the tag that belongs to a property of a picture's properties, in the form that it has in XMP: exposure times become
/// fractions, dates those of ISO 8601, what a flash did a structure.
///
/// An angle of `{GPS}` and its direction may come in either order; without a direction it is north or east of zero.
///
/// - Parameters:
///   - metadata: the metadata.
///   - dictionaryName: `{TIFF}`, `{Exif}` or `{GPS}`.
///   - propertyName: a key of that dictionary.
///   - value: the property's value, of the kind that it has there.
/// - Returns: false for properties without a tag, such as maker notes, and for values of another kind.
@discardableResult
public func CGImageMetadataSetValueMatchingImageProperty(
  _ metadata: CGMutableImageMetadata, _ dictionaryName: CFString, _ propertyName: CFString, _ value: CFTypeRef
) -> Bool {
  guard let tag = EXIFTag.matching(dictionaryName, propertyName), let value = OptionValues.present(value) else {
    return false
  }
  return metadata.change { $0.set(value, matching: tag) }
}
