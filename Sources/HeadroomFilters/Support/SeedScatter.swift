internal import Foundation
internal import HeadroomEngine
internal import HeadroomImage
internal import HeadroomPixels

/// The shapes around scattered points.
enum ScatterStyle: Int, Sendable {
  /// Cells that fill the plane: each position has the colour of the nearest point.
  case cells
  /// Dots whose radius is half the pitch of the squares that contain the points.
  case dots
}

extension CIImage {
  /// The image's colours at scattered points, one in each square of a grid.
  func scattered(_ style: ScatterStyle, center: CGPoint, pitch: Float) -> CIImage {
    // Where a picture's edges are repeated, only the picture itself is read, however far apart the points are.
    let picture = repeatsEdges ? picture ?? self : self
    let bounds = PixelRect(enclosing: picture.extent)
    if bounds.isEmpty { return self }
    let isClamped = repeatsEdges || style == .cells && !picture.extent.isUnbounded
    let edge: EdgeMode = isClamped ? .clamp(bounds) : .zero
    let pitch = min(max(pitch, 1), 16384)
    let scatter = SeedScatter(style: style, x: center.x.inReach, y: center.y.inReach, pitch: pitch, edge: edge)
    let growth = style == .dots ? CGFloat(pitch / 2).rounded(.up) : 0
    return picture.appending(area: scatter, extent: extent.grown(by: growth), keepsTags: true)
  }
}

/// The colour of the image at the nearest of scattered points.
struct SeedScatter: NeighbourhoodImplementation {
  let style: ScatterStyle
  let x, y, pitch: Float
  let edge: EdgeMode

  var fingerprint: Fingerprint {
    Fingerprint("scatter", [Double(style.rawValue)] + [x, y, pitch].map(Double.init) + edge.fingerprint)
  }

  var toleratesPartialInput: Bool { true }

  func peak(of inputs: [Float?]) -> Float? { (inputs.first ?? nil).map { max($0, 0) } }

  func region(for output: PixelRect) -> PixelRect {
    let reach = Int((2 * pitch).rounded(.up)) + 2
    return edge.region(output.expanded(dx: reach, dy: reach))
  }

  private struct Seed {
    let x, y: Float
    let color: Pixel
  }

  private func seed(_ column: Int, _ row: Int) -> (x: Float, y: Float) {
    let random = PixelHash.pixel(column, row)
    return (
      x + (Float(column) + 0.15 + 0.7 * random.r) * pitch, y + (Float(row) + 0.15 + 0.7 * random.g) * pitch
    )
  }

  private func column(_ px: Float) -> Int { Int(((px - x) / pitch).rounded(.down)) }
  private func row(_ py: Float) -> Int { Int(((py - y) / pitch).rounded(.down)) }

  /// The coverage of a pixel, from the square of its distance from the seed.
  @inline(__always)
  private func cover(_ square: Float) -> Float {
    style == .cells ? 1 : clamped(0.5 * pitch + 0.5 - square.squareRoot(), 0, 1)
  }

  func render(_ input: Tile, into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    let rect = unsafe output.rect
    let clean = unsafe TileInspection.withoutNaN(input, scratch: scratch)
    let (firstColumn, firstRow) = (column(Float(rect.minX)) - 1, row(Float(rect.minY)) - 1)
    let columns = column(Float(rect.maxX)) + 2 - firstColumn
    let rows = row(Float(rect.maxY)) + 2 - firstRow
    var seeds: [Seed] = []
    seeds.reserveCapacity(columns * rows)
    for r in 0..<rows {
      for c in 0..<columns {
        let place = seed(firstColumn + c, firstRow + r)
        seeds.append(Seed(x: place.x, y: place.y, color: unsafe color(place, of: clean)))
      }
    }
    for py in rect.minY..<rect.maxY {
      let target = unsafe output.rows(x: rect.minX, y: py)
      let centreY = Float(py) + 0.5
      let line = (row(centreY) - 1 - firstRow) * columns
      for i in 0..<rect.width {
        let centreX = Float(rect.minX + i) + 0.5
        let start = line + column(centreX) - 1 - firstColumn
        var (best, nearest) = (Float.infinity, start)
        for index in [start, start + columns, start + 2 * columns] {
          for candidate in index..<index + 3 {
            let (dx, dy) = (seeds[candidate].x - centreX, seeds[candidate].y - centreY)
            let square = dx * dx + dy * dy
            if square < best { (best, nearest) = (square, candidate) }
          }
        }
        let (color, cover) = (seeds[nearest].color, cover(best))
        unsafe (target.r[i], target.g[i]) = (color.r * cover, color.g * cover)
        unsafe (target.b[i], target.a[i]) = (color.b * cover, color.a * cover)
      }
    }
    scratch.reset(to: mark)
  }

  private func color(_ place: (x: Float, y: Float), of tile: Tile) -> Pixel {
    var (px, py) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
    if case .clamp(let extent) = edge {
      (px, py) = (min(max(px, extent.minX), extent.maxX - 1), min(max(py, extent.minY), extent.maxY - 1))
    }
    // Seeds of squares at the rim of the table may lie beyond the reach of any pixel.
    return unsafe tile.rect.contains(PixelRect(x: px, y: py, width: 1, height: 1)) ? tile.pixel(x: px, y: py) : .clear
  }

  func evaluate(x px: Int, y py: Int, _ input: (_ x: Int, _ y: Int) -> Pixel) -> Pixel {
    let (centreX, centreY) = (Float(px) + 0.5, Float(py) + 0.5)
    var (best, nearest): (Float, (x: Float, y: Float)) = (.infinity, (0, 0))
    for r in row(centreY) - 1...row(centreY) + 1 {
      for c in column(centreX) - 1...column(centreX) + 1 {
        let place = seed(c, r)
        let (dx, dy) = (place.x - centreX, place.y - centreY)
        if dx * dx + dy * dy < best { (best, nearest) = (dx * dx + dy * dy, place) }
      }
    }
    let color = edge.pixel(Int(nearest.x.rounded(.down)), Int(nearest.y.rounded(.down)), of: input).withoutNaN
    return Pixel(color * Double(cover(best)))
  }
}
