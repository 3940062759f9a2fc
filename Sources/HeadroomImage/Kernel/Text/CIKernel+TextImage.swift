internal import Foundation
internal import HeadroomGraphics
internal import HeadroomKernelLanguage
internal import HeadroomKernelRows
internal import HeadroomPixels

extension CIKernel {
  /// The image of a kernel of text. Without a callback the text says what is read.
  func image(
    of text: TextKernel, _ list: KernelArgumentList, _ extent: CGRect, _ callback: CIKernelROICallback?
  ) throws(KernelError) -> CIImage {
    if text.signature.family == .warp {
      guard let (sampler, rest) = list.withoutFirstImage else {
        throw .wrongImageCount(kernel: name, expected: 1, found: 0)
      }
      return try image(of: text, warping: sampler.image, rest, extent, callback)
    }
    try text.check(list)
    guard !extent.isWithoutPixels else { return .empty() }
    let reads = text.reads(list)
    if text.signature.family == .color || reads.isPointwise(list.samplers) {
      return image(point: TextPoint(kernel: text, arguments: list), list, extent)
    }
    let region = callback.map { KernelRegion($0, images: list.samplers.map(\.settings.extent)) }
    let regions = TextRegions(callback: region, shifts: reads.shifts, sampled: reads.sampledImages)
    let operation = TextSampler(kernel: text, arguments: list, regions: regions)
    let images = list.samplers.map(\.source)
    guard let first = images.first else {
      return CIImage(node: RecipeNode(.area(operation), inputs: [], extent: extent))
    }
    return first.appending(area: operation, with: Array(images.dropFirst()), extent: extent)
  }

  private func image(point operation: TextPoint, _ list: KernelArgumentList, _ extent: CGRect) -> CIImage {
    let images = list.samplers.map(\.image)
    guard let first = images.first else { return CIImage(generator: operation, extent: extent) }
    return first.appending(point: operation, with: Array(images.dropFirst()), extent: extent)
  }

  func image(
    of text: TextKernel, warping image: CIImage, _ list: KernelArgumentList, _ extent: CGRect,
    _ callback: CIKernelROICallback?
  ) throws(KernelError) -> CIImage {
    try text.check(list)
    guard !extent.isWithoutPixels else { return .empty() }
    let region = callback.map { KernelRegion($0, images: [PixelRect(enclosing: image.extent)]) }
    return image.appending(
      warp: TextWarp(kernel: text, arguments: list, region: region),
      sampling: image.samplesNearest ? .nearest : .linear, extent: extent, keepsTags: true)
  }
}

extension TextKernel {
  /// What is read of the images whatever the working space is.
  func reads(_ list: KernelArgumentList) -> RowReads {
    let arguments = lanes(KernelArguments(list, in: .default))
    let extents = list.samplers.map(\.settings.extent.lanes)
    // Colours are numbers of the working space.
    let known = zip(signature.parameters, arguments).map { parameter, lanes -> [UInt32]? in
      if case .color = parameter.argument { nil } else { lanes }
    }
    return RowReads(self.known(known, extents))
  }
}

extension RowReads {
  /// Whether the kernel only looks at each pixel itself. An image whose edge is repeated has pixels outside.
  func isPointwise(_ samplers: [CISampler]) -> Bool { isPointwise && !samplers.contains { $0.settings.isClamped } }
}
