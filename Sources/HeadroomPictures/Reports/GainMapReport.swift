internal import Foundation
internal import HeadroomColor
package import HeadroomContainers
package import HeadroomImageIO

/// A file's gain map metadata as JSON: the same object in `info --json`, `gainmap info --json` and the sidecar of
/// `gainmap extract`.
package enum GainMapReport {
  package static func json(_ map: GainMapDescription) -> JSONValue {
    var iso: GainMapMetadata?
    if case .iso(let metadata) = map.formula { iso = metadata }
    return [
      "kinds": .array(map.kinds.map { .string($0.rawValue) }),
      "width": .integer(map.width), "height": .integer(map.height), "channels": .integer(map.channels),
      "baseHeadroom": .number(map.formula.baseHeadroomStops),
      "alternateHeadroom": .number(map.formula.alternateHeadroomStops),
      "min": triple(iso?.min), "max": triple(iso?.max), "gamma": triple(iso?.gamma),
      "baseOffset": triple(iso?.baseOffset), "alternateOffset": triple(iso?.alternateOffset),
      "useBaseColorSpace": .bool(iso?.useBaseColorSpace ?? true), "appleHeadroom": .number(orNull: map.appleHeadroom),
      "alternateColorSpace": .string(orNull: map.alternateEncoding?.name),
    ]
  }

  private static func triple(_ values: SIMD3<Double>?) -> JSONValue {
    values.map { .array([.number($0.x), .number($0.y), .number($0.z)]) } ?? .null
  }

  /// As text: a line for each parameter.
  package static func rows(_ map: GainMapDescription) -> [(String, String)] {
    var rows = [
      ("described by", map.kinds.map(\.rawValue).joined(separator: ", ")),
      ("map", "\(map.width)x\(map.height), \(map.channels) channels"),
      ("base", stops(map.formula.baseHeadroomStops)), ("alternate", stops(map.formula.alternateHeadroomStops)),
    ]
    if case .iso(let metadata) = map.formula {
      rows += [
        ("gain", "\(values(metadata.min)) to \(values(metadata.max)) stops"), ("gamma", values(metadata.gamma)),
        ("base offset", values(metadata.baseOffset)), ("other offset", values(metadata.alternateOffset)),
        ("works in", metadata.useBaseColorSpace ? "the base's colour space" : "the alternate's colour space"),
      ]
    } else {
      rows.append(("formula", "Apple's: sdr x (1 + (headroom - 1) x map^1.961)"))
    }
    if let headroom = map.appleHeadroom { rows.append(("Apple headroom", "\(ShortNumber.text(headroom))x")) }
    if let name = map.alternateEncoding?.name { rows.append(("alternate in", name)) }
    return rows
  }

  private static func stops(_ value: Double) -> String {
    "headroom \(ShortNumber.text(exp2(value)))x = \(ShortNumber.text(value)) stops"
  }

  private static func values(_ triple: SIMD3<Double>) -> String {
    if triple.x == triple.y, triple.y == triple.z { return ShortNumber.text(triple.x) }
    return (0..<3).map { ShortNumber.text(triple[$0]) }.joined(separator: "/")
  }
}
