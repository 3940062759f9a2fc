/// The data of a loop whose pixels may be compacted where few of them are left.
struct RowLoop: Sendable {
  /// The slot of its mask.
  let mask: Int32
  /// The loop around it, -1 where there is none.
  let parent: Int32
  /// The start of the list of slots that it moves.
  let first: Int32
  /// The number of slots in that list that it changes, which come first, and the number of all; 0 where pixels are
  /// never moved.
  let changed: Int32
  let count: Int32
  /// The most instructions of an iteration.
  let instructions: Int32

  init(
    mask: Int, parent: Int?, first: Int = 0, changed: Int = 0, count: Int = 0, instructions: Int = 0
  ) {
    self.mask = Int32(mask)
    self.parent = Int32(parent ?? -1)
    self.first = Int32(first)
    self.changed = Int32(changed)
    self.count = Int32(count)
    self.instructions = Int32(instructions)
  }

  /// The rows of scratch memory for moving pixels: the moved slots, and the pixels' origins.
  var rows: Int { count > 0 ? Int(count) + 2 : 0 }

  /// The state of the loop for a strip.
  struct State {
    /// The number of pixels before compacting; 0 where it did not compact.
    var around: Int32 = 0
    /// The number of compacted pixels.
    var running: Int32 = 0
    /// The number of operations on pixels that no longer ran.
    var wasted: Int = 0
  }
}
