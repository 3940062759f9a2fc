/// The places of a track's samples (`dinf/dref`): this file, or others.
///
/// ```
/// u8 version, u24 flags | u32 count | boxes `url `, `alis`, ...: u8 version, u24 flags (1: this file) | a place
/// ```
enum DataReferences {
  /// Numbers, from 1 on, of the references that name another file. One that says neither "here" nor a place means here
  /// too: some writers forget the flag.
  static func foreign(_ boxes: [ISOBox], in list: ISOBoxList) throws(ImageIOError) -> Set<UInt16> {
    guard let information = boxes.first(where: { $0.type == "dinf" }) else { return [] }
    let inner = try list.inside(information)
    guard let table = try inner.boxes().first(where: { $0.type == "dref" }) else { return [] }
    let references = try inner.inside(table, skipping: 8)
    var found: Set<UInt16> = []
    for (index, box) in references.boxesBeforeDamage().boxes.enumerated() {
      var reader = references.reader(of: box)
      guard let header = try? reader.fullBoxHeader(), let number = UInt16(exactly: index + 1) else { continue }
      let place = (try? reader.take(min(reader.remaining, 4096))) ?? []
      if header.flags & 1 == 0, place.contains(where: { $0 != 0 }) { found.insert(number) }
    }
    return found
  }
}
