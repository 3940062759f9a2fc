internal import HeadroomContainers

/// The boxes that hold what a movie says of itself: user data (`udta`) and metadata (`meta`) of `moov`.
enum MovieNotes {
  /// A box with its header.
  struct Box: Hashable, Sendable {
    var bytes: [UInt8]
    /// Whether it lies in `udta`, and not beside it.
    var isUserData: Bool
  }

  /// Those of a film that another can take. Chapters are written anew, and what points at places in the file is left.
  ///
  /// - Parameter isQuickTime: whether the other film is a `.mov`; in others `meta` has a version in front.
  /// - Throws: where they are larger than metadata may be.
  static func boxes(of movie: MovieFile, isQuickTime: Bool) throws(ImageIOError) -> [Box] {
    let list = try movie.list.inside(movie.box)
    var found: [Box] = []
    var left = list.limits.maxMetadataBytes
    func take(_ box: ISOBox, in list: ISOBoxList, isUserData: Bool) throws(ImageIOError) {
      guard box.type != "chpl", box.type != "free", box.type != "skip" else { return }
      if box.type == "meta", pointsAtPlaces(box, in: list) { return }
      guard box.byteCount <= left else {
        throw .overLimit(
          part: box.path, quantity: "bytes of metadata", declared: UInt64(box.byteCount), limit: UInt64(max(left, 0)),
          offset: box.start)
      }
      left -= box.byteCount
      var bytes = movie.bytes.copy(box.start..<box.payload.upperBound)
      if box.type == "meta", !isQuickTime { bytes = withVersion(bytes) }
      found.append(Box(bytes: bytes, isUserData: isUserData))
    }
    for box in try list.boxes() {
      if box.type == "meta" { try take(box, in: list, isUserData: false) }
      guard box.type == "udta", let inner = try? list.inside(box) else { continue }
      // QuickTime ends user data with four bytes of zero.
      for child in inner.boxesBeforeDamage().boxes { try take(child, in: inner, isUserData: true) }
    }
    return found
  }

  /// What a film calls a track (`trak/udta/name`); nil where it does not say.
  static func title(ofTrack id: Int32, in movie: MovieFile) -> String? {
    guard let track = movie.movie.tracks.first(where: { Int32(truncatingIfNeeded: $0.id) == id }),
      let list = try? movie.list.inside(movie.box),
      let box = try? list.boxes().first(where: { $0.start == track.offset }), let inner = try? list.inside(box),
      let data = try? inner.boxes().first(where: { $0.type == "udta" }), let user = try? inner.inside(data),
      let name = user.boxesBeforeDamage().boxes.first(where: { $0.type == "name" }),
      (1...longestTitle).contains(name.payload.count)
    else { return nil }
    return String(decoding: movie.bytes.copy(name.payload).prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Bytes.
  private static let longestTitle = 1024

  /// Whether a `meta` box has items elsewhere in the file.
  private static func pointsAtPlaces(_ box: ISOBox, in list: ISOBoxList) -> Bool {
    [0, 4].contains { skipped in
      guard let inner = try? list.inside(box, skipping: skipped) else { return false }
      return inner.boxesBeforeDamage().boxes.contains { $0.type == "iloc" }
    }
  }

  /// A `meta` box of QuickTime begins with its first box, that of ISO with version and flags.
  private static func withVersion(_ meta: [UInt8]) -> [UInt8] {
    guard meta.count >= 16, meta[12..<16].elementsEqual("hdlr".utf8) else { return meta }
    return BoxBytes.fullBox("meta", Array(meta[8...]))
  }

  /// A `meta` box of names and texts, as QuickTime has it.
  ///
  /// ```
  /// meta: hdlr 'mdta'; keys u32 count, each: u32 size, 'mdta', name; ilst: for each, with its number as type:
  ///       data u32 1 (UTF-8), u32 0, text
  /// ```
  static func named(_ tags: [FilmNotes.Tag], isQuickTime: Bool) -> Box {
    let handler = BoxBytes.fullBox("hdlr", MovieBoxes.words(0) + Array("mdta".utf8) + MovieBoxes.zeros(13))
    let names = tags.flatMap { BoxBytes.box("mdta", Array($0.name.utf8)) }
    let keys = BoxBytes.fullBox("keys", MovieBoxes.words(UInt32(clamping: tags.count)) + names)
    let items = tags.enumerated().flatMap { number, tag in
      let data = BoxBytes.box("data", MovieBoxes.words(1, 0) + Array(tag.text.utf8))
      return MovieBoxes.words(UInt32(data.count + 8), UInt32(number + 1)) + data
    }
    let body = handler + keys + BoxBytes.box("ilst", items)
    return Box(
      bytes: isQuickTime ? BoxBytes.box("meta", body) : BoxBytes.fullBox("meta", body), isUserData: false)
  }
}
