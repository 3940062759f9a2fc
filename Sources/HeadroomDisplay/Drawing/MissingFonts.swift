internal import Foundation
internal import HeadroomSymbols
private import Synchronization

/// Says once on standard error why text cannot be drawn.
enum MissingFonts {
  private static let isSaid = Mutex(false)

  static func report() {
    guard let reason = FontFacts.missing else { return }
    let isNew = isSaid.withLock { said in
      defer { said = true }
      return !said
    }
    guard isNew else { return }
    try? FileHandle.standardError.write(contentsOf: Data("Headroom: text is not drawn: \(reason)\n".utf8))
  }
}
