public import Foundation
public import HeadroomImage

/// Makes filters that a client registered. Called on the thread that asks for the filter.
public protocol CIFilterConstructor {
  /// A new filter with its defaults, or nil when the name is unknown.
  func filter(withName name: String) -> CIFilter?
}

extension CIFilter {
  /// Registers a client's filter by name, for `CIFilter(name:)` and the lists of filters.
  ///
  /// - Parameters:
  ///   - name: the name; built-in names cannot be replaced.
  ///   - constructor: makes the filter.
  ///   - attributes: display name and categories under `kCIAttributeFilterDisplayName` and `kCIAttributeFilterCategories`.
  public class func registerName(
    _ name: String, constructor: any CIFilterConstructor, classAttributes attributes: [String: Any] = [:]
  ) {
    FilterRegistry.register(ClientFilter(constructor: constructor, attributes: attributes), name: name)
  }

  /// The names of the filters in a category, sorted; nil lists all.
  public class func filterNames(inCategory category: String?) -> [String] {
    FilterRegistry.names(in: category.map { [$0] } ?? [])
  }

  /// The names of the filters that are in every one of the categories, sorted; nil lists all.
  public class func filterNames(inCategories categories: [String]?) -> [String] {
    FilterRegistry.names(in: categories ?? [])
  }

  /// A filter's name for people; nil when there is no such filter.
  public class func localizedName(forFilterName filterName: String) -> String? {
    if let entry = FilterRegistry.entry(named: filterName) { return entry.displayName }
    guard let client = FilterRegistry.client(named: filterName) else { return nil }
    return client.attributes[kCIAttributeFilterDisplayName] as? String ?? FilterNames.displayName(of: filterName)
  }

  /// A category's name for people: "Color Adjustment" for `CICategoryColorAdjustment`.
  public class func localizedName(forCategory category: String) -> String {
    let prefix = "CICategory"
    return FilterNames.displayName(of: category.hasPrefix(prefix) ? String(category.dropFirst(prefix.count)) : category)
  }

  /// What a filter does; nil when there is no such filter.
  public class func localizedDescription(forFilterName filterName: String) -> String? {
    if let entry = FilterRegistry.entry(named: filterName) { return entry.documentation }
    return FilterRegistry.client(named: filterName)?.attributes[kCIAttributeDescription] as? String
  }

  /// Where a client's filter is documented; nil for built-in filters, whose documentation is ``localizedDescription(forFilterName:)``.
  public class func localizedReferenceDocumentation(forFilterName filterName: String) -> URL? {
    FilterRegistry.client(named: filterName)?.attributes[kCIAttributeReferenceDocumentation] as? URL
  }
}
