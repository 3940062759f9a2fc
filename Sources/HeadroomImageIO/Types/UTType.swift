/// A uniform type: the format of a file's bytes, by identifier, file name extension or media type.
///
/// Linux has no system-wide registry of types. Here the known types are the formats that Image I/O reads or writes, those of
/// films, a few that programs name beside them, and what they conform to: `public.image`, `public.movie` and their
/// supertypes. ``CGImageSourceGetType(_:)`` returns the ``identifier``, and `CGImageDestinationCreateWithURL(_:_:_:_:)` takes it.
public struct UTType: Hashable, Sendable, Identifiable, CustomStringConvertible {
  /// The identifier, such as `public.jpeg`.
  public let identifier: String

  init(known identifier: String) { self.identifier = identifier }

  /// The type of an identifier, in any case; nil for types that are not known.
  public init?(_ identifier: String) {
    let wanted = identifier.lowercased()
    guard let known = KnownType.all.first(where: { $0.identifier == wanted }) else { return nil }
    self.identifier = known.identifier
  }

  /// The type of a file name extension, without the dot; nil when no known type has it, or none that conforms.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    let wanted = filenameExtension.lowercased()
    self.init(conformingTo: supertype) { $0.extensions.contains(wanted) }
  }

  /// The type of a media type such as `image/heic`; nil when no known type has it, or none that conforms.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    let wanted = mimeType.lowercased()
    self.init(conformingTo: supertype) { $0.mimeType == wanted }
  }

  private init?(conformingTo supertype: UTType, where fits: (KnownType) -> Bool) {
    let types = KnownType.all.lazy.filter(fits).map { UTType(known: $0.identifier) }
    guard let type = types.first(where: { $0.conforms(to: supertype) }) else { return nil }
    self = type
  }

  /// The identifier.
  public var id: String { identifier }

  /// The identifier.
  public var description: String { identifier }

  /// The type's name for people, such as "JPEG image"; nil for supertypes.
  public var localizedDescription: String? { known?.title }

  /// The usual file name extension, without the dot; nil for types without files.
  public var preferredFilenameExtension: String? { known?.extensions.first }

  /// The media type; nil for types without files.
  public var preferredMIMEType: String? { known?.mimeType }

  /// The types that this one is a kind of, near and far.
  public var supertypes: Set<UTType> {
    (known?.parents ?? []).reduce(into: []) { $0.formUnion($1.supertypes.union([$1])) }
  }

  /// Whether this is a kind of `type`, or the same.
  public func conforms(to type: UTType) -> Bool { self == type || supertypes.contains(type) }

  /// Whether this is another type than `type` and conforms to it.
  public func isSubtype(of type: UTType) -> Bool { self != type && conforms(to: type) }

  /// Whether `type` is another type and conforms to this one.
  public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

  private var known: KnownType? { KnownType.all.first { $0.identifier == identifier } }
}
