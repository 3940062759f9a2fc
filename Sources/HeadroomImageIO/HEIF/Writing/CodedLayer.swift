internal import HeadroomContainers

/// The base picture, its alpha or its gain map in coded form.
struct CodedLayer: Sendable {
  let layout: TileLayout
  /// Row by row.
  let tiles: [CodedPicture]
  let bitDepth: Int
  /// 1 or 3.
  let channels: Int
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
