/// Parts of a picture's metadata that can be left out of a file. ``MetadataPolicy`` says what belongs to each.
package struct MetadataParts: OptionSet, Hashable, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Where the picture was taken and what place it shows: EXIF's GPS directory, places in XMP and IPTC (coordinates, city,
  /// state, country, location, coverage), what a drone says of its flight, Photoshop's resources, and maker notes but Apple's,
  /// since some makers put places there. The address of who made it is ``personal``.
  package static let location = MetadataParts(rawValue: 1 << 0)
  /// Who, and with which single camera: everything that is not known to be neither. What stays is how the picture is stored
  /// and was taken, the kind of camera and lens, dates, captions and other free text, the copyright notice and the terms of
  /// use, which are there to be read by others. Places stay too, where they stand in their usual fields.
  package static let personal = MetadataParts(rawValue: 1 << 1)
  /// All metadata; the orientation stays right.
  package static let all = MetadataParts(rawValue: 1 << 2)

  /// What people call them.
  package static let named: [String: MetadataParts] = ["gps": .location, "personal": .personal, "all": .all]
}
