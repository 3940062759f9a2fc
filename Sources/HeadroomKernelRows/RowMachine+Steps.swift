extension RowMachine {
  // Slots after all others, which loops move with their pixels.
  private var stepRow: Row { unsafe pointers[program.stepSlot] }
  private var exhaustedRow: Row { unsafe pointers[program.stepSlot + 1] }

  /// Counts a step of the pixels of a mask. The limit is only checked once a pixel may have taken too many steps.
  mutating func step(_ mask: Row) {
    unsafe mostSteps &+= 1
    let (steps, count) = unsafe (stepRow, count)
    for i in 0..<count { unsafe steps[i] = Float(bitPattern: steps[i].bitPattern &+ mask[i].bitPattern) }
    let limit = unsafe program.stepLimit
    guard unsafe mostSteps > limit else { return }
    let (exhausted, others) = unsafe (exhaustedRow, stepsOfAll)
    for i in 0..<count {
      let isOver = unsafe mask[i].bitPattern != 0 && Int32(bitPattern: steps[i].bitPattern) &+ others > limit
      unsafe exhausted[i] = Float(bitPattern: exhausted[i].bitPattern | (isOver ? 1 : 0))
      unsafe mask[i] = Float(bitPattern: isOver ? 0 : mask[i].bitPattern)
    }
  }

  /// Counts a step of all pixels; false where none of them may take another. A pixel that took too many continues with
  /// the others, and its result is discarded.
  mutating func stepAll() -> Bool {
    unsafe mostSteps &+= 1
    unsafe stepsOfAll &+= 1
    let limit = unsafe program.stepLimit
    guard unsafe mostSteps > limit else { return true }
    let (steps, exhausted, others, count) = unsafe (stepRow, exhaustedRow, stepsOfAll, count)
    var isLeft = false
    for i in 0..<count {
      let isOver = unsafe Int32(bitPattern: steps[i].bitPattern) &+ others > limit
      unsafe exhausted[i] = Float(bitPattern: exhausted[i].bitPattern | (isOver ? 1 : 0))
      isLeft = unsafe isLeft || exhausted[i].bitPattern == 0
    }
    return isLeft
  }
}
