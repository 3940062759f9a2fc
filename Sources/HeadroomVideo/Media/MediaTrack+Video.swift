internal import HeadroomColor
internal import HeadroomContainers
internal import HeadroomPixels

extension MediaTrack {
  /// Takes what the first frame says beside the container.
  mutating func take(_ frame: DecodedFrame, _ container: ContainerPicture, _ warnings: inout [String]) {
    let picture = frame.picture
    let isRGB = picture.coding.matrix == 0 && picture.subsampling == .full
    let color = ColorStatement(
      container: container.cicp, rangeOfContainer: container.isFullRange, bitstream: frame.cicp,
      rangeOfBitstream: frame.statesRange ? frame.cicp.fullRange : nil, isRGB: isRGB, width: picture.width,
      height: picture.height)
    var video = VideoFacts(
      width: picture.width, height: picture.height, bitDepth: picture.bitDepth, chroma: picture.subsampling,
      cicp: color.cicp, colorSource: color.source)
    video.hasAlpha = frame.hasAlpha
    video.siting = frame.siting ?? container.siting ?? .left
    video.hdr = Self.merged(container.hdr, frame.hdr, &warnings, track: facts.id)
    video.hasHDR10Plus = frame.hasHDR10Plus
    video.fieldOrder = Self.fieldOrder(frame) ?? container.fieldOrder ?? .progressive
    video.transform = container.transform
    video.dolbyVision = container.dolbyVision
    if let aspect = container.pixelAspectRatio ?? frame.pixelAspectRatio { video.pixelAspectRatio = aspect }
    video.cleanAperture = container.cleanAperture
    video.setDisplaySize()
    if let words = color.warning { warnings.append("track \(facts.id): \(words)") }
    facts.video = video
    countFrames()
    judgeDolbyVision(hasData: frame.hasDolbyVision, &warnings)
  }

  private static func fieldOrder(_ frame: DecodedFrame) -> VideoFacts.FieldOrder? {
    guard frame.isInterlaced else { return nil }
    return frame.isTopFieldFirst ? .topFieldFirst : .bottomFieldFirst
  }

  /// The container's metadata before the coded picture's, each where it can be true.
  private static func merged(
    _ container: HDRMetadata, _ bitstream: HDRMetadata, _ warnings: inout [String], track: Int32
  ) -> HDRMetadata {
    var result = container
    let displays = [container.mastering, bitstream.mastering].compactMap { $0 }
    result.mastering = displays.first(where: \.isBelievable)
    if let odd = displays.first, result.mastering == nil {
      warnings.append(
        "track \(track): a mastering display of \(odd.minimumNits) to \(odd.maximumNits) cd/m² is ignored")
    }
    result.lightLevel = container.lightLevel ?? bitstream.lightLevel
    result.ambient = container.ambient ?? bitstream.ambient
    return result
  }

  /// Number and rhythm of the frames.
  private mutating func countFrames() {
    guard let frames = index?.frames, let first = frames.first, let last = frames.last else { return }
    facts.video?.frameCount = frames.count
    facts.video?.reordersFrames = index?.reordersFrames ?? false
    // The last one's length is the container's word, and often a filler.
    let steps = frames.count > 1 ? frames.dropLast().map(\.duration) : frames.map(\.duration)
    guard let shortest = steps.filter({ $0.value > 0 }).min(), let longest = steps.max() else { return }
    facts.video?.minFrameDuration = shortest
    // Rounding to ticks makes steps differ by one.
    let tick = CMTime(value: 1, timescale: min(shortest.timescale, facts.timescale))
    facts.video?.isVariableFrameRate = longest - shortest > tick
    let length = (last.time + last.duration - first.time).seconds
    if length > 0 { facts.video?.nominalFrameRate = Double(frames.count) / length }
  }

  /// What becomes of Dolby Vision without its own decoder: the base layer, where that can be seen alone.
  private mutating func judgeDolbyVision(hasData: Bool, _ warnings: inout [String]) {
    guard let record = facts.video?.dolbyVision else {
      if hasData { warnings.append("track \(facts.id): Dolby Vision without its record is read as its base layer") }
      return
    }
    let name = "Dolby Vision profile \(record.profile)"
    guard record.hasBaseLayer else {
      refusal = MediaError(.unsupported("\(name), of which this track is the enhancement layer"), track: facts.id)
      return
    }
    // The base layer of profile 7 is HDR10, also where an old record ends before it says so.
    guard record.profile == 7 || [1, 2, 4, 6].contains(record.compatibility) else {
      refusal = MediaError(.unsupported("\(name) has no base layer that can be shown alone"), track: facts.id)
      return
    }
    let kind = facts.video?.dynamicRange.rawValue.uppercased() ?? ""
    warnings.append("track \(facts.id): \(name) is read as its base layer, which is \(kind)")
  }
}

extension VideoFacts {
  /// The clean aperture with square pixels. Pixels become square by widening, as players do it.
  fileprivate mutating func setDisplaySize() {
    displayWidth = cleanAperture?.width ?? Double(width)
    displayHeight = cleanAperture?.height ?? Double(height)
    let (across, down) = pixelAspectRatio
    if across > 0, down > 0 { displayWidth *= Double(across) / Double(down) }
  }
}

extension MasteringDisplayColorVolume {
  /// Whether a display can be like this: some phones write a peak of 0.1 cd/m².
  fileprivate var isBelievable: Bool {
    let points = [red, green, blue, white].flatMap { [$0.x, $0.y] }
    return maximumNits > minimumNits && maximumNits >= 50 && points.allSatisfy { (0...1).contains($0) }
  }
}
