internal import Foundation
internal import HeadroomEngine
internal import HeadroomGraphics
internal import HeadroomPixels

/// The results of one call of a processor.
enum ProcessorOutputs: Sendable {
  /// What a render needs of the one result.
  case one
  /// All of each result, one of which becomes the image.
  case several([PixelRect], wanted: Int)

  var isOne: Bool { if case .one = self { true } else { false } }

  var wanted: Int { if case .several(_, let wanted) = self { wanted } else { -1 } }

  /// The rectangles that a call computes where a part of the image is needed.
  func rects(for extent: PixelRect) -> [PixelRect] { if case .several(let rects, _) = self { rects } else { [extent] } }
}

/// A client's processor with its arguments.
///
/// The reference renderer calls the same code: the client's code is the specification.
struct ClientProcessor: ProcessorImplementation {
  /// Arguments of any type, as the client passed them.
  // Sendable: never changed, and read only by the client's own code, which is documented to run on any thread.
  private final class Box: @unchecked Sendable {
    let kernel: CIImageProcessorKernel.Type
    let arguments: [String: Any]?

    init(_ kernel: CIImageProcessorKernel.Type, _ arguments: [String: Any]?) {
      self.kernel = kernel
      self.arguments = arguments
    }
  }

  private let box: Box
  private let hasInputs: Bool
  private let outputs: ProcessorOutputs
  /// Extents of the inputs.
  private let extents: [PixelRect]

  init(
    _ kernel: CIImageProcessorKernel.Type, inputs: [CIImage]?, arguments: [String: Any]?, outputs: ProcessorOutputs
  ) {
    box = Box(kernel, arguments)
    self.outputs = outputs
    hasInputs = inputs != nil
    extents = (inputs ?? []).map { PixelRect(enclosing: $0.extent) }
  }

  /// Arguments may be anything, and are compared by identity.
  var fingerprint: Fingerprint {
    Fingerprint("\(box.kernel)", [Double(outputs.wanted)], objects: [ObjectIdentifier(box)])
  }
  var computesParts: Bool { true }
  func peak(of inputs: [Float?]) -> Float? { nil }
  func isOpaque(_ inputs: [Bool]) -> Bool { box.kernel.outputIsOpaque }

  func region(for extent: PixelRect, ofInput index: Int) -> PixelRect {
    outputs.rects(for: extent).reduce(.empty) { region, rect in
      parts(for: rect, ofInput: index).reduce(region) { $0.union($1) }
    }
  }

  /// The parts of an input that are read for a rectangle.
  private func parts(for rect: PixelRect, ofInput index: Int) -> [PixelRect] {
    let wanted = box.kernel.roiTileArray(
      forInput: Int32(truncatingIfNeeded: index), arguments: box.arguments, outputRect: rect.cgRect)
    return wanted.map(\.cgRectValue).map { part in
      guard !part.isWithoutPixels else { return .empty }
      let region = PixelRect(enclosing: part)
      return region.isInfinite ? region.intersection(extents[index]) : region
    }
  }

  func process(_ inputs: [Tile], into output: Tile, pool: ThreadPool) throws(RenderError) {
    let result = unsafe try process(inputs, output.rect)
    unsafe result.read(into: output, isOpaque: box.kernel.outputIsOpaque)
  }

  private func process(_ tiles: [Tile], _ rect: PixelRect) throws(RenderError) -> ProcessorBuffer {
    var inputs: [ProcessorInput] = []
    for index in unsafe tiles.indices { inputs += unsafe try self.inputs(of: tiles[index], index, rect) }
    do {
      switch outputs {
      case .one:
        let format = box.kernel.outputFormat
        let buffer = try ProcessorBuffer(rect, format: format)
        let output = ProcessorOutput(buffer, format: format, from: inputs)
        try box.kernel.process(with: hasInputs ? inputs : nil, arguments: box.arguments, output: output)
        return buffer
      case .several(let rects, let wanted):
        let made = try rects.enumerated().map { index, rect in
          let format = box.kernel.outputFormat(at: Int32(truncatingIfNeeded: index), arguments: box.arguments)
          return (buffer: try ProcessorBuffer(rect, format: format), format: format)
        }
        let all = made.map { ProcessorOutput($0.buffer, format: $0.format, from: inputs) }
        try box.kernel.process(with: hasInputs ? inputs : nil, arguments: box.arguments, outputs: all)
        return made[wanted].buffer
      }
    } catch let error as RenderError {
      throw error
    } catch {
      throw .processor(name: "\(box.kernel)", error: error)
    }
  }

  /// The parts of one image, each as an input.
  private func inputs(of tile: Tile, _ index: Int, _ rect: PixelRect) throws(RenderError) -> [ProcessorInput] {
    let format = box.kernel.formatForInput(at: Int32(truncatingIfNeeded: index))
    // Where several outputs are made, the parts are those of all of them together.
    let parts = outputs.isOne ? parts(for: rect, ofInput: index) : [region(for: rect, ofInput: index)]
    var inputs: [ProcessorInput] = []
    for (number, part) in parts.enumerated() {
      let buffer = try ProcessorBuffer(part, format: format)
      unsafe buffer.fill(from: tile)
      inputs.append(ProcessorInput(buffer, format: format, tile: number, of: parts.count))
    }
    return inputs
  }

  func evaluate(_ extent: PixelRect, _ inputs: [PixelReader]) throws -> [Pixel] {
    let arena = ScratchArena()
    let tiles = unsafe inputs.enumerated().map { index, reader in
      let tile = unsafe arena.tile(region(for: extent, ofInput: index))
      unsafe tile.fill(tile.rect, reader)
      return unsafe tile
    }
    let output = unsafe arena.tile(extent)
    let result = try unsafe process(tiles, extent)
    unsafe result.read(into: output, isOpaque: box.kernel.outputIsOpaque)
    var pixels: [Pixel] = []
    for y in extent.minY..<extent.maxY {
      for x in extent.minX..<extent.maxX { unsafe pixels.append(output.pixel(x: x, y: y)) }
    }
    return pixels
  }
}

extension Tile {
  fileprivate func fill(_ rect: PixelRect, _ reader: PixelReader) {
    for y in rect.minY..<max(rect.maxY, rect.minY) {
      for x in rect.minX..<rect.maxX {
        let (pixel, rows) = unsafe (reader(x, y), rows(x: x, y: y))
        unsafe (rows.r[0], rows.g[0], rows.b[0], rows.a[0]) = (pixel.r, pixel.g, pixel.b, pixel.a)
      }
    }
  }
}
