/// A file's name by its bytes: to the system, names are the same where their bytes are, whereas strings also equal those that
/// Unicode writes in another way.
struct ByteName: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (one: ByteName, other: ByteName) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
