internal import CHeadroomSystem
package import HeadroomContainers

/// The containers that this process supports. Sniffing walks the rows; no other code has a list of formats.
package enum ImageFormats {
  private static let table = FormatRegistry([
    JPEGFormat.self, PNGFormat.self, JPEGXLFormat.self, HEICFormat.self, AVIFFormat.self,
    OpenEXRFormat.self, RadianceFormat.self, PFMFormat.self, PPMFormat.self, PAMFormat.self,
    TIFFFormat.self, WebPFormat.self, GIFFormat.self, BMPFormat.self,
  ])

  /// The table with the rows that modules above add; they are asked once.
  private static var registry: FormatRegistry {
    _ = areAllAdded
    return table
  }

  private static let areAllAdded: Void = headroom_add_formats_above()

  /// All rows.
  package static var all: [any ImageFormat.Type] { registry.all }

  /// Adds a container of a module above; see ``FormatRegistry/register(_:)``. The row is a type, so nothing of it runs
  /// before a file is opened.
  package static func register(_ row: any ImageFormat.Type) { table.register(row) }

  /// The row whose magic bytes the file starts with.
  ///
  /// - Throws: `ImageIOError/empty`, `ImageIOError/unreadFormat(name:)` or `ImageIOError/unknownFormat`.
  package static func recognize(_ bytes: FileBytes) throws(ImageIOError) -> any ImageFormat.Type {
    try registry.recognize(bytes)
  }

  /// Opens a file of any known container.
  package static func open(
    _ bytes: FileBytes, limits: DecodeLimits = .standard
  ) throws(ImageIOError) -> any ImageReader {
    try registry.open(bytes, limits: limits)
  }

  /// The row with this `--format` name, extension or uniform type identifier, in any case.
  package static func named(_ name: String) -> (any ImageFormat.Type)? { registry.named(name) }
}
