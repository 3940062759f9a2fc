internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImage

/// An asset or a composition, resolved to files: what is seen and heard at each time. It does not change with them.
package struct MovieTimeline: Sendable {
  /// Nil where there is no video.
  package let video: VideoTimeline?
  /// The enabled audio tracks that have sound.
  package internal(set) var audio: [TrackTimeline]
  package let duration: CMTime

  /// - Parameters:
  ///   - composition: how video tracks become one picture. Nil shows the first enabled one as it is, not turned.
  ///   - range: the part that is used; nil is all.
  /// - Throws: ``AVError``: where a file cannot be read; with a ``VideoCompositionError`` for what cannot be composed.
  package init(
    _ asset: AVAsset, _ composition: AVVideoComposition? = nil, range: CMTimeRange? = nil
  ) throws(AVError) {
    let contents = try asset.contents()
    duration = contents.duration
    var audio: [TrackTimeline] = []
    for track in contents.tracks(of: .audio) where track.isEnabled { audio.append(try TrackTimeline(track)) }
    self.audio = audio.filter { !$0.stretches.isEmpty }
    let part = range ?? CMTimeRange(start: .zero, duration: contents.duration)
    if let composition {
      video = try VideoTimeline(contents, composition.configuration, in: part)
    } else {
      video = try VideoTimeline(asset, contents, in: part)
    }
  }
}

extension VideoTimeline {
  fileprivate init(
    _ contents: AssetContents, _ composition: AVVideoComposition.Configuration, in range: CMTimeRange
  ) throws(AVError) {
    let tracks = contents.tracks(of: .video)
    do {
      try composition.validate(tracks: Set(tracks.map(\.trackID)), in: range)
    } catch {
      throw AVError(error)
    }
    var timelines: [CMPersistentTrackID: TrackTimeline] = [:]
    for track in tracks { timelines[track.trackID] = try TrackTimeline(track) }
    (width, height) = composition.renderSize.pixels
    let frame = CGRect(x: 0, y: 0, width: width, height: height)
    do {
      titles = try composition.animationTool?.titles(width: width, height: height)
      let shown = LayerContents(
        tracks: timelines, frame: frame, toolTrack: composition.animationTool?.trackID,
        toolPicture: try composition.animationTool?.picture())
      instructions = composition.instructions(in: range).compactMap { $0 as? AVVideoCompositionInstruction }.map {
        Instruction($0.configuration, shown)
      }
    } catch {
      throw AVError(error)
    }
    let timing = timelines[composition.sourceTrackIDForFrameTiming]
    self.timing =
      timing.map { .track($0, inGaps: composition.frameDuration) } ?? .regular(composition.frameDuration)
    color = try Self.color(of: instructions, in: range, isComposed: true, stated: composition)
    duration = contents.duration
    preferredTransform = .identity
    metadataPolicy = composition.perFrameHDRDisplayMetadataPolicy
  }

  /// The first enabled video track as it is; nil if there is none.
  fileprivate init?(_ asset: AVAsset, _ contents: AssetContents, in range: CMTimeRange) throws(AVError) {
    guard let track = contents.tracks(of: .video).first(where: \.isEnabled) else { return nil }
    let timeline = try TrackTimeline(track)
    let size = asset is AVComposition ? asset.naturalSize : track.naturalSize
    guard size.isPicture else { throw AVError(VideoCompositionError.renderSize(size)) }
    let layer = Instruction.Layer(
      content: .track(timeline), configuration: AVVideoCompositionLayerInstruction.Configuration(assetTrack: track),
      fits: true)
    instructions = [
      Instruction(
        timeRange: CMTimeRange(start: .zero, duration: contents.duration), background: nil, layers: [layer],
        hasTitles: false)
    ]
    titles = nil
    timing = .track(timeline, inGaps: .invalid)
    color = try Self.color(of: instructions, in: range, isComposed: asset is AVComposition)
    (width, height) = size.pixels
    duration = contents.duration
    preferredTransform = track.preferredTransform
    metadataPolicy = .propagate
  }

  /// By the sources that instructions use.
  ///
  /// - Parameter isComposed: whether sources have to be such that they can be composed.
  private static func color(
    of instructions: [Instruction], in range: CMTimeRange, isComposed: Bool,
    stated: AVVideoComposition.Configuration = AVVideoComposition.Configuration()
  ) throws(AVError) -> CICP {
    var used: [CICP] = []
    let parts = instructions.filter { $0.timeRange.intersection(range).duration > .zero }
    let isBright = parts.contains { $0.layers.contains(where: \.isBrightPicture) }
    do {
      for instruction in instructions {
        let part = instruction.timeRange.intersection(range)
        for source in instruction.layers.flatMap({ $0.stretches(in: part) }).map(\.source) {
          if isComposed { try source.checkComposable() }
          if let color = source.color { used.append(color) }
        }
      }
      return try OutputColor.codes(for: used, hasBrightPictures: isBright, stated: stated)
    } catch {
      throw AVError(error)
    }
  }
}

/// What layers show.
private struct LayerContents {
  var tracks: [CMPersistentTrackID: TrackTimeline]
  /// Of the output, in which endless pictures end.
  var frame: CGRect
  /// The number of an animation tool's layer, and its picture.
  var toolTrack: CMPersistentTrackID?
  var toolPicture: CIImage?

  func content(
    of layer: AVVideoCompositionLayerInstruction.Configuration
  ) -> VideoTimeline.Instruction.Layer.Content? {
    if let image = layer.image { return .picture(image.atOrigin(in: frame)) }
    if layer.trackID == toolTrack, let toolPicture { return .picture(toolPicture) }
    return tracks[layer.trackID].map { .track($0) }
  }
}

extension CIImage {
  /// With the lower left corner at the origin; as large as the frame where it has no end.
  fileprivate func atOrigin(in frame: CGRect) -> CIImage {
    let finite = extent.isInfinite ? cropped(to: frame) : self
    let corner = finite.extent.origin
    guard corner != .zero, !finite.extent.isEmpty else { return finite }
    return finite.transformed(by: CGAffineTransform(translationX: -corner.x, y: -corner.y))
  }
}

extension VideoTimeline.Instruction {
  fileprivate init(_ content: AVVideoCompositionInstruction.Configuration, _ contents: LayerContents) {
    self.init(
      timeRange: content.timeRange, background: content.backgroundColor,
      layers: content.layerInstructions.map(\.configuration).compactMap { layer in
        contents.content(of: layer).map { Layer(content: $0, configuration: layer, fits: false) }
      }, hasTitles: content.enablePostProcessing)
  }
}

extension CGSize {
  /// Whole pixels; for sizes of pictures.
  fileprivate var pixels: (width: Int, height: Int) { (Int(width.rounded()), Int(height.rounded())) }
}
