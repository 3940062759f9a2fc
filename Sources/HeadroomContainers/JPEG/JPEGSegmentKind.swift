/// The purpose of a marker segment, as far as it matters for changes of metadata.
package enum JPEGSegmentKind: Hashable, Sendable {
  case exif
  case xmp
  case extendedXMP
  case multiPicture
  case isoGainMap
  /// Photoshop's resources, among them IPTC.
  case photoshop
  /// JFIF's density, the ICC profile, Adobe's colour transform: these affect how the picture is shown.
  case rendering
  /// An application segment of unknown meaning, or a comment.
  case other
  /// Tables, frame headers, scans.
  case coding

  package init(_ segment: JPEGSegment, in bytes: FileBytes) {
    let known = Self.known.first {
      $0.marker == segment.marker && segment.payload.count >= $0.signature.count
        && bytes.hasBytes($0.signature, at: segment.payload.lowerBound)
    }
    if let known {
      self = known.kind
    } else {
      self = JPEGMarker.isMetadata(segment.marker) ? .other : .coding
    }
  }

  private static let known: [(marker: UInt8, signature: [UInt8], kind: JPEGSegmentKind)] = [
    (JPEGMarker.app0, JPEGSignature.jfif, .rendering),
    (JPEGMarker.app1, JPEGSignature.exif, .exif),
    (JPEGMarker.app1, JPEGSignature.xmp, .xmp),
    (JPEGMarker.app1, JPEGSignature.extendedXMP, .extendedXMP),
    (JPEGMarker.app2, JPEGSignature.icc, .rendering),
    (JPEGMarker.app2, JPEGSignature.multiPicture, .multiPicture),
    (JPEGMarker.app2, JPEGSignature.isoGainMap, .isoGainMap),
    (JPEGMarker.app13, JPEGSignature.photoshop, .photoshop),
    (JPEGMarker.app14, JPEGSignature.adobe, .rendering),
  ]
}
