/// A loop whose pixels may be moved together where few of them are left: its numbers.
struct RowLoop: Sendable {
  /// The slot of its mask.
  let mask: Int32
  /// The loop around it, -1 where there is none.
  let parent: Int32
  /// Where the list of what it moves begins.
  let first: Int32
  /// Slots of that list that it changes, which come first, and all of them; none where pixels are never moved.
  let changed: Int32
  let count: Int32
  /// Instructions that it runs at most.
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

  /// Rows of scratch memory that it takes when it moves pixels: what is moved, and where it came from.
  var rows: Int { count > 0 ? Int(count) + 2 : 0 }

  /// What a strip knows of it.
  struct State {
    /// Pixels that were computed before it moved some together; 0 where it did not.
    var around: Int32 = 0
    /// Pixels that were moved together.
    var running: Int32 = 0
    /// Operations on pixels that did not run any more.
    var wasted: Int = 0
  }
}
