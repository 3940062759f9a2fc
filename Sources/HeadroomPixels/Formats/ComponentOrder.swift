/// The position of each component in an interleaved pixel; nil for those it lacks. Gray counts as red.
struct ComponentOrder {
  var count: Int
  var red: Int?
  var green: Int?
  var blue: Int?
  var alpha: Int?

  init(_ layout: PixelFormat.Layout) {
    switch layout {
    case .rgba: (count, red, green, blue, alpha) = (4, 0, 1, 2, 3)
    case .bgra: (count, red, green, blue, alpha) = (4, 2, 1, 0, 3)
    case .argb: (count, red, green, blue, alpha) = (4, 1, 2, 3, 0)
    case .abgr: (count, red, green, blue, alpha) = (4, 3, 2, 1, 0)
    case .rgbx: (count, red, green, blue, alpha) = (4, 0, 1, 2, nil)
    case .rgb: (count, red, green, blue, alpha) = (3, 0, 1, 2, nil)
    case .bgr: (count, red, green, blue, alpha) = (3, 2, 1, 0, nil)
    case .gray, .red: (count, red, green, blue, alpha) = (1, 0, nil, nil, nil)
    case .grayAlpha: (count, red, green, blue, alpha) = (2, 0, nil, nil, 1)
    case .redGreen: (count, red, green, blue, alpha) = (2, 0, 1, nil, nil)
    case .alpha: (count, red, green, blue, alpha) = (1, nil, nil, nil, 0)
    // Luma and chroma are not interleaved.
    default: (count, red, green, blue, alpha) = (1, nil, nil, nil, nil)
    }
  }
}
