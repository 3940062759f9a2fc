/// Sizes of the pictures of a track, with square pixels and before its matrix (QuickTime's `tapt`).
package struct TrackApertures: Hashable, Sendable {
  package struct Size: Hashable, Sendable {
    package let width: Double
    package let height: Double
  }

  /// `clef`: cut to the clean aperture, with square pixels.
  package private(set) var clean: Size?
  /// `prof`: uncut, with square pixels.
  package private(set) var production: Size?
  /// `enof`: as coded.
  package private(set) var encoded: Size?

  /// Reads a `tapt` box: full boxes, each of two 16.16 numbers. Nil where none of them can be read.
  init?(_ box: ISOBox, in list: ISOBoxList) {
    guard let inner = try? list.inside(box) else { return nil }
    for child in inner.boxesBeforeDamage().boxes {
      let size = Self.size(inner.reader(of: child))
      switch child.type {
      case "clef": clean = size
      case "prof": production = size
      case "enof": encoded = size
      default: break
      }
    }
    if clean == nil && production == nil && encoded == nil { return nil }
  }

  private static func size(_ reader: ByteReader) -> Size? {
    var reader = reader
    guard (try? reader.fullBoxHeader()) != nil, let width = try? reader.u32(), let height = try? reader.u32() else {
      return nil
    }
    return Size(width: Double(width) / 65_536, height: Double(height) / 65_536)
  }
}
