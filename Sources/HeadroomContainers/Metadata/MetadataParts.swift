/// Parts of a picture's metadata that can be left out of a file. ``MetadataPolicy`` defines them.
package struct MetadataParts: OptionSet, Hashable, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The place where the picture was taken and the place that it shows: EXIF's GPS directory, places in XMP and IPTC
  /// (coordinates, city, state, country, location, coverage), a drone's flight data, Photoshop's resources, and maker
  /// notes except Apple's, since some makers store places there. The creator's address is ``personal``.
  package static let location = MetadataParts(rawValue: 1 << 0)
  /// The people and the individual camera: everything, unless it is known to identify neither. The following stays:
  /// storage and capture settings, the kind of camera and lens, dates, captions and other free text, and the copyright
  /// notice and terms of use, which are meant for others to read. Places stay too, in their usual fields.
  package static let personal = MetadataParts(rawValue: 1 << 1)
  /// All metadata; the orientation stays right.
  package static let all = MetadataParts(rawValue: 1 << 2)

  /// Their names for users.
  package static let named: [String: MetadataParts] = ["gps": .location, "personal": .personal, "all": .all]
}
