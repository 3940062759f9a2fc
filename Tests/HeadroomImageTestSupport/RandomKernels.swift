package import Foundation
internal import HeadroomEngine
package import HeadroomImage
internal import HeadroomPixels

/// Kernels of a client for random recipes.
package enum RandomKernels {
  /// A little more than the image, or a part of an infinite one.
  package static func bounds(_ image: CIImage) -> CGRect {
    image.extent.isUnbounded ? CGRect(x: -5, y: 2, width: 40, height: 30) : image.extent.insetBy(dx: -2, dy: -1)
  }

  struct Mix: BlendKernel {
    let t: Float
    @inline(__always) func apply(_ p: Pixel, _ q: Pixel) -> Pixel {
      Pixel(r: p.r + (q.r - p.r) * t, g: p.g + (q.g - p.g) * t, b: p.b + (q.b - p.b) * t, a: p.a + (q.a - p.a) * t)
    }
  }

  /// One of two pixels as a whole.
  struct Compare: BlendKernel {
    let t: Float
    @inline(__always) func apply(_ p: Pixel, _ q: Pixel) -> Pixel { p.g > q.g + t / 4 ? p : q }
  }

  struct Shear: WarpKernel {
    let t: Float
    @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) { (x + t * y, y) }
  }

  struct Echo: SamplerKernel {
    static let imageCount = 2
    let distance: Float
    @inline(__always) func apply(_ samplers: borrowing KernelSamplers, x: Float, y: Float) -> Pixel {
      let (p, q) = (samplers[0].sample(x: x, y: y), samplers[1].sample(x: x - distance, y: y + distance))
      return Pixel(r: (p.r + q.r) / 2, g: (p.g + q.g) / 2, b: (p.b + q.b) / 2, a: (p.a + q.a) / 2)
    }
  }

  package static let mix = CIColorKernel { Mix(t: $0.float(2)) }
  package static let compare = CIColorKernel { Compare(t: $0.float(2)) }
  package static let shear = CIWarpKernel { Shear(t: $0.float(0)) }
  package static let echo = CIKernel { Echo(distance: $0.float(2)) }
  package static let mixByClosure = CIColorKernel { point, arguments in
    Mix(t: arguments.float(2)).apply(point[0], point[1])
  }
}

/// Each row as it is, but red and blue changed.
package final class RowProcessor: CIImageProcessorKernel {
  package override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws {
    guard let input = inputs?.first else { return }
    for row in 0..<Int(output.region.height) {
      let from = unsafe (input.baseAddress + row * input.bytesPerRow).assumingMemoryBound(to: Float.self)
      let to = unsafe (output.baseAddress + row * output.bytesPerRow).assumingMemoryBound(to: Float.self)
      for x in 0..<Int(output.region.width) {
        for c in 0..<4 { unsafe to[4 * x + c] = from[4 * x + [2, 1, 0, 3][c]] }
      }
    }
  }
}

extension CGRect {
  fileprivate var isUnbounded: Bool { PixelRect(enclosing: self).isInfinite }
}
