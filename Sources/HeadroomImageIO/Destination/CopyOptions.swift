internal import Foundation
internal import HeadroomContainers
package import HeadroomGraphics

/// The changes that `CGImageDestinationCopyImageSource` makes to a file whose coded pictures it copies.
package struct CopyOptions {
  private let tags: CGImageMetadata?
  private let merges: Bool
  private let excludesXMP: Bool
  private let excludesGPS: Bool
  private let orientation: CGImagePropertyOrientation?

  package init(_ options: CFDictionary) {
    func flag(_ key: CFString) -> Bool { OptionValues.flag(options[key]) ?? false }
    tags = options[kCGImageDestinationMetadata] as? CGImageMetadata
    merges = flag(kCGImageDestinationMergeMetadata)
    excludesXMP = flag(kCGImageMetadataShouldExcludeXMP)
    excludesGPS = flag(kCGImageMetadataShouldExcludeGPS)
    orientation =
      OptionValues.integer(options[kCGImageDestinationOrientation]).map { CGImagePropertyOrientation(exifTag: $0) }
      ?? tags?.tree.orientation
  }

  /// The change of a file with this header.
  package func edit(of info: StillInfo) -> CodedEdit {
    let (tags, merges, excludesXMP) = (tags?.tree, merges, excludesXMP)
    var edit = CodedEdit(stripped: excludesGPS ? .location : []) { (metadata) throws(ImageIOError) in
      var result = tags.map { metadata.taking($0, merging: merges) } ?? metadata
      if excludesXMP {
        (result.xmp, result.extendedXMP) = (nil, nil)
        result = result.keepingGainMapPart(of: metadata)
      }
      return result
    }
    if let orientation {
      let back = CGImagePropertyOrientation.allCases.first { info.orientation.followed(by: $0) == .up } ?? .up
      edit.turn = back.followed(by: orientation)
      edit.turnsByTag = true
    }
    return edit
  }
}

extension StillMetadata {
  /// The metadata with its tags replaced: all of them, or only those with the same names.
  fileprivate func taking(_ tags: MetadataTree, merging: Bool) -> StillMetadata {
    var tree = tags
    if merging, let old = xmp.flatMap({ try? MetadataTree(xmp: $0, extended: extendedXMP) }) {
      for node in old.nodes { tree.add(node) }
    }
    var result = merging ? self : StillMetadata()
    (result.xmp, result.extendedXMP) = (tree.packet, nil)
    result.apply(tags.properties)
    return result.keepingGainMapPart(of: self)
  }
}
