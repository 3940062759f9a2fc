package import HeadroomKernelLanguage

/// The operations of rows, for one lane.
package enum RowLane {
  package static func apply(_ operation: Operation, _ a: UInt32, _ b: UInt32, _ c: UInt32) -> UInt32 {
    var lanes = (Float(bitPattern: 0), Float(bitPattern: a), Float(bitPattern: b), Float(bitPattern: c))
    unsafe withUnsafeMutablePointer(to: &lanes) { lanes in
      unsafe lanes.withMemoryRebound(to: Float.self, capacity: 4) { lane in
        unsafe RowLoops.compute(operation, lane, lane + 1, lane + 2, lane + 3, 1)
      }
    }
    return lanes.0.bitPattern
  }
}
