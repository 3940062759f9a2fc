internal import CHeadroomText
internal import HeadroomImage
internal import Synchronization

/// The open fonts. The underlying libraries allow one caller at a time, so only this type calls them.
struct TextFonts: ~Copyable {
  private static let shared = Mutex(TextFonts())

  private var lists: [FontRequest: FontList] = [:]
  private var faces: [TextFace.Key: TextFace] = [:]
  /// As many faces as a page of text in several scripts uses.
  private static let mostFaces = 48

  /// Runs work on text, one caller at a time; nil where the libraries are not installed.
  static func using<Result: Sendable>(_ body: (inout TextFonts) -> Result?) -> Result? {
    shared.withLock { fonts in unsafe headroom_text_missing() == nil ? body(&fonts) : nil }
  }

  /// Why text cannot be drawn; nil where it can.
  static var missing: String? {
    shared.withLock { _ in
      unsafe headroom_text_missing().map { unsafe String(cString: $0) }
    }
  }

  /// The face that matches a request, or the closest one.
  mutating func face(for request: FontRequest, size: Double) -> TextFace? {
    if let file = FontList.file(named: request.name),
      let exact = face(TextFace.Key(file: file.path, index: file.face, size: size))
    {
      return exact
    }
    return face(at: 0, of: request, size: size)
  }

  /// The first font for a request that has a character; nil where none has it.
  mutating func fallback(for character: UInt32, _ request: FontRequest, size: Double) -> TextFace? {
    guard let index = list(request)?.firstIndex(with: character) else { return nil }
    return face(at: index, of: request, size: size)
  }

  /// An open face.
  mutating func face(_ key: TextFace.Key) -> TextFace? {
    if let known = faces[key] { return known }
    guard let face = TextFace(key) else { return nil }
    if faces.count >= Self.mostFaces { faces = [:] }
    faces[key] = face
    return face
  }

  private mutating func face(at index: Int, of request: FontRequest, size: Double) -> TextFace? {
    guard let file = list(request)?.file(index) else { return nil }
    return face(TextFace.Key(file: file.path, index: file.face, size: size))
  }

  private mutating func list(_ request: FontRequest) -> FontList? {
    if let known = lists[request] { return known }
    guard let list = FontList(request) else { return nil }
    if lists.count >= Self.mostFaces { lists = [:] }
    lists[request] = list
    return list
  }
}
