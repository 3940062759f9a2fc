package import HeadroomImage
internal import Synchronization

/// All filters that can be made by name.
///
/// The build-tool plugin lists the built-in ones from the files in `Filters/`; clients add theirs with
/// `CIFilter.registerName(_:constructor:classAttributes:)`.
package enum FilterRegistry {
  /// The built-in filters, by name.
  package static let builtIn: [FilterEntry] = definitions.map { entry($0) }

  private static let byName = Dictionary(uniqueKeysWithValues: definitions.map { ($0.name, $0) })

  /// The entry of a built-in filter.
  package static func entry(named name: String) -> FilterEntry? { byName[name].map { entry($0) } }

  private static func entry(_ definition: any RegisteredFilter.Type) -> FilterEntry { FilterEntry(definition) }

  /// Filters that clients registered. Process-wide, because Core Image's interface to it is.
  private static let registered = Mutex<[String: ClientFilter]>([:])

  package static func makeFilter(named name: String) -> CIFilter? {
    if let builtIn = entry(named: name) { return builtIn.makeFilter() }
    let client = registered.withLock { $0[name] }
    guard let made = client?.constructor.filter(withName: name) else { return nil }
    made.name = name
    return made
  }

  static func register(_ filter: ClientFilter, name: String) {
    guard byName[name] == nil else { return }
    registered.withLock { $0[name] = filter }
  }

  static func client(named name: String) -> ClientFilter? { registered.withLock { $0[name] } }

  /// The names of all filters that are in each of the categories, sorted.
  package static func names(in categories: [String]) -> [String] {
    let clients = registered.withLock { filters in filters.map { (name: $0.key, categories: $0.value.categories) } }
    let builtIn = builtIn.map { (name: $0.name, categories: $0.categories.map(\.rawValue)) }
    return (builtIn + clients).filter { filter in categories.allSatisfy(filter.categories.contains) }.map(\.name)
      .sorted()
  }
}

/// A filter that a client registered.
///
/// `@unchecked`: constructor and attributes are set once and then only read. The client is responsible for what the
/// constructor does; `CIFilterConstructor` documents that it is called from any thread.
struct ClientFilter: @unchecked Sendable {
  let constructor: any CIFilterConstructor
  let attributes: [String: Any]

  var categories: [String] { attributes[kCIAttributeFilterCategories] as? [String] ?? [] }
}
