import HeadroomPixels

/// A row that a run reads.
@unsafe
struct NewRow {
  let values: UnsafePointer<Float>
  /// Where it is kept.
  let stored: UnsafeMutablePointer<Float>
  /// The fold of its block so far.
  let prefix: UnsafeMutablePointer<Float>
  /// Its share in that; 1 for the first row of a block.
  let share: Float
}

/// The parts of a window beside the newest row's block.
@unsafe
struct WindowRows {
  /// The end of the oldest block.
  let suffix: UnsafePointer<Float>
  /// The whole blocks, where there are any.
  let middle: UnsafePointer<Float>?
  let middleShare: Float
  let prefixShare: Float
}

/// The row loops of ``ColumnRun``. Functions of a known type, not methods of a generic class: only those are
/// specialised.
private enum ColumnRows<Window: RunningWindow> {
  static func start(_ new: NewRow, _ count: Int) {
    let (values, prefix) = unsafe (new.values, new.prefix)
    for i in 0..<count { unsafe prefix[i] = Window.cleaned(values[i]) }
  }

  static func take(_ new: NewRow, _ count: Int) {
    if unsafe new.share == 1 { unsafe start(new, count) }
    let share = unsafe new.share == 1 ? 0 : new.share
    let (values, stored, prefix) = unsafe (new.values, new.stored, new.prefix)
    for i in 0..<count {
      let (loaded, sum) = unsafe (values[i], prefix[i])
      let value = Window.cleaned(loaded)
      unsafe stored[i] = value
      unsafe prefix[i] = Window.take(value, into: sum, from: sum, share: share)
    }
  }

  static func add(
    _ values: UnsafePointer<Float>, to sums: UnsafeMutablePointer<Float>, share: Float, _ count: Int
  ) {
    for i in 0..<count {
      let (value, sum) = unsafe (values[i], sums[i])
      unsafe sums[i] = Window.take(value, into: sum, from: sum, share: share)
    }
  }

  static func step(_ new: NewRow, _ rows: WindowRows, into output: UnsafeMutablePointer<Float>, _ count: Int) {
    if unsafe new.share == 1 { unsafe start(new, count) }
    let share = unsafe new.share == 1 ? 0 : new.share
    let (values, stored, prefix) = unsafe (new.values, new.stored, new.prefix)
    let (suffix, prefixShare, middleShare) = unsafe (rows.suffix, rows.prefixShare, rows.middleShare)
    guard let middle = unsafe rows.middle else {
      for i in 0..<count {
        let (loaded, before, base) = unsafe (values[i], prefix[i], suffix[i])
        let value = Window.cleaned(loaded)
        let sum = Window.take(value, into: before, from: before, share: share)
        unsafe stored[i] = value
        unsafe prefix[i] = sum
        unsafe output[i] = Window.result(Window.take(sum, into: base, from: base, share: prefixShare))
      }
      return
    }
    for i in 0..<count {
      let (loaded, before) = unsafe (values[i], prefix[i])
      let (base, whole) = unsafe (suffix[i], middle[i])
      let value = Window.cleaned(loaded)
      let sum = Window.take(value, into: before, from: before, share: share)
      unsafe stored[i] = value
      unsafe prefix[i] = sum
      let two = Window.take(whole, into: base, from: base, share: middleShare)
      unsafe output[i] = Window.result(Window.take(sum, into: two, from: base, share: prefixShare))
    }
  }
}

extension WindowValue {
  /// Keeps a row and adds it to its block.
  func take(_ new: NewRow, _ count: Int) {
    switch self {
    case .mean: unsafe ColumnRows<RunningMean>.take(new, count)
    case .largest: unsafe ColumnRows<RunningMaximum>.take(new, count)
    case .smallest: unsafe ColumnRows<RunningMinimum>.take(new, count)
    }
  }

  /// Adds the fold of some rows to that of others.
  ///
  /// - Parameter share: of the rows that are added.
  package func add(_ values: UnsafePointer<Float>, to sums: UnsafeMutablePointer<Float>, share: Float, _ count: Int) {
    switch self {
    case .mean: unsafe ColumnRows<RunningMean>.add(values, to: sums, share: share, count)
    case .largest: unsafe ColumnRows<RunningMaximum>.add(values, to: sums, share: share, count)
    case .smallest: unsafe ColumnRows<RunningMinimum>.add(values, to: sums, share: share, count)
    }
  }

  /// Keeps the newest row of a window and computes the window's value.
  func step(_ new: NewRow, _ rows: WindowRows, into output: UnsafeMutablePointer<Float>, _ count: Int) {
    switch self {
    case .mean: unsafe ColumnRows<RunningMean>.step(new, rows, into: output, count)
    case .largest: unsafe ColumnRows<RunningMaximum>.step(new, rows, into: output, count)
    case .smallest: unsafe ColumnRows<RunningMinimum>.step(new, rows, into: output, count)
    }
  }
}
