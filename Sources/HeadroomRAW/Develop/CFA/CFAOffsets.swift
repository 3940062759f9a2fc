/// The offsets to subtract from squared roots to restore light, for X-Trans and quad Bayer; see ``BayerOffsets``.
///
/// The variances of estimates, as shares of the colours' own variances, were measured on mosaics of pure noise, in two
/// amounts and six mixtures of the colours' noise. For other patterns they are unknown, and no offset is applied.
struct CFAOffsets: Sendable {
  /// The offsets for each colour at red, green and blue pixels: by plane, then by pixel.
  private let table: [[Float]]

  /// The shares of the colours' variances by which an estimated colour's light is raised.
  private struct Shares {
    /// Red or blue at green pixels: shares of its own variance and of green's.
    var atGreen: (own: Float, green: Float) = (0, 0)
    /// Red or blue at pixels of the other: shares of its own variance, green's and the other's.
    var atOther: (own: Float, green: Float, other: Float) = (0, 0, 0)
    /// Green at red or blue pixels: shares of its own variance, that of the pixel's colour and that of the third.
    var green: (own: Float, pixel: Float, third: Float) = (0, 0, 0)

    init(_ kind: ColorFilterArray.Kind) {
      switch kind {
      case .xTrans:
        atGreen = (0.91, -0.95)
        atOther = (0.875, -0.08, -0.205)
        green = (0.877, -0.205, -0.015)
      case .quadBayer:
        atGreen = (0.935, -0.95)
        atOther = (0.94, -0.037, -0.632)
        green = (0.965, -0.635, -0.01)
      case .bayer, .other: break
      }
    }
  }

  init(_ roots: RootEncoding, _ kind: ColorFilterArray.Kind) {
    let (shares, noise) = (Shares(kind), roots.variance)
    var table = [[Float]](repeating: [Float](repeating: roots.offset, count: 3), count: 3)
    for plane in [0, 2] {
      let other = 2 - plane
      table[plane][1] -= shares.atGreen.own * noise[plane] + shares.atGreen.green * noise[1]
      table[plane][other] -=
        shares.atOther.own * noise[plane] + shares.atOther.green * noise[1] + shares.atOther.other * noise[other]
      table[1][plane] -=
        shares.green.own * noise[1] + shares.green.pixel * noise[plane] + shares.green.third * noise[other]
    }
    self.table = table
  }

  /// The offsets for a colour at pixels where red, green or blue is measured.
  subscript(plane: Int) -> (atRed: Float, atGreen: Float, atBlue: Float) {
    (table[plane][0], table[plane][1], table[plane][2])
  }
}
