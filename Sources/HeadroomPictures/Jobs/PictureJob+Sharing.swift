internal import HeadroomGraphics

extension PictureJob {
  /// Jobs for several results of one source, whose pixels are decoded once: at the size of the largest result where all are smaller
  /// than the source.
  ///
  /// - Parameter results: the edit and the target of each result.
  package static func sharing(
    _ source: PictureSource, _ results: [(edit: Edit, target: Target)], in renderer: PictureRenderer,
    events: JobEvents = .none
  ) throws(PictureError) -> [PictureJob] {
    guard results.count > 1, source.hasSmallerForms, results.allSatisfy({ $0.edit.geometry.allowsSmallerForms }) else {
      return results.map { PictureJob(source, $0.edit, $0.target, in: renderer, events: events) }
    }
    let whole = source.uprightSize
    let sizes = try results.map { result throws(PictureError) in
      try result.edit.geometry.size(width: whole.width, height: whole.height)
    }
    /// The size before rotation.
    let largest = zip(results, sizes).reduce((width: 1, height: 1)) { largest, next in
      let isTurned = next.0.edit.geometry.turn.swapsAxes
      let size = isTurned ? (width: next.1.height, height: next.1.width) : next.1
      return (max(largest.width, size.width), max(largest.height, size.height))
    }
    var shared = try source.decodedSmall(for: largest)
    shared.isShared = true
    return zip(results, sizes).map { result, size in
      var edit = result.edit
      // Shares of the source's size refer to the whole source.
      edit.geometry.resize = .exact(width: size.width, height: size.height)
      return PictureJob(shared, edit, result.target, in: renderer, events: events)
    }
  }
}
