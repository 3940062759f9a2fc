internal import HeadroomContainers
public import HeadroomGraphics
internal import Synchronization

/// The types of files that sources of this process may read; nil for all.
enum AllowableTypes {
  private static let types = Mutex<Set<String>?>(nil)

  /// The types that are read, of those in `wanted`; nil where one of them is not.
  static func known(_ wanted: CFArray) -> Set<String>? {
    let read = Set(ImageFormats.all.filter { $0.abilities.contains(.reading) }.map { $0.uti })
    let texts = wanted.compactMap { OptionValues.text($0) }
    guard texts.count == wanted.count, !texts.isEmpty, texts.allSatisfy(read.contains) else { return nil }
    return Set(texts)
  }

  static func set(_ allowed: Set<String>) { types.withLock { $0 = allowed } }

  /// - Throws: ``ImageIOError/unreadFormat(name:)`` for a file of another type.
  static func check(_ bytes: FileBytes) throws(ImageIOError) {
    guard let allowed = types.withLock({ $0 }) else { return }
    let format = try ImageFormats.recognize(bytes)
    guard allowed.contains(format.uti) else { throw .unreadFormat(name: format.uti) }
  }
}

/// Restricts which files the sources of this process read. Files of other types have no pictures, and the status
/// `statusUnknownType`.
///
/// - Parameter allowableTypes: type identifiers of ``CGImageSourceCopyTypeIdentifiers()``.
/// - Returns: 0, or -50 where a type is not read or none is given; the types then stay as they were.
@discardableResult
public func CGImageSourceSetAllowableTypes(_ allowableTypes: CFArray) -> Int32 {
  guard let types = AllowableTypes.known(allowableTypes) else { return -50 }
  AllowableTypes.set(types)
  return 0
}
