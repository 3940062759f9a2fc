/// What the fragments of a track leave out (`trex`), and what one states for its samples (`tfhd`).
package struct FragmentDefaults: Hashable, Sendable {
  /// Number of the sample entry, from 1 on.
  var entry: UInt32 = 1
  var duration: UInt32 = 0
  var byteCount: UInt32 = 0
  var flags: UInt32 = 0

  /// Reads `mvex`.
  ///
  /// ```
  /// trex  u8 version, u24 flags | u32 track | u32 sample entry | u32 duration | u32 size | u32 flags
  /// ```
  static func read(_ boxes: [ISOBox], in list: ISOBoxList) throws(ImageIOError) -> [UInt32: FragmentDefaults] {
    var found: [UInt32: FragmentDefaults] = [:]
    for box in boxes where box.type == "mvex" {
      let inner = try list.inside(box)
      for child in try inner.boxes() where child.type == "trex" {
        var reader = inner.reader(of: child)
        _ = try reader.fullBoxHeader()
        let track = try reader.u32()
        found[track] = FragmentDefaults(
          entry: try reader.u32(), duration: try reader.u32(), byteCount: try reader.u32(), flags: try reader.u32())
      }
    }
    return found
  }
}
