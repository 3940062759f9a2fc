internal import Foundation
internal import HeadroomContainers
internal import HeadroomGraphics

// The forms of EXIF's values in XMP (XMP specification, part 2, section 2.4).

/// A latitude or longitude: `48,51.5N`, in degrees, minutes and a direction; seconds may follow the minutes.
struct XMPCoordinate: Equatable {
  /// Nil while only the direction is known.
  var degrees: Double?
  /// `N`, `S`, `E` or `W`; nil while only the angle is known.
  var direction: String?

  init(degrees: Double?, direction: String?) {
    self.degrees = degrees
    self.direction = direction
  }

  init(_ text: String) {
    var text = text[...]
    if let last = text.last, "NSEW".contains(last) {
      direction = String(last)
      text = text.dropLast()
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard (1...3).contains(parts.count), parts.allSatisfy({ $0.map { $0.isFinite && $0 >= 0 } ?? false }) else {
      return
    }
    degrees = zip(parts, [1.0, 60, 3600]).reduce(0) { $0 + ($1.0 ?? 0) / $1.1 }
  }

  /// Parts of a minute that are kept: two tenths of a millimetre on the ground.
  private static let fractions = 10_000_000

  var text: String {
    guard let degrees, degrees.isFinite, (0...360).contains(degrees) else { return direction ?? "" }
    let units = Int((degrees * 60 * Double(Self.fractions)).rounded())
    let (minutes, rest) = (units / Self.fractions, units % Self.fractions)
    var fraction = String(String(Self.fractions + rest).dropFirst())
    while fraction.count > 1, fraction.last == "0" { fraction.removeLast() }
    return "\(minutes / 60),\(minutes % 60).\(fraction)\(direction ?? "")"
  }
}

/// The time of a position fix, which EXIF stores as a time and a date: `2024-05-01T10:20:30Z`.
struct XMPFixTime: Equatable {
  /// `10:20:30`
  var time: String?
  /// `2024:05:01`
  var date: String?

  init(time: String?, date: String?) {
    self.time = time
    self.date = date
  }

  /// Times that are not universal give no EXIF time.
  init(_ text: String) {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    if let day = parts.first, day.count == 10 { date = String(day).replacing("-", with: ":") }
    guard let rest = parts.count == 2 ? parts[1] : date == nil ? parts.first : nil else { return }
    let universal = rest.hasSuffix("Z") ? rest.dropLast() : rest.hasSuffix("+00:00") ? rest.dropLast(6) : rest
    if !universal.contains(where: { $0 == "+" || $0 == "-" }), universal.contains(":") { time = String(universal) }
  }

  var text: String {
    let day = date?.replacing(":", with: "-")
    guard let time else { return day ?? "" }
    return day.map { "\($0)T\(time)Z" } ?? time
  }
}

/// The flash data: bits in EXIF, fields in XMP.
enum XMPFlash {
  private static let truths: [(name: String, bit: Int)] = [("Fired", 0), ("Function", 5), ("RedEyeMode", 6)]
  private static let choices: [(name: String, bit: Int)] = [("Return", 1), ("Mode", 3)]

  static func fields(_ bits: Int) -> CFDictionary {
    var result: CFDictionary = [:]
    for (name, bit) in truths { result[name] = bits >> bit & 1 == 1 }
    for (name, bit) in choices { result[name] = bits >> bit & 3 }
    return result
  }

