public import Foundation

/// A place for the bytes of a file that is written: data in memory, or a file.
///
/// A destination made by `CGImageDestinationCreateWithDataConsumer(_:_:_:_:)` writes into one.
public final class CGDataConsumer {
  /// Where the bytes go.
  package enum Target {
    case data(NSMutableData)
    case file(URL)
  }

  package let target: Target

  /// A consumer that appends to data in memory.
  public init?(data: NSMutableData) { target = .data(data) }

  /// A consumer that writes a file, which appears when it is complete. Nil for a URL that is not a file's.
  public init?(url: URL) {
    guard url.isFileURL else { return nil }
    target = .file(url)
  }
}
