import Foundation
import Headroom

/// A recipe of 100 nodes rendered to 64 x 64 pixels: for the first time in a context, again with another parameter, and prepared.
struct PlanningCase {
  let rounds: Int

  private static func recipe(_ source: CIImage, _ ev: Double, nodes: Int) -> CIImage {
    var image = source
    for index in 1..<nodes {
      switch index % 5 {
      case 0: image = image.applyingFilter("CIVibrance", parameters: ["inputAmount": 0.1])
      case 1: image = image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": index == 1 ? ev : 0.01])
      case 2: image = image.applyingFilter("CIGammaAdjust", parameters: ["inputPower": 1.01])
      case 3: image = image.applyingFilter("CIHueAdjust", parameters: ["inputAngle": 0.01])
      default: image = image.applyingFilter("CIMultiplyCompositing", parameters: ["inputBackgroundImage": source])
      }
    }
    return image
  }

  func run(_ report: inout Report) {
    report.table(
      "Recipes of point filters rendered to 64 x 64 pixels, microseconds on the clock, median of \(rounds)",
      [
        "nodes", "first render in a context", "again, another parameter", "again, the same image",
        "again, another parameter, one pixel", "prepared, another parameter, one pixel",
        "prepared, the same, one pixel",
      ])
    let floats = [Float](repeating: 0.5, count: 64 * 64 * 4)
    let source = FilteredPicture.source(floats, width: 64, height: 64)
    for nodes in [10, 100, 1000] {
      var (first, changed, same, pixel) = ([Double](), [Double](), [Double](), [Double]())
      var (bound, run) = ([Double](), [Double]())
      for round in 0..<rounds {
        let images = [0.1, 0.2].map { Self.recipe(source, $0 + Double(round) / 100, nodes: nodes) }
        let context = CIContext()
        let memory = LargeMemory(byteCount: 64 * 64 * 16)
        func time(_ image: CIImage, side: Int = 64) -> Double {
          Clock.measure {
            context.render(
              image, toBitmap: memory.base, rowBytes: 64 * 16, bounds: CGRect(x: 0, y: 0, width: side, height: side),
              format: .RGBAf, colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
          }.wall * 1e6
        }
        first.append(time(images[0]))
        changed.append(time(images[1]))
        same.append(time(images[1]))
        // A kept plan is one of a region's size as well.
        _ = time(images[1], side: 1)
        pixel.append(time(images[0], side: 1))
        let frames = Frames(images[0], context)
        frames.draw(images[0])
        bound.append(Clock.measure { frames.draw(images[1]) }.wall * 1e6)
        run.append(Clock.measure { frames.draw(images[1]) }.wall * 1e6)
      }
      report.row(["\(nodes)"] + [first, changed, same, pixel, bound, run].map { "\(Spread($0))" })
    }
  }
}

/// A prepared render of one pixel.
private struct Frames {
  private let memory = LargeMemory(byteCount: 16)
  private let destination: CIRenderDestination
  private let render: PreparedRender?

  init(_ image: CIImage, _ context: CIContext) {
    destination = CIRenderDestination(bitmapData: memory.base, width: 1, height: 1, bytesPerRow: 16, format: .RGBAf)
    destination.colorSpace = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
    render = try? context.preparedRender(of: image, to: destination)
  }

  func draw(_ image: CIImage) {
    guard (try? render?.bind(image)) != nil, (try? render?.run(to: destination)) != nil else {
      preconditionFailure("a prepared render that fails")
    }
  }
}
