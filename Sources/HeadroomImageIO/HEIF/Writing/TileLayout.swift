internal import HeadroomContainers

/// How a picture is cut into coded pictures of one size.
struct TileLayout: Hashable, Sendable {
  /// Size of the picture.
  let width: Int
  let height: Int
  /// Size of a coded picture.
  let tileWidth: Int
  let tileHeight: Int
  let columns: Int
  let rows: Int

  /// Whether the picture is assembled from tiles, or cut out of one.
  var isGrid: Bool { columns * rows > 1 || tileWidth != width || tileHeight != height }

  /// Largest picture that is coded in one piece: the limit of levels 5 to 5.2 of HEVC and 5.1 of AV1, to which AVIF's
  /// baseline profile and hardware decoders keep. An encoder of 12 million pixels of 10 bits takes 370 MB whole.
  private static let largestPixels = 8_912_896
  /// The same where a grid would cost more than that. Levels of both codecs end at 35 million.
  private static let largestPixelsWithoutGrid = 1 << 24
  private static let largestSide = 8192
  /// Largest sides of a tile where there are several, the first that memory allows: an encoder takes 200 MB at most for one
  /// of 2048, for 4:4:4 of 10 bits.
  private static let tileSides = [2048, 1024, 512]
  /// Most tiles of a row or column. With more of them the padding could add up to a tile that holds nothing.
  private static let mostTiles = 64
  /// The smallest tile that readers have to accept (MIAF, 7.3.11.4.2), and a multiple that suits every block size.
  private static let unit = 64

  /// - Parameters:
  ///   - format: for the error.
  ///   - unitWidth: the unit of coded pictures' widths.
  ///   - unitHeight: the unit of coded pictures' heights.
  ///   - smallest: smallest side of a coded picture.
  ///   - mostPixels: the largest picture that memory lets an encoder take whole.
  ///   - avoidsGrid: whether a picture stays in one piece as long as a level allows.
  /// - Throws: `ImageIOError/notEncodable(format:text:)` for more tiles than a grid can have.
  init(
    width: Int, height: Int, unitWidth: Int, unitHeight: Int, smallest: Int, mostPixels: Int,
    avoidsGrid: Bool = false, format: String
  ) throws(ImageIOError) {
    self.width = width
    self.height = height
    let largest = min(avoidsGrid ? Self.largestPixelsWithoutGrid : Self.largestPixels, mostPixels)
    if width <= Self.largestSide, height <= Self.largestSide, width * height <= largest {
      (columns, rows) = (1, 1)
      let fits = width % unitWidth == 0 && height % unitHeight == 0 && width >= smallest && height >= smallest
      tileWidth = fits ? width : Self.padded(width)
      tileHeight = fits ? height : Self.padded(height)
    } else {
      let sides = Self.tileSides.filter { max(width, height) <= $0 * Self.mostTiles }
      let side = sides.first { $0 * $0 <= mostPixels } ?? sides.last ?? Self.tileSides[0]
      columns = (width + side - 1) / side
      rows = (height + side - 1) / side
      tileWidth = Self.padded((width + columns - 1) / columns)
      tileHeight = Self.padded((height + rows - 1) / rows)
    }
    guard columns <= Self.mostTiles, rows <= Self.mostTiles else {
      throw .notEncodable(
        format: format, text: "\(width)x\(height) pixels need more than \(Self.mostTiles) tiles a side")
    }
  }

  private static func padded(_ side: Int) -> Int { (side + unit - 1) / unit * unit }

  /// The payload of the `grid` item: u8 0, flags (1: sizes of four bytes), rows - 1, columns - 1, width, height.
  var gridPayload: [UInt8] {
    let isWide = max(width, height) > 0xFFFF
    var out = ByteWriter()
    out.append([0, isWide ? 1 : 0, UInt8(rows - 1), UInt8(columns - 1)])
    for side in [width, height] {
      if isWide { out.u32(UInt32(truncatingIfNeeded: side)) } else { out.u16(UInt16(side)) }
    }
    return out.bytes
  }
}
