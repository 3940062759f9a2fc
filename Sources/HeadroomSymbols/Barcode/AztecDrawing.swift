/// Draws an Aztec symbol: a bull's eye, the mode message around it, layers of data two modules thick, and in full symbols a
/// grid of lines 16 modules apart.
struct AztecDrawing {
  private let form: AztecForm
  /// The number of modules along a side, without and with the lines of the grid.
  private let contentSize: Int
  private let size: Int

  init(_ form: AztecForm) {
    self.form = form
    contentSize = (form.isCompact ? 11 : 14) + 4 * form.layers
    size = form.isCompact ? contentSize : contentSize + 1 + 2 * ((contentSize / 2 - 1) / 15)
  }

  private var centre: Int { size / 2 }

  /// The position of a row or column of the content: full symbols have a line of the grid through the centre, and one
  /// after every 15 modules.
  private func place(_ index: Int) -> Int {
    guard !form.isCompact else { return index }
    let half = contentSize / 2
    let offset = index >= half ? index - half : half - 1 - index
    let distance = offset + offset / 15 + 1
    return index >= half ? centre + distance : centre - distance
  }

  func symbol(data: BitString, mode: BitString) -> BarcodeSymbol {
    var symbol = BarcodeSymbol(width: size, height: size)
    if !form.isCompact { addGrid(&symbol) }
    addLayers(data, &symbol)
    addBullsEye(&symbol)
    addMode(mode, &symbol)
    return symbol
  }

  private func addGrid(_ symbol: inout BarcodeSymbol) {
    for line in stride(from: 0, through: centre, by: 16) {
      for along in 0..<size where (along - centre).isMultiple(of: 2) {
        for across in [centre - line, centre + line] {
          symbol[across, along] = true
          symbol[along, across] = true
        }
      }
    }
  }

  /// Each layer runs around counter-clockwise from its upper left corner: down, along the bottom, up, back along the top;
  /// across it lie pairs of bits, the outer one first.
  private func addLayers(_ data: BitString, _ symbol: inout BarcodeSymbol) {
    var start = 0
    for layer in 0..<form.layers {
      let length = (form.layers - layer) * 4 + (form.isCompact ? 9 : 12)
      let (near, far) = (2 * layer, contentSize - 1 - 2 * layer)
      for along in 0..<length {
        for across in 0..<2 {
          let sides = [
            (near + across, near + along), (near + along, far - across), (far - across, far - along),
            (far - along, near + across),
          ]
          for (side, position) in sides.enumerated() {
            let bit = start + 2 * (side * length + along) + across
            if data.bits[bit] { symbol[place(position.0), place(position.1)] = true }
          }
        }
      }
      start += 8 * length
    }
  }

  private func addBullsEye(_ symbol: inout BarcodeSymbol) {
    let outer = form.isCompact ? 5 : 7
    for dy in -outer...outer {
      for dx in -outer...outer {
        let ring = max(abs(dx), abs(dy))
        symbol[centre + dx, centre + dy] = ring < outer && ring.isMultiple(of: 2)
      }
    }
    // Three corners mark the orientation.
    for (dx, dy) in [(-1, -1), (1, -1)] { symbol[centre + dx * outer, centre + dy * outer] = true }
    symbol[centre - outer + 1, centre - outer] = true
    symbol[centre - outer, centre - outer + 1] = true
    symbol[centre + outer, centre - outer + 1] = true
    symbol[centre + outer, centre + outer - 1] = true
  }

  /// A quarter of the message on each side, clockwise from the upper left; a line of the grid lies in the middle of each.
  private func addMode(_ mode: BitString, _ symbol: inout BarcodeSymbol) {
    let (count, outer) = form.isCompact ? (7, 5) : (10, 7)
    for index in 0..<count {
      let along = form.isCompact ? index - 3 : index - 5 + index / 5
      let sides = [(along, -outer), (outer, along), (-along, outer), (-outer, -along)]
      for (side, offset) in sides.enumerated() where mode.bits[side * count + index] {
        symbol[centre + offset.0, centre + offset.1] = true
      }
    }
  }
}
