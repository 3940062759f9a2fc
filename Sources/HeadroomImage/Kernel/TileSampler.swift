package import HeadroomEngine
internal import HeadroomPixels

/// A sampler operation on tiles: its kernel gives each pixel.
package protocol TileSampler: TileArea, SamplerOperation {
  associatedtype Kernel: SamplerKernel
  var kernel: Kernel { get }
  /// Whether the nearest pixel of an image is read, without interpolation.
  func readsNearest(_ index: Int) -> Bool
}

extension TileSampler {
  package func readsNearest(_ index: Int) -> Bool { false }

  package func render(_ inputs: [Tile], into output: Tile, scratch: ScratchArena) {
    let mark = scratch.mark
    let samplers = unsafe KernelSamplers(count: inputs.count) { index in
      let settings = SamplerSettings(isNearest: readsNearest(index), isClamped: false, extent: .infinite)
      return unsafe KernelSampler(InterleavedTile(inputs[index], scratch: scratch), settings)
    }
    let (rect, stage) = unsafe (output.rect, kernel.makeStage())
    for y in rect.minY..<rect.maxY {
      unsafe stage.run(samplers, output.rows(x: rect.minX, y: y), rect.width, rect.minX, y)
    }
    scratch.reset(to: mark)
  }
}

/// What a sampler needs so that both renderers can compute it; see `AreaImplementation`.
package typealias SamplerImplementation = TileSampler & ReferenceSampler
