internal import HeadroomContainers

extension ProjectFile {
  /// Reads a timeline of OpenTimelineIO.
  ///
  /// Stacks and tracks in tracks become clips of the tracks beside them. It says nothing of size, rate and colour; what
  /// is not understood is left out and named in ``warnings``.
  package init(parsingOTIO bytes: [UInt8]) throws(ProjectError) {
    let document = try JSONNode(document: bytes)
    var reader = OTIOReader()
    self = try reader.project(OTIOObject(document))
  }
}

/// Makes a project of a timeline.
struct OTIOReader {
  var warnings = OTIOWarnings()
  private var clipCount = 0

  mutating func project(_ root: OTIOObject) throws(ProjectError) -> ProjectFile {
    let sequence = try sequence(ofRoot: root)
    var project = ProjectFile(form: .openTimelineIO, tracks: [])
    for kind in ProjectTrack.Kind.allCases {
      for layer in sequence[kind] where !layer.items.isEmpty {
        let clips = layer.clips(kind) { warnings.note($0, "\($1.path)") }
        let track = ProjectTrack(kind: kind, clips: clips, path: root.path)
        try TrackPlacing.check(track, form: .openTimelineIO)
        project.tracks.append(track)
      }
    }
    project.warnings = warnings.texts
    guard !project.tracks.isEmpty else {
      let reasons = (["the timeline has no clip that can be shown"] + project.warnings).joined(separator: "; ")
      throw ProjectError(root.path, reasons)
    }
    guard project.tracks.count <= ProjectLimits.trackCount else {
      throw ProjectError(
        root.path, "\(project.tracks.count) tracks are more than the \(ProjectLimits.trackCount) that are read")
    }
    return project
  }

  private mutating func sequence(ofRoot root: OTIOObject) throws(ProjectError) -> OTIOSequence {
    switch root.schema {
    case "Timeline":
      noteUnknown(root)
      let tracks = try OTIOObject(root.object.required("tracks", "the timeline's stack of tracks"))
      guard tracks.schema == "Stack" else {
        throw ProjectError(tracks.path, "expected a Stack, found a \(tracks.shownSchema)")
      }
      return try stack(tracks)
    case "Stack": return try stack(root)
    case "Track": return try track(root, .video)
    default: throw ProjectError(root.path, "a \(root.shownSchema) is no timeline; read are Timeline, Stack and Track")
    }
  }

  // MARK: Compositions

  private mutating func stack(_ stack: OTIOObject) throws(ProjectError) -> OTIOSequence {
    noteUnknown(stack)
    noteEffects(try stack.list("effects", most: ProjectLimits.filterCount))
    var result = OTIOSequence()
    for node in try children(of: stack) {
      let child = try OTIOObject(node)
      if child.isEnabled { result.stack(try layer(child)) }
    }
    return try trimmed(result, stack)
  }

  /// A child of a stack.
  private mutating func layer(_ child: OTIOObject) throws(ProjectError) -> OTIOSequence {
    switch child.schema {
    case "Track": return try track(child, .video)
    case "Stack": return try stack(child)
    case "Clip":
      var result = OTIOSequence()
      try append(child, to: &result, .video)
      return result
    case "Gap": return OTIOSequence()
    default:
      warnings.note("children of stacks of unknown kinds are left out", child.schema)
      return OTIOSequence()
    }
  }

  private mutating func track(_ track: OTIOObject, _ usual: ProjectTrack.Kind) throws(ProjectError) -> OTIOSequence {
    noteUnknown(track)
    noteEffects(try track.list("effects", most: ProjectLimits.filterCount))
    guard let kind = try kind(of: track, usual) else { return OTIOSequence() }
    var result = OTIOSequence()
    result[kind] = [OTIOSequence.Layer()]
    for node in try children(of: track) {
      let child = try OTIOObject(node)
      switch child.schema {
      case "Clip": try append(child, to: &result, kind)
      case "Gap": result.duration += try length(ofGap: child)
      case "Transition": result[kind][0].cuts.append(try cut(child, at: result.duration))
      case "Stack", "Track":
        let nested = child.schema == "Stack" ? try stack(child) : try self.track(child, kind)
        if child.isEnabled { result.merge(nested, kind, at: result.duration) }
        result.duration += nested.duration
      default: warnings.note("children of tracks of unknown kinds are left out", child.schema)
      }
    }
    return try trimmed(result, track)
  }

  private mutating func kind(of track: OTIOObject, _ usual: ProjectTrack.Kind) throws(ProjectError) -> ProjectTrack
    .Kind?
  {
    guard let node = track["kind"] else { return usual }
    switch try node.text("a kind of track") {
    case "Video": return .video
    case "Audio": return .audio
    case let other:
      warnings.note("tracks of unknown kinds are left out", other)
      return nil
    }
  }

  private func children(of composition: OTIOObject) throws(ProjectError) -> [JSONNode] {
    try composition.list("children", most: ProjectLimits.clipCount)
  }

  private func trimmed(_ sequence: OTIOSequence, _ composition: OTIOObject) throws(ProjectError) -> OTIOSequence {
    if let range = try composition.timeRange("source_range") { sequence.trimmed(to: range) } else { sequence }
  }

  // MARK: Items

  private mutating func append(
    _ object: OTIOObject, to sequence: inout OTIOSequence, _ kind: ProjectTrack.Kind
  ) throws(ProjectError) {
    let item = try OTIOClip(object, &self)
    clipCount += 1
    guard clipCount <= ProjectLimits.clipCount else {
      throw ProjectError(object.path, "the timeline has more than \(ProjectLimits.clipCount) clips")
    }
    if sequence[kind].isEmpty { sequence[kind] = [OTIOSequence.Layer()] }
    if let clip = item.clip, item.duration > .zero {
      let range = CMTimeRange(start: sequence.duration, duration: item.duration)
      sequence[kind][0].items.append(OTIOSequence.Item(clip: clip, range: range, mediaEnd: item.mediaEnd))
    }
    sequence.duration += item.duration
  }

  private mutating func length(ofGap gap: OTIOObject) throws(ProjectError) -> CMTime {
    noteUnknown(gap)
    return try gap.timeRange("source_range")?.duration ?? .zero
  }

  private mutating func cut(_ transition: OTIOObject, at time: CMTime) throws(ProjectError) -> OTIOSequence.Cut {
    noteUnknown(transition)
    if case .string(let type)? = transition["transition_type"]?.value, type != "SMPTE_Dissolve" {
      warnings.note("transitions of other types become dissolves", type)
    }
    return OTIOSequence.Cut(
      time: time, before: try offset("in_offset", transition), behind: try offset("out_offset", transition),
      path: transition.path)
  }

  private func offset(_ key: String, _ transition: OTIOObject) throws(ProjectError) -> CMTime {
    guard let node = transition[key] else { return .zero }
    let time = try CMTime(otio: node)
    guard time >= .zero else { throw node.problem("an offset is not negative") }
    return time
  }
}
