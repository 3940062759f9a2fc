/// What is said of an item: a box, and whether readers that do not know it must leave the item alone.
package struct PropertyBox: Hashable, Sendable {
  package var box: [UInt8]
  package var isEssential: Bool

  package init(box: [UInt8], isEssential: Bool = false) {
    self.box = box
    self.isEssential = isEssential
  }

  /// Whether it says what the samples mean.
  package var isColor: Bool { box.dropFirst(4).prefix(4).elementsEqual("colr".utf8) }
}
