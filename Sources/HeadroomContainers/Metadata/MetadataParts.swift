/// Parts of a picture's metadata that can be left out of a file.
package struct MetadataParts: OptionSet, Hashable, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Where the picture was taken and what place it shows: EXIF's GPS directory, GPS fields and names of places in XMP (city,
  /// state, country, location, coverage), IPTC's and Photoshop's blocks, and maker notes but Apple's, since some makers put places
  /// there. The address of who made it is ``personal``.
  package static let location = MetadataParts(rawValue: 1 << 0)
  /// Who, and with which single camera: artist, creator with the address, owner, people in the picture and their faces' regions; serial
  /// numbers, unique identifiers, editing history; all maker notes. The copyright notice and the terms of use stay:
  /// they are there to be read by others.
  package static let personal = MetadataParts(rawValue: 1 << 1)
  /// EXIF and XMP altogether; the orientation stays right.
  package static let all = MetadataParts(rawValue: 1 << 2)
}
