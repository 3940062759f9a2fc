internal import Headroom

/// Conversions that leave the coded pictures of a file as they are.
extension Converter {
  /// Writes the result where the coded pictures can stay.
  ///
  /// - Parameter first: what was planned of the headers alone.
  /// - Returns: whether that was done; else pixels have to be made anew.
  func keepsCodedData(
    _ task: ConversionTask, _ input: InputPicture, _ first: PlannedRendition
  ) throws(CommandError) -> Bool {
    guard case .kept(let edit) = codedData(first.planner, task) else { return false }
    let result: CodedEditResult
    do throws(ImageIOError) {
      result = try input.picture.reader.keepingCodedData(edit, limits: common.limits)
    } catch {
      if case .cancelled = error { throw CommandError(error, file: task.input) }
      sayCodedAgain(task, because: error)
      return false
    }
    try sayWhatIsLost(task, input, ConversionDecision(planner: first.planner, plan: first.plan, filters: filters))
    for warning in input.info.warnings + result.warnings { common.warn(warning, file: task.input) }
    if writing.dryRun {
      try StandardStreams.print(
        "headroom: would write \(task.output.path): \(task.format.name), the coded data of the input")
      return true
    }
    try task.output.write(result.bytes)
    tell("coded data is kept byte for byte", task)
    for note in result.notes { tell(note, task) }
    return true
  }

  private func codedData(_ planner: RenditionPlanner, _ task: ConversionTask) -> CodedDataPlan {
    let options = encoding
    let leavesCoding =
      options.quality == nil && options.targetSize == nil && options.speed == nil && options.chroma == nil
      && options.toneMap == nil && options.exposure == nil && !options.measure && !place.isChosen
    let geometry = geometry.options
    let isTurn = geometry.resize == nil && geometry.crop == nil && self.geometry.isOrthogonal
    return planner.codedData(
      turn: isTurn ? self.geometry.turn.followed(by: self.geometry.mirror) : nil, stripped: options.strippedParts,
      leavesCoding: leavesCoding)
  }

  /// Formats without loss give the same pixels either way.
  private func sayCodedAgain(_ task: ConversionTask, because error: ImageIOError) {
    if task.format.isLossy {
      common.warn("the picture is coded again: \(error)", file: task.input)
    } else {
      tell("the picture is coded again: \(error)", task)
    }
  }

  private func tell(_ text: String, _ task: ConversionTask) {
    if common.verbose { StandardStreams.note("headroom: \(task.input): \(text)") }
  }
}
