internal import HeadroomPixels

/// The destinations of all results of a program.
@safe package struct OutputSinks: Sendable {
  private let sinks: [OutputSink]
  /// The same without reference counting for every span; see ``BoundProgram``.
  private let places: [Unmanaged<OutputSink>]
  private let storesInterleaved: Bool

  init(_ sinks: [OutputSink]) {
    self.sinks = sinks
    unsafe places = unsafe sinks.map { unsafe Unmanaged.passUnretained($0) }
    storesInterleaved = sinks.allSatisfy(\.takesInterleaved)
  }

  /// Computes a rectangle and stores it.
  func write(_ program: BoundProgram, over rect: PixelRect, _ evaluator: StepEvaluator) {
    let tiles = unsafe evaluator.tiles(for: program, over: rect)
    unsafe places.withUnsafeBufferPointer { places in
      if storesInterleaved, program.isInterleaved(over: rect) {
        unsafe SpanRunner.runInterleaved(program, over: rect, scratch: evaluator.scratch) {
          index, pixels, count, x, y in
          unsafe places[index]._withUnsafeGuaranteedRef {
            unsafe $0.store(interleaved: pixels, count: count, x: x, y: y)
          }
        }
      } else {
        unsafe SpanRunner.run(program, over: rect, tiles: tiles, scratch: evaluator.scratch) {
          index, rows, count, x, y in
          unsafe places[index]._withUnsafeGuaranteedRef { unsafe $0.store(rows, count: count, x: x, y: y) }
        }
      }
    }
    for sink in sinks { sink.finish() }
  }
}
