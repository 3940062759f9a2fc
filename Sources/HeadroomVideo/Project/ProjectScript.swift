package import Foundation
package import HeadroomColor
internal import HeadroomContainers
internal import HeadroomFilters
internal import HeadroomGraphics
internal import HeadroomImage

/// A project's pictures as recipes.
package struct ProjectScript: FrameScript {
  package let timeline: ProjectTimeline
  package let sources: [FilmSource]
  package let width: Int
  package let height: Int
  package private(set) var color: CICP
  package let times: FrameTimes
  package let start = CMTime.zero
  package var end: CMTime { timeline.duration }
  package let transform: [Double] = [1, 0, 0, 1, 0, 0]
  /// What each clip of each track shows; nil for sound.
  private let shown: [[ShownClip?]]
  private let folder: URL?

  /// - Parameters:
  ///   - media: has opened the timeline's sources.
  ///   - folder: the project's folder, for files that filters name; nil is the working directory.
  /// - Throws: ``ProjectError`` where the project has no pictures; ``MediaError`` for sources.
  package init(_ timeline: ProjectTimeline, _ media: ProjectMedia, folder: URL?) throws {
    guard let size = timeline.size, let rate = timeline.frameRate, timeline.frameCount != nil else {
      throw ProjectError(ProjectFile.rootKey("tracks"), "there is no video track with a clip")
    }
    var films = FilmList()
    shown = try timeline.tracks.map { track in
      try track.clips.map { clip in
        track.kind == .video ? try ShownClip(clip, try media.content(clip.use), size, &films) : nil
      }
    }
    self.timeline = timeline
    self.folder = folder
    (width, height) = (size.width, size.height)
    sources = films.sources
    color = try Self.color(timeline.project, films.sources, shown.joined().compactMap(\.self))
    times = try FrameTimes(every: rate.frameDuration, in: CMTimeRange(start: .zero, duration: timeline.duration))
  }

  /// What the project says, else HLG before PQ before SDR among what is shown.
  private static func color(
    _ project: ProjectFile, _ sources: [FilmSource], _ clips: [ShownClip]
  ) throws -> CICP {
    if let stated = project.color { return stated.cicp }
    return try OutputColor.codes(for: sources.map(\.cicp), hasBrightPictures: clips.contains(where: \.isBright))
  }

  package func colored(_ color: CICP) -> ProjectScript {
    var script = self
    script.color = color
    return script
  }

  // MARK: - Frames

  package func frame(at time: CMTime) -> ScriptFrame {
    let layers = visible(at: time)
    return ScriptFrame(layers.flatMap(references), untouched: untouched(layers)) { pictures throws(MediaError) in
      try image(of: layers, pictures)
    }
  }

  private func untouched(_ layers: [TimelineLayer]) -> FrameReference? {
    guard layers.count == 1, case .clip(let moment) = layers[0], let clip = shown(moment),
      moment.opacity == 1, moment.crop == nil, moment.filters.isEmpty,
      clip.transform.concatenating(moment.transform).isIdentity
    else { return nil }
    return clip.reference(at: moment.sourceTime, sources)
  }

  private func image(of layers: [TimelineLayer], _ pictures: any FramePictures) throws(MediaError) -> CIImage {
    let project = timeline.project
    var stack = LayerStack(
      width: width, height: height, color: color, background: CIColor(project.background),
      mixesCodes: project.blending == .code)
    for layer in layers {
      switch layer {
      case .clip(let moment): stack.put(try placed(moment, stack, pictures), opacity: moment.opacity)
      case .transition(let moment): stack.put(try mixed(moment, stack, pictures), opacity: 1)
      }
    }
    return stack.image
  }

  /// The layers that can be seen, bottom to top.
  private func visible(at time: CMTime) -> [TimelineLayer] {
    var seen: [TimelineLayer] = []
    for layer in timeline.layers(at: time).reversed() {
      switch layer {
      case .clip(let moment) where moment.opacity <= 0: continue
      case .clip(let moment):
        seen.append(layer)
        if covers(moment) { return seen.reversed() }
      case .transition(let moment):
        let isWhole = moment.transition.style == .dissolve && covers(moment.earlier) && covers(moment.later)
        seen.append(moment.weight == 0 && moment.transition.style == .dissolve ? .clip(moment.earlier) : layer)
        if isWhole { return seen.reversed() }
      }
    }
    return seen.reversed()
  }

  private func covers(_ moment: ClipMoment) -> Bool {
    guard let clip = shown(moment), clip.isOpaque, moment.opacity == 1, moment.filters.isEmpty else { return false }
    let place = clip.fit.concatenating(moment.transform)
    let isUpright = place.b == 0 && place.c == 0 || place.a == 0 && place.d == 0
    let whole = CGRect(origin: .zero, size: clip.size)
    let part = moment.crop.map { $0.intersection(whole) } ?? whole
    return isUpright && part.applying(place).contains(CGRect(x: 0, y: 0, width: width, height: height))
  }

  private func shown(_ moment: ClipMoment) -> ShownClip? { shown[moment.track][moment.clip] }

  private func references(_ layer: TimelineLayer) -> [FrameReference] {
    let moments: [ClipMoment]
    switch layer {
    case .clip(let moment): moments = [moment]
    case .transition(let moment): moments = [moment.earlier, moment.later]
    }
    return moments.compactMap { moment in shown(moment)?.reference(at: moment.sourceTime, sources) }
  }

  // MARK: - Recipes

  /// A clip at its place in the frame, without its opacity.
  private func placed(
    _ moment: ClipMoment, _ stack: LayerStack, _ pictures: any FramePictures
  ) throws(MediaError) -> CIImage {
    guard let clip = shown(moment) else { return .empty() }
    var image: CIImage
    if let reference = clip.reference(at: moment.sourceTime, sources) {
      let source = sources[reference.source]
      let place = clip.placement(of: source)
      let shown = try pictures.image(reference, turned: place.turn)
      image = place.placed(stack.fitted(shown, source.headroom), inHeight: clip.size.height)
    } else {
      image = stack.fitted(clip.still ?? .empty(), clip.still.map { Double($0.contentHeadroom) })
    }
    if let crop = moment.crop {
      image = image.cropped(
        to: CGRect(x: crop.minX, y: clip.size.height - crop.maxY, width: crop.width, height: crop.height))
    }
    let extent = image.extent
    for filter in moment.filters { image = try filter.applied(to: image, folder: folder).cropped(to: extent) }
    let place = clip.fit.concatenating(moment.transform).flipped(from: clip.size.height, to: Double(height))
    return (place.isIdentity ? image : image.transformed(by: place))
      .cropped(to: CGRect(x: 0, y: 0, width: width, height: height))
  }

  private func mixed(
    _ moment: TransitionMoment, _ stack: LayerStack, _ pictures: any FramePictures
  ) throws(MediaError) -> CIImage {
    let earlier = stack.faded(try placed(moment.earlier, stack, pictures), moment.earlier.opacity)
    let later = stack.faded(try placed(moment.later, stack, pictures), moment.later.opacity)
    switch moment.transition.style {
    case .dissolve: return stack.dissolve(earlier, later, weight: moment.weight)
    case .wipe:
      let width = Double(self.width) * moment.weight
      return later.cropped(to: CGRect(x: 0, y: 0, width: width, height: Double(height))).composited(over: earlier)
    case .filter(let name):
      let bounds = CGRect(x: 0, y: 0, width: width, height: height)
      let filter = FilterMoment(name: name, path: moment.transition.path, inputs: moment.inputs)
      return try filter.transition(from: earlier, to: later, weight: moment.weight, in: bounds, folder: folder)
    }
  }
}

extension TimelineClip {
  fileprivate var use: ProjectSourceUse {
    ProjectSourceUse(source: clip.source, kind: .video, sourceTrack: clip.sourceTrack)
  }
}
