internal import Foundation
internal import HeadroomColor
internal import HeadroomEngine

/// A screen that the kernel lists as connected.
package struct RealScreen: Sendable {
  package let connector: DRMConnector
  /// Its EDID; nil where it has none, or an unreadable one.
  package let edid: EDID?
  private let faces: ScreenFaces

  package var screen: Screen { faces.screen }

  init(_ connector: DRMConnector) {
    self.connector = connector
    edid = try? connector.edid?.get()
    let headroom = edid?.headroom ?? 1
    faces = ScreenFaces(
      Screen(
        name: edid?.name ?? connector.name, size: Self.size(connector, edid),
        refreshRate: Self.mode(connector, edid)?.refreshRate,
        state: DisplayState(
          potentialHeadroom: headroom, currentHeadroom: headroom,
          whiteLuminance: headroom > 1 ? ReferenceWhite.nits : nil)))
  }

  /// The connected screens below a folder, active ones first. An unchanged screen stays the same object.
  static func connected(in root: String, known: [RealScreen]) -> [RealScreen] {
    let connected = DRMConnector.all(in: root).filter(\.isConnected)
    let ordered = connected.filter(\.isEnabled) + connected.filter { !$0.isEnabled }
    return ordered.map { connector in
      known.first { $0.connector.isSameScreen(as: connector) }.map { RealScreen($0, now: connector) }
        ?? RealScreen(connector)
    }
  }

  private init(_ known: RealScreen, now connector: DRMConnector) {
    self.connector = connector
    (edid, faces) = (known.edid, known.faces)
  }

  private static func size(_ connector: DRMConnector, _ edid: EDID?) -> CGSize {
    let mode = mode(connector, edid) ?? DisplayMode(width: 0, height: 0)
    return CGSize(width: mode.width, height: mode.height)
  }

  private static func mode(_ connector: DRMConnector, _ edid: EDID?) -> DisplayMode? {
    edid?.preferredMode ?? connector.modes.first
  }
}

extension DRMConnector {
  /// Whether nothing has changed, except possibly whether it is active.
  fileprivate func isSameScreen(as other: DRMConnector) -> Bool {
    name == other.name && edidBytes == other.edidBytes && modes == other.modes
  }
}

extension EDID {
  /// The peak over a white of 203 cd/m² (BT.2408): a desktop's white on an HDR screen. 1 for a screen that is not HDR,
  /// for one that does not state its peak, and for one whose peak is not above that white.
  package var headroom: Double {
    guard isHDR, let peak = peakLuminance else { return 1 }
    return max(peak / ReferenceWhite.nits, 1)
  }

  /// Its name, or otherwise maker and product number.
  package var name: String {
    productName ?? "\(manufacturer) \(String(productCode, radix: 16, uppercase: true))"
  }
}
