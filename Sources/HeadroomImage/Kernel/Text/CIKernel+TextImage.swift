internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomKernelLanguage
internal import HeadroomKernelRows
internal import HeadroomPixels

extension CIKernel {
  /// The image of a kernel from text. Without a callback the regions follow from the text.
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
    let known = text.known(list)
    if text.signature.family == .color || known.ir.isPointwise(list.samplers) {
      return image(point: TextPoint(kernel: text, arguments: list), list, extent)
    }
    let extents = list.samplers.map(\.settings.extent)
    let regions = TextRegions(
      callback: callback.map { KernelRegion($0, images: extents, of: self) }, known.ir, arguments: known.arguments,
      extents: extents)
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
    let imageExtent = PixelRect(enclosing: image.extent)
    let known = text.known(list)
    let regions = TextRegions(
      callback: callback.map { KernelRegion($0, images: [imageExtent], of: self) }, known.ir,
      arguments: known.arguments,
      extents: [])
    let warp = TextWarp(kernel: text, arguments: list, regions: regions, imageExtent: imageExtent)
    return image.composed(under: warp, image.sampling, extent: extent)
      ?? image.appending(warp: warp, extent: extent, keepsTags: true)
  }
}

extension TextKernel {
  /// The kernel with the arguments that do not depend on the working space. Colours do.
  func known(_ list: KernelArgumentList) -> (ir: KernelIR, arguments: [[UInt32]?]) {
    let lanes = lanes(KernelArguments(list, in: .default))
    let arguments = zip(signature.parameters, lanes).enumerated().map { index, pair -> [UInt32]? in
      if case .color = pair.0.argument { nil } else { isColor(list, index) ? nil : pair.1 }
    }
    return (known(arguments, list.samplers.map(\.settings.extent.lanes)), arguments)
  }

  /// Whether a colour was given for a parameter.
  private func isColor(_ list: KernelArgumentList, _ parameter: Int) -> Bool {
    let place = signature.parameters[..<parameter].count { $0.argument != .destination }
    guard signature.parameters[parameter].argument != .destination, list.values.indices.contains(place) else {
      return false
    }
    if case .color = list.values[place] { return true }
    return false
  }
}

extension KernelIR {
  /// Whether the kernel only reads the pixel at its own place. An image with a repeated edge has pixels outside.
  fileprivate func isPointwise(_ samplers: [CISampler]) -> Bool {
    RowReads(self).isPointwise && !samplers.contains { $0.settings.isClamped }
  }
}
