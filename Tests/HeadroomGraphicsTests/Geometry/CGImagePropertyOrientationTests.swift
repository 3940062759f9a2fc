import Foundation
import HeadroomGraphics
import Testing

@Suite struct CGImagePropertyOrientationTests {
  /// Where (x, y) of a picture of width 5 and height 3 goes, y pointing up: coreimage-semantics.md section 4.3.
  private static func expected(_ tag: UInt32, _ x: CGFloat, _ y: CGFloat) -> CGPoint {
    let (w, h) = (CGFloat(5), CGFloat(3))
    switch tag {
    case 1: return CGPoint(x: x, y: y)
    case 2: return CGPoint(x: w - x, y: y)
    case 3: return CGPoint(x: w - x, y: h - y)
    case 4: return CGPoint(x: x, y: h - y)
    case 5: return CGPoint(x: h - y, y: w - x)
    case 6: return CGPoint(x: y, y: w - x)
    case 7: return CGPoint(x: y, y: x)
    default: return CGPoint(x: h - y, y: x)
    }
  }

  @Test(arguments: CGImagePropertyOrientation.allCases)
  func `every orientation moves points as the table says`(_ orientation: CGImagePropertyOrientation) {
    let extent = CGRect(x: 0, y: 0, width: 5, height: 3)
    for (x, y) in [(0, 0), (1, 2), (5, 3)] as [(CGFloat, CGFloat)] {
      let moved = CGPoint(x: x, y: y).applying(orientation.transform(for: extent))
      #expect(moved == Self.expected(orientation.rawValue, x, y))
    }
  }

  @Test(arguments: CGImagePropertyOrientation.allCases)
  func `the upright picture keeps its lower left corner and has its axes swapped where it should`(
    _ orientation: CGImagePropertyOrientation
  ) {
    let extent = CGRect(x: 10, y: -4, width: 5, height: 3)
    let upright = extent.applying(orientation.transform(for: extent))
    #expect(upright.origin == extent.origin)
    #expect(upright.width == (orientation.swapsAxes ? 3 : 5))
    #expect(orientation.uprightSize(width: 5, height: 3).width == Int(upright.width))
  }

  @Test(arguments: CGImagePropertyOrientation.allCases)
  func `pixels are looked up where the transform puts them`(_ orientation: CGImagePropertyOrientation) {
    let (width, height) = (5, 3)
    let upright = orientation.uprightSize(width: width, height: height)
    let transform = orientation.transform(width: CGFloat(width), height: CGFloat(height))
    for row in 0..<upright.height {
      for column in 0..<upright.width {
        let stored = orientation.storedPixel(column: column, row: row, width: width, height: height)
        // Centres, y from the bottom.
        let center = CGPoint(x: CGFloat(stored.column) + 0.5, y: CGFloat(height - 1 - stored.row) + 0.5)
        let moved = center.applying(transform)
        #expect(moved == CGPoint(x: CGFloat(column) + 0.5, y: CGFloat(upright.height - 1 - row) + 0.5))
      }
    }
  }

  @Test func `an infinite extent stays where it is`() {
    #expect(CGImagePropertyOrientation.left.transform(for: .infinite) == .identity)
  }

  @Test func `tags outside 1 to 8 mean upright`() {
    #expect(CGImagePropertyOrientation(exifTag: 0) == .up)
    #expect(CGImagePropertyOrientation(exifTag: 9) == .up)
    #expect(CGImagePropertyOrientation(exifTag: -1) == .up)
    #expect(CGImagePropertyOrientation(exifTag: 6) == .right)
  }
}
