public import Foundation

/// Where the real photos lie that some tests read: `HEADROOM_TEST_DATA`, or `../shared/data` beside the package.
///
/// Tests that need them are marked `.enabled(if: TestData.isAvailable)`, so that a run without them says so.
public enum TestData {
  /// The package's root folder.
  public static let packageRoot: URL = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of real files.
  public static let root: URL = {
    if let path = ProcessInfo.processInfo.environment["HEADROOM_TEST_DATA"] { return URL(filePath: path) }
    return packageRoot.appending(path: "../shared/data").standardizedFileURL
  }()

  /// Whether the real files are here.
  public static var isAvailable: Bool { FileManager.default.fileExists(atPath: root.appending(path: "stills").path) }

  /// The folder of `.cube` files; nil where it is not there.
  public static var cubes: URL? {
    let folder = root.appending(path: "cubes")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }

  /// A file below `stills`.
  public static func still(_ path: String) -> URL { root.appending(path: "stills").appending(path: path) }

  /// The bytes of a file below `stills`.
  public static func stillBytes(_ path: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: still(path))) }
}
