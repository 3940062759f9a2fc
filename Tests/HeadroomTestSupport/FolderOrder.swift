/// The folders of a module in the order in which they may know one another: each names only what lies in it and below.
public struct FolderOrder: Sendable {
  public let module: String
  /// Lowest first. Folders of one tier may name each other.
  private let tiers: [[String]]

  public init(_ module: String, _ folders: [String]) { self.init(module, tiers: folders.map { [$0] }) }

  public init(_ module: String, tiers: [[String]]) {
    self.module = module
    self.tiers = tiers
  }

  public var indices: Range<Int> { tiers.indices }

  /// What files of a tier name of folders above it.
  public func mentionsAbove(_ index: Int) throws -> [String] {
    let above = try tiers[(index + 1)...].joined().map { try SourceFolder(module, $0) }
    return try tiers[index].flatMap { try SourceFolder(module, $0).mentions(of: above) }
  }

  /// Folders that are not in the order, or are in it and not there.
  public func strays() throws -> Set<String> {
    try SourceFolder.names(in: module).symmetricDifference(tiers.joined())
  }
}
