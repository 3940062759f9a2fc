internal import HeadroomContainers

/// The bytes of a finished film's `moov` box, which lies at its end and may grow.
struct MovieBytes {
  private(set) var bytes: [UInt8]
  private let limits: DecodeLimits

  init(_ bytes: [UInt8], _ limits: DecodeLimits) { (self.bytes, self.limits) = (bytes, limits) }

  /// The boxes in `moov`.
  private func list() throws(ImageIOError) -> ISOBoxList {
    let file = ISOBoxList(of: FileBytes(bytes), limits: limits)
    guard let box = try file.boxes().first, box.type == "moov" else {
      throw .internalError("the film's boxes are not in front")
    }
    return try file.inside(box)
  }

  /// Puts in further boxes; user data join those that are there.
  mutating func put(_ boxes: [MovieNotes.Box]) throws(ImageIOError) {
    guard !boxes.isEmpty else { return }
    let user = boxes.filter(\.isUserData).flatMap(\.bytes)
    let others = boxes.filter { !$0.isUserData }.flatMap(\.bytes)
    bytes = BoxBytes.box("moov", try body(of: try list(), user: user) + others)
  }

  /// The boxes of a list, with further ones in `udta`.
  private func body(of list: ISOBoxList, user more: [UInt8]) throws(ImageIOError) -> [UInt8] {
    var (body, user) = ([UInt8](), [UInt8]())
    for box in try list.boxes() {
      guard box.type == "udta" else {
        body += bytes[box.start..<box.payload.upperBound]
        continue
      }
      for child in try list.inside(box).boxes() { user += bytes[child.start..<child.payload.upperBound] }
    }
    user += more
    return user.isEmpty ? body : body + BoxBytes.box("udta", user)
  }

  /// Writes a track's language into its media header: three times five bits, counted from 0x60.
  ///
  /// ```
  /// mdhd: u8 version, u24 flags | created, changed: u32 or, in version 1, u64 | u32 timescale | duration: u32 or u64
  ///       u16 language
  /// ```
  ///
  /// - Parameters:
  ///   - language: three letters of ISO 639-2; other words change nothing.
  ///   - place: of the track, from 0 on.
  mutating func state(language: String, ofTrack place: Int) throws(ImageIOError) {
    let letters = Array(language.utf8)
    guard letters.count == 3, letters.allSatisfy({ (0x61...0x7A).contains($0) }) else { return }
    var list = try list()
    let tracks = try list.boxes().filter { $0.type == "trak" }
    guard tracks.indices.contains(place) else { throw .internalError("there is no track \(place)") }
    list = try list.inside(tracks[place])
    guard let media = try list.boxes().first(where: { $0.type == "mdia" }) else { return }
    list = try list.inside(media)
    guard let header = try list.boxes().first(where: { $0.type == "mdhd" }) else { return }
    let offset = header.payload.lowerBound + (bytes[header.payload.lowerBound] == 1 ? 32 : 20)
    let word = letters.reduce(UInt16(0)) { $0 << 5 | UInt16($1 - 0x60) }
    bytes.replaceSubrange(offset..<offset + 2, with: MovieBoxes.halves(word))
  }
}
