/// A property of an item: a box, and whether readers that do not support it must ignore the item.
package struct PropertyBox: Hashable, Sendable {
  package var box: [UInt8]
  package var isEssential: Bool

  package init(box: [UInt8], isEssential: Bool = false) {
    self.box = box
    self.isEssential = isEssential
  }

  /// Whether it describes the meaning of samples.
  package var isColor: Bool { box.dropFirst(4).prefix(4).elementsEqual("colr".utf8) }
}
