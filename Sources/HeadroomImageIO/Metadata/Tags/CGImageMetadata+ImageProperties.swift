public import HeadroomGraphics

// Properties of Image I/O's dictionaries as tags, for code that works with `{Exif}` and `{GPS}`.

/// The tag that corresponds to a property in a picture's properties; nil when there is none.
///
/// A place's angle and direction are one tag (`exif:GPSLatitude` is `48,51.5N`), and so are the time and date of its fix.
///
/// - Parameters:
///   - metadata: the metadata.
///   - dictionaryName: `{TIFF}`, `{Exif}` or `{GPS}`, such as ``kCGImagePropertyExifDictionary``.
///   - propertyName: a key of that dictionary, such as ``kCGImagePropertyExifExposureTime``.
public func CGImageMetadataCopyTagMatchingImageProperty(
  _ metadata: CGImageMetadata, _ dictionaryName: CFString, _ propertyName: CFString
) -> CGImageMetadataTag? {
  EXIFTag.matching(dictionaryName, propertyName).flatMap { metadata.tree.node(matching: $0) }
    .map { CGImageMetadataTag($0) }
}

/// Sets the tag that corresponds to a property in a picture's properties, in its XMP form: exposure times become
/// fractions, dates become ISO 8601, and flash data becomes a structure.
///
/// An angle of `{GPS}` and its direction may come in either order; without a direction it is north or east of zero.
///
/// - Parameters:
///   - metadata: the metadata.
///   - dictionaryName: `{TIFF}`, `{Exif}` or `{GPS}`.
///   - propertyName: a key of that dictionary.
///   - value: the property's value, of the kind used in the dictionary.
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
