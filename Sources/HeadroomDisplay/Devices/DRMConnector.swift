internal import Foundation
internal import HeadroomContainers

/// A connector for a screen, as the kernel's files describe it (`/sys/class/drm/card0-HDMI-A-1/`).
///
/// The files hold what the kernel last found; nothing reports changes, so they have to be read again.
package struct DRMConnector: Hashable, Sendable {
  /// The name of its folder, such as `card0-HDMI-A-1`: the graphics card and the socket.
  package var name: String
  /// Whether a screen is plugged in.
  package var isConnected: Bool
  /// Whether pictures are sent to the screen.
  package var isEnabled: Bool
  /// The modes that card and screen agree on, the best one first.
  package var modes: [DisplayMode]
  /// The EDID bytes that the screen sent; empty where it sent none.
  package var edidBytes: [UInt8]

  /// The kernel's folder of connectors.
  package static let root = "/sys/class/drm"

  /// The screen's EDID, or the error in it; nil where it sent none.
  package var edid: Result<EDID, EDIDError>? {
    guard !edidBytes.isEmpty else { return nil }
    return Result { () throws(EDIDError) in try EDID(edidBytes) }
  }
}

extension DRMConnector {
  /// All connectors below a folder, by name; empty without such a folder, as on machines without a graphics card.
  package static func all(in root: String = root) -> [DRMConnector] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return names.filter(isConnector).sorted().prefix(most).map { DRMConnector(name: $0, folder: "\(root)/\($0)") }
  }

  /// More than any machine has.
  private static let most = 256

  /// `card0` is a card's own folder; a writeback connector leads to the card's own memory.
  private static func isConnector(_ name: String) -> Bool {
    let parts = name.split(separator: "-", maxSplits: 1)
    guard parts.count == 2, parts[0].hasPrefix("card") else { return false }
    return Int(parts[0].dropFirst(4)) != nil && !parts[1].hasPrefix("Writeback")
  }

  private init(name: String, folder: String) {
    let modes = Self.text("\(folder)/modes").split(separator: "\n")
    self.init(
      name: name, isConnected: Self.word("\(folder)/status") == "connected",
      isEnabled: Self.word("\(folder)/enabled") == "enabled", modes: modes.compactMap { DisplayMode(line: $0) },
      edidBytes: Self.bytes("\(folder)/edid", atMost: EDID.largestSize))
  }

  /// A file that is missing or unreadable counts as empty: the kernel leaves out what it does not know.
  private static func bytes(_ path: String, atMost largest: Int) -> [UInt8] {
    guard SmallFile.isRegular(path), let file = try? SmallFile(path, atMost: largest) else { return [] }
    return file.bytes
  }

  private static func text(_ path: String) -> String { String(decoding: bytes(path, atMost: 1 << 16), as: UTF8.self) }

  private static func word(_ path: String) -> String { text(path).trimmingCharacters(in: .whitespacesAndNewlines) }
}
