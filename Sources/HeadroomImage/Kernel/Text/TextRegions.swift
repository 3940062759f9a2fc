internal import HeadroomEngine
internal import HeadroomKernelLanguage
internal import HeadroomPixels

/// The regions of its images that a kernel from text reads: from the client's callback, otherwise derived from the
/// text.
struct TextRegions: Sendable {
  let callback: KernelRegion?
  private let regions: SampleRegions
  private let arguments: [[UInt32]?]
  private let spaces: [SamplerSpace]

  /// - Parameters:
  ///   - callback: the client's callback, or nil.
  ///   - ir: the kernel as far as it is independent of the working space.
  ///   - arguments: nil for those that depend on the working space.
  ///   - extents: of the images.
  init(callback: KernelRegion?, _ ir: KernelIR, arguments: [[UInt32]?], extents: [PixelRect]) {
    self.callback = callback
    regions = SampleRegions(ir)
    self.arguments = arguments
    spaces = extents.map { SamplerSpace(extent: $0.lanes) }
  }

  /// Identifies the callback.
  var identity: [AnyObject] { callback.map { [$0] } ?? [] }

  /// The part of an image that is read, without the adjacent pixels that interpolation reads.
  func needed(ofImage index: Int, for output: PixelRect, _ setting: SamplerSettings) -> PixelRect {
    if let callback { return callback.needed(ofImage: index, for: output, isClamped: setting.isClamped) }
    guard let centres = SampleBox(centresOf: output) else { return .empty }
    let boxes = regions.boxes(arguments: arguments, images: spaces, destination: centres)
    guard let box = boxes[index] else { return .empty }
    let region = PixelRect(holding: box)
    return setting.isClamped ? region.clamped(into: setting.extent) : region
  }

  /// The rectangle in which a warp reads its image.
  func position(for output: PixelRect, imageExtent: PixelRect) -> PixelRect {
    if let callback { return callback.needed(ofImage: 0, for: output) }
    return reach(of: output).intersection(imageExtent.expanded(dx: 1, dy: 1))
  }

  /// The rectangle of pixels that contains all positions of a warp, regardless of a callback.
  func reach(of output: PixelRect) -> PixelRect {
    guard let centres = SampleBox(centresOf: output) else { return .empty }
    return PixelRect(holding: regions.position(arguments: arguments, destination: centres))
  }
}

extension SampleBox {
  /// The centres of the pixels of a rectangle; nil where it has none.
  fileprivate init?(centresOf rect: PixelRect) {
    guard !rect.isEmpty else { return nil }
    guard !rect.isInfinite else {
      self = .everything
      return
    }
    self.init(
      x: Float(rect.minX) + 0.5...Float(rect.maxX) - 0.5, y: Float(rect.minY) + 0.5...Float(rect.maxY) - 0.5)
  }
}

extension PixelRect {
  /// The rectangle of pixels that contains the positions; infinite where they have no bounds.
  fileprivate init(holding box: SampleBox) {
    let reach: Float = 1e9
    guard box.x.lowerBound > -reach, box.x.upperBound < reach, box.y.lowerBound > -reach, box.y.upperBound < reach
    else {
      self = .infinite
      return
    }
    self.init(
      minX: Int(box.x.lowerBound.rounded(.down)), minY: Int(box.y.lowerBound.rounded(.down)),
      maxX: Int(box.x.upperBound.rounded(.down)) + 1, maxY: Int(box.y.upperBound.rounded(.down)) + 1)
  }
}
