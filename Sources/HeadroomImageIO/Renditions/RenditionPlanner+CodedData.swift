internal import HeadroomColor
package import HeadroomContainers
package import HeadroomGraphics

/// What happens to the coded pictures of a file that is converted.
package enum CodedDataPlan: Sendable {
  /// They stay byte for byte as they are, and this is changed around them.
  case kept(CodedEdit)
  /// They are made anew: what is asked for changes pixels, or nothing was asked for that could go without.
  case made
}

extension RenditionPlanner {
  /// Decides whether the coded pictures stay: where the format does, and all that is asked for is metadata, quarter turns, or
  /// an SDR base without its gain map.
  ///
  /// - Parameters:
  ///   - turn: how the upright picture is turned; nil where its frame or its pixels change in another way.
  ///   - stripped: what goes of the metadata.
  ///   - leavesCoding: whether nothing was asked for of the codec: a quality, a size, a measurement.
  package func codedData(
    turn: CGImagePropertyOrientation?, stripped: MetadataParts, leavesCoding: Bool
  ) -> CodedDataPlan {
    let info = subject.info
    guard let turn, leavesCoding, target.name == info.format, !subject.isComputed, !subject.isEdited, leavesNumbers,
      // Of several pictures only one is turned.
      turn == .up || info.frameCount == 1 && (info.sequenceFrameCount ?? 1) <= 1
    else { return .made }
    var edit = CodedEdit(stripped: stripped, turn: turn)
    switch wishes.choice {
    case .keep: guard !wishes.forbidsGainMap else { return .made }
    case .sdr:
      guard info.isBaseSDR else { return .made }
      edit.removesGainMap = info.gainMap != nil
      return .kept(edit)
    case .hdr, .isoHDR: guard info.kind == .isoHDR else { return .made }
    case .adaptive: guard info.gainMap != nil else { return .made }
    }
    return turn == .up && stripped.isEmpty ? .made : .kept(edit)
  }

  private var leavesNumbers: Bool {
    wishes.encoding == nil && wishes.depth == nil && wishes.headroom.isInfinite && !wishes.isLossless
      && !wishes.shapesGainMap && !wishes.dropsGainMap
  }
}
