package import HeadroomEngine
internal import HeadroomImage

/// A built-in filter's definition with its entry in the registry.
///
/// The build-tool plugin writes the conformance of every definition in `Filters/`: `inputs` from its `@Input` properties
/// and `documentation` from its comment. The rest has defaults that a definition can replace.
package protocol RegisteredFilter: FilterDefinition {
  /// The parameters, in Core Image's order; images are not among them.
  static var inputs: [InputSlot<Self>] { get }
  /// The comment on the definition.
  static var documentation: String { get }
  /// The name for people.
  static var displayName: String { get }
  /// The system versions that introduced the filter.
  static var introduced: FilterAvailability { get }
  /// The keys of the images the filter takes, in order.
  static var imageKeys: [String] { get }
  /// The keys of images and parameters in Core Image's order: images first, unless a definition sets another order.
  static var keys: [String] { get }
  /// Whether the parameters leave the input image as it is; then the filter returns that image itself.
  var isNeutral: Bool { get }
}

extension RegisteredFilter {
  package static var displayName: String { FilterNames.displayName(of: name) }
  package static var imageKeys: [String] { [kCIInputImageKey] }
  package static var keys: [String] { imageKeys + inputs.map(\.description.key) }
  package var isNeutral: Bool { hasIdentityValues }

  /// Whether every parameter has the value at which it changes nothing; false when one has no such value.
  package var hasIdentityValues: Bool {
    !Self.inputs.isEmpty && Self.inputs.allSatisfy { $0.isNeutral(self) ?? false }
  }

  package var fingerprint: Fingerprint {
    Fingerprint(
      Self.name, Self.inputs.flatMap { $0.fingerprint(self) }, objects: Self.inputs.flatMap { $0.objects(self) })
  }
}

extension RegisteredFilter where Self: BlendFilter {
  package static var imageKeys: [String] { [kCIInputImageKey, kCIInputBackgroundImageKey] }
}

extension RegisteredFilter where Self: GeneratorFilter {
  package static var imageKeys: [String] { [] }
  package var isNeutral: Bool { false }
}

/// The system versions that introduced a filter.
package struct FilterAvailability: Hashable, Sendable {
  package let iOS: String
  package let macOS: String

  package init(iOS: String, macOS: String) {
    self.iOS = iOS
    self.macOS = macOS
  }
}
