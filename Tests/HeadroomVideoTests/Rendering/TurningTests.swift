import Foundation
import HeadroomColor
import HeadroomGraphics
import HeadroomPixels
import HeadroomVideo
import Testing

/// Planes that are turned show what the picture showed, turned: in luma by the sample, in chroma by its place.
@Suite("Turned planes")
struct TurningTests {
  private static let turns = [false, true].flatMap { transposed in
    [false, true].flatMap { columns in
      [false, true].map { GridTurn(isTransposed: transposed, mirrorsColumns: columns, mirrorsRows: $0) }
    }
  }

  /// A picture whose luma counts samples, and whose chroma is a slope: its codes say where a sample lies.
  private static func picture(
    _ width: Int, _ height: Int, _ subsampling: PlanarPicture.Subsampling, _ siting: YCbCrEncoding.Siting
  ) throws -> PlanarPicture {
    let coding = PlanarPicture.Coding(matrix: 9, isFullRange: false, siting: siting)
    let picture = try PlanarPicture(
      width: width, height: height, bitDepth: 10, subsampling: subsampling, coding: coding)
    for (index, plane) in picture.planes.enumerated() {
      for y in 0..<plane.height {
        let row = unsafe plane.row(y).assumingMemoryBound(to: UInt16.self)
        for x in 0..<plane.width { unsafe row[x] = UInt16(index == 0 ? y * width + x : index == 1 ? 8 * x : 8 * y) }
      }
    }
    return picture
  }

  private static func code(_ picture: PlanarPicture, _ plane: Int, _ x: Int, _ y: Int) -> Int {
    unsafe Int(picture.planes[plane].row(y).load(fromByteOffset: 2 * x, as: UInt16.self))
  }

  /// The place in the picture before the turn.
  private static func origin(_ turn: GridTurn, _ x: Int, _ y: Int, _ size: (width: Int, height: Int)) -> (Int, Int) {
    let (across, down) = turn.isTransposed ? (size.height, size.width) : (size.width, size.height)
    let (column, row) = (turn.mirrorsColumns ? across - 1 - x : x, turn.mirrorsRows ? down - 1 - y : y)
    return turn.isTransposed ? (row, column) : (column, row)
  }

  @Test("keep every sample of luma", arguments: [(6, 4), (7, 5), (70, 34), (1, 1), (2, 3)])
  func luma(_ size: (Int, Int)) throws {
    for turn in Self.turns {
      let picture = try Self.picture(size.0, size.1, .full, .left)
      let turned = try #require(try picture.turned(turn))
      #expect(turned.margin == (0, 0))
      for y in 0..<turned.picture.height {
        for x in 0..<turned.picture.width {
          let (column, row) = Self.origin(turn, x, y, size)
          for plane in 0..<3 {
            #expect(Self.code(turned.picture, plane, x, y) == Self.code(picture, plane, column, row))
          }
        }
      }
    }
  }

  /// Between two samples a slope is exact, so that chroma of a pixel is known from its place.
  @Test("show chroma where it was", arguments: YCbCrEncoding.Siting.allCases, [(32, 16), (31, 17)])
  func chroma(_ siting: YCbCrEncoding.Siting, _ size: (Int, Int)) throws {
    let picture = try Self.picture(size.0, size.1, .quarter, siting)
    for turn in Self.turns {
      guard let turned = try picture.turned(turn) else { continue }
      let (width, height) = (turned.picture.width - turned.margin.columns, turned.picture.height - turned.margin.rows)
      for y in stride(from: 4, to: height - 4, by: 1) {
        for x in stride(from: 4, to: width - 4, by: 1) {
          let (column, row) = Self.origin(turn, x, y, size)
          let place = (x + turned.margin.columns, y + turned.margin.rows)
          #expect(Self.code(turned.picture, 0, place.0, place.1) == Self.code(picture, 0, column, row))
          #expect(
            Self.chroma(turned.picture, place.0, place.1) == Self.chroma(picture, column, row),
            "\(siting) \(turn) \(x), \(y)")
        }
      }
    }
  }

  /// Cb and Cr of a pixel, in quarters of codes.
  private static func chroma(_ picture: PlanarPicture, _ x: Int, _ y: Int) -> [Float] {
    let siting = picture.coding.siting
    let across = ChromaTaps.horizontal(siting)
    let rows = ChromaRows(of: y, isHalved: true, siting: siting, height: picture.planes[1].height)
    return [1, 2].map { plane in
      func along(_ row: Int) -> Float {
        let own = x / 2
        let other = min(max(x % 2 == 0 ? own - 1 : own + 1, 0), picture.planes[plane].width - 1)
        let weight = x % 2 == 0 ? across.evenBefore : across.oddAfter
        return Float(code(picture, plane, own, row)) * (1 - weight) + Float(code(picture, plane, other, row)) * weight
      }
      return along(rows.near) * (1 - rows.farWeight) + along(rows.far) * rows.farWeight
    }
  }

  @Test("of chroma that is halved along rows only lie no other way")
  func half() throws {
    let picture = try Self.picture(8, 4, .half, .left)
    #expect(try picture.turned(GridTurn(isTransposed: true)) == nil)
    #expect(try picture.turned(GridTurn(mirrorsColumns: true, mirrorsRows: true)) != nil)
  }

  @Test("follow a transform's turn")
  func transforms() {
    let size = CGSize(width: 30, height: 20)
    for turn in Self.turns {
      let place = turn.transform(of: size)
      #expect(GridTurn(in: place) == turn)
      #expect(GridTurn(in: place.concatenating(CGAffineTransform(scaleX: 0.3, y: 2))) == turn)
      let box = CGRect(origin: .zero, size: size).applying(place)
      #expect(box.origin == .zero)
    }
    #expect(GridTurn(in: CGAffineTransform(rotationAngle: 0.1)) == .none)
  }
}
