import Foundation
import Headroom
import Testing

/// A weighted mean of two images: what a client writes for the fast level.
struct Fade: BlendKernel {
  var amount: Float
  @inline(__always) func apply(_ p: Pixel, _ q: Pixel) -> Pixel {
    Pixel(
      r: p.r + (q.r - p.r) * amount, g: p.g + (q.g - p.g) * amount, b: p.b + (q.b - p.b) * amount,
      a: p.a + (q.a - p.a) * amount)
  }
}

/// More light the further right, on straight colour.
struct Slope: PlacedKernel {
  static var alphaRule: AlphaRule { .straight }
  var step: Float
  @inline(__always) func apply(_ p: Pixel, x: Float, y: Float) -> Pixel {
    Pixel(r: p.r + step * x, g: p.g, b: p.b, a: p.a)
  }
}

struct Bars: GeneratorKernel {
  @inline(__always) func apply(x: Float, y: Float) -> Pixel { Pixel(r: x, g: y, b: 0, a: 1) }
}

struct Shift: WarpKernel {
  var dx: Float
  @inline(__always) func source(x: Float, y: Float) -> (x: Float, y: Float) { (x + dx, y) }
}

/// Each pixel beside its neighbour of another image.
struct Ghost: SamplerKernel {
  static let imageCount = 2
  var distance: Float
  @inline(__always) func apply(_ samplers: borrowing KernelSamplers, x: Float, y: Float) -> Pixel {
    let (p, q) = (samplers[0].sample(x: x, y: y), samplers[1].sample(x: x + distance, y: y))
    return Pixel(r: p.r + q.r, g: p.g + q.g, b: p.b + q.b, a: p.a + q.a)
  }
}

/// Kernels made once, as clients are told to.
enum ClientKernels {
  static let fade = CIColorKernel(name: "fade") { Fade(amount: $0.float(2)) }
  static let slope = CIColorKernel { Slope(step: $0.float(1)) }
  static let shift = CIWarpKernel { Shift(dx: $0.float(0)) }
  static let ghost = CIKernel { Ghost(distance: $0.float(2)) }
  static let fadeByClosure = CIColorKernel(name: "fade by closure") { point, arguments in
    Fade(amount: arguments.float(2)).apply(point[0], point[1])
  }
  static let ghostByClosure = CIKernel(name: "ghost by closure") { samplers, x, y, arguments in
    Ghost(distance: arguments.float(2)).apply(samplers, x: x, y: y)
  }
  static let shiftByClosure = CIWarpKernel(name: "shift by closure") { x, y, arguments in
    Shift(dx: arguments.float(0)).source(x: x, y: y)
  }
}

/// A filter of the client's that uses one.
final class FadeFilter: CIFilter {
  @KeyedInput var inputImage: CIImage?
  @KeyedInput var inputTargetImage: CIImage?
  @KeyedInput var inputAmount: Float = 0.5

  override var outputImage: CIImage? {
    guard let inputImage, let inputTargetImage else { return nil }
    return ClientKernels.fade.apply(
      extent: inputImage.extent, arguments: [inputImage, inputTargetImage, inputAmount])
  }
}

@Suite("Kernels of a client")
struct KernelTests {
  static let size = CGSize(width: 24, height: 16)
  static let bounds = CGRect(origin: .zero, size: size)
  static let identity: CIKernelROICallback = { _, rect in rect }

  /// Premultiplied light that differs from pixel to pixel: (x, y) has red x + 0.5 above (or below) `offset`.
  static func ramp(_ offset: Float = 0, alpha: Float = 1) -> CIImage {
    var floats: [Float] = []
    for row in 0..<Int(size.height) {
      for x in 0..<Int(size.width) {
        floats += [offset + Float(x) * alpha, (Float(size.height) - Float(row)) * alpha, 0.25 * alpha, alpha]
      }
    }
    return CIImage(
      bitmapData: floats.withUnsafeBufferPointer { Data(buffer: $0) }, bytesPerRow: Int(size.width) * 16, size: size,
      format: .RGBAf, colorSpace: nil)
  }

