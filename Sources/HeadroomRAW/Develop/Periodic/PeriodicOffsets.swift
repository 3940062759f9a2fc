/// What is taken off squared roots to have light again, for X-Trans and quad Bayer; see ``BayerOffsets``.
///
/// The variances of estimates, as shares of the colours' own, are those of mosaics of nothing but noise, in two amounts and six
/// mixtures of the colours' noise. Of other patterns they are not known, and nothing is gained.
struct PeriodicOffsets: Sendable {
  /// How the light of a colour is found at pixels of the three, red, green and blue: by plane, then by pixel.
  private let table: [[Float]]

  /// Shares of the colours' variances that are gained where a colour is estimated.
  private struct Shares {
    /// Red or blue at green pixels: of its own, and of green.
    var atGreen: (own: Float, green: Float) = (0, 0)
    /// Red or blue at pixels of the other: of its own, green, the other.
    var atOther: (own: Float, green: Float, other: Float) = (0, 0, 0)
    /// Green at red or blue pixels: of its own, the pixel's colour, the third.
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

  /// Of a colour at pixels where red, green or blue is measured.
  subscript(plane: Int) -> (atRed: Float, atGreen: Float, atBlue: Float) {
    (table[plane][0], table[plane][1], table[plane][2])
  }
}
