extension RowPointers {
  /// Moves values to the nearest code of `bits` bits: code c stands for c / (2^bits - 1).
  package func round(_ count: Int, toBits bits: Int) {
    let peak = Float((1 << bits) - 1)
    func round(_ plane: UnsafeMutablePointer<Float>) {
      for index in 0..<count { unsafe plane[index] = (plane[index] * peak).rounded() / peak }
    }
    unsafe round(r)
    unsafe round(g)
    unsafe round(b)
    unsafe round(a)
  }
}
