/// The folders of a module in the order in which they may know one another: each names only what lies in it and below.
public struct FolderOrder: Sendable {
  public let module: String
  /// Lowest first.
  public let folders: [String]

  public init(_ module: String, _ folders: [String]) {
    self.module = module
    self.folders = folders
  }

  public var indices: Range<Int> { folders.indices }

  /// What files of a folder name of folders above it.
  public func mentionsAbove(_ index: Int) throws -> [String] {
    let above = try folders[(index + 1)...].map { try SourceFolder(module, $0) }
    return try SourceFolder(module, folders[index]).mentions(of: above)
  }

  /// Folders that are not in the order, or are in it and not there.
  public func strays() throws -> Set<String> { try SourceFolder.names(in: module).symmetricDifference(folders) }
}
