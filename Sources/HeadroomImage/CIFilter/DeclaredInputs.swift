internal import Foundation
internal import HeadroomGraphics

/// The inputs that a client's filter class declares, found by reflection, those of its superclasses first.
struct DeclaredInputs {
  /// Those with `@KeyedInput`, which key access reaches.
  private(set) var keyed: [(key: String, input: any KeyedInputBox)] = []
  /// Other stored properties, which it cannot reach.
  private var plain: [PlainProperty] = []

  struct PlainProperty {
    /// The class that declares it.
    let owner: String
    let name: String
    let type: String
  }

  init(of filter: CIFilter) {
    var levels: [Mirror] = []
    var mirror: Mirror? = Mirror(reflecting: filter)
    while let level = mirror, level.subjectType != CIFilter.self {
      levels.append(level)
      mirror = level.superclassMirror
    }
    for level in levels.reversed() {
      for child in level.children {
        guard let name = child.label.map(Self.propertyName) else { continue }
        if let box = child.value as? any KeyedInputBox {
          keyed.append((name, box))
        } else {
          plain.append(
            PlainProperty(owner: "\(level.subjectType)", name: name, type: Self.typeName(type(of: child.value))))
        }
      }
    }
  }

  subscript(key: String) -> (any KeyedInputBox)? { keyed.first { $0.key == key }?.input }

  /// The property that a key refers to, when key access cannot reach it.
  func plainProperty(for key: String) -> PlainProperty? { plain.first { $0.name == key } }

  /// Those that look like inputs.
  var plainInputs: [PlainProperty] { plain.filter { $0.name.hasPrefix("input") } }

  /// The property's name: wrappers store theirs under a name with an underscore, lazy properties under one with a
  /// compiler's prefix.
  private static func propertyName(_ label: String) -> String {
    let lazy = "$__lazy_storage_$_"
    if label.hasPrefix(lazy) { return String(label.dropFirst(lazy.count)) }
    return label.hasPrefix("_") ? String(label.dropFirst()) : label
  }

  /// `CIImage?` rather than `Optional<CIImage>`.
  private static func typeName(_ type: Any.Type) -> String {
    let name = "\(type)"
    let optional = "Optional<"
    return name.hasPrefix(optional) ? name.dropFirst(optional.count).dropLast() + "?" : name
  }
}

extension DeclaredInputs.PlainProperty {
  /// The mistake, and what to write instead.
  var error: FilterError { .plainProperty(filter: owner, key: name, type: type) }

  /// Tells the developer, once for each property. Otherwise an input would stay unchanged, and a filter's output nil,
  /// for no visible reason.
  func report() { DeveloperNotes.log("\(error)", about: "\(owner).\(name)") }
}
