internal import Foundation
internal import HeadroomContainers
internal import HeadroomGraphics

/// A date for all places of a file's metadata that already state one.
struct DateTimeChange: Sendable {
  /// `2024-05-01T10:20:30`
  private let local: String
  /// The digits of a second's fraction.
  private let fraction: String?
  /// `+02:00`
  private let zone: String?

  /// - Parameter value: a `Date`, which is given in the zone of this machine, or a text in the form of EXIF or of
  ///   ISO 8601; nil for anything else.
  init?(_ value: Any) {
    if let date = value as? Date {
      self.init(date)
    } else if let text = OptionValues.text(value) {
      self.init(text: text)
    } else {
      return nil
    }
  }

  private init?(_ date: Date) {
    guard date.timeIntervalSinceReferenceDate.magnitude < 1e11 else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    func digits(_ number: Int?, _ count: Int) -> String {
      let text = String(max(number ?? 0, 0))
      return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
    guard let year = parts.year, (0...9999).contains(year) else { return nil }
    let offset = TimeZone.current.secondsFromGMT(for: date) / 60
    local =
      "\(digits(year, 4))-\(digits(parts.month, 2))-\(digits(parts.day, 2))"
      + "T\(digits(parts.hour, 2)):\(digits(parts.minute, 2)):\(digits(parts.second, 2))"
    fraction = nil
    zone = "\(offset < 0 ? "-" : "+")\(digits(abs(offset) / 60, 2)):\(digits(abs(offset) % 60, 2))"
  }

  /// Day and time have separators of either form; fraction and zone may follow.
  private init?(text: String) {
    let form = /(\d{4})[-:](\d{2})[-:](\d{2})[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:\.(\d{1,9}))?(Z|[+-]\d{2}:?\d{2})?/
    guard let found = text.trimmingCharacters(in: .whitespaces).wholeMatch(of: form) else { return nil }
    let (_, year, month, day, hour, minute, second, fraction, zone) = found.output
    func isIn(_ range: ClosedRange<Int>, _ digits: Substring) -> Bool { Int(digits).map(range.contains) ?? false }
    guard isIn(1...12, month), isIn(1...31, day), isIn(0...23, hour), isIn(0...59, minute),
      isIn(0...60, second ?? "00")
    else { return nil }
    local = "\(year)-\(month)-\(day)T\(hour):\(minute):\(second ?? "00")"
    self.fraction = fraction.map(String.init)
    switch zone {
    case nil: self.zone = nil
    case "Z": self.zone = "+00:00"
    case let offset?: self.zone = "\(offset.prefix(3)):\(offset.suffix(2))"
    }
  }

  /// The tags to change: the dates among these, with their fractions and zones.
  func tags(in before: MetadataTree) -> MetadataTree {
    var tree = MetadataTree()
    func change(_ namespace: String, _ names: [String], _ value: MetadataNode.Value) {
      for name in names.map({ XMLName(namespace, $0) }) {
        guard let node = before.node(named: name) else { continue }
        tree.add(MetadataNode(name: name, prefix: node.prefix, value: value))
      }
    }
    change(XMPNamespace.tiff, ["DateTime"], .text(local))
    change(XMPNamespace.exif, ["DateTimeOriginal", "DateTimeDigitized"], .text(local))
    let whole = local + (fraction.map { ".\($0)" } ?? "") + (zone ?? "")
    change(XMPNamespace.basic, ["CreateDate", "ModifyDate"], .text(whole))
    change(XMPNamespace.photoshop, ["DateCreated"], .text(whole))
    // The former fraction belongs to the former time.
    change(
      XMPNamespace.exif, ["SubsecTime", "SubsecTimeOriginal", "SubsecTimeDigitized"],
      fraction.map { .text($0) } ?? .null)
    if let zone {
      change(XMPNamespace.exif, ["OffsetTime", "OffsetTimeOriginal", "OffsetTimeDigitized"], .text(zone))
    }
    return tree
  }
}
