internal import HeadroomContainers
internal import HeadroomGraphics
internal import HeadroomImageIO

/// Jobs that leave the coded pictures of a file unchanged.
extension PictureJob {
  /// The edited file if the coded pictures can stay; nil where pixels have to be computed.
  ///
  /// - Parameter first: the decision from the headers alone.
  func keptCodedData(_ first: JobDecision) throws(PictureError) -> CodedEditResult? {
    guard case .kept(let edit) = codedData(first.planner) else { return nil }
    let result: CodedEditResult
    do throws(ImageIOError) {
      result = try source.keepingCodedData(edit, limits: renderer.limits)
    } catch {
      if case .cancelled = error { throw PictureError(error, file: source.name) }
      reportReencoding(because: error)
      return nil
    }
    try report(losses(first))
    for warning in source.info.warnings + result.warnings { events.warning(warning) }
    return result
  }

  private func codedData(_ planner: RenditionPlanner) -> CodedDataPlan {
    let geometry = edit.geometry
    let isTurn = geometry.resize == nil && geometry.crop == nil && geometry.isOrthogonal
    return planner.codedData(
      turn: isTurn ? geometry.turn.followed(by: geometry.mirror) : nil, stripped: target.strippedParts,
      leavesCoding: target.leavesCoding && edit.exposure == nil && !isPlaceChosen)
  }

  /// Lossless formats give the same pixels either way.
  private func reportReencoding(because error: ImageIOError) {
    let text = "the picture is coded again: \(error)"
    if target.format.isLossy { events.warning(text) } else { events.note(text) }
  }
}
