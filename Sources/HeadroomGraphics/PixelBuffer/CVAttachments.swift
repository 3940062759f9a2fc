/// Whether an attachment is copied to buffers derived from the one it is on.
public enum CVAttachmentMode: UInt32, CaseIterable, Sendable {
  /// It stays on its buffer.
  case shouldNotPropagate = 0
  /// It is copied.
  case shouldPropagate = 1
}

/// The attachments of a buffer.
// Sendable: only lives behind the buffer's mutex. Values are strings, numbers, `Data`, dictionaries and colour spaces
// by convention, which never change.
struct CVAttachments: @unchecked Sendable {
  private(set) var entries: [String: (value: Any, mode: CVAttachmentMode)] = [:]

  subscript(key: String) -> (value: Any, mode: CVAttachmentMode)? {
    get { entries[key] }
    set { entries[key] = newValue }
  }

  /// Those of one mode.
  func values(mode: CVAttachmentMode) -> [String: Any] {
    entries.filter { $0.value.mode == mode }.mapValues { $0.value }
  }

  mutating func add(_ values: [String: Any], mode: CVAttachmentMode) {
    for (key, value) in values { entries[key] = (value, mode) }
  }

  mutating func removeAll() { entries.removeAll() }
}

/// Reads numbers out of dictionaries, whatever type a client has put there.
enum AttributeNumber {
  static func integer(_ value: Any?) -> Int? {
    switch value {
    case let number as Int: number
    case let number as any BinaryInteger: Int(exactly: number)
    case let number as any BinaryFloatingPoint: Int(exactly: Double(number))
    default: nil
    }
  }

  static func double(_ value: Any?) -> Double? {
    switch value {
    case let number as Double: number
    case let number as any BinaryFloatingPoint: Double(number)
    case let number as any BinaryInteger: Double(number)
    default: nil
    }
  }
}
