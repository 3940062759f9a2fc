internal import HeadroomColor
package import HeadroomContainers
package import HeadroomGraphics

/// The plan for the coded pictures of a converted file.
package enum CodedDataPlan: Sendable {
  /// They stay byte for byte as they are, and the edit changes the parts around them.
  case kept(CodedEdit)
  /// They are coded again: the request changes pixels, or asks for nothing that would work without coding.
  case made
}

extension RenditionPlanner {
  /// Decides whether the coded pictures stay: where the format stays, and the request is only for metadata, quarter
  /// turns, or an SDR base without its gain map.
  ///
  /// - Parameters:
  ///   - turn: how the upright picture is turned; nil where its frame or its pixels change in another way.
  ///   - stripped: the metadata to remove.
  ///   - leavesCoding: whether the request leaves the codec alone: no quality, size or measurement.
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
