/// Whether an attachment is copied to buffers derived from the one it is on.
public enum CVAttachmentMode: UInt32, CaseIterable, Sendable {
  /// It stays on its buffer.
  case shouldNotPropagate = 0
  /// It is copied.
  case shouldPropagate = 1
}

/// The attachments of a buffer. Sendable: it exists only behind the buffer's mutex. Values are strings, numbers,
/// `Data`, dictionaries and colour spaces by convention, which never change.
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
