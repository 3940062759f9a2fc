internal import HeadroomEngine
internal import HeadroomKernelLanguage
internal import HeadroomPixels

/// What of its images a kernel of text reads: what the client's callback says, else what follows from the text.
struct TextRegions: Sendable {
  let callback: KernelRegion?
  private let regions: SampleRegions
  private let arguments: [[UInt32]?]
  private let spaces: [SamplerSpace]

  /// - Parameters:
  ///   - callback: what the client says, or nil.
  ///   - form: what is known of the kernel whatever the working space is.
  ///   - arguments: nil for those that depend on it.
  ///   - extents: of the images.
  init(callback: KernelRegion?, _ form: KernelForm, arguments: [[UInt32]?], extents: [PixelRect]) {
    self.callback = callback
    regions = SampleRegions(form)
    self.arguments = arguments
    spaces = extents.map { SamplerSpace(extent: $0.lanes) }
  }

  /// What tells two callbacks apart.
  var identity: [AnyObject] { callback.map { [$0] } ?? [] }

  /// What is read of an image, without the pixels beside, which interpolation reaches.
  func needed(ofImage index: Int, for output: PixelRect, _ setting: SamplerSettings) -> PixelRect {
    if let callback { return callback.needed(ofImage: index, for: output, isClamped: setting.isClamped) }
    guard let centres = SampleBox(centresOf: output) else { return .empty }
    let boxes = regions.boxes(arguments: arguments, images: spaces, destination: centres)
    guard let box = boxes[index] else { return .empty }
    let region = PixelRect(holding: box)
    return setting.isClamped ? region.clamped(into: setting.extent) : region
  }

  /// Where a warp reads its image.
  func position(for output: PixelRect, imageExtent: PixelRect) -> PixelRect {
    if let callback { return callback.needed(ofImage: 0, for: output) }
    return reach(of: output).intersection(imageExtent.expanded(dx: 1, dy: 1))
  }

  /// The pixels that all positions of a warp lie in, whatever a callback says.
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
  /// The pixels that positions lie in; all where they have no bounds.
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
