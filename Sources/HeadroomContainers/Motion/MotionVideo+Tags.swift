extension MotionVideo {
  /// The video with only its pictures and sound: `udta`, `meta` and all boxes that playback does not need become `free`
  /// boxes of zeros, so that nothing moves. Samsung's trailer, which names countries, is left out.
  ///
  /// Nil where it has tracks of other kinds, which may hold places, or cannot be parsed.
  package var withoutTags: MotionVideo? {
    let copy = FileBytes(bytes)
    var blanking = TagBlanking(copy)
    guard blanking.blank(ISOBoxList(of: copy, limits: .standard), keeping: TagBlanking.topLevel) else { return nil }
    var result = MotionVideo(in: file, at: range, kind: kind)
    result.changed = blanking.bytes
    return result
  }
}

/// Blanks, in place, the boxes that playback of a movie does not need.
private struct TagBlanking {
  private(set) var bytes: [UInt8]

  init(_ file: FileBytes) { bytes = file.copy(0..<file.count) }

  static let topLevel: Set<FourCC> = ["ftyp", "styp", "moov", "mdat", "moof", "mfra", "sidx", "pdin"]
  /// The boxes that are searched, and the ones inside them that stay.
  private static let inside: [FourCC: Set<FourCC>] = [
    "moov": ["mvhd", "trak", "mvex", "iods"],
    "trak": ["tkhd", "mdia", "edts", "tref", "tapt"],
    "moof": ["mfhd", "traf"],
  ]
  /// Handlers of pictures and sound.
  private static let handlers: Set<FourCC> = ["vide", "soun"]

  /// - Returns: whether all of it is now known to hold only pictures and sound.
  mutating func blank(_ list: ISOBoxList, keeping kept: Set<FourCC>) -> Bool {
    guard let boxes = try? list.boxes() else { return false }
    for box in boxes {
      guard !box.isCut else { return false }
      if !kept.contains(box.type) {
        empty(box)
      } else if let names = Self.inside[box.type] {
        guard let inner = try? list.inside(box), blank(inner, keeping: names) else { return false }
      } else if box.type == "mdia" {
        guard let inner = try? list.inside(box), isPlayable(inner) else { return false }
      }
    }
    return true
  }

  private func isPlayable(_ media: ISOBoxList) -> Bool {
    guard let header = try? media.boxes().first(where: { $0.type == "hdlr" }) else { return false }
    // Version, flags and four bytes that QuickTime used come first.
    var reader = media.reader(of: header)
    guard (try? reader.skip(8)) != nil, let handler = try? reader.type() else { return false }
    return Self.handlers.contains(handler)
  }

  private mutating func empty(_ box: ISOBox) {
    // The type of a box with a long size is at the same place.
    bytes.replaceSubrange(box.start + 4..<box.start + 8, with: "free".utf8)
    let hasIdentifier = box.type == "uuid"
    let start = hasIdentifier ? box.payload.lowerBound - 16 : box.payload.lowerBound
    for index in start..<max(box.payload.upperBound, start) { bytes[index] = 0 }
  }
}
