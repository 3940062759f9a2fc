/// What a file's second list asks for, row by row.
struct LinearCorrections: Sendable {
  static let none = LinearCorrections()

  @inline(__always)
  func apply(row: Int, sample: Int, count: Int, planes: Int, to target: UnsafeMutablePointer<Float>) {
  }
}
