import HeadroomEngine
import HeadroomImage
import HeadroomPixels

// Kernels that do what another does, by a call for each pixel: the row loop sees nothing of it.

struct CalledPoint<Kernel: PointKernel>: PointKernel {
  let kernel: Kernel
  @inline(never) func apply(_ pixel: Pixel) -> Pixel { kernel.apply(pixel) }
}

struct CalledColor<Kernel: ColorKernel>: ColorKernel {
  let kernel: Kernel
  @inline(never) func apply(_ pixel: Pixel) -> Pixel { kernel.apply(pixel) }
}

struct CalledPlaced<Kernel: PlacedKernel>: PlacedKernel {
  let kernel: Kernel
  @inline(never) func apply(_ pixel: Pixel, x: Float, y: Float) -> Pixel { kernel.apply(pixel, x: x, y: y) }
}

struct CalledBlend<Kernel: BlendKernel>: BlendKernel {
  let kernel: Kernel
  @inline(never) func apply(_ source: Pixel, _ background: Pixel) -> Pixel { kernel.apply(source, background) }
}

struct CalledMaskedBlend<Kernel: MaskedBlendKernel>: MaskedBlendKernel {
  let kernel: Kernel
  @inline(never) func apply(_ source: Pixel, _ background: Pixel, _ mask: Pixel) -> Pixel {
    kernel.apply(source, background, mask)
  }
}

struct CalledGenerator<Kernel: GeneratorKernel>: GeneratorKernel {
  let kernel: Kernel
  @inline(never) func apply(x: Float, y: Float) -> Pixel { kernel.apply(x: x, y: y) }
}

struct CalledWarp<Kernel: WarpKernel>: WarpKernel {
  let kernel: Kernel
  @inline(never) func source(x: Float, y: Float) -> (x: Float, y: Float) { kernel.source(x: x, y: y) }
}

struct CalledSampler<Kernel: SamplerKernel>: SamplerKernel {
  static var imageCount: Int { Kernel.imageCount }
  let kernel: Kernel
  @inline(never) func apply(_ samplers: borrowing KernelSamplers, x: Float, y: Float) -> Pixel {
    kernel.apply(samplers, x: x, y: y)
  }
}
