public import Foundation
public import HeadroomContainers
public import HeadroomGraphics
public import HeadroomImageIO

extension CGImageDestination {
  /// Copies a source's file with other metadata and writes the target: the coded pictures, including a gain map, stay
  /// byte for byte as they are. Nothing else can be added, and the destination is then finished.
  ///
  /// What is not changed stays byte for byte, what this package does not know too: maker notes, previews, boxes, chunks
  /// and segments, a motion photo's video. Removed metadata leaves no trace in the file.
  ///
  /// - Parameters:
  ///   - source: a file of the destination's type.
  ///   - options: `kCGImageDestinationMetadata` and `kCGImageDestinationMergeMetadata`,
  ///     `kCGImageDestinationDateTime`, `kCGImageDestinationOrientation`, `kCGImageMetadataShouldExcludeXMP`, `kCGImageMetadataShouldExcludeGPS`.
  /// - Throws: where the types differ, or this file's pictures would have to be coded again; the target is then
  ///   unchanged.
  public func copy(from source: CGImageSource, options: CFDictionary? = nil) throws(ImageIOError) {
    let reader = try source.reader()
    guard reader.info.format == formatName else {
      throw .notEncodable(
        format: formatName, text: "a \(reader.info.format) file cannot be copied without coding it again")
    }
    let edit = try CopyOptions(options ?? [:]).edit(of: reader.info)
    try finish(with: try reader.keepingCodedData(edit, limits: .standard).bytes)
  }
}

/// Copies a source's file with other metadata; see ``CGImageDestination/copy(from:options:)``, which throws the reason
/// for a failure.
///
/// - Parameters:
///   - idst: the destination, to which nothing was added.
///   - isrc: a file of the destination's type.
///   - options: as there.
///   - err: nil, or the place for the reason for a failure, which the caller releases: an error of
///     `kCFErrorDomainCGImageMetadata`.
/// - Returns: whether the file or data is complete; if not, the target is unchanged.
@discardableResult
public func CGImageDestinationCopyImageSource(
  _ idst: CGImageDestination, _ isrc: CGImageSource, _ options: CFDictionary?,
  _ err: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  do throws(ImageIOError) {
    try idst.copy(from: isrc, options: options)
    return true
  } catch {
    if let err = unsafe err { unsafe err.pointee = Unmanaged.passRetained(CFError(error)) }
    return false
  }
}
