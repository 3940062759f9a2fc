import Foundation
import HeadroomGraphics
import Testing

/// Draws what `Tests/peers/path_coverage.py` asks for, which compares the result with Cairo's.
@Suite struct PathPeerTests {
  static let folder = ProcessInfo.processInfo.environment["HEADROOM_PATHS"]

  struct Request: Decodable {
    let width: Int
    let height: Int
    let cases: [Case]
  }

  struct Case: Decodable {
    let elements: [[Double]]
    let evenOdd: Bool
    let transform: [Double]
    let stroke: Line?
  }

  struct Line: Decodable {
    let width: Double
    let cap: Int32
    let join: Int32
    let miter: Double
    let dashes: [Double]
    let phase: Double
  }

  @Test(.enabled(if: folder != nil, "only for Tests/peers/path_coverage.py"))
  func `paths of a peer become coverage`() throws {
    let folder = URL(fileURLWithPath: try #require(Self.folder))
    let request = try JSONDecoder().decode(
      Request.self, from: Data(contentsOf: folder.appendingPathComponent("paths.json")))
    var shares: [Float] = []
    for item in request.cases {
      let context = try TestImages.floatContext(
        request.width, request.height, space: CGColorSpace.extendedLinearSRGB)
      draw(item, context)
      let image = try #require(context.makeImage())
      for row in 0..<request.height {
        for column in 0..<request.width { shares.append(TestImages.numbers(image, column, row).w) }
      }
    }
    let bytes = unsafe shares.withUnsafeBytes { unsafe Data($0) }
    try bytes.write(to: folder.appendingPathComponent("coverage.f32"))
  }

  private func draw(_ item: Case, _ context: CGContext) {
    let numbers = item.transform
    context.concatenate(
      CGAffineTransform(
        a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5]))
    let path = CGMutablePath()
    for element in item.elements {
      let points = stride(from: 0, to: element.count - 1, by: 2).map { CGPoint(x: element[$0], y: element[$0 + 1]) }
      switch (element.count, element.last) {
      case (1, _): path.closeSubpath()
      case (3, 0): path.move(to: points[0])
      case (3, _): path.addLine(to: points[0])
      default: path.addCurve(to: points[2], control1: points[0], control2: points[1])
      }
    }
    context.addPath(path)
    guard let line = item.stroke else { return context.fillPath(using: item.evenOdd ? .evenOdd : .winding) }
    context.setLineWidth(line.width)
    context.setLineCap(CGLineCap(rawValue: line.cap) ?? .butt)
    context.setLineJoin(CGLineJoin(rawValue: line.join) ?? .miter)
    context.setMiterLimit(line.miter)
    context.setLineDash(phase: line.phase, lengths: line.dashes.map { CGFloat($0) })
    context.strokePath()
  }
}
