/// A uniform type: the format of a file's bytes, by identifier, file name extension or media type.
///
/// Linux has no system-wide registry of types. Here the known types are the formats that Image I/O reads or writes, and
/// the two to which they conform, `public.image` and `public.heif-standard`. ``CGImageSourceGetType(_:)`` returns the
/// ``identifier``, and `CGImageDestinationCreateWithURL(_:_:_:_:)` takes it.
public struct UTType: Hashable, Sendable, Identifiable, CustomStringConvertible {
  /// The identifier, such as `public.jpeg`.
  public let identifier: String

  private init(known identifier: String) { self.identifier = identifier }

  /// The type of an identifier, in any case; nil for types that are not known.
  public init?(_ identifier: String) {
    let wanted = identifier.lowercased()
    guard let known = Self.known.first(where: { $0 == wanted }) else { return nil }
    self.identifier = known
  }

  /// The type of a file name extension, without the dot; nil when no known type has it, or none that conforms.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .image) {
    let wanted = filenameExtension.lowercased()
    guard let format = ImageFormats.all.first(where: { $0.extensions.contains(wanted) }) else { return nil }
    self.init(known: format.uti)
    guard conforms(to: supertype) else { return nil }
  }

  /// The type of a media type such as `image/heic`; nil when no known type has it, or none that conforms.
  public init?(mimeType: String, conformingTo supertype: UTType = .image) {
    let wanted = mimeType.lowercased()
    guard let format = ImageFormats.all.first(where: { $0.mimeType == wanted }) else { return nil }
    self.init(known: format.uti)
    guard conforms(to: supertype) else { return nil }
  }

  /// The identifier.
  public var id: String { identifier }

  /// The identifier.
  public var description: String { identifier }

  /// The usual file name extension, without the dot; nil for types without files.
  public var preferredFilenameExtension: String? { format?.extensions.first }

  /// The media type; nil for types without files.
  public var preferredMIMEType: String? { format?.mimeType }

  /// Whether this is a kind of `type`, or the same. All known types are images; HEIC and AVIF are HEIF.
  public func conforms(to type: UTType) -> Bool {
    self == type || type == .image || (type == .heif && [.heic, .avif].contains(self))
  }

  /// Whether this is another type than `type` and conforms to it.
  public func isSubtype(of type: UTType) -> Bool { self != type && conforms(to: type) }

  /// Whether `type` is another type and conforms to this one.
  public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

  private var format: (any ImageFormat.Type)? { ImageFormats.all.first { $0.uti == identifier } }

  private static var known: [String] { ImageFormats.all.map { $0.uti } + [image.identifier, heif.identifier] }
}

extension UTType {
  /// Any image.
  public static let image = UTType(known: "public.image")
  /// JPEG.
  public static let jpeg = UTType(known: JPEGFormat.uti)
  /// PNG.
  public static let png = UTType(known: PNGFormat.uti)
  /// TIFF.
  public static let tiff = UTType(known: TIFFFormat.uti)
  /// The High Efficiency Image File Format, whatever codec its pictures have.
  public static let heif = UTType(known: "public.heif-standard")
  /// HEIF with HEVC pictures.
  public static let heic = UTType(known: HEICFormat.uti)
  /// HEIF with AV1 pictures.
  public static let avif = UTType(known: AVIFFormat.uti)
  /// JPEG XL.
  public static let jpegxl = UTType(known: JPEGXLFormat.uti)
  /// GIF.
  public static let gif = UTType(known: GIFFormat.uti)
  /// Windows bitmaps.
  public static let bmp = UTType(known: BMPFormat.uti)
  /// OpenEXR.
  public static let exr = UTType(known: OpenEXRFormat.uti)
  /// Radiance RGBE.
  public static let radiance = UTType(known: RadianceFormat.uti)
}
