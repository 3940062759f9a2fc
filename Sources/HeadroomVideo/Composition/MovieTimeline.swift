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
      video = try VideoTimeline(contents, composition, in: part)
    } else {
      video = try VideoTimeline(asset, contents, in: part)
    }
  }
}

extension VideoTimeline {
  fileprivate init(
    _ contents: AssetContents, _ stated: AVVideoComposition, in range: CMTimeRange
  ) throws(AVError) {
    let composition = stated.configuration
    let tracks = contents.tracks(of: .video)
    do {
      try composition.validate(tracks: Set(tracks.map(\.trackID)), in: range)
      compositor = try composition.customVideoCompositorClass.map { type throws(VideoCompositionError) in
        Compositing(
          compositor: try ClientCompositor(type, timeLimit: composition.pictureTimeLimit), composition: stated)
      }
    } catch {
      throw AVError(error)
    }
    filter = composition.pictureFilter.map { filter in
      var filter = filter
      filter.timeLimit = composition.pictureTimeLimit
      return filter
    }
    var timelines: [CMPersistentTrackID: TrackTimeline] = [:]
    for track in tracks { timelines[track.trackID] = try TrackTimeline(track) }
    (width, height) = composition.renderSize.pixels
    let frame = CGRect(x: 0, y: 0, width: width, height: height)
    let isClients = compositor != nil
    do {
      titles = try composition.animationTool?.titles(width: width, height: height)
      let shown = LayerContents(
        tracks: timelines, frame: frame, toolTrack: composition.animationTool?.trackID,
        toolPicture: try composition.animationTool?.picture())
      instructions = composition.instructions(in: range).map { Instruction($0, shown, isClients: isClients) }
    } catch {
      throw AVError(error)
    }
    let timing = timelines[composition.sourceTrackIDForFrameTiming]
    self.timing =
      timing.map { .track($0, inGaps: composition.frameDuration) } ?? .regular(composition.frameDuration)
    color = try Self.color(
      of: instructions, in: range, isComposed: true, stated: composition, compositor?.compositor)
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
    (compositor, filter) = (nil, nil)
    instructions = [
      Instruction(
        timeRange: CMTimeRange(start: .zero, duration: contents.duration), client: nil, background: nil,
        layers: [layer], hasTitles: false)
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
    stated: AVVideoComposition.Configuration = AVVideoComposition.Configuration(),
    _ compositor: ClientCompositor? = nil
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
      if let compositor { return try compositor.output(sources: used, stated: stated) }
      return try OutputColor.codes(for: used, hasBrightPictures: isBright, stated: stated)
    } catch {
      throw AVError(error)
    }
  }
}

extension VideoTimeline.Instruction {
  /// - Parameter isClients: whether a client's compositor works; then its tracks lie as they are.
  fileprivate init(
    _ instruction: any AVVideoCompositionInstructionProtocol, _ contents: LayerContents, isClients: Bool
  ) {
    let content = (instruction as? AVVideoCompositionInstruction)?.configuration
    let layers: [AVVideoCompositionLayerInstruction.Configuration]
    if isClients {
      layers = (instruction.sourceTracks ?? contents.tracks.keys.sorted()).map { .init(trackID: $0) }
    } else {
      layers = content?.layerInstructions.map(\.configuration) ?? []
    }
    self.init(
      timeRange: instruction.timeRange, client: isClients ? Client(object: instruction) : nil,
      background: content?.backgroundColor,
      layers: layers.compactMap { layer in
        contents.content(of: layer).map { Layer(content: $0, configuration: layer, fits: false) }
      }, hasTitles: instruction.enablePostProcessing)
  }
}

extension CGSize {
  /// Whole pixels; for sizes of pictures.
  fileprivate var pixels: (width: Int, height: Int) { (Int(width.rounded()), Int(height.rounded())) }
}
