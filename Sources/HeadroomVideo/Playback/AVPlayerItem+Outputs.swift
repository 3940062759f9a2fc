internal import Synchronization

extension AVPlayerItem {
  /// What takes pictures of the item.
  public var outputs: [AVPlayerItemOutput] { state.withLock { $0.outputs } }

  /// Adds an output. One that belongs to another item leaves it.
  public func add(_ output: AVPlayerItemOutput) {
    if let other = output.item {
      guard other !== self else { return }
      other.remove(output)
    }
    output.join(self)
    state.withLock { $0.outputs.append(output) }
    core?.prepareAgain()
  }

  /// Removes an output, which gives no pictures any more.
  public func remove(_ output: AVPlayerItemOutput) {
    let isKnown = state.withLock { state in
      defer { state.outputs.removeAll { $0 === output } }
      return state.outputs.contains { $0 === output }
    }
    if isKnown { output.leave() }
  }

  /// Who wants pictures.
  ///
  /// - Parameter isSeen: whether a layer shows the item.
  func lines(of film: PlayedFilm, isSeen: Bool) -> [PictureLine] {
    guard film.script != nil else { return [] }
    let outputs = outputs
    let isHidden = outputs.contains { $0.suppressesPlayerRendering }
    return outputs.compactMap { $0.line(of: film) } + (isSeen && !isHidden ? [layerLine(of: film)] : [])
  }

  /// The pictures that layers show: upright, in the colour that they are composed in.
  private func layerLine(of film: PlayedFilm) -> PictureLine {
    // What it had is let go without the lock: a client's compositor may hear of it.
    let (line, _) = state.withLock { state -> (PictureLine, PictureLine?) in
      if let known = state.layerLine, known.film === film { return (known, nil) }
      let line = PictureLine(film, .shown, isUpright: true, before: state.layerLine)
      defer { state.layerLine = line }
      return (line, state.layerLine)
    }
    return line
  }

  /// Ends the pictures that clients wait for.
  func cancelAsked() { for output in outputs { output.presentLine?.cancelAsked() } }

  /// What a layer shows now.
  var shownLine: PictureLine? { state.withLock { $0.layerLine } }
}

extension PictureSettings {
  /// Any form that suits the pictures.
  static var shown: PictureSettings {
    var settings = PictureSettings()
    settings.allowsWideColor = true
    return settings
  }
}
