extension AVAsset {
  /// A number that no track has: one more than the largest.
  public func unusedTrackID() -> CMPersistentTrackID { contentsOrNone.unusedTrackID }

  /// As ``unusedTrackID()``.
  ///
  /// - Throws: ``AVError`` where the asset cannot be read.
  public func findUnusedTrackID() async throws -> CMPersistentTrackID { try contents().unusedTrackID }
}

extension AssetContents {
  fileprivate var unusedTrackID: CMPersistentTrackID {
    let used = Set(tracks.map(\.trackID))
    guard let largest = used.max() else { return 1 }
    let next = largest.addingReportingOverflow(1)
    if !next.overflow { return max(next.partialValue, 1) }
    return (1...CMPersistentTrackID.max).first { !used.contains($0) } ?? kCMPersistentTrackID_Invalid
  }
}