  /// Nil for a value that is not such a structure.
  static func bits(_ node: MetadataNode) -> Int? {
    guard case .fields(let fields) = node.value else { return nil }
    func text(_ name: String) -> String? { fields.first { $0.name == XMLName(MetadataSchema.exif, name) }?.text }
    let set = truths.reduce(0) { $0 | (text($1.name)?.lowercased() == "true" ? 1 << $1.bit : 0) }
    return choices.reduce(set) { $0 | ((text($1.name).flatMap { Int($0) } ?? 0) & 3) << $1.bit }
  }
}

extension EXIFPropertyTable.Row {
  /// A property's value in XMP's form: fractions as such, dates of ISO 8601; nil for values that this property cannot
  /// have, and for forms that XMP does not have.
  func texts(of value: Any) -> [String]? {
    switch form {
    case .text, .comment: return OptionValues.text(value).map { [Self.isoDate($0) ?? $0] }
    case .integer, .byte: return OptionValues.integer(value).map { ["\($0)"] }
    case .integers: return OptionValues.numbers(value)?.compactMap { OptionValues.integer($0).map { "\($0)" } }
    case .number, .numbers: return OptionValues.numbers(value)?.map(Self.fraction)
    case .bytes: return Self.bytes(value).map { isVersion ? [$0.joined(separator: ".")] : $0 }
    case .version: return Self.bytes(value).map { [Self.version($0)] }
    case .angle: return OptionValues.number(value).map { [XMPCoordinate(degrees: $0, direction: nil).text] }
    case .time: return OptionValues.text(value).map { [$0] }
    case .data: return nil
    }
  }

  /// The value of a property from XMP's texts; nil where they do not form one.
  func property(of texts: [String]) -> Any? {
    guard let first = texts.first else { return nil }
    switch form {
    case .text, .comment: return Self.exifDate(first) ?? first
    case .integer, .byte, .number: return Self.number(first)
    case .integers, .numbers:
      let numbers = texts.compactMap(Self.number)
      return numbers.count == texts.count ? numbers : nil
    case .bytes:
      let parts = isVersion ? first.split(separator: ".").map { String($0) } : texts
      let numbers = parts.compactMap { UInt8($0) }.map { Int($0) }
      return numbers.count == parts.count ? numbers : nil
    case .version:
      let digits = first.compactMap(\.wholeNumberValue)
      return digits.count == 4 && first.count == 4 ? [digits[0] * 10 + digits[1], digits[2], digits[3]] : nil
    case .angle: return XMPCoordinate(first).degrees
    case .time: return XMPFixTime(first).time
    case .data: return nil
    }
  }

  /// The version of the GPS block, four numbers with full stops in XMP.
  private var isVersion: Bool { key == kCGImagePropertyGPSVersion }

  private static func bytes(_ value: Any) -> [String]? {
    guard let numbers = OptionValues.numbers(value) else { return nil }
    let bytes = numbers.compactMap { UInt8(exactly: $0) }
    return bytes.count == numbers.count ? bytes.map { "\($0)" } : nil
  }

  /// 2, 3, 2 is `0232`.
  private static func version(_ parts: [String]) -> String {
    let digits = "0" + parts.joined()
    return digits + String(repeating: "0", count: max(4 - digits.count, 0))
  }

  private static func fraction(_ value: Double) -> String {
    let parts = TIFFValue.Fraction(approximating: value.magnitude)
    return "\(value < 0 ? "-" : "")\(parts.numerator)/\(parts.denominator)"
  }

  private static func number(_ text: String) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
    guard let top = parts[0], top.isFinite else { return nil }
    if parts.count == 1 { return top }
    guard parts.count == 2, let bottom = parts[1], bottom.isFinite, bottom != 0 else { return nil }
    return top / bottom
  }

  /// `2024:05:01 10:00:00` as `2024-05-01T10:00:00`; nil for other texts.
  private static func isoDate(_ text: String) -> String? {
    var characters = Array(text)
    guard characters.count == 19, characters[4] == ":", characters[7] == ":", characters[10] == " " else { return nil }
    (characters[4], characters[7], characters[10]) = ("-", "-", "T")
    return String(characters)
  }

  private static func exifDate(_ text: String) -> String? {
    var characters = Array(text.prefix(19))
    guard characters.count == 19, characters[4] == "-", characters[7] == "-", characters[10] == "T",
      characters[13] == ":", characters[16] == ":"
    else { return nil }
    (characters[4], characters[7], characters[10]) = (":", ":", " ")
    return String(characters)
  }
}
