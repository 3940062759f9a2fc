internal import HeadroomColor

/// Whether two numbers agree within `tolerance`, relative to the larger or to 1, whichever is more.
func isClose(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool {
  a == b || abs(a - b) <= tolerance * max(1, abs(a), abs(b))
}

/// Whether two vectors agree in each component, see the scalar form.
func isClose(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ tolerance: Double) -> Bool {
  (0..<3).allSatisfy { isClose(a[$0], b[$0], tolerance) }
}

/// Whether two numbers agree within `tolerance`, relative to the larger of the two only.
func isCloseRelative(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool {
  a == b || abs(a - b) <= tolerance * max(abs(a), abs(b))
}

/// Whether two matrices agree in each element, see the scalar form.
func isClose(_ a: Matrix3x3, _ b: Matrix3x3, _ tolerance: Double) -> Bool {
  zip(a.rows, b.rows).allSatisfy { isClose($0, $1, tolerance) }
}
