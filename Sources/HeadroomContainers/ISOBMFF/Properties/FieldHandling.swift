/// Fields of a frame (QuickTime's `fiel`, which other writers use too): u8 number of fields, u8 their order.
package struct FieldHandling: Hashable, Sendable {
  /// 1 for whole frames, 2 for frames of two fields.
  package let count: UInt8
  /// 1 and 14 show the upper lines first, 6 and 9 the lower ones; 0 says nothing.
  package let order: UInt8

  package init(count: UInt8, order: UInt8) { (self.count, self.order) = (count, order) }

  package init(_ reader: inout ByteReader) throws(ImageIOError) {
    self.init(count: try reader.u8(), order: try reader.u8())
  }

  package var isInterlaced: Bool { count == 2 }

  /// Whether the upper lines are shown first; nil where it is not stated, or there are no fields.
  package var isTopFirst: Bool? {
    guard isInterlaced else { return nil }
    switch order {
    case 1, 14: return true
    case 6, 9: return false
    default: return nil
    }
  }
}
