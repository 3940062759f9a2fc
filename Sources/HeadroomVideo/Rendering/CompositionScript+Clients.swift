internal import Foundation
internal import HeadroomColor
internal import HeadroomGraphics
internal import HeadroomImage
internal import HeadroomPixels

/// What a client's code does with a composition's pictures.
struct ClientWork: Sendable {
  /// The client's compositor, and the pictures that it gets.
  struct Composing: Sendable {
    let station: CompositorStation
    let sources: CompositorSources
  }

  let composing: Composing?
  let filter: PictureFilter?

  init(_ timeline: VideoTimeline, _ sources: [FilmSource], in range: CMTimeRange, isPlayer: Bool) {
    filter = timeline.filter
    composing = timeline.compositor.map { client in
      Composing(
        station: CompositorStation(
          client.compositor, client.composition, width: timeline.width, height: timeline.height, color: timeline.color,
          in: range, isPlayer: isPlayer),
        sources: CompositorSources(client.compositor, sources, composed: timeline.color))
    }
  }

  var picturesInWork: Int { composing != nil || filter != nil ? CompositorStation.mostInWork : 1 }
}

extension CompositionScript {
  /// A picture that a client's compositor makes.
  func composed(
    _ instruction: VideoTimeline.Instruction, at time: CMTime, by client: ClientWork.Composing
  ) -> ScriptFrame? {
    guard let foreign = instruction.client else { return nil }
    let shown = instruction.layers.compactMap { layer -> (CMPersistentTrackID, FrameReference)? in
      guard let track = layer.track, let stretch = track.stretch(at: time) else { return nil }
      return reference(stretch.source, at: stretch.sourceTime(at: time)).map { (track.trackID, $0) }
    }
    return ScriptFrame(shown.map(\.1)) { pictures throws(MediaError) in
      var samples: [(track: CMPersistentTrackID, sample: CMSampleBuffer)] = []
      for (track, reference) in shown {
        samples.append((track, try client.sources.sample(reference, at: time, pictures)))
      }
      return try client.station.begin(foreign.object, at: time, samples)
    }
  }

  /// A picture that a client's filters change.
  func filtered(_ frame: ComposedFrame?, at time: CMTime, by filter: PictureFilter) -> ScriptFrame {
    let shown = frame?.layers.lazy.compactMap { layer in reference(layer).map { (layer, $0) } }.first
    let bounds = CGRect(x: 0, y: 0, width: width, height: height)
    return ScriptFrame([shown?.1].compactMap { $0 }) { pictures throws(MediaError) in
      var image = CIImage.empty()
      let stack = LayerStack(width: width, height: height, color: color, background: nil)
      if let (layer, reference) = shown {
        let source = sources[reference.source]
        let place = FramePlacement(layer.transform, of: source.naturalSize)
        let fitted = stack.fitted(try pictures.image(reference, turned: place.turn), source.headroom)
        image = place.placed(fitted, inHeight: bounds.height).cropped(to: bounds)
      }
      let parameters = AVCIImageFilteringParameters(
        renderSize: bounds.size, compositionTime: time, sourceImage: image)
      let picture = PendingPicture<AVCIImageFilteringResult>()
      filter.start(AVAsynchronousCIImageFilteringRequest(parameters) { picture.set($0) })
      return { () throws(MediaError) in
        let result = try picture.wait(limit: filter.timeLimit, time: time)
        if picture.isTwice {
          throw MediaError(.client(ClientFailure("the handler finished the picture twice")), time: time)
        }
        var stack = stack
        stack.put(result.resultImage.cropped(to: bounds), opacity: 1)
        return .recipe(stack.image, .working(result.ciContext))
      }
    }
  }
}
