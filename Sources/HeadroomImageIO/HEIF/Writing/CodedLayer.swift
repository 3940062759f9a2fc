internal import HeadroomColor
internal import HeadroomPixels

/// The base picture, its alpha or its gain map in coded form.
struct CodedLayer: Sendable {
  let layout: TileLayout
  /// Row by row.
  let tiles: [CodedPicture]
  let bitDepth: Int
  /// 1 or 3.
  let channels: Int

  /// Encodes a layer.
  ///
  /// - Parameters:
  ///   - bitmap: the picture.
  ///   - component: colour or alpha.
  ///   - subsampling: chroma; monochrome for gray and alpha.
  init<Codec: StillPictureCodec>(
    _: Codec.Type, _ bitmap: PixelBitmap, component: YCbCrPlanes.Component = .color, bitDepth: Int,
    subsampling: YCbCrPlanes.Subsampling, settings: CodingSettings
  ) throws(ImageIOError) {
    let (across, down) = Codec.takesOddSizes ? (1, 1) : (subsampling.horizontal, subsampling.vertical)
    layout = try TileLayout(
      width: bitmap.width, height: bitmap.height, unitWidth: across, unitHeight: down,
      smallest: Codec.smallestSide, format: Codec.format)
    // Readers of AVIF refuse grids of odd size whose chroma is halved (MIAF, 7.3.11.4.2).
    let isOdd = layout.width % subsampling.horizontal != 0 || layout.height % subsampling.vertical != 0
    let chroma = Codec.takesOddSizes && layout.isGrid && isOdd ? YCbCrPlanes.Subsampling.full : subsampling
    self.bitDepth = bitDepth
    channels = chroma == .monochrome ? 1 : 3
    let coding = YCbCrPlanes.Coding(
      matrix: settings.cicp.matrix, isFullRange: settings.cicp.fullRange, siting: Codec.siting)
    var tiles: [CodedPicture] = []
    for row in 0..<layout.rows {
      for column in 0..<layout.columns {
        let planes = try YCbCrPlanes.encoding(
          bitmap, x: column * layout.tileWidth, y: row * layout.tileHeight, width: layout.tileWidth,
          height: layout.tileHeight, component: component, bitDepth: bitDepth, subsampling: chroma, coding: coding)
        tiles.append(try Codec.encode(planes, settings, threads: ThreadPool.shared.workerCount))
      }
    }
    self.tiles = tiles
  }
}

extension HEIFFile {
  /// Adds a layer: one item, or a grid and its hidden tiles.
  ///
  /// - Parameter properties: beside configuration, size and channels; transforms last.
  /// - Returns: the item to refer to.
  mutating func add<Codec: StillPictureCodec>(
    _: Codec.Type, _ layer: CodedLayer, isHidden: Bool, properties: [PropertyBox]
  ) -> UInt16 {
    let layout = layer.layout
    let size = PropertyBox.size(width: layout.width, height: layout.height)
    let channels = PropertyBox.pixelInformation(channels: layer.channels, bitDepth: layer.bitDepth)
    guard layout.isGrid else {
      return add(
        Item(
          type: Codec.itemType, isHidden: isHidden, data: layer.tiles[0].bytes,
          properties: [layer.tiles[0].configuration, size, channels] + properties))
    }
    let grid = add(
      Item(
        type: "grid", isHidden: isHidden, place: .itemData, data: layout.gridPayload,
        properties: [size, channels] + properties))
    let tileSize = PropertyBox.size(width: layout.tileWidth, height: layout.tileHeight)
    // Readers look for the coding of colour on tiles too.
    let color = properties.filter { $0.isColor }
    var tiles: [UInt16] = []
    for tile in layer.tiles {
      tiles.append(
        add(
          Item(
            type: Codec.itemType, isHidden: true, data: tile.bytes,
            properties: [tile.configuration, tileSize, channels] + color)))
    }
    references.append(Reference(type: "dimg", from: grid, to: tiles))
    return grid
  }
}
