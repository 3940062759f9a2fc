/// YCgCo, the lifting-free form of H.273 code 8: Y 0...1, Cg and Co -0.5...0.5.
public enum YCgCo {
  /// R'G'B' to (Y, Cg, Co).
  public static let fromRGB = Matrix3x3(rows: [0.25, 0.5, 0.25], [-0.25, 0.5, -0.25], [0.5, 0, -0.5])
  /// (Y, Cg, Co) to R'G'B'.
  public static let toRGB = Matrix3x3(rows: [1, -1, 1], [1, 1, 0], [1, -1, -1])
}