  /// Linear premultiplied pixels of an image over ``bounds``, rows from the bottom.
  static func pixels(
    _ image: CIImage?, _ bounds: CGRect = bounds, context: CIContext = CIContext()
  ) throws -> [[Float]] {
    let image = try #require(image)
    let (width, height) = (Int(bounds.width), Int(bounds.height))
    var floats = [Float](repeating: .nan, count: width * height * 4)
    floats.withUnsafeMutableBytes {
      context.render(
        image, toBitmap: $0.baseAddress!, rowBytes: width * 16, bounds: bounds, format: .RGBAf,
        colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    }
    return (0..<height).reversed().flatMap { row in
      (0..<width).map { Array(floats[(row * width + $0) * 4..<(row * width + $0) * 4 + 4]) }
    }
  }

  static func pixel(_ pixels: [[Float]], _ x: Int, _ y: Int) -> [Float] { pixels[y * Int(size.width) + x] }

  @Test(arguments: [ClientKernels.fade, ClientKernels.fadeByClosure])
  func `a color kernel mixes two images by a number`(_ kernel: CIColorKernel) throws {
    let image = kernel.apply(extent: Self.bounds, arguments: [Self.ramp(), Self.ramp(100, alpha: 0.5), 0.25])
    let pixels = try Self.pixels(image)
    // 0.75 * 7 + 0.25 * (100 + 7 * 0.5), and so on.
    #expect(zip(Self.pixel(pixels, 7, 3), [31.125, 3.5, 0.21875, 0.875]).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  @Test func `a kernel sees the position, on straight colour where it wants that`() throws {
    let image = ClientKernels.slope.apply(extent: Self.bounds, arguments: [Self.ramp(alpha: 0.5), 10])
    // (5 + 10 * 5.5) * 0.5
    #expect(Self.pixel(try Self.pixels(image), 5, 2)[0] == 30)
    let moved = image?.transformed(by: .init(translationX: 2, y: 0))
    #expect(Self.pixel(try Self.pixels(moved), 7, 2)[0] == 30)
  }

  @Test func `a kernel is asked in its extent, whatever that of its image`() throws {
    let kernel = CIColorKernel { point, _ in Pixel(r: point[0].r + 1, g: 2, b: 3, a: 1) }
    let image = CIImage(color: CIColor(red: 0, green: 0, blue: 0)).cropped(to: CGRect(x: 0, y: 0, width: 4, height: 4))
    let moved = image.transformed(by: .init(translationX: 4, y: 0))
    let larger = try Self.pixels(
      kernel.apply(extent: CGRect(x: 2, y: 0, width: 8, height: 4), arguments: [moved]))
    #expect(Self.pixel(larger, 3, 1) == [1, 2, 3, 1])
    #expect(Self.pixel(larger, 1, 1) == [0, 0, 0, 0])
    let smaller = kernel.apply(extent: CGRect(x: 1, y: 1, width: 2, height: 2), arguments: [image])
    let over = try Self.pixels(smaller?.composited(over: image))
    #expect(Self.pixel(over, 3, 1) == [0, 0, 0, 1])
    #expect(Self.pixel(over, 2, 2) == [1, 2, 3, 1])
  }

  @Test func `a kernel without images is a generator, and its extent is where it ends`() throws {
    let kernel = CIColorKernel(Bars())
    let pixels = try Self.pixels(
      kernel.apply(extent: CGRect(x: 2, y: 3, width: 4, height: 5), arguments: nil))
    #expect(Self.pixel(pixels, 2, 3) == [2.5, 3.5, 0, 1])
    #expect(Self.pixel(pixels, 1, 3) == [0, 0, 0, 0])
    #expect(Self.pixel(pixels, 6, 3) == [0, 0, 0, 0])
    let infinite = try Self.pixels(kernel.apply(extent: .infinite, arguments: []))
    #expect(Self.pixel(infinite, 20, 15) == [20.5, 15.5, 0, 1])
  }

  @Test(arguments: [ClientKernels.shift, ClientKernels.shiftByClosure])
  func `a warp reads where it says`(_ kernel: CIWarpKernel) throws {
    for region in [CGRect(x: 3, y: 0, width: 0, height: 0), .infinite] {
      let image = kernel.apply(
        extent: Self.bounds,
        roiCallback: { _, rect in region == .infinite ? region : rect.offsetBy(dx: region.minX, dy: 0) },
        image: Self.ramp(), arguments: [3])
      let pixels = try Self.pixels(image)
      #expect(Self.pixel(pixels, 4, 5) == [7, 6, 0.25, 1])
      #expect(Self.pixel(pixels, 22, 5) == [0, 0, 0, 0])
    }
    let between = try Self.pixels(
      kernel.apply(extent: Self.bounds, roiCallback: { _, _ in .infinite }, image: Self.ramp(), arguments: [0.5]))
    #expect(Self.pixel(between, 4, 5)[0] == 4.5)
    let nearest = try Self.pixels(
      kernel.apply(
        extent: Self.bounds, roiCallback: { _, _ in .infinite }, image: Self.ramp().samplingNearest(),
        arguments: [0.6]))
    #expect(Self.pixel(nearest, 4, 5)[0] == 5)
  }

  @Test(arguments: [ClientKernels.ghost, ClientKernels.ghostByClosure])
  func `a general kernel samples two images`(_ kernel: CIKernel) throws {
    let reach: CIKernelROICallback = { index, rect in index == 0 ? rect : rect.offsetBy(dx: 2.5, dy: 0) }
    let pixels = try Self.pixels(
      kernel.apply(extent: Self.bounds, roiCallback: reach, arguments: [Self.ramp(), Self.ramp(100), 2.5]))
    #expect(Self.pixel(pixels, 4, 5)[0] == 110.5)
    #expect(Self.pixel(pixels, 23, 5)[0] == 23)
    // The last half pixel of the second image fades.
    #expect(Self.pixel(pixels, 21, 5)[0] == 82.5)
  }

  @Test func `a sampler repeats edges, takes the nearest, moves and converts`() throws {
    func sampled(_ options: [AnyHashable: Any], _ distance: Float) throws -> [[Float]] {
      try Self.pixels(
        ClientKernels.ghost.apply(
          extent: Self.bounds, roiCallback: { _, _ in .infinite },
          arguments: [CIImage.empty(), CISampler(image: Self.ramp(), options: options), distance]))
    }
    let repeated = try sampled([kCISamplerWrapMode: kCISamplerWrapClamp], 9)
    #expect(Self.pixel(repeated, 20, 5) == [23, 6, 0.25, 1])
    let nearest = try sampled([kCISamplerFilterMode: kCISamplerFilterNearest], 0.6)
    #expect(Self.pixel(nearest, 4, 5)[0] == 5)
    let moved = try sampled([kCISamplerAffineMatrix: CGAffineTransform(translationX: 2, y: 0)], 0)
    #expect(Self.pixel(moved, 4, 5)[0] == 2)
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedSRGB))
    let encoded = try sampled([kCISamplerColorSpace: space], 0)
    #expect(abs(Self.pixel(encoded, 1, 5)[2] - 0.5370987) < 1e-4)
    let sampler = CISampler(image: Self.ramp())
    #expect(sampler.extent == Self.bounds && sampler.definition.extent == Self.bounds)
  }

  @Test func `arguments arrive by their place, colours as premultiplied light`() throws {
    let kernel = CIColorKernel { _, arguments in
      let (color, vector) = (arguments.color(1), arguments.float4(3))
      return Pixel(
        r: color.r, g: vector.z + arguments.float(5), b: Float(arguments.bytes(4).count), a: arguments.float2(2).y)
    }
    let image = kernel.apply(
      extent: Self.bounds,
      arguments: [
        Self.ramp(), CIColor(red: 0.5, green: 0, blue: 0, alpha: 0.5), CGPoint(x: 7, y: 0.5),
        CIVector(x: 1, y: 2, z: 3), Data([1, 2, 3]), [4, 5] as [Float],
      ])
    let pixel = Self.pixel(try Self.pixels(image), 3, 3)
    #expect(zip(pixel, [0.2140411 / 2, 7, 3, 0.5]).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  @Test func `what does not fit a kernel is nil, with a reason`() throws {
    #expect(ClientKernels.fade.apply(extent: Self.bounds, arguments: [Self.ramp()]) == nil)
    #expect(throws: KernelError.wrongImageCount(kernel: "fade", expected: 2, found: 1)) {
      try ClientKernels.fade.applied(extent: Self.bounds, arguments: [Self.ramp()])
    }
    #expect(throws: KernelError.unsupportedArgument(kernel: "fade", index: 1, type: "NSNull")) {
      try ClientKernels.fade.applied(extent: Self.bounds, arguments: [Self.ramp(), NSNull()])
    }
    #expect(KernelError.wrongImageCount(kernel: "k", expected: 1, found: 0).description == "k reads 1 image, not 0")
  }

  @Test func `a filter of the client's uses its kernel`() throws {
    let filter = FadeFilter()
    filter.setValue(Self.ramp(), forKey: "inputImage")
    filter.setValue(Self.ramp(100), forKey: "inputTargetImage")
    #expect(Self.pixel(try Self.pixels(filter.outputImage), 4, 4)[0] == 54)
    filter.inputAmount = 0
    #expect(Self.pixel(try Self.pixels(filter.outputImage), 4, 4)[0] == 4)
  }

  /// The same application of the same kernel is one node, and parameters tell two apart.
  @Test func `kernels join the chain around them`() throws {
    let first = Self.ramp().applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
    let faded = ClientKernels.fade.apply(extent: Self.bounds, arguments: [first, Self.ramp(), 0.5])
    let doubled = try #require(faded).applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
    #expect(Self.pixel(try Self.pixels(doubled), 4, 4)[0] == 12)
  }

  @Test func `rectangles and numbers of any kind do no harm`() {
    let kernels: [CIKernel] = [
      ClientKernels.ghost, ClientKernels.ghostByClosure, ClientKernels.fade, ClientKernels.fadeByClosure,
    ]
    let images = [OddValues.image(), CIImage(color: .red), CIImage.empty(), OddValues.image().clampedToExtent()]
    for extent in OddValues.rectangles {
      for region in OddValues.rectangles {
        for image in images {
          for kernel in kernels {
            OddValues.exercise(
              kernel.apply(extent: extent, roiCallback: { _, _ in region }, arguments: [image, image, CGFloat.nan]))
          }
          OddValues.exercise(
            ClientKernels.shift.apply(
              extent: extent, roiCallback: { _, _ in region }, image: image, arguments: [OddValues.infinity]))
          OddValues.exercise(
            ClientKernels.shiftByClosure.apply(
              extent: extent, roiCallback: { _, _ in region }, image: image, arguments: [2]))
        }
      }
    }
    for (_, value) in OddValues.all {
      let image = OddValues.image()
      OddValues.exercise(ClientKernels.fadeByClosure.apply(extent: Self.bounds, arguments: [image, image, value]))
    }
    for transform in OddValues.transforms {
      let sampler = CISampler(image: OddValues.image(), options: [kCISamplerAffineMatrix: transform])
      OddValues.exercise(
        ClientKernels.ghost.apply(extent: Self.bounds, roiCallback: Self.identity, arguments: [sampler, sampler, 1]))
    }
  }

  @Test func `built-in blend kernels are what the filters of their names are`() throws {
    let (above, below) = (Self.ramp(alpha: 0.5), Self.ramp(3, alpha: 0.75))
    let pairs: [(CIBlendKernel, String)] = [
      (.sourceOver, "CISourceOverCompositing"), (.multiply, "CIMultiplyBlendMode"), (.screen, "CIScreenBlendMode"),
      (.softLight, "CISoftLightBlendMode"), (.luminosity, "CILuminosityBlendMode"),
      (.componentAdd, "CIAdditionCompositing"),
    ]
    for (kernel, name) in pairs {
      let filtered = above.applyingFilter(name, parameters: [kCIInputBackgroundImageKey: below])
      #expect(try Self.pixels(kernel.apply(foreground: above, background: below)) == Self.pixels(filtered), "\(name)")
    }
    let over = try Self.pixels(CIBlendKernel.sourceOver.apply(foreground: above, background: below))
    // 0.5 * 4 + (3 + 4 * 0.75) * 0.5
    #expect(Self.pixel(over, 4, 5)[0] == 5)
    #expect(CIBlendKernel.sourceOver.name == "sourceOver")
    let moved = below.transformed(by: .init(translationX: 9, y: 0))
    let nothing = try #require(CIBlendKernel.clear.apply(foreground: above, background: moved))
    #expect(nothing.extent == CGRect(x: 0, y: 0, width: 33, height: 16))
    #expect(try Self.pixels(nothing).allSatisfy { $0 == [0, 0, 0, 0] })
  }

  @Test func `own blend kernels cover both images, and may blend in another space`() throws {
    let half = CIBlendKernel(Fade(amount: 0.5))
    let right = Self.ramp().transformed(by: .init(translationX: 20, y: 0))
    let image = try #require(half.apply(foreground: Self.ramp(), background: right))
    #expect(image.extent == CGRect(x: 0, y: 0, width: 44, height: 16))
    let white = CIImage(color: .white).cropped(to: Self.bounds)
    let black = CIImage(color: .black).cropped(to: Self.bounds)
    let grey = half.apply(
      foreground: white, background: black, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
    // Half way in sRGB.
    #expect(abs(Self.pixel(try Self.pixels(grey), 4, 4)[0] - 0.21404) < 1e-4)
    let lab = CGColorSpace(name: CGColorSpace.genericLab)
    if let lab { #expect(half.apply(foreground: white, background: black, colorSpace: lab) == nil) }
  }

  @Test func `shapes are sets of rectangles`() {
    let shape = CIFilterShape(rect: CGRect(x: 0.5, y: 0, width: 3, height: 2))
    #expect(shape.extent == CGRect(x: 0, y: 0, width: 4, height: 2))
    let both = shape.union(with: CGRect(x: 10, y: 10, width: 1, height: 1))
    #expect(both.extent == CGRect(x: 0, y: 0, width: 11, height: 11))
    #expect(both.intersect(with: CGRect(x: 4, y: 2, width: 5, height: 5)).extent.isNull)
    #expect(shape.insetBy(x: -1, y: 1).extent.isNull)
    #expect(shape.insetBy(x: -1, y: 0).extent == CGRect(x: -1, y: 0, width: 6, height: 2))
    let half = CGAffineTransform(translationX: 0.5, y: 0)
    #expect(shape.transform(by: half, interior: true).extent == CGRect(x: 1, y: 0, width: 3, height: 2))
    #expect(shape.transform(by: half, interior: false).extent == CGRect(x: 0, y: 0, width: 5, height: 2))
    #expect(CIImage(color: .red).definition.extent == .infinite)
    #expect(CIImage.empty().definition.extent.isNull)
    for rect in OddValues.rectangles {
      for transform in OddValues.transforms {
        let odd = CIFilterShape(rect: rect).transform(by: transform, interior: true).insetBy(x: .min, y: .max)
        _ = odd.union(with: rect).intersect(with: rect).extent
      }
    }
  }
}
